/**
 * JSON whose numbers keep their digits (`9007199254740993`, `1.50`, `1e400`, `-0`).
 *
 * One scan puts the number tokens that a double would change into marked strings, `JSON.parse` does the work, and only
 * when something was marked a walk puts ExactNumbers in their place: about twice the time of plain parsing.
 * The text in between is not judged here; `JSON.parse` refuses what is not JSON.
 *
 * Keys that look like array indices (`{"10":…,"2":…}`) come in ascending order, as in every JavaScript object. That
 * touches only JSON inside a cell, whose order has no meaning (and `jsonb` does not keep it either): records follow the
 * answer's `fields`.
 */
import {
  type CellValue,
  ExactNumber,
  type ExactObject,
  type ExactValue,
  isList,
  isObject,
  type RecordRow,
  SpelledValue,
  writtenValue,
} from './cells.ts';
import { JsonScan, type ScanOptions, unmark } from './jsonScan.ts';

/**
 * Throws SyntaxError for what is not JSON and JsonDepthError beyond 64 levels, or as many as are said. The literals NaN, Infinity and -Infinity
 * become the strings that CKAN writes for them.
 */
export function parseExact(text: string, maxDepth?: number): ExactValue {
  return parsed(scanned(text, { deeper: 'refuse', ...(maxDepth !== undefined && { maxDepth }) }));
}

export interface AnswerJson {
  readonly value: ExactValue;
  /** An object has a key twice, of which `JSON.parse` keeps the last one. */
  readonly repeatsKeys: boolean;
}

/** The same of an answer, where one deep value must not cost all others: what lies below 64 levels is its own JSON text. */
export function parseAnswer(text: string): AnswerJson {
  const scan = scanned(text, { deeper: 'asText' });
  const value = parsed(scan);
  return { value, repeatsKeys: keysMissing(value, scan.keys) > 0 };
}

/** An answer of which nobody shows a number: a double each, in a third of the time, and a key that comes twice is not noticed. */
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

/** How many of so many keys the objects in a value don't have. From the outside in: records that are lists have no keys, and need no look. */
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

/** JSON.stringify says how; of surrogates it escapes those alone that have no other. */
// eslint-disable-next-line no-control-regex -- JSON has no control characters in its texts
const NEEDS_ESCAPES = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Its JSON is itself between quotes. Most texts are such, and need no copy. */
export function isBareText(value: unknown): value is string {
  return typeof value === 'string' && !NEEDS_ESCAPES.test(value);
}

/** Like `JSON.stringify(value, null, indent)`, every number with its own digits; spelled values as the file has them. */
export function stringifyExact(
  value: CellValue | RecordRow | readonly RecordRow[],
  indent = '',
  newline = '\n',
): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (isBareText(value)) return `"${value}"`;
  if (value instanceof ExactNumber) return value.text;
  if (value instanceof SpelledValue) return JSON.stringify(value.written);
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
