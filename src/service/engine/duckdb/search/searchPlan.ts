/** One `datastore_search` as one SQL statement. */
import type { ExactValue } from '../../../../base/cells.ts';
import { quotedText } from '../../../../base/quotes.ts';
import { invalidQuery, invalidValue } from '../../../ckan/actionError.ts';
import { Bindings } from '../bindings.ts';
import { columnsOf, hasFileText, type Column, type Columns } from '../columns.ts';
import { filterOperation, type FilterOperation } from './filterOperation.ts';
import { filterCondition } from './filterCondition.ts';
import { BLOCK_COLUMN, TABLE } from '../layout.ts';
import type { StoredField } from '../../../store/description.ts';
import { lineSql, type RecordsFormat } from './recordLines.ts';
import { textSearch, type AskedTexts } from './searchTexts.ts';
import type { OpenResource } from '../servedFolder.ts';
import { KEYS_OF_NO_NUMBERS } from '../../../types/sortKeys.ts';

/** What is asked of the records. */
export interface SearchQuestion {
  readonly filters: ExactValue;
  readonly texts: AskedTexts;
  readonly hasFullText: boolean;
  /** Ids of the fields to give out; undefined for all. */
  readonly fields: readonly string[] | undefined;
  readonly sort: readonly string[];
  readonly distinct: boolean;
  /** Infinity for all. */
  readonly limit: number;
  readonly offset: number;
  readonly includeTotal: boolean;
  readonly recordsFormat: RecordsFormat;
  /** The file's texts of fields that spell their values in a way of their own: `beside` the values, in a list of both, or `alone`. */
  readonly fileTexts?: 'beside' | 'alone' | undefined;
  /** Throws ActionError for a parameter that is none, as CKAN does when it has found the resource and read its filters. */
  readonly checkNames: () => void;
  /** Throws ActionError for what CKAN refuses last. */
  readonly checkRest: () => void;
}

/** What is searched: a resource, or the list of them. */
export interface Searched {
  readonly id: string;
  readonly fields: readonly StoredField[];
  readonly columns: Columns;
  /** SQL of what the records are read from; it has a `rowid`. */
  readonly table: (bindings: Bindings) => string;
  /** SQL of the records' own order. */
  readonly place: string;
  /** Doubles that are no numbers stand behind the numbers, whichever way these are sorted; otherwise they sort as in PostgreSQL. */
  readonly isNumbersFirst: boolean;
  /** How many records there are. */
  readonly records: number;
}

export function searchedResource({ description, database }: OpenResource): Searched {
  const { resource, fields, ids } = description;
  const columns = columnsOf(fields, ids);
  return {
    id: resource.id,
    fields,
    columns,
    table: () => `${database}.${TABLE}`,
    place: ids === 'place' ? 'rowid' : (columns.get('_id')?.order ?? 'rowid'),
    isNumbersFirst: description.created === undefined,
    records: resource.records,
  };
}

export interface SearchPlan {
  /** Gives rows of: the total, the record's `_id`, its values. One row with an `_id` of NULL if there is no record. */
  readonly sql: string;
  readonly bindings: Bindings;
  /** What the values are, in their order. */
  readonly columns: readonly Column[];
  /** Those that the answer names as its fields. */
  readonly named: readonly Column[];
  /** How the filters were understood. */
  readonly filter: FilterOperation | undefined;
  /** Nothing narrows the records down: their number is known, and the statement does not count. */
  readonly isWhole: boolean;
  /** Says how to ask for the records behind the last one, if the order allows it. */
  readonly next: 'gt' | 'lt' | undefined;
  /** A record's values are the text that `lineSql` makes of them, and what that knows besides. */
  readonly givesLines: boolean;
}

/** What a statement is made of. */
interface Parts extends Omit<SearchPlan, 'sql' | 'isWhole'> {
  readonly table: string;
  /** SQL of what is given out of each record. */
  readonly values: readonly string[];
  readonly where: string;
  readonly keys: readonly SortClause[];
  /** SQL of the records' own order, which is the last key. */
  readonly place: string;
  /** SQL of `_id`. */
  readonly id: string;
  /** How many records there are. */
  readonly records: number;
}

type Window = Pick<SearchQuestion, 'limit' | 'offset'>;

/**
 * Throws ActionError. `ranks`: a text search gives ranks and comes best first. `blocks`: see `blocksWith`. `lines`: records
 * as text, where the engine can make it.
 */
export function planSearch(
  parameters: SearchQuestion,
  searched: Searched,
  ranks: boolean,
  {
    blocks,
    lines,
  }: { readonly blocks?: string | undefined; readonly lines?: RecordsFormat | undefined } = {},
): SearchPlan {
  const parts = partsOf(parameters, searched, ranks, lines, blocks);
  const isWhole = parts.where === '' && !parameters.distinct;
  const isRange = isWhole && parts.place === 'rowid' && parts.next !== undefined;
  return { ...parts, isWhole, sql: isRange ? rowsSql(parameters, parts) : pageSql(parameters, parts) };
}

/** All records in one statement, of which the engine gives one after the other; `limit` may be Infinity. */
export function planDump(
  parameters: SearchQuestion,
  searched: Searched,
  ranks: boolean,
  lines: RecordsFormat | undefined,
): SearchPlan {
  const parts = partsOf(parameters, searched, ranks, lines);
  const sql = parameters.distinct
    ? pageSql({ ...parameters, includeTotal: false }, parts)
    : rowsSql(parameters, parts);
  return { ...parts, isWhole: false, sql };
}

function partsOf(
  parameters: SearchQuestion,
  { columns, table, place, isNumbersFirst, records }: Searched,
  ranks: boolean,
  lines: RecordsFormat | undefined,
  blocks?: string,
): Parts {
  const bindings = new Bindings();
  const filter = filterOperation(parameters.filters, (name) => columns.has(name));
  const condition = filter === undefined ? '' : filterCondition(filter, columns, bindings);
  parameters.checkNames();
  const search = textSearch(parameters.texts, columns, bindings);
  const shown = ranks ? search.ranks : [];
  const named = namedColumns(parameters.fields, columns, shown);
  const selected = selectedColumns(parameters, named, columns, shown);
  const asked = sortClauses(parameters.sort, columns, isNumbersFirst);
  parameters.checkRest();
  // Where equal records become one, each would have its own rank.
  const keys = asked.length > 0 || parameters.distinct ? asked : shown.map(byRank);
  const [first, second] = keys;
  const next = keys.length === 0 ? 'gt' : first?.id !== '_id' || second ? undefined : direction(first);
  const id = columns.get('_id');
  if (parameters.distinct) checkGroups(selected, keys);
  const given = selected.map((column) => withFileText(column, parameters.fileTexts));
  const texts = lines && lineSql(given, lines, bindings);
  return {
    table: table(bindings),
    bindings,
    filter,
    named,
    columns: given,
    values: texts ?? given.map(({ value }) => value),
    givesLines: texts !== undefined,
    where: [inBlocks(blocks, bindings), condition, ...search.conditions]
      .filter((part) => part !== '')
      .join(' and '),
    keys: next === 'gt' ? [] : keys,
    place,
    id: id?.value ?? 'null',
    next: parameters.distinct ? undefined : next,
    records,
  };
}

function withFileText(column: Column, fileTexts: SearchQuestion['fileTexts']): Column {
  const { text, value, isJson } = column;
  if (fileTexts === undefined || !hasFileText(column)) return column;
  if (fileTexts === 'alone') return { ...column, type: 'text', value: text, isJson: false };
  const json = isJson ? value : `to_json(${value})::varchar`;
  const both = `concat('[', to_json(${text})::varchar, ',', coalesce(${json}, 'null'), ']')`;
  return { ...column, value: `case when ${text} is not null then ${both} end`, isJson: true };
}

/** The engine skips what lies in other blocks. */
function inBlocks(blocks: string | undefined, bindings: Bindings): string {
  if (blocks === undefined) return '';
  if (!blocks.includes('1')) return 'false';
  return `get_bit(${bindings.text(blocks)}::bit, ${BLOCK_COLUMN}) = 1`;
}

function isInPlace({ keys, place }: Parts): boolean {
  return keys.length === 0 && place === 'rowid';
}

/**
 * In the file's own order, or against it, a page is a range of row numbers. Without an `order by` the engine keeps that
 * order.
 */
function rowsSql(window: Window, parts: Parts): string {
  const { table, values, where, keys, place, id, next } = parts;
  const isRange = place === 'rowid' && next !== undefined && where === '';
  const order = [...keys.map((key) => orderBy(key, key.order)), place].join(', ');
  return [
    `select ${['null', id, ...values].join(', ')} from ${table}`,
    where === '' ? '' : `where ${where}`,
    isRange ? `where ${rangeSql(window, parts)}` : '',
    isInPlace(parts) ? '' : `order by ${order}`,
    isRange ? '' : windowSql(window),
  ].join(' ');
}

function rangeSql({ limit, offset }: Window, { next, records }: Parts): string {
  const from = next === 'gt' ? offset : Math.max(0, records - offset - limit);
  const to = next === 'gt' ? offset + limit : Math.max(0, records - offset);
  return `rowid >= ${String(from)} and rowid < ${String(Math.min(to, Number.MAX_SAFE_INTEGER))}`;
}

/** Finds the matching row numbers once, counts them, sorts them, and fetches the values of one page only. */
function pageSql(parameters: SearchQuestion, parts: Parts): string {
  const { distinct, includeTotal } = parameters;
  const { table, columns, values, keys, where, id, place } = parts;
  const counts = includeTotal && (where !== '' || distinct);
  // The engine stops when it has enough rows.
  const stops = isInPlace(parts) && !distinct && !counts;
  const sorted = keys.map(({ order }, index) => `${order} as s${String(index)}`);
  const order = [...keys.map((key, index) => orderBy(key, `s${String(index)}`)), 'o'].join(', ');
  const rows = distinct ? ['min(rowid) as r', `min(${place}) as o`] : ['rowid as r', `${place} as o`];
  const window = windowSql(parameters);
  return [
    `with m as ${counts ? 'materialized' : 'not materialized'} (`,
    `select ${[...rows, ...sorted].join(', ')} from ${table}`,
    where === '' ? '' : `where ${where}`,
    distinct ? `group by ${columns.map(({ order: group }) => group).join(', ')}` : '',
    stops ? window : '',
    `), page as (select * from m ${stops ? '' : `order by ${order} ${window}`}),`,
    `p as (select r, row_number() over (order by ${order}) as k from page)`,
    `select ${['n', `case when r is not null then ${id} end`, ...values].join(', ')}`,
    `from (select ${counts ? '(select count(*) from m)' : 'null'} as n)`,
    `left join (p join ${table} on rowid = r) on true order by k`,
  ].join(' ');
}

function windowSql({ limit, offset }: Window): string {
  return `${limit === Infinity ? '' : `limit ${String(limit)} `}offset ${String(offset)}`;
}

/** Numbers that are equal are one value, however they are written; the first record shows how. */
function checkGroups(selected: readonly Column[], keys: readonly SortClause[]): void {
  // CKAN makes JSON of arrays before it compares them.
  if (selected.some(({ type }) => type === 'json' || type.startsWith('_')))
    throw invalidQuery('could not identify an equality operator for type json');
  if (!keys.every(({ order }) => selected.some((column) => column.order === order)))
    throw invalidQuery('for SELECT DISTINCT, ORDER BY expressions must appear in select list');
}

function namedColumns(
  fields: readonly string[] | undefined,
  columns: Columns,
  ranks: readonly Column[],
): readonly Column[] {
  if (fields === undefined) return [...columns.values(), ...ranks];
  const known = new Map([...ranks.map((rank) => [rank.id, rank] as const), ...columns]);
  // Of several, CKAN names any.
  const unknown = fields.findLast((id) => !known.has(id));
  if (unknown !== undefined) throw invalidValue('fields', unknown);
  return fields.flatMap((id) => known.get(id) ?? []);
}

/** With `full_text`, CKAN's objects hold every field, and `rank` where it was asked for (its own test says so). */
function selectedColumns(
  { fields, hasFullText, recordsFormat }: SearchQuestion,
  named: readonly Column[],
  columns: Columns,
  ranks: readonly Column[],
): readonly Column[] {
  const all = [...columns.values(), ...ranks];
  if (named.length === 0) return all;
  if (fields === undefined || !hasFullText || ranks.length === 0 || recordsFormat !== 'objects') return named;
  const hasRank = fields.some((id) => id.startsWith('rank'));
  return all.filter(({ id }) => id !== 'rank' || hasRank);
}

function byRank({ id, order }: Column): SortClause {
  return { id, order, direction: 'desc nulls last' };
}

function direction(key: SortClause): 'gt' | 'lt' {
  return key.direction.startsWith('desc') ? 'lt' : 'gt';
}

interface SortClause {
  /** The field's id. */
  readonly id: string;
  /** SQL to sort by. */
  readonly order: string;
  /** SQL behind it. */
  readonly direction: string;
  /** Doubles: what is no number stands behind the numbers. */
  readonly isNumbersFirst?: boolean;
}

const NO_NUMBERS = KEYS_OF_NO_NUMBERS.map(quotedText).join(', ');

/** `key`: SQL of what the clause sorts by. */
function orderBy({ direction: to, isNumbersFirst }: SortClause, key: string): string {
  if (isNumbersFirst !== true) return `${key} ${to}`;
  return `${key} in (${NO_NUMBERS}) asc ${to.replace(/^(asc|desc) /, '')}, ${key} ${to}`;
}

const clausePattern = /^(.+?)((?<! ) +(?:asc|desc))?( nulls +(?:first|last) *)?$/i;

/** CKAN's grammar: `name [asc|desc] [nulls first|nulls last]`, the name perhaps in double quotes. Throws ActionError. */
function sortClauses(
  clauses: readonly string[],
  columns: Columns,
  isNumbersFirst: boolean,
): readonly SortClause[] {
  return clauses.map((clause) => {
    const [, name = '', direction = '', nulls = ''] = clausePattern.exec(clause) ?? [];
    const column = columns.get(/^".*"$/.test(name) ? name.slice(1, -1) : name);
    if (column === undefined) throw invalidValue('sort', clause);
    if (column.type === 'json') throw invalidQuery('could not identify an ordering operator for type json');
    const descends = direction.trim().toLowerCase() === 'desc';
    // Unless it is said, PostgreSQL takes NULL for the highest value.
    const nullsFirst = nulls === '' ? descends : nulls.trim().toLowerCase().endsWith('first');
    return {
      id: column.id,
      order: column.order,
      direction: `${descends ? 'desc' : 'asc'} nulls ${nullsFirst ? 'first' : 'last'}`,
      isNumbersFirst: isNumbersFirst && column.type === 'float8',
    };
  });
}
