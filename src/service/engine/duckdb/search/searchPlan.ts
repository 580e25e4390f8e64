import { quotedName, quotedText } from '../../../../base/quotes.ts';
import { KEYS_OF_NO_NUMBERS } from '../../../types/sortKeys.ts';
import {
  isWhole,
  type RecordsFormat,
  type Selected,
  type TableSortKey,
  type TableQuestion,
  type WrittenForm,
} from '../../../question/tableQuestion.ts';
import { directionSql, type RecordWindow, selectSql, whereSql, windowSql } from '../../../question/statement.ts';
import { Bindings } from '../bindings.ts';
import { columnsOf, type Column, type Columns, withFileText } from '../columns.ts';
import { shareOf } from '../blockIndex.ts';
import { BLOCK_COLUMN, ROW_GROUP_SIZE, TABLE } from '../layout.ts';
import type { OpenResource } from '../servedFolder.ts';
import type { TypedColumn } from '../statement/columnTypes.ts';
import { DuckdbBuilder } from './duckdbBuilder.ts';
import { lineSql } from './recordLines.ts';
import { sheetRowSql } from './sheetRows.ts';
import { parquetTypeSql, shownColumns, shownName, writtenSql } from './writtenRecords.ts';

export interface Searched {
  readonly columns: Columns;
  /** SQL of the table with the records; it has a `rowid`. */
  readonly table: (bindings: Bindings) => string;
  readonly place: string;
  readonly records: number;
}

export function searchedTable({ description, database }: OpenResource): Searched {
  const { resource, fields, ids } = description;
  const columns = columnsOf(fields, ids);
  return {
    columns,
    table: () => `${database}.${TABLE}`,
    place: ids === 'place' ? 'rowid' : (columns.get('_id')?.order ?? 'rowid'),
    records: resource.records,
  };
}

export interface SearchPlan {
  /** Rows have the total, the record's `_id`, and its values. If there is no record, one row has an `_id` of NULL. */
  readonly sql: string;
  readonly bindings: Bindings;
  readonly isRange: boolean;
  /** Values are a record's text from `lineSql`, and what that returns besides. */
  readonly givesLines: boolean;
}

/** Lets `write` write a summary as SQL. `numbers` has columns that can be summed. `blocks` comes from `blocksWith`. */
export function planSummary<T>(
  { columns, table }: Searched,
  { blocks, numbers }: { readonly blocks: string | undefined; readonly numbers: ReadonlyMap<string, TypedColumn> },
  write: (builder: DuckdbBuilder, further: string) => T,
): { readonly statement: T; readonly bindings: Bindings } {
  const bindings = new Bindings();
  const builder = new DuckdbBuilder(table(bindings), columns, bindings, numbers);
  return { statement: write(builder, inBlocks(blocks, bindings)), bindings };
}

type Parts = ReturnType<typeof partsOf>;

/** To read the values of as many skipped records costs less than to fetch those of a page by their row numbers. */
const FEW_SKIPPED = 1000;

/** A row group may have too few records for a page if fewer of the blocks may have the text. */
const LEAST_SHARE = 0.5;

/**
 * Splits the rows that a page is looked for in, if the first ones are likely to fill it. All in one, undefined, if
 * records aren't in their own order, or if others than those of the page are read; also for other conditions than texts,
 * because DuckDB then takes three times as long for the other rows.
 */
export function pageSpans(
  question: TableQuestion,
  searched: Searched,
  blocks: string | undefined,
): readonly (RowSpan | undefined)[] {
  const { records } = searched;
  const { where, texts, counts, offset } = question;
  const stops = isInRows(question, searched) && !counts && offset === 0;
  const isOfText = where === undefined && texts.length > 0;
  const isFrequent = blocks === undefined || shareOf(blocks) >= LEAST_SHARE;
  if (!stops || !isOfText || !isFrequent || records <= ROW_GROUP_SIZE) return [undefined];
  return [
    { from: 0, to: ROW_GROUP_SIZE },
    { from: ROW_GROUP_SIZE, to: records },
  ];
}

export interface PageForm {
  /** The blocks that may have the texts, from `blocksWith`. */
  readonly blocks?: string | undefined;
  /** Asks for records as text, if DuckDB can write it. */
  readonly lines?: RecordsFormat | undefined;
  /** Records of other rows are left out. One thread reads the first rows. */
  readonly span?: RowSpan | undefined;
}

/** Writes a page as SQL. */
export function planPage(
  question: TableQuestion,
  searched: Searched,
  { blocks, lines, span }: PageForm = {},
): SearchPlan {
  const parts = partsOf(question, searched, linesOf(lines), blocks, span);
  const { bindings, givesLines } = parts;
  const isRange = isWhole(question) && parts.place === 'rowid' && parts.direction !== undefined;
  const isNear = parts.isInPlace && !question.distinct && !question.counts && question.offset <= FEW_SKIPPED;
  const write = isNear && span?.from === 0 ? rowsInOneThread : isRange || isNear ? rowsSql : pageSql;
  return { sql: write(question, parts), bindings, givesLines, isRange: isWhole(question) && parts.direction === 'up' };
}

/** One statement for all records, which DuckDB streams; `limit` may be Infinity. */
export function planStream(question: TableQuestion, searched: Searched): SearchPlan {
  const parts = partsOf(question, searched, linesOf(question.format));
  const { bindings, givesLines } = parts;
  const sql = question.distinct ? pageSql({ ...question, counts: false }, parts) : rowsSql(question, parts);
  return { sql, bindings, givesLines, isRange: false };
}

function linesOf(format: RecordsFormat | undefined) {
  return format && ((columns: readonly Column[], bindings: Bindings) => lineSql(columns, format, bindings));
}

/** Whether records come in the order of their row numbers. */
export function isInRows({ order: [first, ...others], distinct }: TableQuestion, { place }: Searched): boolean {
  const isOwn = first === undefined || (first.by.id === '_id' && !first.descends && others.length === 0);
  return isOwn && !distinct && place === 'rowid';
}

/** Row numbers, the last one excluded. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** Records of one block have the same row number without these bits. */
const BLOCK_BITS = 12;

/**
 * One statement for records in a form. With a span, it has only records between two row numbers, in their order. As
 * blocks, a row has the number of records, how many of them JavaScript must write, whether the text has all in their
 * order, and that text; for a sheet, whose next row is `sheetRow`, it also has for each field how many of its values
 * became texts.
 */
export function planWritten(
  question: TableQuestion,
  searched: Searched,
  form: WrittenForm,
  span?: RowSpan & { readonly asBlocks: boolean; readonly sheetRow: number },
): SearchPlan {
  const { from = 0, asBlocks = false, sheetRow = 0 } = span ?? {};
  const isSheet = form.kind === 'xlsx' && asBlocks;
  const row = isWhole(question)
    ? `(rowid + ${String(sheetRow - from)})`
    : `(row_number() over (order by rowid) + ${String(sheetRow - 1)})`;
  const write = (columns: readonly Column[], bindings: Bindings): readonly string[] =>
    isSheet ? sheetRowSql(columns, form, row) : writtenSql(columns, form, bindings);
  const parts = partsOf(question, searched, write);
  const { bindings, table, conditions, values, isInPlace } = parts;
  const plan = { bindings, givesLines: true, isRange: false };
  if (span === undefined) {
    const page = { ...question, counts: false };
    return { ...plan, sql: question.distinct ? pageSql(page, parts) : rowsSql(page, parts) };
  }
  const source = whereSql(table, [betweenSql(span), ...conditions]);
  if (!span.asBlocks)
    return {
      ...plan,
      sql: selectSql(['null', '0', ...values], source, isInPlace ? [] : ['rowid'], { ...question, offset: 0 }),
    };
  const [line = '', odd = '', ...counts] = values;
  const named = counts.map((count, at) => `, ${count} as a${String(at)}`).join('');
  const sums = counts.map((_, at) => `, sum(a${String(at)}) as a${String(at)}`).join('');
  const names = counts.map((_, at) => `, a${String(at)}`).join('');
  // DuckDB passes the rows of a block to all aggregates in one order. To sort the lines themselves would take a sixth of
  // the statement's time.
  const blocks =
    `select b, count(*) as n, ${isSheet ? 'sum' : 'count'}(odd) as odds, list(r) as places, ` +
    `encode(string_agg(line, '')) as lines${sums} from (select rowid >> ${String(BLOCK_BITS)} as b, rowid as r, ` +
    `${line} as line, ${odd} as odd${named} from ${source}) group by b`;
  const sql = `select n, odds, places = list_sort(places), lines${names} from (${blocks}) order by b`;
  return { ...plan, sql };
}

/** A statement for the types of Parquet columns, and one that writes records with such types to a file. */
export function planParquet(
  question: TableQuestion,
  searched: Searched,
  form: WrittenForm,
): {
  readonly types: SearchPlan;
  readonly copy: (types: readonly string[], file: string, groupRecords: number) => SearchPlan;
} {
  const fields = [...new Map(question.select.map((selected) => [selected.id, selected])).values()];
  const own = fields.flatMap(({ id }) => searched.columns.get(id) ?? []);
  const shown = shownColumns(own, form);
  const named = shown.map(({ value }, at) => `${value} as ${shownName(at)}`);
  const parts = partsOf({ ...question, ...(!question.distinct && { select: fields }) }, searched, () => named);
  const source = question.distinct ? pageSql(question, parts) : rowsSql(question, parts);
  const plan = { bindings: parts.bindings, givesLines: false, isRange: false };
  const types = own.map((column, at) => parquetTypeSql(column, shown[at] ?? column, at));
  return {
    types: { ...plan, sql: `select ${types.join(', ')} from (${source})` },
    copy: (targets, file, groupRecords) => {
      const casts = fields.map(({ id }, at) => `${shownName(at)}::${targets[at] ?? 'varchar'} as ${quotedName(id)}`);
      const options = `format parquet, row_group_size ${String(groupRecords)}`;
      return { ...plan, sql: `copy (select ${casts.join(', ')} from (${source})) to ${quotedText(file)} (${options})` };
    },
  };
}

function partsOf(
  question: TableQuestion,
  { columns, table, place, records }: Searched,
  write: ((columns: readonly Column[], bindings: Bindings) => readonly string[] | undefined) | undefined,
  blocks?: string,
  span?: RowSpan,
) {
  const bindings = new Bindings();
  const source = table(bindings);
  const builder = new DuckdbBuilder(source, columns, bindings);
  const conditions = [
    span === undefined ? '' : betweenSql(span),
    inBlocks(blocks, bindings),
    ...builder.conditions(question),
  ].filter((part) => part !== '');
  const given = question.select.map((selected) => columnFor(selected, builder));
  const [first, ...others] = question.order;
  const isOwn = first === undefined || (first.by.id === '_id' && others.length === 0);
  const direction = !isOwn ? undefined : first?.descends === true ? ('down' as const) : ('up' as const);
  const keys = question.order.map((key) => sortClause(key, builder));
  const written = write?.(given, bindings);
  return {
    table: source,
    bindings,
    values: written ?? given.map(({ value }) => value),
    givesLines: written !== undefined,
    groups: given.map(({ order }) => order),
    conditions,
    keys: direction === 'up' ? [] : keys,
    // Undefined if the records are sorted otherwise than in their own order, or in its reverse.
    direction: question.distinct ? undefined : direction,
    place,
    // DuckDB keeps the order of the file by itself, but not through a join.
    isInPlace: direction === 'up' && place === 'rowid' && !builder.joins,
    id: columns.get('_id')?.value ?? 'null',
    records,
  };
}

function columnFor(selected: Selected, builder: DuckdbBuilder): Column {
  if (selected.kind === 'field') return withFileText(builder.field(selected.id).own, selected.fileTexts);
  const rank = builder.rank(selected.of);
  return { id: selected.id, type: 'float', value: rank, text: rank, order: rank, isJson: true };
}

function betweenSql({ from, to }: RowSpan): string {
  return `rowid >= ${String(from)} and rowid < ${String(to)}`;
}

/** DuckDB skips records in other blocks. */
function inBlocks(blocks: string | undefined, bindings: Bindings): string {
  if (blocks === undefined) return '';
  if (!blocks.includes('1')) return 'false';
  return `get_bit(${bindings.text(blocks)}::bit, ${BLOCK_COLUMN}) = 1`;
}

/** A page in the file's order, or in its reverse, is a range of row numbers. DuckDB keeps that order by itself. */
function rowsSql(page: RecordWindow, parts: Parts): string {
  const { table, values, conditions, keys, place, id, direction } = parts;
  const isRange = place === 'rowid' && direction !== undefined && conditions.length === 0;
  const source = whereSql(table, isRange ? [rangeSql(page, parts)] : conditions);
  const order = parts.isInPlace ? [] : [...keys.map((key) => orderBy(key, key.order)), place];
  return selectSql(['null', id, ...values], source, order, isRange ? { limit: Infinity, offset: 0 } : page);
}

/** DuckDB reads with all threads up to a limit of 10,000, and in order, with one thread, up to a greater one. */
const MOST_IN_ONE_THREAD = 20_000;

/** Other threads would read rows that the page doesn't need, and take longer for it than the page does. */
function rowsInOneThread(page: RecordWindow, parts: Parts): string {
  return `select * from (${rowsSql({ limit: MOST_IN_ONE_THREAD, offset: 0 }, parts)})${windowSql(page)}`;
}

function rangeSql({ limit, offset }: RecordWindow, { direction, records }: Parts): string {
  const from = direction === 'up' ? offset : Math.max(0, records - offset - limit);
  const to = direction === 'up' ? offset + limit : Math.max(0, records - offset);
  return betweenSql({ from, to: Math.min(to, Number.MAX_SAFE_INTEGER) });
}

/** Finds the matching row numbers once, counts and sorts them, and reads values of one page only. */
function pageSql(question: TableQuestion, parts: Parts): string {
  const { distinct } = question;
  const { table, groups, values, keys, conditions, id, place } = parts;
  const counts = question.counts && !isWhole(question);
  // DuckDB stops when it has enough rows.
  const stops = parts.isInPlace && !distinct && !counts;
  const sorted = keys.map(({ order }, index) => `${order} as s${String(index)}`);
  const order = [...keys.map((key, index) => orderBy(key, `s${String(index)}`)), 'o'].join(', ');
  const rows = distinct ? ['min(rowid) as r', `min(${place}) as o`] : ['rowid as r', `${place} as o`];
  const window = windowSql(question);
  return [
    `with m as ${counts ? 'materialized' : 'not materialized'} (`,
    `select ${[...rows, ...sorted].join(', ')} from ${whereSql(table, conditions)}`,
    distinct ? `group by ${groups.join(', ')}` : '',
    stops ? window : '',
    `), page as (select * from m ${stops ? '' : `order by ${order} ${window}`}),`,
    `p as (select r, row_number() over (order by ${order}) as k from page)`,
    `select ${['n', `case when r is not null then ${id} end`, ...values].join(', ')}`,
    `from (select ${counts ? '(select count(*) from m)' : 'null'} as n)`,
    `left join (p join ${table} on rowid = r) on true order by k`,
  ].join(' ');
}

interface SortClause extends Pick<TableSortKey, 'descends' | 'nullsFirst'> {
  readonly order: string;
  /** NaN and infinities of doubles come after the numbers. */
  readonly isNumbersFirst: boolean;
}

const NO_NUMBERS = KEYS_OF_NO_NUMBERS.map(quotedText).join(', ');

function orderBy(clause: SortClause, key: string): string {
  const numbers = `${key} in (${NO_NUMBERS}) ${directionSql({ ...clause, descends: false })}, `;
  return `${clause.isNumbersFirst ? numbers : ''}${key} ${directionSql(clause)}`;
}

function sortClause({ by, descends, nullsFirst }: TableSortKey, builder: DuckdbBuilder): SortClause {
  const { order, type } = columnFor(by, builder);
  return { order, descends, nullsFirst, isNumbersFirst: type === 'float8' };
}
