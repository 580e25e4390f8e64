import { type ExactValue, typedValue } from '../../base/cells.ts';
import type { FrequentValues } from '../query/queryChange.ts';
import type { DatastoreClient } from '../client/client.ts';
import type { SqlAnswer } from '../client/sqlSearch.ts';
import { type Field, type FieldKind, fieldKind } from '../../base/field.ts';
import type { SummaryRow } from '../client/summary.ts';
import { nameInFilters, withCondition } from '../query/conditions.ts';
import { sqlOf } from '../dialect/dialect.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { applyChange } from '../query/applyChange.ts';
import type { ResultSet } from '../result/resultSet.ts';
import { bySql, containsSql, matchingSql } from '../client/sqlQuestion.ts';
import { countedValue, MAX_LABEL, plainNumber, tallyLoaded } from './valueTally.ts';
import { valueText } from '../../base/exactJson.ts';
import { quotedName } from '../../base/quotes.ts';
import { allOrNone } from '../../base/untilAborted.ts';

const MAX_VALUES = 200;

type Counts = Pick<FrequentValues, 'values' | 'isCut' | 'counted'>;

export interface ValueSearch {
  readonly field: Field;
  /** Limits the list to values that contain this text, ignoring case. Empty for all values. */
  readonly part: string;
}

/**
 * Counts all records that match the other conditions if the server can, otherwise the loaded ones of `result`. NULL is
 * included if a filter can find it, as in our own service. Throws HttpError, DatastoreError, NotCountable, or the
 * reason of an abort.
 */
export async function frequentValues(
  client: DatastoreClient,
  result: Pick<ResultSet, 'fields' | 'count' | 'loadedRows'>,
  query: DatastoreQuery,
  sought: ValueSearch,
  signal: AbortSignal,
): Promise<FrequentValues> {
  const { fields, count } = result;
  if (canSummarize(client.dialect, result, query, sought.field))
    return { ...(await countedByService(client, fields, query, sought, signal)), isAll: true };
  const total = count.kind === 'exact' ? count.value : undefined;
  const found = await bySql(
    { query, fields, dialect: sqlOf(client.dialect), total },
    (matching) => countedByServer(client, fields, query, sought, matching, signal),
    signal,
  );
  return found === undefined
    ? { ...(await countedHere(result, sought, signal)), isAll: false }
    : { ...found.counts, isAll: true };
}

/** Greatest number of records of a database that are read to list the values of a field. */
const MOST_LISTED = 10_000_000;

function canSummarize(
  { takesConditions, isOnThisMachine }: DatastoreClient['dialect'],
  { count }: Pick<ResultSet, 'count'>,
  query: DatastoreQuery,
  { type }: Field,
): boolean {
  if (!takesConditions || query.distinct === true || query.summary !== undefined || fieldKind(type) === 'json')
    return false;
  return isOnThisMachine || (count.kind !== 'unknown' && count.value <= MOST_LISTED);
}

async function countedByService(
  client: DatastoreClient,
  fields: readonly Field[],
  query: DatastoreQuery,
  { field: { id, type }, part }: ValueSearch,
  signal: AbortSignal,
): Promise<Counts> {
  const others = applyChange(query, { kind: 'unfilter', field: id }, { fields, hasRanges: true });
  const text = { kind: 'contains', field: nameInFilters(id, true), text: part } as const;
  const matching = part === '' ? others : { ...others, filters: withCondition(others.filters ?? [], text) };
  const [[all = []], rows] = await allOrNone<[readonly SummaryRow[], readonly SummaryRow[]]>(
    (common) => [
      client.summary(matching, { calculations: [{ calculate: 'count' }, { calculate: 'values', field: id }] }, common),
      client.summary(
        matching,
        { groups: [{ field: id }], calculations: [{ calculate: 'count' }], limit: MAX_VALUES + 1 },
        common,
      ),
    ],
    signal,
  );
  const [counted = 0, filled = 0] = all.map(Number);
  const kind = fieldKind(type);
  const present = rows.flatMap(([value, records]) =>
    value === undefined ? [] : [[shownText(value, kind), Number(records)] as const],
  );
  const { values, ...counts } = countsOf(present, kind, counted);
  const nulls =
    counted > filled ? [{ value: { type: 'null', text: '' } as const, label: '', records: counted - filled }] : [];
  return { ...counts, values: [...nulls, ...values].sort((one, other) => other.records - one.records) };
}

/** `all` is `FROM … WHERE …` for the records that match `query`. */
async function countedByServer(
  client: DatastoreClient,
  fields: readonly Field[],
  query: DatastoreQuery,
  { field, part }: ValueSearch,
  all: string,
  signal: AbortSignal,
): Promise<{ readonly records: number; readonly counts: Counts } | undefined> {
  if (fieldKind(field.type) === 'json') return undefined;
  const { dialect } = client;
  const facts = { fields, hasRanges: dialect.hasRanges };
  const others = applyChange(query, { kind: 'unfilter', field: field.id }, facts);
  const isWanted = part === '' ? '' : containsSql(field.id, part);
  const matching = matchingSql(others, fields, sqlOf(dialect), isWanted);
  if (matching === undefined) return undefined;
  const name = quotedName(field.id);
  const values = `SELECT ${name} AS "v", count(*) AS "n", sum(count(*)) OVER () AS "all" ${matching}`;
  const order = `ORDER BY ${name} IS NULL DESC, 2 DESC, 1 LIMIT ${String(MAX_VALUES + 2)}`;
  const [{ rows }, check] = await allOrNone<[SqlAnswer, SqlAnswer]>(
    (common) => [
      client.sql(`${values} GROUP BY 1 ${order}`, common),
      client.sql(`SELECT count(*) AS "n" ${all}`, common),
    ],
    signal,
  );
  const kind = fieldKind(field.type);
  const present = rows.flatMap(([value = null, records = null]) =>
    value === null ? [] : [[shownText(typedValue(value), kind), Number(valueText(records))] as const],
  );
  const counts = countsOf(present, kind, Number(valueText(rows[0]?.[2] ?? 0)));
  return { records: Number(valueText(check.rows[0]?.[0] ?? null)), counts };
}

async function countedHere(
  result: Pick<ResultSet, 'fields' | 'loadedRows'>,
  { field, part }: ValueSearch,
  signal: AbortSignal,
): Promise<Counts> {
  const place = result.fields.findIndex(({ id }) => id === field.id);
  const tally = await tallyLoaded(result, place, fieldKind(field.type), signal);
  const sought = part.toLowerCase();
  const found = [...tally.counts].filter(([text]) => text.toLowerCase().includes(sought));
  const all = found.sort(([, one], [, other]) => other - one);
  return countsOf(all, tally.kind, tally.records);
}

/** `all` has the texts of values with their numbers of records, most frequent first. */
function countsOf(
  all: readonly (readonly [text: string, records: number])[],
  kind: FieldKind,
  counted: number,
): Counts {
  const usable = all.slice(0, MAX_VALUES).filter(([text]) => kind !== 'json' && text.length <= MAX_LABEL);
  const values = usable.map(([text, records]) => ({ value: countedValue(text, kind), label: text, records }));
  return { values, isCut: all.length > MAX_VALUES, counted };
}

/** Engines pad decimals of a field to the same number of places. */
function shownText(value: ExactValue, kind: FieldKind): string {
  return kind === 'number' ? plainNumber(valueText(value)) : valueText(value);
}
