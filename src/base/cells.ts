/**
 * Values of records, as the host holds them and as they cross to a webview.
 *
 * A record is an array in field order, never an object keyed by field names: names come from
 * servers and may be `__proto__` (docs/security.md 18).
 */

/** A number whose text a double would change (`9007199254740993`, `1.50`, `1e400`): the text is the value. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON value in which every number is exact. Plain `number` only where `String(n)` is the text that was sent. */
export type ExactValue =
  | null
  | boolean
  | number
  | string
  | ExactNumber
  | readonly ExactValue[]
  | { readonly [key: string]: ExactValue };

/** Looked into by `member`, which never meets a prototype. */
export type ExactObject = Readonly<Record<string, ExactValue>>;

export function isObject(value: ExactValue | undefined): value is ExactObject {
  return typeof value === 'object' && value !== null && !isList(value) && !isWrapped(value);
}

function isWrapped(value: object): boolean {
  return value instanceof ExactNumber || value instanceof SpelledValue;
}

export function isList(value: ExactValue | undefined): value is readonly ExactValue[] {
  return Array.isArray(value);
}

/** An own member; undefined when it is missing, or when `value` is no object. */
export function member(value: ExactValue | undefined, key: string): ExactValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A value that a local file has in a spelling of its own: `17.308,38` and 17308.38. Where it fits nothing, the value is NULL. */
export class SpelledValue {
  readonly written: string;
  readonly value: ExactValue;
  constructor(written: string, value: ExactValue) {
    this.written = written;
    this.value = value;
  }
}

export type CellValue = ExactValue | SpelledValue;

/** To calculate and to filter with. */
export function typedValue(cell: CellValue): ExactValue {
  return cell instanceof SpelledValue ? cell.value : cell;
}

/** To show and to copy: as it stands in the file. */
export function writtenValue(cell: CellValue): ExactValue {
  return cell instanceof SpelledValue ? cell.written : cell;
}

/** One record: a value for each field, in field order. */
export type RecordRow = readonly CellValue[];

/**
 * A cell on its way to a webview. Objects are always wrappers, so a value can't pretend to be one:
 * `n` an exact number's text; `j` the JSON text of an array or object; `t` the beginning of a text of
 * `length` UTF-16 units (whole on demand); `s` the text that a file has for a value, shown as it is. A JSON text that is cut is
 * a `t`.
 */
export type WireCell =
  | null
  | boolean
  | number
  | string
  | { readonly n: string }
  | { readonly j: string }
  | { readonly s: string }
  | { readonly t: string; readonly length: number };

/** How many UTF-16 units of a text travel with a window of records; the rest is asked for when a person looks. */
export const DISPLAY_LIMIT = 500;

/** The first UTF-16 units of a text: one less than `length` where a character would be cut in two. */
export function beginning(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}
