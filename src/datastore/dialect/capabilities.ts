/** What a portal can do, for people: each thing with its answer, and how that is known. */
import { expectedFacts } from './expectation.ts';
import type { DialectFacts } from './facts.ts';

type Flag = {
  [K in keyof DialectFacts]-?: boolean extends DialectFacts[K] ? K : never;
}[keyof DialectFacts];

interface Reading {
  readonly fact: Flag;
  /** The fact is a defect: without it the portal can. */
  readonly isLack?: true;
  /** Only a refusal shows that it can't; everything else is in ordinary answers. */
  readonly isTried?: true;
  /** Every CKAN can, so it is said of those only that can't. */
  readonly isBasic?: true;
}

/** In the order in which people read them. */
const READINGS = {
  ranges: { fact: 'ranges' },
  sql: { fact: 'sql', isTried: true },
  offsets: { fact: 'offsets', isBasic: true },
  sorts: { fact: 'sorts', isTried: true, isBasic: true },
  fields: { fact: 'fields', isTried: true, isBasic: true },
  sortsNulls: { fact: 'sortsNulls', isTried: true },
  distinct: { fact: 'distinct', isTried: true },
  distinctPages: { fact: 'distinctByPage', isLack: true },
  expressions: { fact: 'expressions', isTried: true },
  ranks: { fact: 'ranks' },
  totals: { fact: 'totals' },
  estimates: { fact: 'estimates' },
  lists: { fact: 'lists' },
  numbers: { fact: 'numbersAsTexts', isLack: true },
  hashInNames: { fact: 'hashInNames', isTried: true },
  prefixes: { fact: 'prefixes', isTried: true },
  privateDatasets: { fact: 'privateDatasets', isTried: true },
  titleSort: { fact: 'titleSort', isTried: true },
} as const satisfies Readonly<Record<string, Reading>>;

export type CapabilityName = keyof typeof READINGS;

/** `unknown`: it is tried when it is first needed. `version`: CKAN of this version usually does. */
export interface Capability {
  readonly name: CapabilityName;
  readonly answer: 'yes' | 'no' | 'unknown';
  readonly knownBy?: 'answer' | 'refusal' | 'version';
}

export function capabilitiesOf(facts: DialectFacts): readonly Capability[] {
  const seen = completed(facts);
  const expected = expectedFacts(facts.version);
  const readings: readonly (readonly [string, Reading])[] = Object.entries(READINGS);
  const told = readings.filter(([, { fact, isBasic = false }]) => !isBasic || seen[fact] === false);
  return told.map(([key, { fact, isLack = false, isTried = false }]) => {
    const name = key as CapabilityName;
    const value = seen[fact] ?? expected[fact];
    if (value === undefined) return { name, answer: 'unknown' };
    const can = value !== isLack;
    const bySeeing = !can && isTried ? 'refusal' : 'answer';
    return { name, answer: can ? 'yes' : 'no', knownBy: seen[fact] === undefined ? 'version' : bySeeing };
  });
}

/** The highest limit: what an answer has shown, else what is usual for the version. */
export function limitOf({
  maxLimit,
  version,
}: DialectFacts): Pick<Capability, 'knownBy'> & { readonly most?: number } {
  const { maxLimit: usual } = expectedFacts(version);
  if (maxLimit !== undefined) return { most: maxLimit, knownBy: 'answer' };
  return usual === undefined ? {} : { most: usual, knownBy: 'version' };
}

/** What a server with ranges does with `distinct` has one meaning only. */
function completed(facts: DialectFacts): DialectFacts {
  return facts.ranges === true && facts.distinctByPage === undefined
    ? { ...facts, distinctByPage: false }
    : facts;
}
