/** Values of DuckDB as JSON, and its types under the names that CKAN gives out. */
import {
  DuckDBDecimalValue,
  DuckDBListType,
  DuckDBListValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTypeId,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { shortestSingle } from '../../../types/floats.ts';

const TYPE_NAMES: ReadonlyMap<string | undefined, string> = new Map(
  Object.entries({
    ...{ TINYINT: 'int2', UTINYINT: 'int2', SMALLINT: 'int2', USMALLINT: 'int4', INTEGER: 'int4', UINTEGER: 'int8' },
    ...{ BIGINT: 'int8', UBIGINT: 'numeric', HUGEINT: 'numeric', UHUGEINT: 'numeric', DECIMAL: 'numeric' },
    ...{ FLOAT: 'float4', DOUBLE: 'float8', BOOLEAN: 'bool', DATE: 'date', TIME: 'time', TIMESTAMP: 'timestamp' },
    ...{ TIMESTAMP_TZ: 'timestamptz', INTERVAL: 'interval', UUID: 'uuid', BLOB: 'bytea' },
  }),
);

export interface OutputType {
  /** CKAN's name, which is PostgreSQL's; `text` for all types without one. */
  readonly name: string;
  readonly toJson: (value: DuckDBValue) => string;
}

export function outputType(type: DuckDBType): OutputType {
  const { typeId, alias } = type;
  if (alias !== undefined) return { name: alias.toLowerCase(), toJson: alias === 'JSON' ? String : valueJson };
  if (type instanceof DuckDBListType) {
    const items = outputType(type.valueType);
    return { name: `_${items.name}`, toJson: (value) => listJson(value, items) };
  }
  const name = TYPE_NAMES.get(DuckDBTypeId[typeId]) ?? 'text';
  return { name, toJson: typeId === DuckDBTypeId.FLOAT ? (value) => floatJson(Number(value)) : valueJson };
}

function listJson(value: DuckDBValue, { toJson }: OutputType): string {
  const items = value instanceof DuckDBListValue ? value.items : [];
  return `[${items.map((item) => (item === null ? 'null' : toJson(item))).join(',')}]`;
}

function valueJson(value: DuckDBValue): string {
  if (typeof value === 'number') return numberJson(value, String(value));
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return value instanceof DuckDBDecimalValue ? value.toString() : JSON.stringify(textOf(value));
}

function floatJson(value: number): string {
  return numberJson(value, String(Number(shortestSingle(value))));
}

/** JSON has no NaN and no infinities, so they become texts. */
function numberJson(value: number, text: string): string {
  if (Object.is(value, -0)) return '-0.0';
  return Number.isFinite(value) ? text : JSON.stringify(String(value));
}

/** Moments are in ISO 8601, `2020-01-02T03:04:05.678`, those with a zone in UTC. Other values are spelled as DuckDB does. */
function textOf(value: DuckDBValue): string {
  if (value instanceof DuckDBTimestampValue) return value.toString().replace(' ', 'T');
  if (value instanceof DuckDBTimestampTZValue) return `${textOf(new DuckDBTimestampValue(value.micros))}+00:00`;
  return String(value);
}
