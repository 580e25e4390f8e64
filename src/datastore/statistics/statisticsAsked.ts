/** What searches alone can say of a field's values, where a portal has no SQL and too many records to read them all. */
import type { ExactValue } from '../../base/cells.ts';
import type { FieldStatistics } from '../../messages/fieldStatistics.ts';
import type { DatastoreClient } from '../client/client.ts';
import { isLongNumber } from '../../base/exactDecimal.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import type { Page } from '../client/model.ts';
import { conditionWith, nameInFilters, narrowed } from '../query/conditions.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { endText } from './statistics.ts';
import { plainNumber } from './valueTally.ts';

type Facts = Pick<FieldStatistics, 'nulls' | 'min' | 'max' | 'hasLongNumbers'>;

/**
 * Least, greatest and number of distinct values, in two or three searches. PostgreSQL sorts nulls as greater than any
 * value; so the greatest value, and how many nulls there are, is known where ranges leave out nulls, or there are none.
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

async function endsOf({ client, query, field, total }: Asking, signal: AbortSignal): Promise<Facts> {
  const first = (of: DatastoreQuery, descending: boolean): Promise<Page> =>
    client.search({ ...of, sort: [{ field: field.id, descending }], limit: 1 }, undefined, signal);
  const least = (await first(query, false)).rows[0]?.[0] ?? null;
  // Only nulls, or a server that has another place for them.
  if (least === null) return {};
  const present = client.dialect.hasRanges ? fromLeast(query, field, least) : undefined;
  const last = await first(present ?? query, true);
  const greatest = last.rows[0]?.[0] ?? null;
  const kind = fieldKind(field.type);
  const shown = (value: ExactValue): string => endText(textOf(value), { kind });
  const isLong = kind === 'number' && [least, greatest].some((value) => isLongNumber(textOf(value)));
  const min = { min: shown(least), ...(isLong && { hasLongNumbers: true as const }) };
  if (greatest === null) return min;
  const ends = { ...min, max: shown(greatest) };
  if (present === undefined) return { ...ends, nulls: 0 };
  return last.total === undefined || last.totalIsEstimate ? ends : { ...ends, nulls: total - last.total };
}

/** The records with any value; undefined where the filters can't be added to. */
function fromLeast(query: DatastoreQuery, { id }: Field, least: ExactValue): DatastoreQuery | undefined {
  const range = `{"gte":${stringifyExact(least)}}`;
  const filters = narrowed(query.filters, conditionWith(nameInFilters(id, true), range));
  return filters && { ...query, filters };
}

function textOf(value: ExactValue): string {
  return typeof value === 'string' ? value : plainNumber(stringifyExact(value));
}
