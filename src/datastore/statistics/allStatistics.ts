/** A field's statistics over every record that matches, by what the server offers. */
import type { FieldStatistics } from '../../messages/fieldStatistics.ts';
import type { RecordRow } from '../../base/cells.ts';
import type { DatastoreClient } from '../client/client.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import { NotCountable, ValueTally } from './valueTally.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { bySql } from '../client/sqlQuestion.ts';
import { statisticsOf } from './statistics.ts';
import { askedStatistics } from './statisticsAsked.ts';
import { sqlStatistics } from './statisticsSql.ts';
import { TimeSlice } from '../../base/timeSlice.ts';

/** Records beyond which a portal is not asked for all of them, only to count. */
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
  /** Hears how many records were read, where they have to be. */
  readonly onRead: (records: number) => void;
}

/**
 * `isWhole`: false where the portal can only be asked for a part of it. Throws NotCountable, HttpError, DatastoreError, or the
 * reason of an abort.
 */
export async function allStatistics(
  asked: CountedField,
  signal: AbortSignal,
): Promise<{ readonly found: FieldStatistics; readonly isWhole: boolean }> {
  const found = await askedBySql(asked, signal);
  if (found !== undefined) return { found, isWhole: true };
  const { client, query, field, total = 0 } = asked;
  if (query.distinct === true && !client.dialect.hasRanges) throw new NotCountable('distinct');
  if (query.distinct === true || total <= MOST_READ)
    return { found: await byReading(asked, signal), isWhole: true };
  const some = await askedStatistics(client, withoutOrder(query), field, total, signal);
  return { found: some, isWhole: false };
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
