/**
 * Long JSON, read in slices between which others get their turn: the same values, the same refusals as in one piece.
 *
 * The scan (jsonScan.ts) stops at a comma now and then. The containers that are open there are made by hand, all that
 * stands whole between two stops by `JSON.parse`; so every character is judged by `JSON.parse`, or here.
 */
import { type ExactObject, type ExactValue, isList } from './cells.ts';
import { type AnswerJson, keysMissing, parseAnswer, parseRounded } from './exactJson.ts';
import { BracketWalk, JsonScan, unmark } from './jsonScan.ts';
import { TimeSlice } from './timeSlice.ts';

/** UTF-16 units that are parsed at a time: some 5 ms. */
const LENGTH = 128 * 1024;
/** What is read in one piece: 10 to 20 ms. */
const WHOLE = { exact: 2 * LENGTH, rounded: 8 * LENGTH };
/** As many of them are scanned at a time: what is left of the last one is scanned again. */
const LENGTHS = 8;

export interface SlicedOptions {
  /** See parseRounded. */
  readonly numbers?: 'exact' | 'rounded';
  /** Of a slice, in UTF-16 units. */
  readonly length?: number;
  /**
   * How many members an object or a list may have that is reached by these names; '' stands for a place in a list. Asked
   * about those alone that are so long that they are cut.
   */
  readonly most?: (names: readonly string[]) => number;
}

/** An object or a list has more members than it may. */
export class JsonWidthError extends RangeError {
  override readonly name = 'JsonWidthError';
}

/**
 * Like `parseAnswer` or `parseRounded` of the text that the pieces make; throws SyntaxError, JsonWidthError, or the reason of
 * an abort.
 */
export async function parseInSlices(
  pieces: readonly string[],
  { numbers = 'exact', length = LENGTH, most = () => Infinity }: SlicedOptions,
  signal: AbortSignal,
): Promise<AnswerJson> {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (size <= WHOLE[numbers] && length === LENGTH) {
    const text = pieces.join('');
    return numbers === 'exact' ? parseAnswer(text) : parseRounded(text);
  }
  const slice = new TimeSlice(signal);
  const source = new TextSource(pieces, length * LENGTHS);
  const text = source.next();
  const scan = new JsonScan(text, { deeper: 'asText', numbers, length, isBeginning: source.hasMore });
  const parts = new JsonParts(scan, source, most);
  while (parts.goOn()) if (slice.isOver) await slice.next();
  return { value: parts.value, repeatsKeys: numbers === 'exact' && parts.repeatsKeys };
}

/** Whether a text is an object or an array that has no end. Throws the reason of an abort. */
export async function breaksOff(pieces: readonly string[], signal: AbortSignal): Promise<boolean> {
  const slice = new TimeSlice(signal);
  const source = new TextSource(pieces, LENGTH);
  const text = source.next();
  if (!/^[{[]/.test(text)) return false;
  const walk = new BracketWalk(text);
  while (!walk.goOn()) {
    if (!source.hasMore) return true;
    if (slice.isOver) await slice.next();
    walk.extend(source.next());
  }
  return false;
}

/** Gives out pieces of a text: joined, because looking into a text that is made of others costs a copy of them all. */
class TextSource {
  readonly #pieces: readonly string[];
  readonly #length: number;
  #at = 0;

  /** `length`: how much to give at a time, at least. */
  constructor(pieces: readonly string[], length: number) {
    this.#pieces = pieces;
    this.#length = length;
  }

  get hasMore(): boolean {
    return this.#at < this.#pieces.length;
  }

  /** `more` than usual: where so much was not enough. */
  next(more = 0): string {
    const parts: string[] = [];
    for (let size = 0; this.hasMore && size < this.#length + more; this.#at += 1) {
      const piece = this.#pieces[this.#at] ?? '';
      parts.push(piece);
      size += piece.length;
    }
    return parts.join('');
  }
}

type Container = ExactValue[] | Record<string, ExactValue>;

/** The containers that are open, outermost first: the first is a list of what stands outside of all. */
class JsonParts {
  readonly #scan: JsonScan;
  readonly #source: TextSource;
  readonly #most: (names: readonly string[]) => number;
  readonly #outside: ExactValue[] = [];
  readonly #open: Container[] = [this.#outside];
  /** Of the open ones but the two outermost, which have none. */
  readonly #names: string[] = [];
  /** What the innermost one can go on with: anything, a member because there was a comma, or only its end. */
  #next: 'any' | 'member' | 'end' = 'any';
  /** Counted since the last stop, and not found yet in what was parsed. */
  #keys = 0;
  repeatsKeys = false;

  constructor(scan: JsonScan, source: TextSource, most: (names: readonly string[]) => number) {
    this.#scan = scan;
    this.#source = source;
    this.#most = most;
  }

  get value(): ExactValue {
    return this.#outside[0] ?? null;
  }

  /** To the next stop; false at the end. */
  goOn(): boolean {
    const scan = this.#scan;
    const stop = scan.next();
    const text = scan.read;
    if (stop === 'more') {
      const more = this.#source.next(text.length);
      scan.extend(more, this.#source.hasMore);
      return true;
    }
    this.#keys = scan.keys;
    const from = stop === 'comma' ? this.#openContainers(text) : 0;
    this.#addMembers(text.slice(from), stop === 'comma');
    if (this.#keys > 0) this.repeatsKeys = true;
    if (stop === 'close') this.#close(scan.ahead);
    else refuseUnless(stop === 'end' ? this.#outside.length === 1 && !this.#isInside : this.#isInside);
    if (stop === 'end') return false;
    this.#next = scan.pass() ? 'member' : 'end';
    return true;
  }

  get #isInside(): boolean {
    return this.#open.length > 1;
  }

  get #innermost(): Container {
    return this.#open.at(-1) ?? this.#outside;
  }

  /** Those that are open at a comma. Returns where the innermost one's members begin in the text. */
  #openContainers(text: string): number {
    let from = 0;
    for (let level = this.#open.length - 1; level < this.#scan.depth; level += 1) {
      const member = Math.max(from, this.#scan.memberAt(level));
      if (member > from) this.#addMembers(text.slice(from, member - 1), true);
      const bracket = this.#scan.openedAt(level + 1);
      this.#openOne(text.slice(member, bracket), text[bracket] === '[' ? [] : {});
      from = bracket + 1;
    }
    return from;
  }

  /** `head`: what stands in front of its bracket. */
  #openOne(head: string, container: Container): void {
    refuseUnless(this.#next !== 'end');
    const outer = this.#innermost;
    let name = '';
    if (Array.isArray(outer)) {
      refuseUnless(isBlank(head));
      outer.push(container);
    } else {
      // A number, or another value in front of the bracket, makes it no JSON.
      for (const key of Object.keys(JSON.parse(`{${head}[]}`) as object))
        this.#set(outer, (name = key), container);
      this.#keys -= 1;
    }
    if (this.#isInside) this.#names.push(name);
    this.#open.push(container);
    this.#next = 'any';
  }

  #addMembers(text: string, isBeforeComma: boolean): void {
    const container = this.#innermost;
    const inList = Array.isArray(container);
    // Looked into before, the text would be put together twice.
    const plain = JSON.parse(inList ? `[${text}]` : `{${text}}`) as readonly ExactValue[] | ExactObject;
    if (isEmpty(plain)) {
      refuseUnless(!isBeforeComma && this.#next !== 'member');
      return;
    }
    refuseUnless(this.#next !== 'end');
    const parsed = this.#scan.isMarked ? unmark(plain) : plain;
    this.#keys = keysMissing(parsed, this.#keys);
    if (inList) for (const value of parsed as readonly ExactValue[]) container.push(value);
    // A list of pairs would take as much memory again as the members do.
    else
      for (const key of Object.keys(parsed as ExactObject))
        this.#set(container, key, (parsed as ExactObject)[key] ?? null);
    const most = this.#isInside ? this.#most(this.#names) : Infinity;
    if (most < Infinity && (inList ? container : Object.keys(container)).length > most)
      throw new JsonWidthError(`more than ${String(most)} members in ${this.#names.join('.')}`);
  }

  #close(bracket: string): void {
    refuseUnless(this.#isInside && bracket === (Array.isArray(this.#innermost) ? ']' : '}'));
    this.#open.pop();
    this.#names.pop();
  }

  /** As `JSON.parse` does: the last one of a key counts, in the place of the first; `__proto__` is a key like any other. */
  #set(object: Record<string, ExactValue>, key: string, value: ExactValue): void {
    if (Object.hasOwn(object, key)) this.repeatsKeys = true;
    if (key === '__proto__')
      Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
    else object[key] = value;
  }
}

function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

/** Without the names of its members, of which there may be a million. */
function isEmpty(container: readonly ExactValue[] | ExactObject): boolean {
  if (isList(container)) return container.length === 0;
  for (const name in container) return !Object.hasOwn(container, name);
  return true;
}

function refuseUnless(isJson: boolean): void {
  if (!isJson) throw new SyntaxError('Unexpected token in JSON');
}
