/** Types of JSON values in CKAN's SQL: a text is read by the field's type, other values have a type already. */
import { ExactNumber, type ExactValue, isList } from '../../base/cells.ts';
import { InvalidValue } from './invalidValue.ts';

export type TypedValue =
  | { readonly kind: 'text'; readonly text: string }
  /** The number has all the digits that were sent. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'list'; readonly items: readonly ExactValue[] };

const INTEGER = /^-?\d+$/;

/** Throws InvalidValue for an object, and for a text that PostgreSQL can't hold. */
export function readTypedValue(value: Exclude<ExactValue, null>): TypedValue {
  if (typeof value === 'string') return { kind: 'text', text: storable(value) };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (isList(value)) return { kind: 'list', items: value };
  if (typeof value === 'number') return { kind: 'number', text: String(value) };
  if (value instanceof ExactNumber) return { kind: 'number', text: value.text };
  throw new InvalidValue("can't adapt type 'dict'");
}

export function numberType(text: string): 'integer' | 'bigint' | 'numeric' {
  if (text.length > 20 || !INTEGER.test(text)) return 'numeric';
  const number = BigInt(text);
  if (BigInt.asIntN(32, number) === number) return 'integer';
  return BigInt.asIntN(64, number) === number ? 'bigint' : 'numeric';
}

function storable(text: string): string {
  if (text.includes('\0')) throw new InvalidValue('A string literal cannot contain NUL (0x00) characters.');
  // Half a surrogate pair can't be encoded in UTF-8, and replacing it would change the text.
  if (!text.isWellFormed()) throw new InvalidValue('invalid byte sequence for encoding "UTF8"');
  return text;
}
