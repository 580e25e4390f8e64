/**
 * JSON whose numbers keep their digits (`9007199254740993`, `1.50`, `1e400`, `-0`).
 *
 * One scan puts the number tokens that a double would change into marked strings, and `JSON.parse` does the work. Only
 * if something was marked, a second walk replaces the marked strings by ExactNumbers. This takes about twice the time
 * of plain parsing. The scan doesn't judge the text in between: `JSON.parse` refuses what isn't JSON.
 *
 * Keys that look like array indices (`{"10":…,"2":…}`) come in ascending order, as in every JavaScript object. This
 * affects only JSON inside a cell, whose order has no meaning (`jsonb` doesn't keep it either), because records follow
 * the answer's `fields`.
 */
import { defined } from './defined.ts';
import {
  beginning,
  type CellValue,
  DISPLAY_LIMIT,
  ExactNumber,
  type ExactObject,
  type ExactValue,
  isList,
  isObject,
  type RecordRow,
  SourceTextValue,
  type WireCell,
  writtenValue,
} from './cells.ts';
import { JsonScan, type ScanOptions, unmark } from './jsonScan.ts';

/**
 * Parses JSON. Throws SyntaxError for a text that isn't JSON, and JsonDepthError below `maxDepth` levels (64 if
 * absent). The literals NaN, Infinity and -Infinity become the strings that CKAN writes for them.
 */
export function parseExact(text: string, maxDepth?: number): ExactValue {
  return parsed(scanned(text, defined({ deeper: 'refuse', maxDepth })));
}

/** Like `parseExact`, but undefined for a text that it refuses. */
export function readExact(text: string): ExactValue | undefined {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

export interface AnswerJson {
  readonly value: ExactValue;
  /** Whether an object has a key twice. `JSON.parse` keeps the last of them. */
  readonly repeatsKeys: boolean;
}

/** Parses an answer. A value below 64 levels becomes its JSON text, so that it costs no others. Throws SyntaxError. */
export function parseAnswer(text: string): AnswerJson {
  const scan = scanned(text, { deeper: 'asText' });
  const value = parsed(scan);
  return { value, repeatsKeys: keysMissing(value, scan.keys) > 0 };
}

/** Parses an answer whose numbers aren't shown, in a third of the time: as doubles, ignoring repeated keys. */
export function parseRounded(text: string): AnswerJson {
  try {
    return { value: JSON.parse(text) as ExactValue, repeatsKeys: false };
  } catch {
    return parseAnswer(text);
  }
}

function scanned(text: string, options: ScanOptions): JsonScan {
  const scan = new JsonScan(text, options);
  scan.next();
  return scan;
}

function parsed(scan: JsonScan): ExactValue {
  const value = JSON.parse(scan.read) as ExactValue;
  return scan.isMarked ? unmark(value) : value;
}

/** How many of `count` keys the objects in a value lack. The walk skips records, which are lists without keys. */
export function keysMissing(value: ExactValue, count: number): number {
  const containers: (ExactObject | readonly ExactValue[])[] = [];
  const add = (inner: ExactValue | undefined): void => {
    if (isObject(inner) || isList(inner)) containers.push(inner);
  };
  add(value);
  let left = count;
  for (const container of containers) {
    if (left === 0) return 0;
    if (isList(container)) container.forEach(add);
    else
      for (const key in container) {
        left -= 1;
        add(container[key]);
      }
  }
  return left;
}

/** A value as plain text: exact digits, arrays and objects as JSON. */
export function valueText(cell: CellValue): string {
  const value = writtenValue(cell);
  return typeof value === 'string' ? value : stringifyExact(value);
}

/** Characters that `JSON.stringify` may escape. Paired surrogates are included, although it escapes only lone ones. */
// eslint-disable-next-line no-control-regex -- JSON has no control characters in its texts
const NEEDS_ESCAPES = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Whether a text's JSON is the text between quotes. This holds for most texts and saves a copy. */
export function isBareText(value: unknown): value is string {
  return typeof value === 'string' && !NEEDS_ESCAPES.test(value);
}

/** Like `JSON.stringify(value, null, indent)`, but numbers keep their digits and source texts look as in the file. */
export function stringifyExact(
  value: CellValue | RecordRow | readonly RecordRow[],
  indent = '',
  newline = '\n',
): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (isBareText(value)) return `"${value}"`;
  if (value instanceof ExactNumber) return value.text;
  if (value instanceof SourceTextValue) return JSON.stringify(value.written);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isArray = Array.isArray(value);
  const deeper = newline + indent;
  const colon = indent === '' ? ':' : ': ';
  const parts = Object.entries(value as Record<string, ExactValue>).map(([key, inner]) => {
    const text = stringifyExact(inner, indent, deeper);
    return isArray ? text : JSON.stringify(key) + colon + text;
  });
  const open = isArray ? '[' : '{';
  const close = isArray ? ']' : '}';
  if (parts.length === 0 || indent === '') return open + parts.join(',') + close;
  return open + deeper + parts.join(`,${deeper}`) + newline + close;
}

/** A value for a webview. Texts longer than `limit` UTF-16 units are cut, but never inside a surrogate pair. */
export function toWire(value: CellValue, limit: number = DISPLAY_LIMIT): WireCell {
  if (value instanceof SourceTextValue)
    return value.written.length > limit ? beginningOf(value.written, limit) : { s: value.written };
  if (typeof value === 'string') return value.length > limit ? beginningOf(value, limit) : value;
  if (typeof value !== 'object' || value === null) return value;
  const isNumber = value instanceof ExactNumber;
  const text = isNumber ? value.text : stringifyExact(value);
  if (text.length > limit) return beginningOf(text, limit);
  return isNumber ? { n: text } : { j: text };
}

function beginningOf(text: string, limit: number): WireCell {
  return { t: beginning(text, limit), length: text.length };
}
