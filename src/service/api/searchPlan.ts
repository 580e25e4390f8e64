/** One `datastore_search` as one SQL statement (engine.md section 4). */
import type { ExactValue } from '../../shared/cells.ts';
import { invalidQuery, invalidValue } from './actionError.ts';
import { Bindings } from '../store/bindings.ts';
import type { Column, Columns } from '../store/columns.ts';
import { filterCondition } from './filters.ts';
import { SEARCH_COLUMN, SEPARATOR, TABLE } from '../store/layout.ts';
import type { SearchParameters } from './searchParameters.ts';
import { sortKeys, type SortKey } from './sortClauses.ts';

export interface SearchPlan {
  /** Gives rows of: the total, the record's `_id`, its values. One row with an `_id` of NULL if there is no record. */
  readonly sql: string;
  readonly bindings: Bindings;
  /** What the values are, in their order. */
  readonly columns: readonly Column[];
  /** Nothing narrows the records down: their number is known, and the statement does not count. */
  readonly isWhole: boolean;
  /** Says how to ask for the records behind the last one, if the order allows it. */
  readonly next: 'gt' | 'lt' | undefined;
}

/** Throws ActionError. `database` is the name under which the resource's file is attached. */
export function planSearch(parameters: SearchParameters, columns: Columns, database: string): SearchPlan {
  const bindings = new Bindings();
  const condition = filterCondition(parameters.filters, columns, bindings);
  const selected = selectedColumns(parameters.fields, columns);
  const keys = sortKeys(parameters.sort, columns);
  const searches = [
    ...parameters.texts.map((text) => contained(text, columns, bindings)),
    ...parameters.textsByField.map(([field, text]) => containedIn(field, text, columns, bindings)),
  ];
  parameters.checkRest();
  const where = [...(condition === undefined ? [] : [condition]), ...searches].join(' and ');
  const isWhole = where === '' && !parameters.distinct;
  const [first, second] = keys;
  const next = keys.length === 0 ? 'gt' : first?.id !== '_id' || second ? undefined : direction(first);
  return {
    sql:
      isWhole && keys.length === 0
        ? rangeSql(parameters, selected, database)
        : pageSql(parameters, selected, keys, where, database),
    bindings,
    columns: selected,
    isWhole,
    next: parameters.distinct ? undefined : next,
  };
}

/** In the file's own order a page is a range of row numbers. */
function rangeSql(
  { limit, offset }: SearchParameters,
  selected: readonly Column[],
  database: string,
): string {
  const from = String(offset);
  const to = String(Math.min(offset + limit, Number.MAX_SAFE_INTEGER));
  const values = selected.map(({ value }) => value);
  return (
    `select ${['null', 'rowid + 1', ...values].join(', ')} from ${database}.${TABLE}` +
    ` where rowid >= ${from} and rowid < ${to} order by rowid`
  );
}

/** Finds the matching row numbers once, counts them, sorts them, and fetches the values of one page only. */
function pageSql(
  { limit, offset, distinct, includeTotal }: SearchParameters,
  selected: readonly Column[],
  keys: readonly SortKey[],
  where: string,
  database: string,
): string {
  const table = `${database}.${TABLE}`;
  const groups = distinct ? groupKeys(selected, keys) : undefined;
  const sorted = keys.map(({ order }, index) => `${order} as s${String(index)}`);
  const order = [...keys.map(({ direction: to }, index) => `s${String(index)} ${to}`), 'r'].join(', ');
  const counts = includeTotal && (where !== '' || distinct);
  const values = selected.map(({ value }) => value);
  return [
    `with m as ${counts ? 'materialized' : 'not materialized'} (`,
    `select ${[groups ? 'min(rowid) as r' : 'rowid as r', ...sorted].join(', ')} from ${table}`,
    where === '' ? '' : `where ${where}`,
    groups ? `group by ${groups.join(', ')}` : '',
    `), page as (select * from m order by ${order} limit ${String(limit)} offset ${String(offset)}),`,
    `p as (select r, row_number() over (order by ${order}) as k from page)`,
    `select ${['n', 'r + 1', ...values].join(', ')}`,
    `from (select ${counts ? '(select count(*) from m)' : 'null'} as n)`,
    `left join (p join ${table} on rowid = r) on true order by k`,
  ].join(' ');
}

/** Numbers that are equal are one value, however they are written; the first record shows how. */
function groupKeys(selected: readonly Column[], keys: readonly SortKey[]): readonly string[] {
  if (selected.some(({ type }) => type === 'json'))
    throw invalidQuery('could not identify an equality operator for type json');
  const groups = selected.map(({ order }) => order);
  if (!keys.every(({ order }) => groups.includes(order)))
    throw invalidQuery('for SELECT DISTINCT, ORDER BY expressions must appear in select list');
  return groups;
}

function selectedColumns(fields: readonly string[] | undefined, columns: Columns): readonly Column[] {
  if (fields === undefined || fields.length === 0) return [...columns.values()];
  return fields.map((id) => {
    const column = columns.get(id);
    if (column === undefined) throw invalidValue('fields', id);
    return column;
  });
}

/** Both sides are folded by the engine: JavaScript folds `İ` and `Σ` in other ways. */
function contained(text: string, columns: Columns, bindings: Bindings): string {
  const needle = `lower(${bindings.text(text)})`;
  if (!text.includes(SEPARATOR)) return `contains(${SEARCH_COLUMN}, ${needle})`;
  const stored = [...columns.values()].filter(({ type }) => type !== 'int');
  return `(${stored.map(({ value }) => `contains(lower(${value}), ${needle})`).join(' or ')})`;
}

function containedIn(field: string, text: ExactValue, columns: Columns, bindings: Bindings): string {
  const column = columns.get(field);
  if (column === undefined || typeof text !== 'string') throw invalidValue('q', field);
  return `contains(lower(${column.value}::varchar), lower(${bindings.text(text)}))`;
}

function direction(key: SortKey): 'gt' | 'lt' {
  return key.direction.startsWith('desc') ? 'lt' : 'gt';
}
