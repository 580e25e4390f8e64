/** A field's statistics over every record that matches, by what the server offers. */
import type { FieldStatistics } from '../../messages/fieldStatistics.ts';
import { type ExactValue, type RecordRow, typedValue } from '../../base/cells.ts';
import { isLongNumber } from '../../base/exactDecimal.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import type { DatastoreClient } from '../client/client.ts';
import type { PageWindow } from '../dialect/dialect.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import { NotCountable, plainNumber, ValueTally } from './valueTally.ts';
import type { Page } from '../wire/model.ts';
import { conditionWith, nameInFilters, narrowed } from '../query/conditions.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { bySql } from '../client/sqlQuestion.ts';
import { endText, isNotFinite, statisticsOf } from './statistics.ts';
import { summaryStatistics } from './summaryStatistics.ts';
import { sqlStatistics } from './statisticsSql.ts';
import { TimeSlice } from '../../base/timeSlice.ts';

/** More records than this are never read only to count their values. */
export const MOST_READ = 250_000;

/** Gives every record of a query, in batches (export/records.ts). */
export type ReadAll = (
  client: DatastoreClient,
  query: DatastoreQuery,
  signal: AbortSignal,
) => AsyncIterable<{ readonly fields: readonly Field[]; readonly rows: readonly RecordRow[] }>;

export interface CountedField {
  readonly client: DatastoreClient;
  /** The result's own; its limit and its order don't matter here. */
  readonly query: DatastoreQuery;
  readonly fields: readonly Field[];
  readonly field: Field;
  /** Matching records, where the server counted them. */
  readonly total?: number;
  readonly readAll: ReadAll;
  /** Called with how many records were read, where they have to be. */
  readonly onRead: (records: number) => void;
}

/**
 * Asks our own service for a summary, or by SQL if the portal answers SQL. Otherwise reads up to MOST_READ records, and asks for the ends of more.
 * `isWhole`: false if only a part of the statistics could be asked for. Throws NotCountable, HttpError, DatastoreError, or
 * the reason of an abort.
 */
export async function allStatistics(
  asked: CountedField,
  signal: AbortSignal,
): Promise<{ readonly found: FieldStatistics; readonly isWhole: boolean }> {
  const { takesConditions } = asked.client.dialect;
  const found = takesConditions
    ? await summaryStatistics(asked.client, asked.query, asked.field, signal)
    : await askedBySql(asked, signal);
  if (found !== undefined) return { found, isWhole: true };
  const { client, field } = asked;
  const query = withoutOrder(asked.query);
  if (query.distinct === true && !client.dialect.hasRanges) throw new NotCountable('distinct');
  const search: Search = (window) =>
    client.search(query, { ...window, fields: asked.fields.map(({ id }) => id) }, signal);
  const total = asked.total ?? (await countedTotal(search));
  const canRead = total === undefined ? await canReadAll(search) : total <= MOST_READ;
  if (canRead) return { found: await byReading(asked, signal), isWhole: true };
  if (total === undefined || query.distinct === true) throw new NotCountable('tooMany');
  const some = await askedStatistics(client, query, field, total, signal);
  return { found: some, isWhole: false };
}

type Search = (window: Omit<PageWindow, 'fields' | 'total'>) => Promise<Page>;

/** The number of matching records, without an estimate. Undefined if the portal doesn't count them. */
async function countedTotal(search: Search): Promise<number | undefined> {
  const { total, totalIsEstimate } = await search({ offset: 0, limit: 0, counts: true, exactTotal: true });
  return totalIsEstimate ? undefined : total;
}

/** Whether no record lies behind the first MOST_READ ones, for portals that don't count. */
async function canReadAll(search: Search): Promise<boolean> {
  return (await search({ offset: MOST_READ, limit: 1 })).rows.length === 0;
}

function askedBySql(
  { client, query, fields, field, total }: CountedField,
  signal: AbortSignal,
): Promise<FieldStatistics | undefined> {
  const { sql: dialect, hasRanges } = client.dialect;
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
  const asked = { id: field.id, kind, hasRanges: client.dialect.hasRanges };
  return { ...(await statisticsOf(tally, asked, signal)), isAll: true };
}

/** The same records with this field alone, and in an order that nobody has to guess. */
function valuesQuery(query: DatastoreQuery, fields: readonly Field[], { id }: Field): DatastoreQuery {
  const matching = withoutOrder(query);
  const hasId = query.fields !== undefined || fields.some((each) => each.id === '_id');
  if (query.distinct === true || !hasId) return matching;
  return { ...matching, fields: [...new Set(['_id', id])], sort: [{ field: '_id', descending: false }] };
}

function withoutOrder({ sort: _sort, limit: _limit, ...rest }: DatastoreQuery): DatastoreQuery {
  return rest;
}

/**
 * Least, greatest and number of distinct values, in two or three searches: what these alone can say where a portal has no
 * SQL and too many records to read them all. PostgreSQL sorts nulls as greater than any value; so the greatest value, and
 * how many nulls there are, is known where ranges leave out nulls, or there are none.
 * `query`: without order and limit; `total`: the records that match it.
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
  // All nulls together are one distinct record.
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
  // Only nulls, or a server that has another place for them.
  if (least === null) return {};
  // Our own datastore, which may be added as a portal, sorts it behind the numbers, and compares it as less than any.
  const lowest = field.type === 'float8' ? '-Infinity' : least;
  const present = client.dialect.hasRanges ? fromLowest(query, field, lowest) : undefined;
  const last = await first(present ?? query, true);
  const greatest = typedValue(last.rows[0]?.[0] ?? null);
  const kind = fieldKind(field.type);
  const shown = (value: ExactValue): string => endText(textOf(value), { kind });
  const isLong = kind === 'number' && [least, greatest].some((value) => isLongNumber(textOf(value)));
  // An infinity hides which number comes after it, NaN which comes before.
  const isEnd = (value: ExactValue): boolean => kind !== 'number' || !isNotFinite(textOf(value));
  const min = {
    ...(isEnd(least) && { min: shown(least) }),
    ...(isLong && { hasLongNumbers: true as const }),
  };
  if (greatest === null) return min;
  const ends = { ...min, ...(isEnd(greatest) && { max: shown(greatest) }) };
  if (present === undefined) return { ...ends, nulls: 0 };
  return last.total === undefined || last.totalIsEstimate ? ends : { ...ends, nulls: total - last.total };
}

/** The records with any value; undefined where the filters can't be added to. */
function fromLowest(query: DatastoreQuery, { id }: Field, lowest: ExactValue): DatastoreQuery | undefined {
  const range = `{"gte":${stringifyExact(lowest)}}`;
  const filters = narrowed(query.filters, conditionWith(nameInFilters(id, true), range));
  return filters && { ...query, filters };
}

function textOf(value: ExactValue): string {
  return typeof value === 'string' ? value : plainNumber(stringifyExact(value));
}
