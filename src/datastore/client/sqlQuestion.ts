/** A question as a part of `datastore_search_sql`: what a SELECT reads, and which records match. */
import { ExactNumber, type ExactValue } from '../../base/cells.ts';
import { fieldKind } from '../../base/fieldKind.ts';
import { DatastoreError, type DatastoreErrorKind } from './errors.ts';
import { parseExact } from '../../base/exactJson.ts';
import { isList, isObject } from '../../base/exactObject.ts';
import type { Field } from './model.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { quotedName, quotedText } from '../../base/sqlQuoting.ts';

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

/** What SQL answers; undefined where the server refuses it. Throws every other error, and the reason of an abort. */
export async function unlessRefused<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await answer;
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

function filtersSql(json: string, fields: readonly Field[], dialect: SqlDialect): string | undefined {
  let filters: ExactValue;
  try {
    filters = parseExact(json);
  } catch {
    return undefined;
  }
  if (!isObject(filters)) return undefined;
  const parts = Object.entries(filters).map(([key, condition]) => {
    const id = dialect.hasRanges && key.startsWith('$') ? key.slice(1) : key;
    const field = fields.find((each) => each.id === id);
    // `$or` and `$and` say more than these lines understand.
    const isGroup = dialect.hasRanges && key.startsWith('$') && !key.startsWith('$$');
    return field === undefined || isGroup ? undefined : conditionSql(field, condition, dialect);
  });
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? undefined : known.join(' AND ');
}

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['eq', '='],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
]);

function conditionSql(field: Field, condition: ExactValue, { hasRanges }: SqlDialect): string | undefined {
  const name = quotedName(field.id);
  if (isList(condition)) {
    const values = condition.map((value) => valueSql(field, value));
    const known = values.filter((value) => value !== undefined);
    if (known.length < values.length) return undefined;
    return known.length === 0 ? 'false' : `${name} IN (${known.join(', ')})`;
  }
  if (!isObject(condition)) {
    const value = valueSql(field, condition);
    return value === undefined ? undefined : `${name} = ${value}`;
  }
  const entries = Object.entries(condition);
  const parts = entries.flatMap(([operator, given]) => {
    const sign = OPERATORS.get(operator);
    const value = valueSql(field, given);
    return sign === undefined || value === undefined ? [] : [`${name} ${sign} ${value}`];
  });
  const isWhole = hasRanges && entries.length > 0 && parts.length === entries.length;
  return isWhole ? parts.join(' AND ') : undefined;
}

/** Undefined where a server could compare in another way: text fields with what is no text, JSON, NULL. */
function valueSql({ type }: Field, value: ExactValue): string | undefined {
  const kind = fieldKind(type);
  if (kind === 'json') return undefined;
  if (typeof value === 'string') return quotedText(value);
  if (typeof value === 'boolean') return kind === 'boolean' ? String(value) : undefined;
  if (kind !== 'number') return undefined;
  if (typeof value === 'number') return String(value);
  return value instanceof ExactNumber ? value.text : undefined;
}
