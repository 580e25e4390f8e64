/** `jsonb` stores JSON in one spelling, so that equal values are equal texts. */
import { parseExact } from '../../base/exactJson.ts';
import { JsonDepthError } from '../../base/jsonScan.ts';
import { ExactNumber, type ExactValue, isList } from '../../base/cells.ts';
import { decimalKey, elementKey } from './sortKeys.ts';
import { InvalidValue } from './invalidValue.ts';
import { numeric } from './numeric.ts';
import type { ScalarType } from './scalarType.ts';

export const jsonb: ScalarType = {
  native: 'jsonb',
  wire: 'json',
  order: 'key',
  key: (stored) => {
    try {
      const value = parseExact(stored);
      // PostgreSQL sorts an empty array at the top level before everything else, for historical reasons
      // (https://www.postgresql.org/docs/current/datatype-json.html).
      return isList(value) && value.length === 0 ? '/' : keyOf(value);
    } catch {
      return undefined;
    }
  },
  parse: (text) => canonical(parse(text)),
};

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

function canonical(value: ExactValue): string {
  if (value instanceof ExactNumber) return numeric.parse(value.text, []);
  if (typeof value === 'number') return numeric.parse(String(value), []);
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (isList(value)) return `[${value.map(canonical).join(', ')}]`;
  return `{${sorted(value)
    .map(([key, member]) => `${quoted(key)}: ${canonical(member)}`)
    .join(', ')}}`;
}

function quoted(text: string): string {
  if (text.includes('\0') || !text.isWellFormed()) throw new InvalidValue('unsupported Unicode escape sequence');
  return JSON.stringify(text);
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
  if (typeof value === 'string') return `1${elementKey(value)}`;
  if (typeof value === 'boolean') return value ? '4' : '3';
  if (typeof value === 'number' || value instanceof ExactNumber) {
    const text = typeof value === 'number' ? String(value) : value.text;
    return `2${elementKey(decimalKey(text) ?? '')}`;
  }
  if (isList(value)) return `5${sizeKey(value.length)}${value.map(keyOf).join('')}`;
  const members = sorted(value);
  const pairs = members.map(([key, member]) => elementKey(key) + keyOf(member));
  return `6${sizeKey(members.length)}${pairs.join('')}`;
}

function sizeKey(size: number): string {
  return String(size).padStart(9, '0');
}
