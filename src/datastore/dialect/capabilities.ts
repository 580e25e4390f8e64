/** A portal's capabilities for people, each with the evidence. */
import { expectedFacts } from './expectation.ts';
import type { DialectFacts } from './facts.ts';

type Flag = { [K in keyof DialectFacts]-?: boolean extends DialectFacts[K] ? K : never }[keyof DialectFacts];

interface Reading {
  readonly fact: Flag;
  /** The fact is a defect: without it, the portal has the capability. */
  readonly isLack?: true;
  /** Only a refusal shows that the portal lacks it. Other facts are visible in ordinary answers. */
  readonly isTried?: true;
  /** Every CKAN has it, so it is only mentioned if it's missing. */
  readonly isBasic?: true;
}

/** In the order in which they're shown. */
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

/** `unknown` capabilities are tried when they're needed. `version`: CKAN of this version usually has it. */
export interface Capability {
  readonly name: CapabilityName;
  readonly answer: 'yes' | 'no' | 'unknown';
  readonly knownBy?: 'answer' | 'refusal' | 'version';
}

/** The capabilities to show, from learned facts or else from the version. */
export function capabilitiesOf(facts: DialectFacts): readonly Capability[] {
  // A server with ranges treats `distinct` in only one way.
  const seen: DialectFacts = { ...(facts.ranges === true && { distinctByPage: false }), ...facts };
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

/** The highest limit, from an answer or else from the version. */
export function limitOf({ maxLimit, version }: DialectFacts): Pick<Capability, 'knownBy'> & { readonly most?: number } {
  const { maxLimit: usual } = expectedFacts(version);
  if (maxLimit !== undefined) return { most: maxLimit, knownBy: 'answer' };
  return usual === undefined ? {} : { most: usual, knownBy: 'version' };
}
