/** The fields of a resource in the narrowest of DuckDB's types that holds all their values exactly. */
import type { DuckDBValue } from '@duckdb/node-api';
import { SharedWork } from '../../../../base/sharedWork.ts';
import type { Description, StoredField } from '../../../store/description.ts';
import { Bindings } from '../bindings.ts';
import { decimalType as orderType } from '../decimalOrder.ts';
import type { Engine } from '../engine.ts';
import { hasKeyColumn, orderColumn, TABLE, valueColumn } from '../layout.ts';
import type { OpenResource } from '../servedFolder.ts';
import { words } from './sqlTree.ts';

export interface TypedColumn {
  readonly type: string;
  readonly sql: string;
}

/** A type for which the values must be checked. `check` is an aggregate over the column. */
interface Candidate {
  readonly check: string;
  readonly column: (answer: DuckDBValue) => TypedColumn | undefined;
}

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ int2: 'SMALLINT', int4: 'INTEGER', int8: 'BIGINT', float4: 'FLOAT', float8: 'DOUBLE', bool: 'BOOLEAN' },
    ...{ date: 'DATE', time: 'TIME', timestamp: 'TIMESTAMP', timestamptz: 'TIMESTAMPTZ', interval: 'INTERVAL' },
    ...{ uuid: 'UUID', json: 'JSON', jsonb: 'JSON', _text: 'VARCHAR[]', _int2: 'SMALLINT[]', _int4: 'INTEGER[]' },
    ...{ _int8: 'BIGINT[]', _bool: 'BOOLEAN[]', _date: 'DATE[]', _timestamp: 'TIMESTAMP[]' },
  }),
);
const NUMBERS = /^(?:SMALLINT|INTEGER|BIGINT|FLOAT|DOUBLE|DECIMAL)/i;
const PLAIN = words('DATE TIMESTAMP');

const MAX_WIDTH = 38;
/** The groups are the sign, the digits before and after the point, and the exponent. */
const NUMBER = String.raw`^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$`;

type ColumnOf = (field: StoredField, index: number) => TypedColumn | Candidate;

/** Returns a column for each field. They are found once for each import. */
function typesBy(columnFor: ColumnOf) {
  const cached = new WeakMap<Description, readonly TypedColumn[]>();
  /** Several statements often come at once, and checking takes seconds. */
  const checks = new SharedWork<Description, readonly TypedColumn[]>();
  return async (engine: Pick<Engine, 'rows'>, resource: OpenResource, signal: AbortSignal) => {
    const { description } = resource;
    const columns =
      cached.get(description) ??
      (await checks.join(description, (shared) => check(engine, resource, columnFor, shared), signal));
    cached.set(description, columns);
    return columns;
  };
}

export const columnTypes = typesBy(columnOf);

/** Numbers have as many decimals as the one that has most: a sort key may have more, which people would see. */
export const shownColumnTypes = typesBy((field, index) => {
  const { type, key = 0 } = field;
  if (type !== 'numeric' || key === 'none' || key === 0) return columnOf(field, index);
  const stored = valueColumn(index);
  return {
    check: `max(if(contains(${stored}, '.'), strlen(${stored}) - strpos(${stored}, '.'), 0))`,
    column: (most) => {
      const shown = orderType(Number(most));
      return { type: shown, sql: `${orderColumn(index, field)}::${shown}` };
    },
  };
});

/** Maps the ids of fields with numbers to columns of these numbers, which lose no digit. */
export async function numberColumns(
  engine: Pick<Engine, 'rows'>,
  resource: OpenResource,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TypedColumn>> {
  const columns = await columnTypes(engine, resource, signal);
  return new Map(
    resource.description.fields.flatMap(({ id }, index) => {
      const column = columns[index];
      return column !== undefined && NUMBERS.test(column.type) ? [[id, column] as const] : [];
    }),
  );
}

async function check(
  engine: Pick<Engine, 'rows'>,
  { description, database }: OpenResource,
  columnFor: ColumnOf,
  signal: AbortSignal,
): Promise<readonly TypedColumn[]> {
  const columns = description.fields.map(columnFor);
  const checks = columns.flatMap((column) => ('check' in column ? column.check : []));
  const answers: DuckDBValue[] = [];
  if (checks.length > 0) {
    const sql = `select ${checks.join(', ')} from ${database}.${TABLE}`;
    for await (const [row = []] of engine.rows(sql, new Bindings(), signal)) answers.push(...row);
  }
  return columns.map((column, index) => {
    if (!('check' in column)) return column;
    return column.column(answers.shift() ?? null) ?? { type: 'VARCHAR', sql: valueColumn(index) };
  });
}

function columnOf(field: StoredField, index: number): TypedColumn | Candidate {
  const stored = valueColumn(index);
  const { key } = field;
  if (field.type === 'numeric') {
    if (typeof key !== 'number') return { check: digitsSql(stored), column: (answer) => decimalColumn(stored, answer) };
    return { type: orderType(key), sql: orderColumn(index, field) };
  }
  const type = TYPES.get(field.type) ?? 'VARCHAR';
  if (type === 'VARCHAR') return { type, sql: stored };
  const source = sourceSql(field.type, stored);
  const column = { type, sql: `cast(${source} as ${type})` };
  // The import has found that all values of such a field are spelled in ISO 8601.
  if (PLAIN.has(type) && !hasKeyColumn(field)) return column;
  return {
    check: `count(${stored}) = count(try_cast(${source} as ${type}))`,
    column: (answer) => (answer === true ? column : undefined),
  };
}

function sourceSql(type: string, stored: string): string {
  // NaN and the infinities are stored as JSON strings.
  if (type.startsWith('float')) return `trim(${stored}, '"')`;
  if (type === 'interval') return `replace(${stored}, '+', '')`;
  return type.startsWith('_') ? `try_cast(${stored} as JSON)` : stored;
}

/**
 * SQL of the most digits before and after the point, and of the last place of an `e`: `12,2,0`. Exponents are counted in:
 * `1.5e3` has 4 digits before the point and none after it. NULL if a value is no number.
 */
function digitsSql(stored: string): string {
  const { whole, fraction, exponent } = partsOf(stored);
  const facts = [
    `greatest(1, length(${whole}) + ${exponent})`,
    `greatest(0, length(${fraction}) - ${exponent})`,
    `strpos(lower(${stored}), 'e')`,
  ];
  const texts = facts.map((fact) => `coalesce(max(${fact}), 0)`).join(` || ',' || `);
  return `case when coalesce(bool_and(regexp_matches(${stored}, '${NUMBER}')), true) then ${texts} end`;
}

function decimalColumn(stored: string, digits: DuckDBValue): TypedColumn | undefined {
  if (typeof digits !== 'string') return undefined;
  const [whole = 0, scale = 0, exponentPlace = 0] = digits.split(',').map(Number);
  const width = Math.max(1, whole + scale);
  if (width > MAX_WIDTH) return undefined;
  const type = `DECIMAL(${String(width)}, ${String(scale)})`;
  return { type, sql: `cast(${exponentPlace === 0 ? stored : withoutExponent(stored)} as ${type})` };
}

/** DuckDB's own cast isn't exact with an exponent: `0.00015e4` gives 1.0, and `100.5e-3` fails. So the point is moved. */
function withoutExponent(stored: string): string {
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
