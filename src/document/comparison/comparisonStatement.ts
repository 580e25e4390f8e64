/** A comparison as one SELECT over two resources, which SQL documents' engine judges and runs. */
import { uniqueNames } from '../../base/field.ts';
import { quotedName, quotedText } from '../../base/quotes.ts';
import {
  areNumbers,
  comparedText,
  ID_FIELD,
  orderedValue,
  storedText,
  type SharedField,
  withoutZeros,
} from './comparedFields.ts';

/** The names of two resources in SQL. */
export type ComparedTables = Readonly<Record<Side, string>>;

/** Without a key, whole records are compared, and a record that comes more often was added as often. */
export interface ComparedColumns {
  readonly key: readonly SharedField[];
  readonly others: readonly SharedField[];
}

export const CHANGES = ['added', 'removed', 'changed'] as const;
export type RecordChange = (typeof CHANGES)[number];

type Side = 'old' | 'new';

/** The columns of a list of changes that has a row for each cell. A key with the name of another one is renamed. */
export function cellColumns({ key }: ComparedColumns): readonly string[] {
  const own = ['change', 'field', 'old', 'new'];
  const [change = '', ...rest] = uniqueNames([...own, ...(key.length === 0 ? ['record'] : key.map(({ id }) => id))]);
  return [change, ...rest.slice(own.length - 1), ...rest.slice(0, own.length - 1)];
}

/**
 * A row for each cell that differs: what changed, the key, the field, and both values as texts. A record without any
 * value that was added or removed has one row without a field. Without a key, `record` is its number in its table.
 */
export function cellStatement(tables: ComparedTables, columns: ComparedColumns): string {
  const listed = inListOrder(columns.others);
  const names = listed.map(({ id }) => quotedText(id));
  const places = listed.map((field) => String(columns.others.indexOf(field)));
  const [change = '', ...rest] = cellColumns(columns).map(quotedName);
  const keys = rest.slice(0, -3);
  const [field = '', old = '', fresh = ''] = rest.slice(-3);
  const own = keys.map((_, at) => `k${String(at)}`);
  const blank = 'len(list_filter(coalesce(a, b), lambda x: x is not null)) = 0';
  return (
    `with ${pairs(tables, columns, false)}` +
    ` select c as ${change}, ${own.map((each, at) => `${each} as ${keys[at] ?? ''}`).join(', ')},` +
    ` f as ${field}, x as ${old}, y as ${fresh} from (` +
    `select c, ${own.join(', ')}, unnest(${listOf(places, 'integer')}) as i,` +
    ` unnest(${listOf([...names, 'null'])}) as f, unnest(a) as x, unnest(b) as y, c <> 'changed' and ${blank} as e from p)` +
    ` where (f is not null and x is distinct from y) or (f is null and e) order by ${own.join(', ')}, c, i`
  );
}

/** The columns of a list of changes that has a row for each record: what changed, the fields, and the old values. */
export function recordColumns(fields: readonly SharedField[]): readonly string[] {
  return uniqueNames(['change', ...fields.map(({ id }) => id), 'before']);
}

/**
 * A row for each record that differs: what changed, its newest values, and the old ones of changed cells as a JSON
 * object of texts. `fields` are in the order in which they are shown.
 */
export function recordStatement(
  tables: ComparedTables,
  columns: ComparedColumns,
  fields: readonly SharedField[],
): string {
  const names = recordColumns(fields);
  const [change = '', ...rest] = names.map(quotedName);
  const all = [...columns.key, ...columns.others];
  const values = fields.map((field, at) => `v${String(all.indexOf(field))} as ${rest[at] ?? ''}`);
  const listed = inListOrder(columns.others).map((field) => quotedText(names[1 + fields.indexOf(field)] ?? ''));
  const places = listed.map((_, at) => String(at + 1));
  const differing = `list_filter(${listOf(places, 'integer')}, lambda i: a[i] is distinct from b[i])`;
  const earlier = `map(list_transform(d, lambda i: l[i]), list_transform(d, lambda i: a[i]))`;
  const order = columns.key.length === 0 ? ['k0'] : columns.key.map((_, at) => `k${String(at)}`);
  return (
    `with ${pairs(tables, columns, true)} select c as ${change}, ${values.join(', ')},` +
    ` case when c = 'changed' then to_json(${earlier}) end as ${rest.at(-1) ?? ''}` +
    ` from (select *, ${listOf(listed)} as l, case when c = 'changed' then ${differing} end as d from p)` +
    ` order by ${order.join(', ')}, c`
  );
}

/** The fields in the order of the lists of texts: numbers come first, which are written in one way. */
function inListOrder(fields: readonly SharedField[]): readonly SharedField[] {
  return [...fields.filter(areNumbers), ...fields.filter((field) => !areNumbers(field))];
}

function textsOf(fields: readonly SharedField[], side: Side): string {
  const numbers = listOf(fields.filter(areNumbers).map(({ id }) => storedText(id)));
  const others = fields.filter((field) => !areNumbers(field)).map((field) => comparedText(field.id, field[side]));
  return `list_transform(${numbers}, lambda x: ${withoutZeros('x')}) || ${listOf(others)}`;
}

/** At most one row for each side: a key that is missing or comes several times, how often, and whose it is. */
export function keyStatement(tables: ComparedTables, key: readonly SharedField[]): string {
  const side = (of: Side): string => {
    const texts = key.map((field, at) => `${comparedText(field.id, field[of])} as k${String(at)}`);
    const names = key.map((_, at) => `k${String(at)}`);
    const isMissing = names.map((name) => `${name} is null`).join(' or ');
    return (
      `(select '${of}' as side, count(*) as n, ${names.join(', ')} from (select ${texts.join(', ')}` +
      ` from ${quotedName(tables[of])}) group by ${names.join(', ')} having count(*) > 1 or ${isMissing} limit 1)`
    );
  };
  return `${side('old')} union all ${side('new')}`;
}

const SAMPLE = 1000;

/** One row for each side. Each column says whether the field can be a key of its first records. */
export function candidateStatement(tables: ComparedTables, fields: readonly SharedField[]): string {
  const side = (of: Side): string => {
    const names = fields.map((_, at) => `c${String(at)}`);
    const texts = fields.map((field, at) => `${comparedText(field.id, field[of])} as ${names[at] ?? ''}`);
    const head = `select ${texts.join(', ')} from ${quotedName(tables[of])} limit ${String(SAMPLE)}`;
    return `select ${names.map((name) => `count(distinct ${name}) = count(*) as ${name}`).join(', ')} from (${head})`;
  };
  return `${side('old')} union all ${side('new')}`;
}

/**
 * The definition of `p`: a row for each record that differs, with the change `c`, keys `k0`…, texts of the old and the
 * new record as lists `a` and `b`, and, if needed, typed values `v0`… of the key and the others.
 */
function pairs(tables: ComparedTables, columns: ComparedColumns, hasValues: boolean): string {
  const { key, others } = columns;
  const all = [...key, ...others];
  const sides = (['old', 'new'] as const).map((of) => {
    const texts = textsOf(others, of);
    const keys = key.flatMap((field, at) => [
      `${comparedText(field.id, field[of])} as j${String(at)}`,
      `${orderedValue(field, field[of])} as k${String(at)}`,
    ]);
    const values = hasValues ? all.map((field, at) => `${orderedValue(field, field[of])} as v${String(at)}`) : [];
    const own = key.length === 0 ? [`"${ID_FIELD}" as k0`] : keys;
    return `${of === 'old' ? 'o' : 'n'} as (select ${[...own, `${texts} as t`, ...values].join(', ')} from ${quotedName(tables[of])})`;
  });
  const valueNames = hasValues ? all.map((_, at) => `v${String(at)}`) : [];
  return [...sides, key.length === 0 ? wholeRecords(valueNames) : keyedRecords(key.length, valueNames)].join(', ');
}

function keyedRecords(keys: number, values: readonly string[]): string {
  const places = Array.from({ length: keys }, (_, at) => String(at));
  const names = [...places.map((at) => `k${at}`), ...values];
  const newest = names.map((name) => `case when n.j0 is null then o.${name} else n.${name} end as ${name}`);
  return (
    `p as (select case when o.j0 is null then 'added' when n.j0 is null then 'removed' else 'changed' end as c,` +
    ` ${newest.join(', ')}, o.t as a, n.t as b from o full join n on` +
    ` ${places.map((at) => `o.j${at} = n.j${at}`).join(' and ')} where o.t is distinct from n.t)`
  );
}

/** If a record comes more often on one side, its last ones are the ones that were added or removed. */
function wholeRecords(values: readonly string[]): string {
  const side = (of: 'o' | 'n'): string => {
    const [change, sign, lists] =
      of === 'o' ? ['removed', '-', 't as a, null::varchar[] as b'] : ['added', '', 'null::varchar[] as a, t as b'];
    const names = ['k0', ...values];
    return (
      `select '${change}' as c, ${names.join(', ')}, ${lists} from (select ${of}.*, d.s, row_number()` +
      ` over (partition by ${of}.t order by k0 desc) as r from ${of} join d on ${of}.t = d.t) where r <= ${sign}s`
    );
  };
  return (
    `d as (select t, sum(s) as s from (select t, 1 as s from n union all select t, -1 from o)` +
    ` group by t having sum(s) <> 0), p as (${side('o')} union all ${side('n')})`
  );
}

function listOf(items: readonly string[], type = 'varchar'): string {
  return `[${items.join(', ')}]::${type}[]`;
}
