/** Values of DuckDB as CKAN 2.12 gives them out of `datastore_search_sql`: as Python shows what psycopg2 read. */
import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListType,
  DuckDBListValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  DuckDBTypeId,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { typeRules } from '../../../types/fieldTypes.ts';
import { shortestSingle } from '../../../types/floats.ts';
import { pythonFloat } from '../../../ckan/pythonText.ts';
import type { KeptColumn } from './keptText.ts';
import { NESTED, POSTGRES_TYPES } from './postgresType.ts';

const SECOND = 1_000_000n;
const DAY = 86_400n * SECOND;

export interface OutputType {
  /** PostgreSQL's name. */
  readonly name: string;
  /** A value, not NULL, as JSON text. */
  readonly toJson: (value: DuckDBValue) => string;
}

/** Of a stored text that is passed on. */
export function keptType({ type }: KeptColumn): OutputType {
  const isJson = type !== 'jsonb' && typeRules(type).wire === 'json';
  return { name: type, toJson: (value) => (isJson ? String(value) : JSON.stringify(String(value))) };
}

/** `postgres`: what PostgreSQL calls it, where that is known. */
export function outputType(type: DuckDBType, postgres?: string): OutputType {
  const { typeId } = type;
  if (type.alias === 'JSON') {
    // CKAN reads the JSON of its own type only.
    if (postgres === undefined || postgres === NESTED) return { name: 'json', toJson: String };
    return { name: postgres, toJson: (value) => JSON.stringify(String(value)) };
  }
  if (type instanceof DuckDBListType) {
    const items = outputType(type.valueType);
    return { name: `_${items.name}`, toJson: (value) => listText(value, items) };
  }
  const name = postgres ?? POSTGRES_TYPES.get(DuckDBTypeId[typeId]) ?? 'text';
  if (name === 'float8' && typeId !== DuckDBTypeId.FLOAT)
    return {
      name,
      toJson: (value) => floatText(value instanceof DuckDBDecimalValue ? Number(value.toString()) : Number(value)),
    };
  if (name === 'timestamptz') return { name, toJson: (value) => JSON.stringify(zoned(value)) };
  if (typeId === DuckDBTypeId.FLOAT)
    return { name, toJson: (value) => floatText(Number(shortestSingle(Number(value)))) };
  if (typeId === DuckDBTypeId.DOUBLE) return { name, toJson: (value) => floatText(Number(value)) };
  return { name, toJson };
}

function listText(value: DuckDBValue, { toJson: itemText }: OutputType): string {
  const items = value instanceof DuckDBListValue ? value.items : [];
  return `[${items.map((item) => (item === null ? 'null' : itemText(item))).join(',')}]`;
}

/** Of what is no float, nor a list. */
function toJson(value: DuckDBValue): string {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return value instanceof DuckDBDecimalValue ? value.toString() : JSON.stringify(shown(value));
}

/** Of any moment or day. */
function zoned(value: DuckDBValue): string {
  const text = value instanceof DuckDBDateValue ? `${dayText(value.days)}T00:00:00` : shown(value);
  return value instanceof DuckDBTimestampTZValue ? text : `${text}+00:00`;
}

function shown(value: DuckDBValue): string {
  if (value instanceof DuckDBTimestampValue) return momentText(value.micros);
  if (value instanceof DuckDBTimestampTZValue) return `${momentText(value.micros)}+00:00`;
  if (value instanceof DuckDBTimeValue) return clockText(value.micros);
  if (value instanceof DuckDBDateValue) return dayText(value.days);
  if (value instanceof DuckDBIntervalValue) return spanText(value);
  return String(value);
}

/** `2020-01-02T03:04:05.678000` */
function momentText(micros: bigint): string {
  const days = micros >= 0n ? micros / DAY : -((DAY - 1n - micros) / DAY);
  return dayText(Number(days)).replace(/( BC)?$/, `T${clockText(micros - days * DAY)}$1`);
}

function dayText(days: number): string {
  return new DuckDBDateValue(days).toString().replace(' (BC)', ' BC');
}

/** `03:04:05`, `23:59:59.500000` */
function clockText(micros: bigint): string {
  const seconds = micros / SECOND;
  const parts = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n].map((part) => String(part).padStart(2, '0'));
  return parts.join(':') + fractionText(micros % SECOND);
}

/** Python's timedelta: `1 day, 2:00:00`, `-1 day, 22:00:00`. psycopg2 counts months of 30 days and years of 365. */
function spanText({ months, days, micros }: DuckDBIntervalValue): string {
  const years = Math.trunc(months / 12);
  const total = BigInt(years * 365 + (months % 12) * 30 + days) * DAY + micros;
  const whole = total >= 0n ? total / DAY : -((DAY - 1n - total) / DAY);
  const rest = total - whole * DAY;
  const seconds = rest / SECOND;
  const clock = [
    seconds / 3600n,
    ...[(seconds / 60n) % 60n, seconds % 60n].map((part) => String(part).padStart(2, '0')),
  ];
  const text = clock.join(':') + fractionText(rest % SECOND);
  if (whole === 0n) return text;
  return `${String(whole)} day${whole === 1n || whole === -1n ? '' : 's'}, ${text}`;
}

function fractionText(micros: bigint): string {
  return micros === 0n ? '' : `.${String(micros).padStart(6, '0')}`;
}

/** What JSON can't hold is a text. */
function floatText(value: number): string {
  return Number.isFinite(value) ? pythonFloat(value) : JSON.stringify(String(value));
}
