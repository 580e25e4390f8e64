/** Asks a server how many records break an expectation, if it has the conditions for that. */
import { typedValue } from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
import { valueText } from '../../base/exactJson.ts';
import { type Field, fieldKind, placesOf } from '../../base/field.ts';
import type { DatastoreClient } from '../../datastore/client/client.ts';
import type { Condition } from '../../datastore/query/condition.ts';
import { nameInFilters, withCondition } from '../../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import { MOST_GROUP_FIELDS, type Summary, summaryColumns } from '../../datastore/query/summary.ts';
import { DatastoreError, type DatastoreErrorKind } from '../../datastore/wire/errors.ts';
import { type CheckFinding, type CheckResult, shownField, shownValue } from './checkResult.ts';
import type { CheckWord } from './checkWords.ts';
import type { RecordExpectation } from './expectation.ts';
import { canEqual, equalsCondition, filterValueOf } from './expectedValue.ts';

/** A server that can't answer in this way. */
const REFUSALS: ReadonlySet<DatastoreErrorKind> = new Set([
  'unsupportedFilter',
  'sqlNotAllowed',
  'noSummary',
  'noRanges',
  'ignoresFilters',
]);

export interface CountedQuery {
  readonly client: DatastoreClient;
  /** All records that match, without order, fields and limit. */
  readonly records: DatastoreQuery;
  readonly fields: readonly Field[];
  /** The number of records. Undefined if the server doesn't count. */
  readonly total: number | undefined;
}

type Counted = Pick<CheckResult, 'finding'>;

/** Undefined if the server can't count them. Throws what a search throws. */
export async function countOffenses(
  counted: CountedQuery,
  expectation: RecordExpectation,
  signal: AbortSignal,
): Promise<Counted | undefined> {
  if (counted.total === undefined) return undefined;
  try {
    if (expectation.kind === 'unique') return await mostFrequent(counted, expectation.fields, signal);
    const finding = await firstOffense(counted, expectation, signal);
    return finding === 'unknown' ? undefined : defined({ finding });
  } catch (error) {
    if (error instanceof DatastoreError && REFUSALS.has(error.kind)) return undefined;
    throw error;
  }
}

interface Offending {
  readonly word: CheckWord;
  readonly condition: Condition;
  readonly expected?: string;
}

async function firstOffense(
  { client, records, fields, total }: CountedQuery,
  expectation: Exclude<RecordExpectation, { readonly kind: 'unique' }>,
  signal: AbortSignal,
): Promise<CheckFinding | 'unknown' | undefined> {
  const type = fields.find(({ id }) => id === expectation.field)?.type ?? '';
  const conditions = offendingOf(expectation, type, nameInFilters(expectation.field, client.dialect.hasRanges));
  if (conditions === undefined) return 'unknown';
  for (const { word, condition, expected } of conditions) {
    const filters = narrowed(records.filters ?? [], condition, client.dialect.takesConditions);
    if (filters === undefined) return 'unknown';
    const offending = { ...records, filters };
    const page = await client.search({ ...offending, limit: 1 }, undefined, signal);
    if (page.total === undefined || page.totalIsEstimate || page.mayNotMatch === true) return 'unknown';
    if (page.total === 0) continue;
    const places = placesOf(page.fields);
    const [row = []] = page.rows;
    const id = row[places.get('_id') ?? -1];
    const value = shownValue(row[places.get(expectation.field) ?? -1] ?? null);
    const shown = { field: shownField(expectation.field), value, id: id === undefined ? undefined : shownValue(id) };
    const details = { ...shown, records: page.total, total, expected };
    const isFrom = word === 'missing' && id !== undefined;
    return { outcome: 'differs', word: isFrom ? 'missingFrom' : word, details, offending };
  }
  return undefined;
}

/** Undefined if the values of the field's type can't be compared by a condition. */
function offendingOf(
  expectation: Exclude<RecordExpectation, { readonly kind: 'unique' }>,
  type: string,
  field: string,
): readonly Offending[] | undefined {
  const kind = fieldKind(type);
  switch (expectation.kind) {
    case 'notNull':
      return [{ word: 'missing', condition: { kind: 'empty', field, isEmpty: true } }];
    case 'oneOf': {
      if (kind === 'date' || kind === 'json') return undefined;
      const expected = expectation.values.filter((value) => canEqual(kind, value));
      const missing = [
        { type: 'null', text: '' } as const,
        ...(kind === 'text' ? [{ type: 'text', text: '' } as const] : []),
      ];
      const values = [...expected.map((value) => filterValueOf(type, value)), ...missing];
      return [{ word: 'otherValue', condition: { kind: 'not', field, values, list: true } }];
    }
    case 'range': {
      const ends = [
        ['below', 'lt', expectation.min],
        ['above', 'gt', expectation.max],
      ] as const;
      return ends.flatMap(([word, comparison, end]) => {
        if (end === undefined) return [];
        const bounds = [{ comparison, value: filterValueOf(type, end) }];
        return [{ word, condition: { kind: 'range', field, bounds }, expected: shownValue(end) } as const];
      });
    }
  }
}

/** Undefined if the server would lose one of two conditions on the field. */
function narrowed(
  filters: readonly Condition[],
  more: Condition,
  takesConditions: boolean,
): readonly Condition[] | undefined {
  if (takesConditions) return withCondition(filters, more);
  const canStand = filters.every(({ field }) => field !== null && field !== more.field);
  return canStand ? [...filters, more] : undefined;
}

/** The query for the records with these values, in place of its own conditions on their fields. */
export function withValues(records: DatastoreQuery, values: readonly Condition[]): DatastoreQuery {
  const others = (records.filters ?? []).filter(({ field }) => !values.some((each) => each.field === field));
  return { ...records, filters: [...others, ...values] };
}

/** Groups the records by the key, of which the largest group shows whether any is repeated. */
async function mostFrequent(
  { client, records, fields, total }: CountedQuery,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Counted | undefined> {
  const { takesConditions, hasRanges } = client.dialect;
  const types = names.map((name) => fields.find(({ id }) => id === name)?.type ?? '');
  const isOfJson = types.some((type) => fieldKind(type) === 'json');
  if (names.length > MOST_GROUP_FIELDS || isOfJson || records.summary !== undefined) return undefined;
  let filters: readonly Condition[] | undefined = records.filters ?? [];
  for (const name of names) {
    const condition: Condition = { kind: 'empty', field: nameInFilters(name, hasRanges), isEmpty: false };
    filters = filters && narrowed(filters, condition, takesConditions);
  }
  if (filters === undefined) return undefined;
  const summary: Summary = { groups: names.map((field) => ({ field })), measures: [{ calculate: 'count' }] };
  const count = summaryColumns(summary).at(-1) ?? '';
  const query = { ...records, filters, summary, sort: [{ field: count, descending: true }], limit: 1 };
  const page = await client.search(query, undefined, signal);
  const [row] = page.rows;
  const times = Number(valueText(row?.at(-1) ?? 0));
  if (row === undefined || times <= 1) return {};
  const keys = row.slice(0, names.length);
  const values = names.map((field, at) =>
    equalsCondition(nameInFilters(field, hasRanges), types[at] ?? '', typedValue(keys[at] ?? null)),
  );
  const shown = { fields: names.map(shownField).join(', '), value: keys.map(shownValue).join(', ') };
  const details = { ...shown, records: times, total };
  return { finding: { outcome: 'differs', word: 'notUnique', details, offending: withValues(records, values) } };
}
