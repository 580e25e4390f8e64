/** `jsonb` compares what JSON means, not how it is spelled. */
import { parseExact } from '../../base/exactJson.ts';
import { JsonDepthError } from '../../base/jsonScan.ts';
import { ExactNumber, type ExactValue, isList } from '../../base/cells.ts';
import { decimalKey, elementKey } from './sortKeys.ts';
import { InvalidValue } from './invalidValue.ts';
import type { ScalarType } from './scalarType.ts';

export const jsonb: ScalarType = {
  native: 'jsonb',
  wire: 'json',
  key: (stored) => {
    try {
      return wholeKey(parseExact(stored));
    } catch {
      return undefined;
    }
  },
  parse: (text) => {
    wholeKey(parse(text));
    return text;
  },
};

/** PostgreSQL sorts an empty array before all other values (https://www.postgresql.org/docs/current/datatype-json.html). */
function wholeKey(value: ExactValue): string {
  return isList(value) && value.length === 0 ? '/' : keyOf(value);
}

function parse(text: string): ExactValue {
  try {
    // JSON.parse refuses NaN, which parseExact reads as a text.
    JSON.parse(text);
    return parseExact(text);
  } catch (error) {
    if (error instanceof JsonDepthError) throw new InvalidValue('stack depth limit exceeded');
    throw new InvalidValue('invalid input syntax for type json');
  }
}

/** PostgreSQL sorts keys by length, then by bytes. */
function sorted(value: Readonly<Record<string, ExactValue>>): readonly (readonly [string, ExactValue])[] {
  return Object.entries(value)
    .map(([key, member]) => ({ bytes: Buffer.from(key, 'utf8'), key, member }))
    .sort((one, other) => one.bytes.length - other.bytes.length || one.bytes.compare(other.bytes))
    .map(({ key, member }): readonly [string, ExactValue] => [key, member]);
}

/** PostgreSQL's order is null, texts, numbers, false, true, lists by length, objects by size. */
function keyOf(value: ExactValue): string {
  if (value === null) return '0';
  if (typeof value === 'string') return `1${elementKey(storable(value))}`;
  if (typeof value === 'boolean') return value ? '4' : '3';
  if (typeof value === 'number' || value instanceof ExactNumber) {
    const text = typeof value === 'number' ? String(value) : value.text;
    return `2${elementKey(decimalKey(text) ?? '')}`;
  }
  if (isList(value)) return `5${sizeKey(value.length)}${value.map(keyOf).join('')}`;
  const members = sorted(value);
  const pairs = members.map(([key, member]) => elementKey(storable(key)) + keyOf(member));
  return `6${sizeKey(members.length)}${pairs.join('')}`;
}

function sizeKey(size: number): string {
  return String(size).padStart(9, '0');
}

function storable(text: string): string {
  if (text.includes('\0') || !text.isWellFormed()) throw new InvalidValue('unsupported Unicode escape sequence');
  return text;
}
