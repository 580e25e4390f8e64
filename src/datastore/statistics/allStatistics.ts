/** Statistics of a field over all matching records, by the means that the server offers. */
import type { FieldStatistics } from '../../messages/fieldStatistics.ts';
import { type ExactValue, type RecordRow, typedValue } from '../../base/cells.ts';
import { isLongNumber } from '../../base/exactDecimal.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import type { DatastoreClient } from '../client/client.ts';
import { sqlOf } from '../dialect/dialect.ts';
import type { PageWindow } from '../dialect/pageWindow.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import { NotCountable, plainNumber, ValueTally } from './valueTally.ts';
import type { Page } from '../wire/model.ts';
import { conditionWith, nameInFilters, narrowFilters } from '../query/conditions.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { bySql } from '../client/sqlQuestion.ts';
import { endText, isNotFinite, statisticsOf } from './statistics.ts';
import { summaryStatistics } from './summaryStatistics.ts';
import { sqlStatistics } from './statisticsSql.ts';
import { TimeSlice } from '../../base/timeSlice.ts';

/** Greatest number of records to read only for statistics. */
export const MOST_READ = 250_000;

/** Yields all records of a query in batches (export/records.ts). */
export type ReadAll = (
  client: DatastoreClient,
  query: DatastoreQuery,
  signal: AbortSignal,
) => AsyncIterable<{ readonly fields: readonly Field[]; readonly rows: readonly RecordRow[] }>;

export interface CountedField {
  readonly client: DatastoreClient;
  /** The result's query. Its limit and order are ignored. */
  readonly query: DatastoreQuery;
  readonly fields: readonly Field[];
  readonly field: Field;
  readonly total?: number;
  /** Whether the median, the quartiles and the deviation are wanted, for which our own service sorts all values. */
  readonly hasSpread?: boolean;
  readonly readAll: ReadAll;
  readonly onRead: (records: number) => void;
}

/**
 * Requests a summary from our own service, or uses SQL if the portal answers it. Otherwise reads up to MOST_READ
 * records, and requests only the ends of more. `isWhole` is false for such a part of the statistics. Throws
 * NotCountable, HttpError, DatastoreError, or the reason of an abort.
 */
export async function allStatistics(
  counted: CountedField,
  signal: AbortSignal,
): Promise<{ readonly statistics: FieldStatistics; readonly isWhole: boolean }> {
  const { takesConditions } = counted.client.dialect;
  // Values of groups can only be counted by reading them.
  const isOfGroups = counted.query.summary !== undefined;
  const statistics =
    takesConditions && !isOfGroups
      ? await summaryStatistics(counted.client, counted.query, counted.field, counted.hasSpread === true, signal)
      : await askedBySql(counted, signal);
  if (statistics !== undefined) return { statistics, isWhole: true };
  const { client, field } = counted;
  const query = withoutOrder(counted.query);
  if (query.distinct === true && !client.dialect.hasRanges) throw new NotCountable('distinct');
  const search: Search = (window) =>
    client.search(query, { ...window, fields: counted.fields.map(({ id }) => id) }, signal);
  const { total = await countedTotal(search) } = counted;
  // A portal that doesn't count shows whether a record follows the first ones.
  const isFew = async () => (await search({ offset: MOST_READ, limit: 1 })).rows.length === 0;
  const canRead = total === undefined ? await isFew() : total <= MOST_READ;
  if (canRead) return { statistics: await byReading(counted, signal), isWhole: true };
  if (total === undefined || query.distinct === true || isOfGroups) throw new NotCountable('tooMany');
  return { statistics: await askedStatistics(client, query, field, total, signal), isWhole: false };
}

type Search = (window: Omit<PageWindow, 'fields' | 'total'>) => Promise<Page>;

async function countedTotal(search: Search): Promise<number | undefined> {
  const { total, totalIsEstimate } = await search({ offset: 0, limit: 0, counts: true, exactTotal: true });
  return totalIsEstimate ? undefined : total;
}

function askedBySql(
  { client, query, fields, field, total }: CountedField,
  signal: AbortSignal,
): Promise<FieldStatistics | undefined> {
  const [dialect, { hasRanges }] = [sqlOf(client.dialect), client.dialect];
  return bySql(
    { query, fields, dialect, total },
    (matching) => sqlStatistics(client, matching, field, hasRanges, signal),
    signal,
  );
}

async function byReading(
  { client, query, fields, field, readAll, onRead }: CountedField,
  signal: AbortSignal,
): Promise<FieldStatistics> {
  const kind = fieldKind(field.type);
  const tally = new ValueTally(kind);
  const slice = new TimeSlice(signal);
  for await (const batch of readAll(client, valuesQuery(query, fields, field), signal)) {
    const place = batch.fields.findIndex(({ id }) => id === field.id);
    for (const row of batch.rows) {
      if (slice.isOver) await slice.next();
      tally.take(row[place] ?? null);
    }
    if (tally.records > MOST_READ) throw new NotCountable('tooMany');
    onRead(tally.records);
  }
  const of = { id: field.id, kind, hasRanges: client.dialect.hasRanges };
  return { ...(await statisticsOf(tally, of, signal)), isAll: true };
}

/** Requests the same records with only this field, in `_id` order if possible. */
function valuesQuery(query: DatastoreQuery, fields: readonly Field[], { id }: Field): DatastoreQuery {
  const matching = withoutOrder(query);
  const hasId = query.fields !== undefined || fields.some((each) => each.id === '_id');
  if (query.distinct === true || query.summary !== undefined || !hasId) return matching;
  return { ...matching, fields: [...new Set(['_id', id])], sort: [{ field: '_id', descending: false }] };
}

function withoutOrder({ sort: _sort, limit: _limit, ...rest }: DatastoreQuery): DatastoreQuery {
  return rest;
}

/**
 * Minimum, maximum and number of distinct values by two or three searches, if a portal has no SQL and too many records
 * to read. PostgreSQL sorts NULL as the highest value, so the maximum and the number of NULLs are known only if a range
 * excludes NULLs, or there are none. `query` has no order and no limit, and matches `total` records.
 */
export async function askedStatistics(
  client: DatastoreClient,
  query: DatastoreQuery,
  field: Field,
  total: number,
  signal: AbortSignal,
): Promise<FieldStatistics> {
  const kind = fieldKind(field.type);
  const asking = { client, query: { ...query, fields: [field.id] }, field, total };
  const facts = kind === 'json' || kind === 'boolean' ? {} : await endsOf(asking, signal);
  const different = await client.search({ ...asking.query, distinct: true, limit: 0 }, undefined, signal);
  const isCounted = different.total !== undefined && !different.totalIsEstimate && facts.nulls !== undefined;
  // All NULLs together are one distinct record.
  const distinct = isCounted ? { distinct: different.total - (facts.nulls === 0 ? 0 : 1) } : {};
  return { records: total, isAll: true, ...distinct, ...facts, shape: 'values', bars: [] };
}

interface Asking {
  readonly client: DatastoreClient;
  readonly query: DatastoreQuery;
  readonly field: Field;
  readonly total: number;
}

type Ends = Pick<FieldStatistics, 'nulls' | 'min' | 'max' | 'hasLongNumbers'>;

async function endsOf({ client, query, field, total }: Asking, signal: AbortSignal): Promise<Ends> {
  const first = (of: DatastoreQuery, descending: boolean): Promise<Page> =>
    client.search({ ...of, sort: [{ field: field.id, descending }], limit: 1 }, undefined, signal);
  const least = typedValue((await first(query, false)).rows[0]?.[0] ?? null);
  // The field has only NULLs, or the server sorts them first.
  if (least === null) return {};
  // Our own datastore sorts -Infinity after the numbers, but ranges treat it as less than any number.
  const lowest = field.type === 'float8' ? '-Infinity' : least;
  const present = client.dialect.hasRanges ? fromLowest(query, field, lowest) : undefined;
  const last = await first(present ?? query, true);
  const greatest = typedValue(last.rows[0]?.[0] ?? null);
  const kind = fieldKind(field.type);
  const shown = (value: ExactValue): string => endText(textOf(value), { kind });
  const isLong = kind === 'number' && [least, greatest].some((value) => isLongNumber(textOf(value)));
  // An infinity or NaN at an end hides the next number.
  const isEnd = (value: ExactValue): boolean => kind !== 'number' || !isNotFinite(textOf(value));
  const min = { ...(isEnd(least) && { min: shown(least) }), ...(isLong && { hasLongNumbers: true as const }) };
  if (greatest === null) return min;
  const ends = { ...min, ...(isEnd(greatest) && { max: shown(greatest) }) };
  if (present === undefined) return { ...ends, nulls: 0 };
  return last.total === undefined || last.totalIsEstimate ? ends : { ...ends, nulls: total - last.total };
}

/** The records with any value. Undefined if the filters can't be extended. */
function fromLowest(query: DatastoreQuery, { id }: Field, lowest: ExactValue): DatastoreQuery | undefined {
  const range = `{"gte":${stringifyExact(lowest)}}`;
  const filters = narrowFilters(query.filters, conditionWith(nameInFilters(id, true), range));
  return filters && { ...query, filters };
}

function textOf(value: ExactValue): string {
  return typeof value === 'string' ? value : plainNumber(stringifyExact(value));
}
