/** A query as part of a SELECT for `datastore_search_sql`: the table and the conditions. */
import {
  areConsistent,
  type Bound,
  type Condition,
  type FilterValue,
  isExclusion,
  type TextCondition,
  type ValuesCondition,
} from '../query/condition.ts';
import { type Comparison, placeOfText } from '../query/operators.ts';
import { fieldOf } from '../query/conditions.ts';
import type { SqlDialect } from '../dialect/dialect.ts';
import { DatastoreError, type DatastoreErrorKind } from '../wire/errors.ts';
import { defined } from '../../base/defined.ts';
import { type Field, fieldKind, placesOf } from '../../base/field.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { searchOnWire } from '../query/searchText.ts';
import { quotedName, quotedText } from '../../base/quotes.ts';

/** Reasons for refusing SQL after which the server may still answer a search. */
const REFUSALS: ReadonlySet<DatastoreErrorKind> = new Set([
  ...(['actionUnknown', 'emptyAnswer', 'forbidden', 'notCkan', 'notFound'] as const),
  ...(['notJson', 'server', 'unfit', 'validation'] as const),
]);

export interface SqlQuestion {
  readonly query: DatastoreQuery;
  readonly fields: readonly Field[];
  readonly dialect: SqlDialect | undefined;
  readonly total: number | undefined;
}

/**
 * Runs `ask` with `FROM "…" WHERE …` (see matchingSql) and returns its result. Undefined if SQL can't express the
 * query, if the server refuses the statement, or if the number of records differs from the search: the statement then
 * had another meaning. Throws all other errors, and the reason of an abort.
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
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}

/** Whether the server refused this statement or action, and may answer another. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatastoreError && REFUSALS.has(error.kind);
}

/**
 * Returns `FROM "…" WHERE …` for all matching records, without limit and order. Undefined without SQL, and if SQL may
 * understand the query differently than `datastore_search`. Callers that know the number of matching records should
 * compare it. `also` is another condition, in SQL.
 */
export function matchingSql(
  query: DatastoreQuery,
  fields: readonly Field[],
  dialect: SqlDialect | undefined,
  also = '',
): string | undefined {
  if (dialect === undefined) return undefined;
  if (query.distinct === true || query.summary !== undefined) return undefined;
  // PostgreSQL's texts can't contain a NUL character.
  if (JSON.stringify(query).includes('\\u0000')) return undefined;
  const conditions: (string | undefined)[] = [];
  if (query.q !== undefined) conditions.push(searchSql(query.q, query, fields, dialect));
  if (query.filters !== undefined) conditions.push(filtersSql(query.filters, fields, dialect));
  const known = conditions.filter((condition) => condition !== undefined);
  if (known.length < conditions.length) return undefined;
  const where = [...known, also].filter((condition) => condition !== '');
  return `FROM ${quotedName(query.resourceId)}${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`}`;
}

/** CKAN's full-text search, but in the database's default language, which the index was made with. */
function searchSql(
  text: string,
  { qMode, qField }: Pick<DatastoreQuery, 'qMode' | 'qField'>,
  fields: readonly Field[],
  dialect: SqlDialect,
): string | undefined {
  const field = fields.find(({ id }) => id === qField);
  if (qField !== undefined && (field === undefined || !canExpress(field.id, dialect))) return undefined;
  const { q, isPlain } = searchOnWire(defined({ q: text, qMode }));
  if (!dialect.isAllowed || !canExpress(q, dialect)) return undefined;
  const texts = field === undefined ? '"_full_text"' : `to_tsvector(${nameSql(field.id)}::text)`;
  return `${texts} @@ ${isPlain ? 'plainto_tsquery' : 'to_tsquery'}(${literal(q)})`;
}

/** Whether the field's value contains the text, ignoring case. */
export function containsSql(field: string, text: string): string {
  return `${placeSql(field, text)} > 0`;
}

/** PostgreSQL converts both sides to lower case, so that its rules apply. */
function placeSql(field: string, text: string): string {
  return `strpos(lower(${nameSql(field)}::text), lower(${literal(text)}))`;
}

function filtersSql(
  conditions: readonly Condition[],
  fields: readonly Field[],
  dialect: SqlDialect,
): string | undefined {
  const places = placesOf(fields);
  const parts = conditions.map((condition) => {
    const id = fieldOf(condition, dialect.hasRanges);
    const field = id === undefined ? undefined : fields[places.get(id) ?? -1];
    return field && canExpress(field.id, dialect) ? conditionSql(field, condition, dialect) : undefined;
  });
  const known = parts.filter((part) => part !== undefined);
  return known.length < conditions.length || !areConsistent(conditions) ? undefined : known.join(' AND ');
}

const COMPARISONS: Readonly<Record<Comparison, string>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };

function conditionSql(field: Field, condition: Condition, dialect: SqlDialect): string | undefined {
  if ('json' in condition) return undefined;
  if ('text' in condition) return textSql(field, condition, dialect);
  if ('isEmpty' in condition) return emptySql(field, condition.isEmpty);
  if ('bounds' in condition)
    return dialect.hasRanges || dialect.isAllowed ? rangeSql(field, condition.bounds, dialect) : undefined;
  return isExclusion(condition)
    ? excludedSql(field, condition.values, dialect)
    : includedSql(field, condition, dialect);
}

function includedSql(
  field: Field,
  condition: Pick<ValuesCondition, 'values' | 'list'>,
  dialect: SqlDialect,
): string | undefined {
  const name = nameSql(field.id);
  const values = valuesSql(field, condition.values, dialect);
  if (values === undefined || (values.hasNull && !dialect.isAllowed)) return undefined;
  const { texts, hasNull } = values;
  const [one = '', ...more] = texts;
  const isAlone = !condition.list && more.length === 0;
  const present = isAlone ? `${name} = ${one}` : `${name} IN (${texts.join(', ')})`;
  const either = [...(texts.length === 0 ? [] : [present]), ...(hasNull ? [`${name} IS NULL`] : [])];
  return either.length > 1 ? `(${either.join(' OR ')})` : (either[0] ?? 'false');
}

function excludedSql(field: Field, excluded: readonly FilterValue[], dialect: SqlDialect): string | undefined {
  const name = nameSql(field.id);
  const values = valuesSql(field, excluded, dialect);
  if (values === undefined) return undefined;
  const others = values.texts.length === 0 ? [] : [`${name} NOT IN (${values.texts.join(', ')})`];
  if (values.hasNull) return [`${name} IS NOT NULL`, ...others].join(' AND ');
  return others.length === 0 ? 'true' : `(${name} IS NULL OR ${others.join('')})`;
}

/** A NULL contains no text, so an exclusion must find it. */
function textSql(field: Field, condition: TextCondition, dialect: SqlDialect): string | undefined {
  const { kind, text } = condition;
  const beginning = canExpress(text, dialect) ? `${placeSql(field.id, text)} = 1` : undefined;
  const isAtStart = placeOfText(kind) === 'start';
  const sql = isAtStart ? beginning : searchSql(text, { qField: field.id }, [field], dialect);
  if (sql === undefined || !isExclusion(condition)) return sql;
  return `(${nameSql(field.id)} IS NULL OR NOT (${sql}))`;
}

function rangeSql(field: Field, bounds: readonly Bound[], dialect: SqlDialect): string | undefined {
  const parts = bounds.flatMap(({ comparison, value }) => {
    const sql = valueSql(field, value, dialect);
    return sql === undefined ? [] : [`${nameSql(field.id)} ${COMPARISONS[comparison]} ${sql}`];
  });
  return parts.length === bounds.length ? parts.join(' AND ') : undefined;
}

/** Only text fields can have empty values. */
function emptySql({ id, type }: Field, isEmpty: boolean): string {
  const name = nameSql(id);
  if (fieldKind(type) !== 'text') return `${name} IS ${isEmpty ? '' : 'NOT '}NULL`;
  return isEmpty ? `(${name} IS NULL OR ${name}::text = '')` : `(${name} IS NOT NULL AND ${name}::text <> '')`;
}

function valuesSql(field: Field, values: readonly FilterValue[], dialect: SqlDialect) {
  const present = values.filter(({ type }) => type !== 'null');
  const texts = present.map((value) => valueSql(field, value, dialect)).filter((text) => text !== undefined);
  return texts.length < present.length ? undefined : { texts, hasNull: present.length < values.length };
}

/** Undefined if a server could compare the value in another way: JSON, NULL, or another type than the field's. */
function valueSql(field: Field, { type, text }: FilterValue, dialect: SqlDialect): string | undefined {
  const kind = fieldKind(field.type);
  if (kind === 'json') return undefined;
  if (type === 'text') return canExpress(text, dialect) ? literal(text) : undefined;
  return type === kind ? text : undefined;
}

const TAKEN_FOR_OTHERS = /[#\\]|:(?=[\p{L}\p{N}_])/gu;

/** CKAN misreads `#`, `\'` and `:name` in a statement (docs/ckan.md 55), so they're written as code points. */
function literal(text: string): string {
  return escaped(text, quotedText);
}

/** Quotes the name of a field. Special characters are written as code points, as in `literal`. */
export function nameSql(name: string): string {
  return escaped(name, quotedName);
}

function escaped(text: string, quoted: (text: string) => string): string {
  if (!text.match(TAKEN_FOR_OTHERS)) return quoted(text);
  const code = (character: string): string =>
    `\\${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return `U&${quoted(text.replace(TAKEN_FOR_OTHERS, code))}`;
}

/** The pattern of parameters in SQLAlchemy (TextClause). */
const PARAMETER = /(?<![:\p{L}\p{N}_\\]):[\p{L}\p{N}_]+(?!:)/u;

/** CKAN 2.12 rewrites a statement without code points before SQLAlchemy reads it, so `:name` always fails. */
export function canExpress(text: string, { hasRanges }: SqlDialect): boolean {
  return !hasRanges || !PARAMETER.test(text);
}
