/** A question as a part of `datastore_search_sql`: what a SELECT reads, and which records match. */
import type { Comparison, Condition, FilterValue } from '../../messages/condition.ts';
import { fieldOf } from '../query/conditions.ts';
import { DatastoreError, type DatastoreErrorKind } from './errors.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { quotedName, quotedText } from '../../base/quotes.ts';

/** What a server's SQL can say. */
export interface SqlDialect {
  /** `q` means: contained in any field. CKAN's own full text search can't be said here. */
  readonly searchesByContaining: boolean;
  /** Ranges in filters, and names that begin with `$` written with two (CKAN 2.12+). */
  readonly hasRanges: boolean;
}

/** A server that refuses SQL for one of these reasons may still answer a search. */
const REFUSALS: ReadonlySet<DatastoreErrorKind> = new Set([
  'actionUnknown',
  'emptyAnswer',
  'forbidden',
  'notCkan',
  'notFound',
  'notJson',
  'server',
  'unfit',
  'validation',
]);

export interface SqlQuestion {
  readonly query: DatastoreQuery;
  readonly fields: readonly Field[];
  /** What the server's SQL can say, where it has SQL. */
  readonly dialect: SqlDialect | undefined;
  /** Matching records, where the search counted them. */
  readonly total: number | undefined;
}

/**
 * What `ask` finds by SQL over the records that match, and how many they are. Undefined where SQL can't say the question,
 * where the server refuses it, and where it finds other records than the search did: then it has understood another
 * question. The caller then counts in another way. Throws every other error, and the reason of an abort.
 *
 * `ask`: takes `FROM "…" WHERE …` (matchingSql).
 */
export async function bySql<Found extends { readonly records: number }>(
  { query, fields, dialect, total }: SqlQuestion,
  ask: (matching: string) => Promise<Found | undefined>,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const matching = matchingSql(query, fields, dialect);
  if (matching === undefined) return undefined;
  try {
    const found = await ask(matching);
    return total === undefined || total === found?.records ? found : undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DatastoreError) || !REFUSALS.has(error.kind)) throw error;
    return undefined;
  }
}

/**
 * `FROM "…" WHERE …` of every record that matches, whatever the limit and the order. Undefined for a question that SQL may
 * answer otherwise than `datastore_search` does, and for a server without SQL.
 *
 * A text of `q` that has a blank could also match across two fields: whoever knows how many records match compares counts.
 */
export function matchingSql(
  query: DatastoreQuery,
  fields: readonly Field[],
  dialect: SqlDialect | undefined,
): string | undefined {
  if (dialect === undefined) return undefined;
  if (query.distinct === true || (query.q !== undefined && !dialect.searchesByContaining)) return undefined;
  // PostgreSQL takes no NUL.
  if (JSON.stringify(query).includes('\\u0000')) return undefined;
  const conditions: (string | undefined)[] = [];
  if (query.q !== undefined) conditions.push(`strpos("_full_text", lower(${quotedText(query.q)})) > 0`);
  if (query.filters !== undefined) conditions.push(filtersSql(query.filters, fields, dialect));
  const known = conditions.filter((condition) => condition !== undefined);
  if (known.length < conditions.length) return undefined;
  const where = known.filter((condition) => condition !== '');
  return `FROM ${quotedName(query.resourceId)}${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`}`;
}

function filtersSql(
  conditions: readonly Condition[],
  fields: readonly Field[],
  dialect: SqlDialect,
): string | undefined {
  const parts = conditions.map((condition) => {
    const field = fields.find(({ id }) => id === fieldOf(condition, dialect.hasRanges));
    return field && conditionSql(field, condition, dialect);
  });
  const known = parts.filter((part) => part !== undefined);
  // Of a name that comes twice, servers take the last.
  const different = new Set(conditions.map(({ field }) => field)).size;
  return known.length < conditions.length || different < conditions.length ? undefined : known.join(' AND ');
}

const OPERATORS: Readonly<Record<Comparison, string>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };

function conditionSql(field: Field, condition: Condition, { hasRanges }: SqlDialect): string | undefined {
  const name = quotedName(field.id);
  if (condition.kind === 'values') {
    const values = condition.values.map((value) => valueSql(field, value));
    const known = values.filter((value) => value !== undefined);
    if (known.length < values.length) return undefined;
    if (!condition.list) return `${name} = ${known.join('')}`;
    return known.length === 0 ? 'false' : `${name} IN (${known.join(', ')})`;
  }
  if (condition.kind === 'raw' || !hasRanges) return undefined;
  const parts = condition.bounds.flatMap(({ comparison, value }) => {
    const sql = valueSql(field, value);
    return sql === undefined ? [] : [`${name} ${OPERATORS[comparison]} ${sql}`];
  });
  return parts.length === condition.bounds.length ? parts.join(' AND ') : undefined;
}

/** Undefined where a server could compare in another way: text fields with what is no text, JSON, NULL. */
function valueSql(field: Field, { type, text }: FilterValue): string | undefined {
  const kind = fieldKind(field.type);
  if (kind === 'json') return undefined;
  if (type === 'text') return quotedText(text);
  return type === kind ? text : undefined;
}
