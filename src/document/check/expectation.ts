/** The expectations of a document one by one: each is a test that holds or doesn't. */
import { valueText } from '../../base/exactJson.ts';
import { oneLine } from '../../base/oneLine.ts';
import type { Expectations, ExpectedValue } from './expectations.ts';

type ExpectedFact =
  | { readonly kind: 'records'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'fields'; readonly field: string; readonly type: string }
  | { readonly kind: 'unique'; readonly fields: readonly string[] }
  | { readonly kind: 'notNull'; readonly field: string }
  | { readonly kind: 'oneOf'; readonly field: string; readonly values: readonly ExpectedValue[] }
  | { readonly kind: 'range'; readonly field: string; readonly min?: ExpectedValue; readonly max?: ExpectedValue }
  | { readonly kind: 'updatedWithin'; readonly duration: string };

export type Expectation = ExpectedFact & {
  /** The way to the member in the query's object: `['expect', 'range', 'amount']`. */
  readonly path: readonly (string | number)[];
};

type ExpectationOf<K extends Expectation['kind']> = Extract<Expectation, { readonly kind: K }>;
/** An expectation that records can break. */
export type RecordExpectation = ExpectationOf<'unique' | 'notNull' | 'oneOf' | 'range'>;

/** All expectations, in the order in which they are checked. */
export function listExpectations({
  records,
  fields = {},
  unique,
  notNull = [],
  oneOf = {},
  range = {},
  updatedWithin,
}: Expectations): readonly Expectation[] {
  return [
    ...(records ? [{ kind: 'records', ...records, path: ['expect', 'records'] } as const] : []),
    ...Object.entries(fields).map(
      ([field, type]) => ({ kind: 'fields', field, type, path: ['expect', 'fields', field] }) as const,
    ),
    ...(unique ? [{ kind: 'unique', fields: unique, path: ['expect', 'unique'] } as const] : []),
    ...notNull.map((field, at) => ({ kind: 'notNull', field, path: ['expect', 'notNull', at] }) as const),
    ...Object.entries(oneOf).map(
      ([field, values]) => ({ kind: 'oneOf', field, values, path: ['expect', 'oneOf', field] }) as const,
    ),
    ...Object.entries(range).map(
      ([field, ends]) => ({ kind: 'range', field, ...ends, path: ['expect', 'range', field] }) as const,
    ),
    ...(updatedWithin === undefined
      ? []
      : [{ kind: 'updatedWithin', duration: updatedWithin, path: ['expect', 'updatedWithin'] } as const]),
  ];
}

const LONGEST_LABEL = 120;

/** A line in the document's own words: `range: amount from 0`. */
export function expectationLabel(expectation: Expectation): string {
  return oneLine(`${expectation.kind}: ${factText(expectation)}`, LONGEST_LABEL);
}

function factText(expectation: Expectation): string {
  switch (expectation.kind) {
    case 'records':
      return endsText(expectation);
    case 'fields':
      return `${expectation.field} ${expectation.type}`;
    case 'unique':
      return expectation.fields.join(', ');
    case 'notNull':
      return expectation.field;
    case 'oneOf':
      return `${expectation.field} ${expectation.values.map((value) => valueText(value)).join(', ')}`;
    case 'range':
      return `${expectation.field} ${endsText(expectation)}`;
    case 'updatedWithin':
      return expectation.duration;
  }
}

function endsText({ min, max }: { readonly min?: ExpectedValue; readonly max?: ExpectedValue }): string {
  const ends = [
    ['min', min],
    ['max', max],
  ] as const;
  return ends.flatMap(([name, end]) => (end === undefined ? [] : `${name} ${valueText(end)}`)).join(', ');
}

/** The fields whose values an expectation judges. */
export function fieldsOf(expectation: Expectation): readonly string[] {
  if ('fields' in expectation) return expectation.fields;
  return 'field' in expectation ? [expectation.field] : [];
}

export function judgesRecords(expectation: Expectation): expectation is RecordExpectation {
  return expectation.kind !== 'records' && expectation.kind !== 'fields' && expectation.kind !== 'updatedWithin';
}
