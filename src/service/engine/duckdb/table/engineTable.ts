/** Makes texts of tables that DuckDB reads itself (Parquet files, tables of DuckDB files). */
import { BOOLEAN, type DuckDBConnection, DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import type { FieldType } from '../../../types/fieldTypes.ts';
import { DECIMAL_DIGITS } from '../decimalOrder.ts';
import { valueColumn } from '../layout.ts';
import type { StoredField } from '../../../store/description.ts';
import { checkFields, checkLength, MAX_RECORD, VALUE_TOO_LONG } from '../../../resource/bounds.ts';
import { fieldIds } from '../../../resource/fieldNames.ts';
import { ReasonError } from '../../../resource/reasons.ts';
import type { ImportSource } from './importSource.ts';
import { registerTextFunction } from './textFunction.ts';
import { IS_JSON, kindOfType, textOf, type ValueKind } from './typedText.ts';

export interface EngineTable {
  /** SQL for the `from` clause. Its columns are `v0`, `v1`, … in DuckDB's types. */
  readonly relation: string;
  readonly names: readonly string[];
  /** Kinds by column index, if the column's type doesn't tell the kind. */
  readonly kinds?: ReadonlyMap<number, ValueKind>;
  readonly units?: ReadonlyMap<number, string>;
}

interface EngineColumn {
  readonly type: DuckDBType;
  readonly kind: ValueKind;
  readonly value: string;
}

interface TextField extends StoredField {
  readonly text: string;
}

export function engineColumn(index: number): string {
  return `v${String(index)}`;
}

/** `fileBytes` is set if all records are read. Throws ReasonError for too many fields, or values too long for it. */
export async function engineSource(
  connection: DuckDBConnection,
  { relation, names, kinds, units }: EngineTable,
  fileBytes = Infinity,
): Promise<ImportSource> {
  checkFields(names.length);
  const described = await connection.run(`select * from ${relation} limit 0`);
  const types = described.columnTypes();
  registerTextFunction(connection, IS_JSON, BOOLEAN, isStrictJson);
  const columns = types.map((type, index): EngineColumn => {
    return { type, kind: kinds?.get(index) ?? kindOfType(type), value: engineColumn(index) };
  });
  const facts = columns.flatMap(factsOf);
  const judged = await connection.runAndReadAll(`select count(*), ${facts.join(', ')} from ${relation}`);
  const [records, ...found] = judged.getRows()[0] ?? [];
  const ids = fieldIds(names);
  let all = 0;
  let longest = 0;
  const fields = columns.map((column, index): TextField => {
    const [isUsual, length, sum] = found.slice(FACTS * index, FACTS * (index + 1));
    if (sum !== null) {
      all += Number(sum);
      longest += Number(length ?? 0);
    }
    const id = ids[index] ?? column.value;
    const unit = column.kind === 'numeric' ? units?.get(index) : undefined;
    const stored = asStored(column, isUsual !== false, Number(length ?? 0));
    return { id, ...stored, ...keyOfType(column.type, stored.type), ...(unit !== undefined && { info: { unit } }) };
  });
  checkLength(all, fileBytes);
  if (longest > MAX_RECORD) throw new ReasonError(VALUE_TOO_LONG);
  const texts = fields.map(({ text }, index) => `${text} ${valueColumn(index)}`);
  return {
    relation: `(select ${texts.join(', ')} from ${relation})`,
    fields: fields.map(({ text: _, ...field }) => field),
    records: Number(records),
    skipped: [],
  };
}

/** Dates outside these years, and infinities, have texts that don't sort. */
const USUAL_DATES = "between date '0001-01-01' and date '9999-12-31'";

const FACTS = 3;

/** Whether all values are usual ones of their kind, and the lengths of the longest text and of all texts. */
function factsOf({ kind, type, value }: EngineColumn): readonly [string, string, string] {
  switch (kind) {
    case 'double':
      return [`bool_and(isfinite(${value}))`, 'null', 'null'];
    case 'date':
      return [`bool_and(${value} ${USUAL_DATES})`, 'null', 'null'];
    case 'timestamp':
    case 'instant':
    case 'plainInstant':
      return [
        `bool_and(${localTime(kind, value)}::date ${USUAL_DATES})`,
        `max(strlen(${localTime(kind, value)}::varchar))`,
        'null',
      ];
    case 'json':
      return [`bool_and(${IS_JSON}(${textOf(type, value)}))`, ...lengthFacts(`strlen(${value}::varchar)`)];
    case 'text':
      return ['null', ...lengthFacts(`strlen(${textOf(type, value)})`)];
    case 'blob':
      return ['null', ...lengthFacts(`2 * octet_length(${value})`)];
    default:
      return ['null', 'null', 'null'];
  }
}

function lengthFacts(length: string): readonly [string, string] {
  return [`max(${length})`, `sum(${length})::double`];
}

function asStored({ kind, type, value }: EngineColumn, isUsual: boolean, length: number) {
  const text = textOf(type, value);
  // PostgreSQL's doubles hold NaN and infinities, and are numbers, too.
  if (kind === 'double') return { type: isUsual ? 'numeric' : 'float8', text };
  if (!isUsual) return { type: 'text', text };
  switch (kind) {
    case 'nested':
      return { type: 'json', text };
    case 'plainTime':
      return { type: 'text', text: `substr(${value}::varchar, ${String(TIME_OF_DAY)})` };
    case 'timestamp':
    case 'instant':
    case 'plainInstant':
      return timeAsStored(kind, value, length);
    case 'blob':
      return { type: 'text', text };
    default:
      return { type: kind, text };
  }
}

/** Position of the time in a timestamp's text, from 1. */
const TIME_OF_DAY = 12;

type TimeKind = 'timestamp' | 'instant' | 'plainInstant';

/** Lengths of `2024-01-31 12:00:00`, also with six or nine digits after a point. */
const SECONDS = 19;
const MICROSECONDS = 26;
const NANOSECONDS = 29;

/** Types whose texts sort without a look at the values (FieldKey). */
function keyOfType(type: DuckDBType, stored: FieldType): Pick<StoredField, 'key'> {
  if (type instanceof DuckDBDecimalType) return type.width <= DECIMAL_DIGITS ? { key: type.scale } : {};
  if (SHORT_INTEGERS.includes(DuckDBTypeId[type.typeId])) return { key: 0 };
  return stored === 'date' ? { key: 'none' } : {};
}

const SHORT_INTEGERS = ['TINYINT', 'UTINYINT', 'SMALLINT', 'USMALLINT', 'INTEGER', 'UINTEGER'];

/** Gives a field's values equally many digits, so that they sort. Nanoseconds, unknown to PostgreSQL, make it text. */
function timeAsStored(kind: TimeKind, value: string, length: number): { type: FieldType; text: string } {
  const full = length <= SECONDS ? SECONDS : length <= MICROSECONDS ? MICROSECONDS : NANOSECONDS;
  const local = `replace(${localTime(kind, value)}::varchar, ' ', 'T')`;
  const padded =
    full === SECONDS
      ? local
      : `rpad(${local} || if(strlen(${local}) = ${String(SECONDS)}, '.', ''), ${String(full)}, '0')`;
  const text = kind === 'timestamp' ? padded : `${padded} || '+00:00'`;
  const type = kind === 'timestamp' ? 'timestamp' : 'timestamptz';
  return { type: full === NANOSECONDS ? 'text' : type, text };
}

function localTime(kind: TimeKind, value: string): string {
  return kind === 'instant' ? `timezone('UTC', ${value})` : value;
}

/** Deeper nesting could overflow the stack (docs/security.md 17). */
const MAX_DEPTH = 64;

/** Whether clients can read the text: standard JSON, nested at most MAX_DEPTH levels deep. */
function isStrictJson(text: string): boolean {
  try {
    return isShallow(JSON.parse(text), MAX_DEPTH);
  } catch {
    return false;
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}
