/** One walk over JSON text that marks inexact numbers, counts keys, and stops where a long text can be cut. */
import { type ExactValue, ExactNumber, isList } from './cells.ts';

/** Deeper answers are an attack on the stack (docs/security.md 17). */
const MAX_DEPTH = 64;

/** A private use character that begins every string the scan wrote. The next one says what the string stands for. */
const MARK = '\ue000';
const MARK_CODE = 0xe000;
const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COMMA = 0x2c;
const NUMBER = 'n';
const TEXT = 't';

/** To keep records whole, a cut below SHALLOW levels needs LENGTHS_WITHOUT_CUT lengths without one above. */
const SHALLOW = 3;
const LENGTHS_WITHOUT_CUT = 8;

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Literals that some servers write although JSON has none (docs/network.md 47); CKAN itself sends them as strings. */
const notFinite = /-?(?:NaN|Infinity)/y;
const escapedMark = /\\ue000/iy;
const spaceThenColon = /[ \t\r\n]*:/y;
const spaceThenComma = /[ \t\r\n]*,/y;
const spaceThenEnd = /[ \t\r\n]*$/y;

export class JsonDepthError extends SyntaxError {
  override readonly name = 'JsonDepthError';
}

export interface ScanOptions {
  readonly maxDepth?: number;
  /** Values below the greatest depth are refused with a JsonDepthError, or become their own JSON text. */
  readonly deeper: 'refuse' | 'asText';
  /** `rounded` marks only literals that aren't JSON. */
  readonly numbers?: 'exact' | 'rounded';
  /** Number of UTF-16 units after which the scan stops at a comma. The scan never stops there if this is absent. */
  readonly length?: number;
  readonly isBeginning?: boolean;
}

/**
 * A stop at a `comma` between two members, at the `close` bracket of the container in which the last cut was made, or
 * at the `end`. `more` means that the scan can't go on before `extend` has added text.
 */
export type ScanStop = 'comma' | 'close' | 'end' | 'more';

/** A scan that stops at commas and brackets. Throws SyntaxError and JsonDepthError. */
export class JsonScan {
  #text: string;
  #isBeginning: boolean;
  readonly #maxDepth: number;
  readonly #deeper: 'refuse' | 'asText';
  readonly #isExact: boolean;
  readonly #length: number;
  #at = 0;
  #start = 0;
  #json = '';
  #copied = 0;
  #keys = 0;
  #marked = false;
  #depth = 0;
  /** The nesting level of the last cut. */
  #floor: number;
  /** Positions in the text of `read`, by level: its opening bracket, and the start of the member that is being read. */
  readonly #opened: number[] = [];
  readonly #members: number[] = [];

  constructor(
    text: string,
    { maxDepth = MAX_DEPTH, deeper, numbers = 'exact', length, isBeginning = false }: ScanOptions,
  ) {
    this.#text = text;
    this.#isBeginning = isBeginning;
    this.#maxDepth = maxDepth;
    this.#deeper = deeper;
    this.#isExact = numbers === 'exact';
    this.#length = length ?? Infinity;
    this.#floor = length === undefined ? -Infinity : 0;
  }

  get depth(): number {
    return this.#depth;
  }

  /** The text read since the last `pass`, with its numbers marked. */
  get read(): string {
    const rest = this.#text.slice(this.#copied, this.#at);
    return this.#json === '' ? rest : this.#json + rest;
  }

  get isMarked(): boolean {
    return this.#marked;
  }

  /** Number of keys of all objects in the text of `read`. Repeated keys are counted each time. */
  get keys(): number {
    return this.#keys;
  }

  /** The position in `read` of the bracket that opened a level below the last cut. */
  openedAt(level: number): number {
    return this.#opened[level] ?? 0;
  }

  /** The position in `read` of the current member. 0 at the level of the last cut if no comma followed the cut. */
  memberAt(level: number): number {
    return this.#members[level] ?? 0;
  }

  /** Reads up to the next stop, without passing it. */
  next(): ScanStop {
    const stop = this.#walk();
    if (!this.#isBeginning) return stop;
    // The comma behind a bracket belongs to the bracket. Text read up to a comma doesn't depend on what follows.
    const isCertain = stop === 'comma' || (stop === 'close' && !isAt(spaceThenEnd, this.#text, this.#at + 1));
    return isCertain ? stop : 'more';
  }

  /** Adds text. What was read since the last `pass` is read again, because its end may have been cut in two. */
  extend(text: string, isBeginning: boolean): void {
    this.#text = this.#text.slice(this.#start) + text;
    this.#isBeginning = isBeginning;
    this.#depth = this.#floor;
    this.#begin(0);
  }

  #walk(): ScanStop {
    const text = this.#text;
    const isCut = this.#length !== Infinity;
    let depth = this.#depth;
    let keys = this.#keys;
    let at = this.#at;
    let stop: ScanStop = 'end';
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        const end = endOfString(text, at);
        // A string of the answer that begins with the mark gets another mark in front, so that `unmark` restores it.
        if (beginsMarked(text, at + 1) && !isAt(spaceThenColon, text, end)) {
          this.#insert(at + 1, MARK + TEXT);
        }
        at = end;
      } else if (code === 0x2d || (code >= 0x30 && code <= 0x39) || code === 0x4e || code === 0x49) {
        at = endOfShortNumber(text, at) ?? this.#mark(at);
      } else if (code === COMMA) {
        if (isCut) {
          const place = this.#place(at);
          if (place >= this.#length && (depth <= SHALLOW || place >= this.#length * LENGTHS_WITHOUT_CUT)) {
            stop = 'comma';
            break;
          }
          this.#members[depth] = place + 1;
        }
        at += 1;
      } else if (code === 0x7b || code === 0x5b) {
        if (depth === this.#maxDepth) {
          at = this.#passDeep(at) ?? text.length;
          continue;
        }
        depth += 1;
        if (isCut) {
          const place = this.#place(at);
          this.#opened[depth] = place;
          this.#members[depth] = place + 1;
        }
        at += 1;
      } else if (code === 0x7d || code === 0x5d) {
        if (depth === this.#floor) {
          stop = 'close';
          break;
        }
        depth -= 1;
        at += 1;
      } else {
        if (code === 0x3a) keys += 1;
        at += 1;
      }
    }
    this.#depth = depth;
    this.#keys = keys;
    this.#at = at;
    return stop;
  }

  get ahead(): string {
    return this.#text.charAt(this.#at);
  }

  /** Cuts at the stop: passes the comma, or the bracket and a comma behind it. Returns whether there was a comma. */
  pass(): boolean {
    const isClose = this.ahead !== ',';
    this.#at += 1;
    const comma = isClose ? endOf(spaceThenComma, this.#text, this.#at) : undefined;
    this.#at = comma ?? this.#at;
    if (isClose) this.#depth -= 1;
    this.#floor = this.#depth;
    this.#begin(this.#at);
    return !isClose || comma !== undefined;
  }

  #begin(at: number): void {
    this.#at = at;
    this.#start = at;
    this.#copied = at;
    this.#members[this.#depth] = 0;
    this.#json = '';
    this.#keys = 0;
    this.#marked = false;
  }

  #place(at: number): number {
    return this.#json.length + at - this.#copied;
  }

  #insert(position: number, addition: string): void {
    this.#json += this.#text.slice(this.#copied, position) + addition;
    this.#copied = position;
    this.#marked = true;
  }

  /** Marks a number that a double would change, or a literal that isn't JSON. Returns the end of the token. */
  #mark(at: number): number {
    const text = this.#text;
    const numberEnd = endOf(numberToken, text, at);
    const literalEnd = numberEnd === undefined ? endOf(notFinite, text, at) : undefined;
    const end = numberEnd ?? literalEnd ?? at + 1;
    const token = text.slice(at, end);
    const isInexact = numberEnd !== undefined && this.#isExact && String(Number(token)) !== token;
    if (isInexact || literalEnd !== undefined) {
      // A number in quotes mustn't become a key, because `{1.50:0}` isn't JSON.
      if (isAt(spaceThenColon, text, end)) throw new SyntaxError(`Unexpected number at position ${String(end)}`);
      this.#insert(at, isInexact ? `"${MARK}${NUMBER}` : '"');
      this.#insert(end, '"');
    }
    return end;
  }

  /** Turns a container below the greatest depth into a text. Undefined if more text is needed. */
  #passDeep(at: number): number | undefined {
    if (this.#deeper === 'refuse') throw new JsonDepthError(`more than ${String(this.#maxDepth)} levels`);
    const walk = new BracketWalk(this.#text, at);
    const isWhole = walk.goOn();
    if (!isWhole && this.#isBeginning) return undefined;
    if (!isWhole) throw new SyntaxError('Unexpected end of JSON');
    const end = walk.at;
    this.#insert(at, JSON.stringify(this.#text.slice(at, end)));
    this.#copied = end;
    return end;
  }
}

/** A walk from an opening bracket to the one that closes it, in one or more pieces of text. */
export class BracketWalk {
  #text: string;
  #at: number;
  #depth = 0;

  constructor(text: string, start = 0) {
    this.#text = text;
    this.#at = start;
  }

  get at(): number {
    return this.#at;
  }

  /** Whether the closing bracket was reached before the end of the text. */
  goOn(): boolean {
    const text = this.#text;
    while (this.#at < text.length) {
      const code = text.charCodeAt(this.#at);
      if (code === QUOTE) {
        const end = endOfString(text, this.#at);
        // The string may continue in the next piece.
        if (end === text.length) return false;
        this.#at = end;
        continue;
      }
      this.#at += 1;
      if (code === 0x7b || code === 0x5b) this.#depth += 1;
      else if (code === 0x7d || code === 0x5d) {
        this.#depth -= 1;
        if (this.#depth === 0) return true;
      }
    }
    return false;
  }

  extend(text: string): void {
    this.#text = this.#text.slice(this.#at) + text;
    this.#at = 0;
  }
}

/** The position behind the closing quote, or the end of the text if there is none. */
export function endOfString(text: string, start: number): number {
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

/**
 * The position behind a number of at most 15 digits whose last decimal isn't zero. A double prints such a number
 * unchanged. Most numbers are such, so the exact check is skipped for them.
 */
function endOfShortNumber(text: string, start: number): number | undefined {
  const first = text.charCodeAt(start) === 0x2d ? start + 1 : start;
  let at = first;
  let code = text.charCodeAt(at);
  // Zero and numbers below one are left to the exact check.
  if (code === 0x30) return undefined;
  while (code >= 0x30 && code <= 0x39) {
    at += 1;
    code = text.charCodeAt(at);
  }
  if (at === first) return undefined;
  let digits = at - first;
  if (code === 0x2e) {
    const point = at;
    let last = 0;
    for (code = text.charCodeAt((at += 1)); code >= 0x30 && code <= 0x39; code = text.charCodeAt((at += 1)))
      last = code;
    if (at === point + 1 || last === 0x30) return undefined;
    digits = at - first - 1;
  }
  return digits <= 15 && code !== 0x2e && code !== 0x65 && code !== 0x45 ? at : undefined;
}

function endOf(token: RegExp, text: string, at: number): number | undefined {
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : undefined;
}

function isAt(token: RegExp, text: string, at: number): boolean {
  return endOf(token, text, at) !== undefined;
}

/** Replaces marked strings in place, since `JSON.parse` has just made the value. An own `__proto__` stays one. */
export function unmark(value: ExactValue): ExactValue {
  if (typeof value === 'string') {
    if (!isMarked(value)) return value;
    const rest = value.slice(MARK.length + 1);
    return value[MARK.length] === NUMBER ? new ExactNumber(rest) : rest;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) {
    unmarkList(value as ExactValue[]);
    return value;
  }
  const container = value as Record<string, ExactValue>;
  for (const key of Object.keys(container)) {
    const inner = container[key];
    if (typeof inner === 'string' || typeof inner === 'object') container[key] = unmark(inner);
  }
  return value;
}

/** A loop of its own for lists, because most values are records inside lists of records. */
function unmarkList(list: ExactValue[]): void {
  for (let at = 0; at < list.length; at += 1) {
    const inner = list[at] ?? null;
    const isMore = typeof inner === 'string' ? isMarked(inner) : typeof inner === 'object' && inner !== null;
    if (isMore) list[at] = unmark(inner);
  }
}

function isMarked(text: string): boolean {
  return text.charCodeAt(0) === MARK_CODE;
}
