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

/** Deeper answers are an attack on the stack (docs/security.md 17). */
const MAX_DEPTH = 64;

/** Private use: begins a string that the scan wrote; the next character says what it stands for. */
const MARK = '\ue000';
const MARK_CODE = 0xe000;
const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const NUMBER = 'n';
const TEXT = 't';

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Literals that some servers write although JSON has none (docs/network.md 47); CKAN itself sends them as strings. */
const notFinite = /-?(?:NaN|Infinity)/y;
const escapedMark = /\\ue000/iy;
const spaceThenColon = /[ \t\r\n]*:/y;

export class JsonDepthError extends SyntaxError {
  override readonly name = 'JsonDepthError';
}

/**
 * Throws SyntaxError for what is not JSON and JsonDepthError beyond 64 levels, or as many as are said. The literals NaN, Infinity and -Infinity
 * become the strings that CKAN writes for them.
 */
export function parseExact(text: string, maxDepth = MAX_DEPTH): ExactValue {
  return parseMarked(markNumbers(text, maxDepth, 'refuse'));
}

export interface AnswerJson {
  readonly value: ExactValue;
  /** An object has a key twice, of which `JSON.parse` keeps the last one. */
  readonly repeatsKeys: boolean;
}

/** The same of an answer, where one deep value must not cost all others: what lies below 64 levels is its own JSON text. */
export function parseAnswer(text: string): AnswerJson {
  const marked = markNumbers(text, MAX_DEPTH, 'asText');
  const value = parseMarked(marked);
  return { value, repeatsKeys: hasFewerKeys(value, marked.keys) };
}

/** An answer of which nobody shows a number: a double each, in a third of the time, and a key that comes twice is not noticed. */
export function parseRounded(text: string): AnswerJson {
  try {
    return { value: JSON.parse(text) as ExactValue, repeatsKeys: false };
  } catch {
    return parseAnswer(text);
  }
}

interface MarkedJson {
  readonly json: string;
  readonly marked: boolean;
  /** How many keys its objects have, those that come twice too. */
  readonly keys: number;
}

function parseMarked({ json, marked }: MarkedJson): ExactValue {
  const value = JSON.parse(json) as ExactValue;
  return marked ? unmark(value) : value;
}

function markNumbers(text: string, maxDepth: number, deeper: 'refuse' | 'asText'): MarkedJson {
  let json = '';
  let copied = 0;
  let depth = 0;
  let keys = 0;
  const insert = (position: number, addition: string): void => {
    json += text.slice(copied, position) + addition;
    copied = position;
  };
  /** A quoted token must not become a key: `{1.50:0}` is no JSON. */
  const refuseKey = (end: number): void => {
    if (isAt(spaceThenColon, text, end))
      throw new SyntaxError(`Unexpected number at position ${String(end)}`);
  };
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      // A real string that begins with the mark gets one in front of it, so that it survives.
      if (beginsMarked(text, at + 1) && !isAt(spaceThenColon, text, end)) {
        insert(at + 1, MARK + TEXT);
      }
      at = end;
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39) || code === 0x4e || code === 0x49) {
      const plainEnd = endOfShortInteger(text, at);
      const numberEnd = plainEnd ?? endOf(numberToken, text, at);
      const literalEnd = numberEnd === undefined ? endOf(notFinite, text, at) : undefined;
      const end = numberEnd ?? literalEnd ?? at + 1;
      if (plainEnd === undefined) {
        const token = text.slice(at, end);
        const isInexact = numberEnd !== undefined && String(Number(token)) !== token;
        if (isInexact || literalEnd !== undefined) {
          refuseKey(end);
          insert(at, isInexact ? `"${MARK}${NUMBER}` : '"');
          insert(end, '"');
        }
      }
      at = end;
    } else if (depth === maxDepth && (code === 0x7b || code === 0x5b)) {
      if (deeper === 'refuse') throw new JsonDepthError(`more than ${String(maxDepth)} levels`);
      const end = endOfContainer(text, at);
      if (end === undefined) throw new SyntaxError('Unexpected end of JSON');
      insert(at, JSON.stringify(text.slice(at, end)));
      copied = end;
      at = end;
    } else {
      if (code === 0x7b || code === 0x5b) depth += 1;
      else if (code === 0x7d || code === 0x5d) depth -= 1;
      else if (code === 0x3a) keys += 1;
      at += 1;
    }
  }
  if (copied === 0) return { json: text, marked: false, keys };
  return { json: json + text.slice(copied), marked: true, keys };
}

/** From the outside in: records that are lists have no keys, and need no look. */
function hasFewerKeys(value: ExactValue, count: number): boolean {
  const containers: (ExactObject | readonly ExactValue[])[] = [];
  const add = (inner: ExactValue | undefined): void => {
    if (isObject(inner) || isList(inner)) containers.push(inner);
  };
  add(value);
  let left = count;
  for (const container of containers) {
    if (isList(container)) container.forEach(add);
    else
      for (const key in container) {
        left -= 1;
        add(container[key]);
      }
    if (left === 0) return false;
  }
  return left > 0;
}

/** Whether a text is an object or an array that has no end. */
export function breaksOff(text: string): boolean {
  return /^[{[]/.test(text) && endOfContainer(text, 0) === undefined;
}

/** Behind the bracket that closes the one at `start`. */
function endOfContainer(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    at = code === QUOTE ? endOfString(text, at) : at + 1;
    if (depth === 0) return at;
  }
  return undefined;
}

/** Behind the closing quote; the end of the text when there is none. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function beginsMarked(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === MARK_CODE || (code === BACKSLASH && isAt(escapedMark, text, at));
}

/** Behind a whole number of at most 15 digits: the many that need no second look. */
function endOfShortInteger(text: string, start: number): number | undefined {
  const first = text.charCodeAt(start) === 0x2d ? start + 1 : start;
  let at = first;
  let code = text.charCodeAt(at);
  if (code === 0x30) return undefined;
  while (code >= 0x30 && code <= 0x39) {
    at += 1;
    code = text.charCodeAt(at);
  }
  const isWhole = at > first && at - first <= 15;
  return isWhole && code !== 0x2e && code !== 0x65 && code !== 0x45 ? at : undefined;
}

function endOf(token: RegExp, text: string, at: number): number | undefined {
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : undefined;
}

function isAt(token: RegExp, text: string, at: number): boolean {
  return endOf(token, text, at) !== undefined;
}

/** In place: the value was made by `JSON.parse` a moment ago. An own `__proto__` stays an own property. */
function unmark(value: ExactValue): ExactValue {
  if (typeof value === 'string') {
    if (!value.startsWith(MARK)) return value;
    const rest = value.slice(MARK.length + 1);
    return value[MARK.length] === NUMBER ? new ExactNumber(rest) : rest;
  }
  if (typeof value !== 'object' || value === null) return value;
  const container = value as Record<string, ExactValue>;
  for (const key of Object.keys(container)) {
    const inner = container[key];
    if (typeof inner === 'string' || typeof inner === 'object') container[key] = unmark(inner);
  }
  return value;
}

/** A value as plain text: exact digits, arrays and objects as JSON. */
export function valueText(cell: CellValue): string {
  const value = writtenValue(cell);
  return typeof value === 'string' ? value : stringifyExact(value);
}

/** Like `JSON.stringify(value, null, indent)`, every number with its own digits; spelled values as the file has them. */
export function stringifyExact(
  value: CellValue | RecordRow | readonly RecordRow[],
  indent = '',
  newline = '\n',
): string {
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
