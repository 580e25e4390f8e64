/**
 * Summaries of portals by SQL. One SELECT returns a page of groups with the numbers of all groups and records beside
 * each, a second one the records of all other groups. Sums and middle values come as texts with all digits. CKAN allows
 * only some functions (allowed_functions.txt), and names of fields may need code points, so columns have short names.
 */
import { type ExactValue, type RecordRow, typedValue } from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
import { stringifyExact, valueText } from '../../base/exactJson.ts';
import type { Field } from '../../base/field.ts';
import type { SqlDialect } from '../dialect/dialect.ts';
import type { PageWindow } from '../dialect/pageWindow.ts';
import { type DatastoreQuery, type SortKey, summarizedRecords } from '../query/query.ts';
import { OTHERS, type Summary, summaryColumns, type SummaryFacts } from '../query/summary.ts';
import { isInstant, namesText, summaryProblem } from '../query/summaryCheck.ts';
import { DatastoreError } from '../wire/errors.ts';
import type { Page } from '../wire/model.ts';
import { selectColumns } from '../wire/pageColumns.ts';
import { selectFields } from '../wire/searchPage.ts';
import { finiteSql, groupColumn, keySql, mayBeInfinite, measureColumn, type SqlColumn } from './sqlColumns.ts';
import { canExpress, matchingSql, nameSql } from './sqlQuestion.ts';

export interface SummaryServer {
  readonly sql: (
    sql: string,
    signal: AbortSignal,
    query?: DatastoreQuery,
  ) => Promise<{ readonly rows: readonly RecordRow[]; readonly isCut: boolean }>;
}

interface Column extends SqlColumn {
  readonly id: string;
}

/** What statements are made of. `inner` are the records' keys and values under short names. */
interface Plan {
  readonly summary: Summary;
  readonly keys: readonly string[];
  readonly columns: readonly Column[];
  readonly inner: string;
  readonly leftOut: string;
  readonly order: string;
}

/** Numbers of all groups, of their records, and of numbers that were left out, beside each group. */
const FACTS = 3;

/**
 * Throws DatastoreError `validation` for a question that these fields can't answer, `noSummary` if SQL can't express it,
 * and what the server throws.
 */
export async function summarizeBySql(
  { sql }: SummaryServer,
  host: string,
  {
    query,
    fields,
    dialect,
  }: { readonly query: DatastoreQuery; readonly fields: readonly Field[]; readonly dialect: SqlDialect },
  { offset, limit }: Pick<PageWindow, 'offset' | 'limit'>,
  signal: AbortSignal,
): Promise<Page> {
  const start = performance.now();
  const words = query.summary && problemOf(query, query.summary, fields);
  if (words !== undefined) throw new DatastoreError('validation', host, { serverMessage: words });
  const plan = planOf(query, fields, dialect);
  if (plan === undefined) throw new DatastoreError('noSummary', host);
  const { columns, summary } = plan;
  const { top = Infinity, zone = 'UTC' } = summary;
  const own = Math.max(0, Math.min(limit, top - offset));
  const statement = pageSql(plan, Math.max(1, own), own === 0 ? 0 : offset);
  let { rows, isCut } = await sql(statement, signal, query);
  const isBehind = own === 0 || (rows.length === 0 && offset > 0);
  // The numbers of all groups stand beside each group, so one is needed.
  if (isBehind && own > 0) ({ rows, isCut } = await sql(pageSql(plan, 1, 0), signal, query));
  const [groups = 0, records = 0, notFinite = 0] =
    rows[0]?.slice(-FACTS).map((cell) => Number(valueText(cell ?? 0))) ?? [];
  const finished = isBehind ? [] : rows.map((row) => finishedRow(columns, row, String(records)));
  if (groups > top && offset <= top && top < offset + limit && !isCut) {
    const { rows: others } = await sql(othersSql(plan, top), signal, query);
    finished.push(...others.map((row) => rowOfOthers(plan, row, String(records))));
  }
  const others = Math.max(0, groups - top);
  const isZoned = summary.groups.some(({ field, unit }) => unit && isInstant(fields.find(({ id }) => id === field)));
  const facts: SummaryFacts = { ...{ records, others, notFinite, tooLong: [], statement }, ...(isZoned && { zone }) };
  const all = columns.map(({ id, type, isRounded }) => defined({ id, type, isRounded }));
  const page: Page = {
    ...{ fields: all, rows: finished, guessesFields: false, leftOutFields: false, host, lossyText: false },
    ...{ total: groups - others + Math.min(others, 1), totalIsEstimate: false, countsAll: true, summary: facts },
    // If the server returned fewer rows than requested, the next page continues after them.
    limit: isCut ? finished.length : limit,
    size: stringifyExact(finished).length,
    elapsedMs: performance.now() - start,
  };
  if (query.fields === undefined) return page;
  return { ...page, fields: selectFields(all, query.fields), rows: selectColumns(page, query.fields) };
}

/** The first statement for a summary. Undefined if SQL can't express it. */
export function summarySql(
  query: DatastoreQuery,
  fields: readonly Field[],
  dialect: SqlDialect,
  { offset, limit }: Pick<PageWindow, 'offset' | 'limit'>,
): string | undefined {
  const hasProblem = query.summary === undefined || problemOf(query, query.summary, fields) !== undefined;
  const plan = hasProblem ? undefined : planOf(query, fields, dialect);
  return plan && pageSql(plan, Math.min(limit, plan.summary.top ?? Infinity), offset);
}

function problemOf({ sort = [], fields: chosen = [] }: DatastoreQuery, summary: Summary, fields: readonly Field[]) {
  const names = summaryColumns(summary);
  const unknown = [...sort.map(({ field }) => field), ...chosen].find((name) => !names.includes(name));
  if (unknown !== undefined) return `There is no column "${unknown}". Columns: ${namesText(names)}.`;
  return summaryProblem(summary, fields);
}

function planOf(query: DatastoreQuery, fields: readonly Field[], dialect: SqlDialect): Plan | undefined {
  const { summary, sort } = query;
  const matching = matchingSql(summarizedRecords(query), fields, dialect);
  if (summary === undefined || matching === undefined) return undefined;
  const { groups, measures, zone } = summary;
  const taken = new Map<string, string>();
  const take = (sql: string): string => {
    const name = taken.get(sql) ?? `v${String(taken.size + 1)}`;
    taken.set(sql, name);
    return name;
  };
  const fieldOf = (name: string): Field => fields.find(({ id }) => id === name) ?? { id: name, type: 'text' };
  const used = [...groups, ...measures].flatMap((each) => ('field' in each ? each.field : []));
  if (!used.every((name) => canExpress(name, dialect))) return undefined;
  const names = summaryColumns(summary);
  const keys = groups.map((_, at) => `k${String(at + 1)}`);
  const named = (made: SqlColumn, at: number): Column => ({ id: names[at] ?? '', ...made });
  const columns = [
    ...groups.map((group, at) => groupColumn(group, fieldOf(group.field), keys[at] ?? '')),
    ...measures.map((measure) => measureColumn(measure, fieldOf, take)),
  ].map(named);
  const measured = measures.flatMap((each) => ('field' in each && each.calculate !== 'distinct' ? each.field : []));
  const leftOut = [...new Set(measured)]
    .map(fieldOf)
    .filter(mayBeInfinite)
    .map((field) => ` + count(${take(nameSql(field.id))}) - count(${take(finiteSql(field))})`);
  const values = [
    ...groups.map((group, at) => `${keySql(group, fieldOf(group.field), zone)} AS ${keys[at] ?? ''}`),
    ...[...taken].map(([sql, name]) => `${sql} AS ${name}`),
  ];
  return {
    ...{ summary, keys, columns },
    inner: `SELECT ${values.length === 0 ? '1 AS one' : values.join(', ')} ${matching}`,
    leftOut: `0 * count(*)${leftOut.join('')}`,
    order: orderSql(summary, columns, sort),
  };
}

/** The largest groups come first. Parts of dates and bins of numbers have an order of their own. */
function orderSql({ groups, top }: Summary, columns: readonly Column[], sort: readonly SortKey[] | undefined): string {
  const [first] = groups;
  const [ofKeys, largest] = [columns.slice(0, groups.length), columns[groups.length]];
  const isBySize = first !== undefined && (top !== undefined || (first.unit ?? first.width) === undefined);
  const bySize = isBySize && largest ? [{ field: largest.id, descending: true, nullsLast: true }] : [];
  const keys = (sort ?? bySize).flatMap(({ field, descending, nullsLast = !descending }) => {
    const column = columns.find(({ id }) => id === field);
    const direction = `${descending ? 'DESC' : 'ASC'} NULLS ${nullsLast ? 'LAST' : 'FIRST'}`;
    return column === undefined ? [] : [`${column.order} ${direction}`];
  });
  const all = [...keys, ...ofKeys.map(({ order }) => `${order} ASC NULLS LAST`)];
  return all.length === 0 ? '' : ` ORDER BY ${all.join(', ')}`;
}

function pageSql({ keys, columns, inner, leftOut, order }: Plan, limit: number, offset: number): string {
  const facts = ['count(*) OVER () AS n1', 'sum(count(*)) OVER () AS n2', `sum(${leftOut}) OVER () AS n3`];
  const by = keys.length === 0 ? '' : ` GROUP BY ${keys.join(', ')}`;
  const page = ` LIMIT ${String(limit)} OFFSET ${String(offset)}`;
  return `SELECT ${[...partsOf(columns), ...facts].join(', ')} FROM (${inner}) AS asked${by}${order}${page}`;
}

/** Ranks tell groups apart like GROUP BY, also those of NULL, and can be compared. */
function othersSql({ keys, columns, inner, order }: Plan, top: number): string {
  const measured = columns.slice(keys.length);
  const sorted = columns.slice(0, keys.length).map((column) => column.order);
  const ranked = `(SELECT *, dense_rank() OVER (ORDER BY ${sorted.join(', ')}) AS place FROM (${inner}) AS asked) AS ranked`;
  const first = `SELECT place FROM ${ranked} GROUP BY place, ${keys.join(', ')}${order} LIMIT ${String(top)}`;
  return `SELECT ${partsOf(measured).join(', ')} FROM ${ranked} WHERE place NOT IN (${first})`;
}

function partsOf(columns: readonly Column[]): readonly string[] {
  return columns.flatMap(({ parts }) => parts).map((sql, at) => `${sql} AS c${String(at + 1)}`);
}

function rowOfOthers({ keys, columns }: Plan, row: RecordRow, records: string): readonly ExactValue[] {
  return [...keys.map(() => OTHERS), ...finishedRow(columns.slice(keys.length), row, records)];
}

function finishedRow(columns: readonly Column[], row: RecordRow, records: string): readonly ExactValue[] {
  let at = 0;
  return columns.map(({ parts, finish }) => finish(row.slice(at, (at += parts.length)).map(typedValue), records));
}
