/** Stored fields as typed columns of DuckDB, and which of them its types can hold without loss: looked up once for each data file. */
import { orderColumn, valueColumn, TABLE } from '../layout.ts';
import type { StoredField, Description } from '../../../store/description.ts';
import type { DuckDBValue } from '@duckdb/node-api';
import { SharedWork } from '../../../../base/sharedWork.ts';
import { Bindings } from '../bindings.ts';
import type { Engine } from '../engine.ts';
import { decimalType as orderType, digitsSql } from '../decimalOrder.ts';
import type { OpenResource } from '../servedFolder.ts';
import { words } from './sqlTree.ts';

export interface TypedColumn {
  readonly field: StoredField;
  /** SQL of the stored text. */
  readonly stored: string;
  /** SQL of what is cast to `type`. */
  readonly source: string;
  /** DuckDB's; `numeric` depends on the values. */
  readonly type: string;
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['int2', 'SMALLINT'],
  ['int4', 'INTEGER'],
  ['int8', 'BIGINT'],
  ['numeric', 'numeric'],
  ['float4', 'FLOAT'],
  ['float8', 'DOUBLE'],
  ['bool', 'BOOLEAN'],
  ['date', 'DATE'],
  ['time', 'TIME'],
  ['timestamp', 'TIMESTAMP'],
  ['timestamptz', 'TIMESTAMPTZ'],
  ['interval', 'INTERVAL'],
  ['uuid', 'UUID'],
  ['json', 'JSON'],
  ['jsonb', 'JSON'],
]);
/** Their elements have no exact type that fits all, and JSON's numbers are doubles to DuckDB. */
const TEXT_ELEMENTS = words('numeric float4 float8 timestamp timestamptz interval json jsonb');

export function typedColumn(field: StoredField, index: number): TypedColumn {
  const stored = valueColumn(index);
  const { type } = field;
  const element = type.startsWith('_') ? TYPES.get(type.slice(1)) : undefined;
  if (element !== undefined || type === '_text') {
    const items = element === undefined || TEXT_ELEMENTS.has(type.slice(1)) ? 'VARCHAR' : element;
    return { field, stored, source: `try_cast(${stored} as JSON)`, type: `${items}[]` };
  }
  return { field, stored, source: sourceOf(field, index), type: TYPES.get(type) ?? 'VARCHAR' };
}

function sourceOf(field: StoredField, index: number): string {
  const stored = valueColumn(index);
  const key = orderColumn(index, field);
  switch (field.type) {
    case 'float4':
    case 'float8':
      // NaN and the infinities lie as JSON strings.
      return `trim(${stored}, '"')`;
    case 'interval':
      return `replace(${stored}, '+', '')`;
    case 'date':
      return dayOf(key);
    case 'timestamp':
      return momentOf(key);
    case 'timestamptz':
      return `timezone('UTC', ${momentOf(key)})`;
    default:
      return stored;
  }
}

/** Sort keys of dates: what is before Christ or behind 9999 is a number of days behind a mark (types/dates.ts). */
function dayOf(key: string): string {
  return (
    `case left(${key}, 1) when '-' then date '1970-01-01' + (${key}[2:]::bigint - 1000000000)::integer ` +
    `when ':' then date '1970-01-01' + ${key}[2:]::integer else try_cast(${key} as date) end`
  );
}

function momentOf(key: string): string {
  const day = `split_part(${key}, 'T', 1)`;
  const clock = `split_part(${key}, 'T', 2)::time`;
  return `case when left(${key}, 1) in ('-', ':') then ${dayOf(day)} + ${clock} else try_cast(${key} as timestamp) end`;
}

export interface FittedType {
  /** DuckDB's. */
  readonly type: string;
  /** SQL of what is cast to it, where that is not the column's usual source. */
  readonly source?: string;
}

/** For each field its column's type in SQL, or undefined where only the stored text is exact. */
export type ColumnTypes = readonly (FittedType | undefined)[];

const MAX_WIDTH = 38;
/** Digits in front of the point and behind it, exponent included: `1.5e3` has 4 and 0. */
const NUMBER = String.raw`^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$`;

class ColumnFit {
  readonly #known = new WeakMap<Description, ColumnTypes>();
  /** Several statements often come at once, and looking takes seconds. */
  readonly #looks = new SharedWork<Description, ColumnTypes>();

  /** Looks once for each import. */
  async of(engine: Engine, resource: OpenResource, signal: AbortSignal): Promise<ColumnTypes> {
    const { description } = resource;
    const known = this.#known.get(description);
    if (known !== undefined) return known;
    const types = await this.#looks.join(description, (shared) => look(engine, resource, shared), signal);
    this.#known.set(description, types);
    return types;
  }
}

export const columnFit = new ColumnFit();

/** SQL of a field's values as numbers that lose nothing, by the field's id; other fields are left out. */
export async function numberColumns(
  engine: Engine,
  resource: OpenResource,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const types = await columnFit.of(engine, resource, signal);
  return new Map(
    resource.description.fields.flatMap((field, index) => {
      const [fitted, { source }] = [types[index], typedColumn(field, index)];
      if (fitted === undefined || !NUMBER_TYPE.test(fitted.type)) return [];
      return [[field.id, `cast(${fitted.source ?? source} as ${fitted.type})`]];
    }),
  );
}

const NUMBER_TYPE = /^(?:SMALLINT|INTEGER|BIGINT|FLOAT|DOUBLE|DECIMAL)/i;

async function look(engine: Engine, resource: OpenResource, signal: AbortSignal): Promise<ColumnTypes> {
  const columns = resource.description.fields.map(typedColumn);
  const ask = async (questions: readonly string[]): Promise<readonly DuckDBValue[]> => {
    if (questions.length === 0) return [];
    const sql = `select ${questions.join(', ')} from ${resource.database}.${TABLE}`;
    for await (const [row] of engine.rows(sql, new Bindings(), signal)) if (row !== undefined) return row;
    return [];
  };
  const known = columns.map(knownType);
  const typed = columns.filter(({ type }, index) => type !== 'VARCHAR' && known[index] === undefined);
  const answers = await ask(typed.map((column) => (column.type === 'numeric' ? plainDigits(column) : fits(column))));
  const found = new Map(typed.map((column, index) => [column, answers[index] ?? null]));
  const others = typed.filter((column) => column.type === 'numeric' && found.get(column) === null);
  const digits = await ask(others.map(anyDigits));
  others.forEach((column, index) => found.set(column, digits[index] ?? null));
  return columns.map((column, index) => {
    const { type } = column;
    if (known[index] !== undefined) return known[index];
    const answer = found.get(column);
    if (type !== 'numeric') return type === 'VARCHAR' || answer === true ? { type } : undefined;
    const decimal = typeof answer === 'string' ? decimalType(answer) : undefined;
    if (decimal === undefined) return undefined;
    return { type: decimal, ...(others.includes(column) && { source: withoutExponent(column) }) };
  });
}

/** What the import has found out already: numbers that sort by a decimal of the engine's, days and moments in one spelling. */
function knownType({ field, type }: TypedColumn, index: number): FittedType | undefined {
  const { key } = field;
  if (type === 'numeric' && typeof key === 'number') return { type: orderType(key), source: orderColumn(index, field) };
  return key === 'none' && (type === 'DATE' || type === 'TIMESTAMP') ? { type } : undefined;
}

function fits({ stored, source, type }: TypedColumn): string {
  return `count(${stored}) = count(try_cast(${source} as ${type}))`;
}

/** NULL if a number has an exponent, or is none. */
function plainDigits({ stored }: TypedColumn): string {
  return `case count(${stored}) when 0 then '0,0' else ${digitsSql(stored)} end`;
}

/** The same (`digitsSql`), of numbers with exponents too. NULL if a value is no number. */
function anyDigits({ stored }: TypedColumn): string {
  const { whole, fraction, exponent } = partsOf(stored);
  const before = `max(greatest(1, length(${whole}) + ${exponent}))`;
  const scale = `max(greatest(0, length(${fraction}) - ${exponent}))`;
  return `case when bool_and(regexp_matches(${stored}, '${NUMBER}')) then ${before} || ',' || ${scale} end`;
}

/** The same number with its point moved: DuckDB's own cast of `0.00015e4` gives 1.0, and of `100.5e-3` fails. */
function withoutExponent({ stored }: TypedColumn): string {
  const { sign, whole, fraction, exponent } = partsOf(stored);
  const digits = `(${whole} || ${fraction})`;
  const point = `(length(${whole}) + ${exponent})::integer`;
  return (
    `case when ${exponent} = 0 then regexp_replace(${stored}, '[eE].*$', '') ` +
    `when ${point} <= 0 then ${sign} || '0.' || lpad('', -${point}, '0') || ${digits} ` +
    `when ${point} >= length(${digits}) then ${sign} || rpad(${digits}, ${point}, '0') ` +
    `else ${sign} || left(${digits}, ${point}) || '.' || substr(${digits}, ${point} + 1) end`
  );
}

function partsOf(stored: string): Readonly<Record<'sign' | 'whole' | 'fraction' | 'exponent', string>> {
  const part = (group: number): string => `regexp_extract(${stored}, '${NUMBER}', ${String(group)})`;
  const exponent = `coalesce(try_cast(nullif(${part(4)}, '') as bigint), 0)`;
  return { sign: part(1), whole: part(2), fraction: part(3), exponent };
}

function decimalType(digits: string): string | undefined {
  const [whole = 0, scale = 0] = digits.split(',').map(Number);
  const width = Math.max(1, whole + scale);
  return width > MAX_WIDTH ? undefined : `DECIMAL(${String(width)}, ${String(scale)})`;
}
