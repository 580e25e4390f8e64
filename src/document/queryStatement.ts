/** The SQL document that gives the records of a query. */
import { isList, isObject } from '../base/cells.ts';
import type { Field } from '../base/field.ts';
import { decimalText, type ExactDecimal, parseDecimal } from '../base/exactDecimal.ts';
import { parseExact, stringifyExact } from '../base/exactJson.ts';
import { oneLine } from '../base/oneLine.ts';
import { quotedName, quotedText } from '../base/quotes.ts';
import type { Word, WordDetails, WordTable } from '../base/words.ts';
import { type Condition, type FilterValue, isExclusion } from '../datastore/query/condition.ts';
import { conditionsOf } from '../datastore/query/conditions.ts';
import { comparesUpper, type Comparison, placeOfText } from '../datastore/query/operators.ts';
import type { DatastoreQuery, SortKey } from '../datastore/query/query.ts';

/** Comments of a written document. */
export const QUERY_STATEMENT_WORDS = {
  contains: 'The portal searches for whole words. This statement finds the text anywhere.',
  search: 'The search for "{text}" is left out, because SQL has no words for it.',
  filters: 'The filters are left out, because SQL has no words for them.',
  condition: 'The filter of {field} is left out, because SQL has no words for it.',
  sort: 'The sort by {field} is left out, because SQL has no words for it.',
  summary: 'The summary is left out. These are the records that it counts.',
} as const satisfies WordTable;

export interface QueriedSource {
  /** How the statement calls the source. */
  readonly name: string;
  readonly place: string;
  /** The document's JSON of import options. */
  readonly choices?: object;
  /** What `q` means where the query ran. */
  readonly qMeans: 'contains' | 'words';
}

type Say = (word: Word, details?: WordDetails) => string;

/** The name of a source for a resource: `lessons` for `lessons.csv`. */
export function sourceNameOf(resource: string): string {
  const plain = resource.replace(/\.[a-z0-9.]{1,12}$/i, '').replace(/\W+/g, '_');
  const name = plain.replace(/^_|_$/g, '');
  return /^[a-z_]/i.test(name) ? name.toLowerCase() : `table_${name}`.replace(/_$/, '');
}

/**
 * Fields as `inSql` has them: numbers and dates that DuckDB's types can't hold stay texts there, which compare in
 * another way.
 */
export function fieldsInSql(fields: readonly Field[], inSql: readonly Field[]): readonly Field[] {
  const texts = new Set(inSql.filter(({ type }) => type === 'text').map(({ id }) => id));
  return fields.map((field) => (texts.has(field.id) && !TEXTS.has(field.type) ? { ...field, type: 'other' } : field));
}

/** What SQL has no words for is left out, and a comment says so. */
export function documentOfQuery(
  query: DatastoreQuery,
  { name, place, choices, qMeans }: QueriedSource,
  fields: readonly Field[],
  say: Say,
): string {
  const notes: string[] = [];
  const note = (word: Word, details?: WordDetails): '' => {
    notes.push(`-- ${oneLine(say(word, details))}`);
    return '';
  };
  const of = (id: string): Field | undefined => fields.find((field) => field.id === id);
  if (query.summary !== undefined) note(QUERY_STATEMENT_WORDS.summary);
  const search = query.q === undefined ? '' : searchSql(query.q, query, of);
  if (search === undefined) note(QUERY_STATEMENT_WORDS.search, { text: query.q });
  const searches = search !== '' || query.filters?.some((each) => 'text' in each && placeOfText(each.kind) !== 'start');
  if (searches && qMeans === 'words') note(QUERY_STATEMENT_WORDS.contains);
  const filters = (query.filters ?? []).map((condition) => {
    if (condition.field === null) return note(QUERY_STATEMENT_WORDS.filters);
    return conditionSql(condition, of) ?? note(QUERY_STATEMENT_WORDS.condition, { field: condition.field });
  });
  const where = [search ?? '', ...filters].filter((part) => part !== '');
  const shown = query.summary === undefined ? (query.fields?.filter((id) => of(id) !== undefined) ?? []) : [];
  const columns = shown.length > 1 ? shown.filter((id) => id !== '_id') : shown;
  // Records without a selection differ by their numbers.
  const isDistinct = query.distinct === true && columns.length > 0 && !shown.includes('_id');
  const sort = (query.summary === undefined ? (query.sort ?? []) : []).map((key) => {
    const field = isDistinct && !columns.includes(key.field) ? undefined : of(key.field);
    return (field && sortSql(key, field)) ?? note(QUERY_STATEMENT_WORDS.sort, { field: key.field });
  });
  const limit = query.summary === undefined ? query.limit : undefined;
  const keys = sort.filter((part) => part !== '');
  const order = [...keys, isDistinct ? 'min("_id")' : '"_id"'];
  const isOrdered = isDistinct || keys.length > 0;
  const named = columns.map(quotedName).join(', ');
  const written = [...where, isOrdered ? order.join() : ''].join().toLowerCase();
  // A source has our own columns, and so `*` has them, only where a statement names them.
  const own = ['_id', '_full_text'].filter((column) => written.includes(column)).map(quotedName);
  const everything = own.length === 0 ? '*' : `* exclude (${own.join(', ')})`;
  const options = choices === undefined || Object.keys(choices).length === 0 ? '' : ` ${JSON.stringify(choices)}`;
  const lines = [
    `-- @source ${name} = ${placeText(oneLine(place, LONGEST_PLACE))}${options}`,
    ...notes,
    `select ${named === '' ? everything : named}`,
    `from ${quotedName(name)}`,
    ...(where.length === 0 ? [] : [`where ${where.join('\n  and ')}`]),
    ...(isDistinct ? [`group by ${named}`] : []),
    ...(isOrdered ? [`order by ${order.join(', ')}`] : []),
    ...(limit === undefined ? [] : [`limit ${String(limit)}`]),
  ];
  return `${lines.join('\n')};\n`;
}

/** Longest address or path in UTF-16 units. */
const LONGEST_PLACE = 10_000;

function placeText(place: string): string {
  return /[\s"]/.test(place) ? quotedName(place) : place;
}

type FieldOf = (id: string) => Field | undefined;

const INTEGERS = new Set(['int', 'int2', 'int4', 'int8']);
const FLOATS = new Set(['float4', 'float8']);
const TEXTS = new Set(['text', 'varchar']);
const DAY = String.raw`\d{4}-\d\d-\d\d`;
const CLOCK = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?`;
/** Spellings that mean the same everywhere. */
const SPELLINGS: ReadonlyMap<string, RegExp> = new Map([
  ['bool', /^(?:true|false)$/],
  ['uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['date', new RegExp(`^${DAY}$`)],
  ['timestamp', new RegExp(`^${DAY}(?:[T ]${CLOCK})?$`)],
  ['timestamptz', new RegExp(`^${DAY}[T ]${CLOCK}(?:Z|[+-]\\d\\d:\\d\\d)$`)],
  ['time', new RegExp(`^${CLOCK}$`)],
]);

const SORTED = new Set([...INTEGERS, ...FLOATS, ...TEXTS, 'numeric', ...SPELLINGS.keys()]);

const COMPARISONS: Readonly<Record<Comparison, string>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };
/** DuckDB's decimals have as many digits. */
const MOST_DIGITS = 38;
/** A NUL ends a statement. */
const canHold = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

function searchSql(
  q: string,
  { qMode, qField }: Pick<DatastoreQuery, 'qMode' | 'qField'>,
  of: FieldOf,
): string | undefined {
  if (qMode !== undefined || !canHold(q)) return undefined;
  if (q === '') return 'false';
  if (qField === undefined) return `strpos("_full_text", lower(${quotedText(q)})) > 0`;
  const field = of(qField);
  return field && TEXTS.has(field.type) ? placeSql(field, q, '> 0') : undefined;
}

function placeSql({ id }: Field, text: string, place: string): string {
  return `strpos(lower(${quotedName(id)}), lower(${quotedText(text)})) ${place}`;
}

/** Undefined for a condition that SQL could take for another one. */
function conditionSql(condition: Condition, of: FieldOf): string | undefined {
  if ('json' in condition) return groupSql(condition.field ?? '', condition.json, of);
  const field = of(condition.field) ?? of(condition.field.replace(/^\$\$/, '$'));
  if (field === undefined) return undefined;
  const name = quotedName(field.id);
  if ('isEmpty' in condition) {
    const isText = TEXTS.has(field.type);
    if (condition.isEmpty) return isText ? `coalesce(${name}, '') = ''` : `${name} is null`;
    return isText ? `${name} <> ''` : `${name} is not null`;
  }
  if ('text' in condition) {
    const { kind, text } = condition;
    if (!TEXTS.has(field.type) || !canHold(text)) return undefined;
    const sql =
      text === '' ? `${name} is not null` : placeSql(field, text, placeOfText(kind) === 'start' ? '= 1' : '> 0');
    return isExclusion(condition) ? `not coalesce(${sql}, false)` : sql;
  }
  if ('bounds' in condition)
    return all(condition.bounds.map(({ comparison, value }) => comparisonSql(field, comparison, value)))?.join(' and ');
  const { values } = condition;
  const present = all(values.filter(({ type }) => type !== 'null').map((value) => literals(field, value)))?.flat();
  if (present === undefined) return undefined;
  const hasNull = values.some(({ type }) => type === 'null');
  const [one, another] = present;
  const equal = one === undefined ? undefined : another === undefined ? `= ${one}` : `in (${present.join(', ')})`;
  if (isExclusion(condition)) {
    const differs = equal && (another === undefined ? `<> ${one ?? ''}` : `not ${equal}`);
    if (hasNull) return differs === undefined ? `${name} is not null` : `${name} ${differs}`;
    return differs === undefined ? 'true' : `(${name} ${differs} or ${name} is null)`;
  }
  if (!hasNull) return equal === undefined ? 'false' : `${name} ${equal}`;
  return equal === undefined ? `${name} is null` : `(${name} ${equal} or ${name} is null)`;
}

/** A group of conditions, `$and` or `$or`. */
function groupSql(name: string, json: string, of: FieldOf): string | undefined {
  const members = name === '$and' || name === '$or' ? parseExact(json) : undefined;
  if (!isList(members) || !members.every(isObject)) return undefined;
  const groups = members.map((each) => all(conditionsOf(stringifyExact(each)).map((one) => conditionSql(one, of))));
  const parts = all(groups)?.map((group) => `(${group.join(' and ')})`);
  return parts && `(${parts.join(name === '$or' ? ' or ' : ' and ')})`;
}

/** Returns undefined if one of the parts is undefined. */
function all<T>(parts: readonly (T | undefined)[]): readonly T[] | undefined {
  const present = parts.filter((part) => part !== undefined);
  return present.length === parts.length ? present : undefined;
}

function comparisonSql(field: Field, comparison: Comparison, value: FilterValue): string | undefined {
  const name = quotedName(field.id);
  const [literal, ...others] = literals(field, value) ?? [];
  if (literal !== undefined && others.length === 0) return `${name} ${COMPARISONS[comparison]} ${literal}`;
  const decimal = INTEGERS.has(field.type) ? decimalOf(value.text) : undefined;
  if (decimal === undefined || value.type !== 'number') return undefined;
  // An integer differs from a number with a fraction, which is above the integer below it.
  const { digits, scale } = decimal;
  const unit = 10n ** BigInt(scale);
  const floor = String(digits / unit - (digits < 0n ? 1n : 0n));
  return comparison === 'eq' ? 'false' : `${name} ${comparesUpper(comparison) ? '<=' : '>'} ${floor}`;
}

/** SQL of the values that equal a value: one, or none. Undefined if SQL could compare it in another way. */
function literals({ type: fieldType }: Field, { type, text }: FilterValue): readonly string[] | undefined {
  if (TEXTS.has(fieldType)) {
    if (type === 'text') return canHold(text) ? [quotedText(text)] : undefined;
    // Servers compare a text with the value as Python writes it.
    if (fieldType === 'varchar') return undefined;
    if (type === 'boolean') return [text === 'true' ? "'True'" : "'False'"];
    return /^-?[1-9]\d*$|^0$/.test(text) ? [quotedText(text)] : undefined;
  }
  if (SPELLINGS.get(fieldType)?.test(text) === true && type === (fieldType === 'bool' ? 'boolean' : 'text'))
    return [fieldType === 'bool' ? text : quotedText(text)];
  if (type !== 'number' && !(type === 'text' && isNumberText(text, fieldType))) return undefined;
  if (FLOATS.has(fieldType)) {
    const number = Number(text);
    // DuckDB rounds the number to compare it with singles.
    const isSingle = fieldType === 'float4';
    if (!Number.isFinite(number) || (isSingle && type === 'number' && Math.fround(number) !== number)) return undefined;
    return [isSingle && type === 'text' ? `'${text}'::real` : /e/i.test(text) ? text : `${text}e0`];
  }
  const decimal = INTEGERS.has(fieldType) || fieldType === 'numeric' ? decimalOf(text) : undefined;
  if (decimal === undefined) return undefined;
  // DuckDB rounds long decimals where it compares them with integers.
  if (fieldType === 'numeric') return [`${decimalText(decimal)}${decimal.scale === 0 ? '.0' : ''}`];
  return decimal.scale === 0 ? [decimalText(decimal)] : [];
}

function isNumberText(text: string, fieldType: string): boolean {
  return INTEGERS.has(fieldType) ? /^-?\d{1,18}$/.test(text) : /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text);
}

/** Without zeros at the end of its fraction. Undefined for a number that has more digits than DuckDB's. */
function decimalOf(text: string): ExactDecimal | undefined {
  const decimal = parseDecimal(text);
  const short = decimal && parseDecimal(decimalText(decimal, true));
  return short && decimalText(short).replace(/\D/g, '').length <= MOST_DIGITS ? short : undefined;
}

function sortSql({ field, descending, nullsLast }: SortKey, { type }: Field): string | undefined {
  if (!SORTED.has(type)) return undefined;
  const name = quotedName(field);
  const nulls = `nulls ${descending && nullsLast !== true ? 'first' : 'last'}`;
  // NaN and infinities come after the numbers.
  const numbers = type === 'float8' ? `isfinite(${name}) desc ${nulls}, ` : '';
  return `${numbers}${name} ${descending ? 'desc' : 'asc'} ${nulls}`;
}
