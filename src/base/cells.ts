/**
 * Values of records in the host and on their way to a webview. A record is an array in field order, never an object
 * keyed by field names: names come from servers and may be `__proto__` (docs/security.md 18).
 */

/** A number whose text a double would change (`9007199254740993`, `1.50`, `1e400`): the text is the value. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON value with exact numbers. A plain `number` stands only where `String(n)` is the text that was sent. */
export type ExactValue =
  null | boolean | number | string | ExactNumber | readonly ExactValue[] | { readonly [key: string]: ExactValue };

/** A JSON object. Read it with `member`, which never returns anything from a prototype. */
export type ExactObject = Readonly<Record<string, ExactValue>>;

/** Whether a value is a JSON object, rather than a list, an ExactNumber or a SourceTextValue. */
export function isObject(value: ExactValue | undefined): value is ExactObject {
  return typeof value === 'object' && value !== null && !isList(value) && !isWrapped(value);
}

function isWrapped(value: object): boolean {
  return value instanceof ExactNumber || value instanceof SourceTextValue;
}

export function isList(value: ExactValue | undefined): value is readonly ExactValue[] {
  return Array.isArray(value);
}

/** An own member. Undefined if it is missing, or if `value` isn't an object. */
export function member(value: ExactValue | undefined, key: string): ExactValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A value with a spelling of its own in a file: `17.308,38` for 17308.38. `value` is null if the type doesn't fit. */
export class SourceTextValue {
  readonly written: string;
  readonly value: ExactValue;
  constructor(written: string, value: ExactValue) {
    this.written = written;
    this.value = value;
  }
}

export type CellValue = ExactValue | SourceTextValue;

/** The typed value, for calculating and filtering. */
export function typedValue(cell: CellValue): ExactValue {
  return cell instanceof SourceTextValue ? cell.value : cell;
}

/** The value as written in the file, for display and copying. */
export function writtenValue(cell: CellValue): ExactValue {
  return cell instanceof SourceTextValue ? cell.written : cell;
}

/** One record: a value for each field, in field order. */
export type RecordRow = readonly CellValue[];

/**
 * A cell on its way to a webview. Objects are always wrappers, so a value can't pretend to be one. `n` is an exact
 * number's text, `j` the JSON text of an array or object, and `s` a text that is shown as the file spells it. `t` is
 * the beginning of a text of `length` UTF-16 units; the whole text is sent on demand. A JSON text that is cut becomes a
 * `t`.
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

/** Number of UTF-16 units of a text that are sent at first. The rest is requested when a person opens the value. */
export const DISPLAY_LIMIT = 500;

/** The first UTF-16 units of a text. One less than `length` if the cut would split a surrogate pair. */
export function beginning(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}
