/** A stored field as a typed column of DuckDB, and how to find out whether that type can hold all its values. */
import { orderColumn, valueColumn } from '../layout.ts';
import type { StoredField } from '../../../store/description.ts';

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
const TEXT_ELEMENTS = new Set([
  'numeric',
  'float4',
  'float8',
  'timestamp',
  'timestamptz',
  'interval',
  'json',
  'jsonb',
]);

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

/** Sort keys of dates: what is before Christ or behind 9999 is a number of days behind a mark (store/types/dates.ts). */
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
