/**
 * Parses long JSON in slices, so that other work runs in between. Values and refusals are those of parsing in one
 * piece.
 *
 * The scan (jsonScan.ts) stops at a comma now and then. Containers that are open there are built by hand, and
 * everything complete between two stops is parsed by `JSON.parse`. So every character is judged either by `JSON.parse`
 * or here.
 */
import { type ExactObject, type ExactValue, isList } from './cells.ts';
import { type AnswerJson, keysMissing, parseAnswer, parseRounded } from './exactJson.ts';
import { BracketWalk, JsonScan, unmark } from './jsonScan.ts';
import { TimeSlice } from './timeSlice.ts';

/** Number of UTF-16 units parsed in one slice, which takes some 5 ms. */
const LENGTH = 128 * 1024;
/** Longest texts, in UTF-16 units, that are parsed in one piece, which takes 10 to 20 ms. */
const WHOLE = { exact: 2 * LENGTH, rounded: 8 * LENGTH };
/** Number of slices scanned at a time. The rest of the last one is scanned again. */
const LENGTHS = 8;

export interface SlicedOptions {
  /** With `rounded`, numbers become doubles as in parseRounded. */
  readonly numbers?: 'exact' | 'rounded';
  /** Length of a slice in UTF-16 units. */
  readonly length?: number;
  /**
   * Returns the greatest number of members for the object or list at a path of names; '' stands for an index of a list.
   * Called only for containers so long that they are cut.
   */
  readonly most?: (names: readonly string[]) => number;
}

/** Thrown if an object or a list has more members than `most` allows. */
export class JsonWidthError extends RangeError {
  override readonly name = 'JsonWidthError';
}

/** Like `parseAnswer` or `parseRounded`. Throws SyntaxError, JsonDepthError, JsonWidthError or the signal's reason. */
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

/** Whether a text is an object or array that never ends. Throws the signal's reason. */
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

/** The pieces of a text, joined into larger ones. Searching a text that V8 keeps as many parts would copy it first. */
class TextSource {
  readonly #pieces: readonly string[];
  readonly #length: number;
  #at = 0;

  /** `length` is the least number of UTF-16 units to give at a time. */
  constructor(pieces: readonly string[], length: number) {
    this.#pieces = pieces;
    this.#length = length;
  }

  get hasMore(): boolean {
    return this.#at < this.#pieces.length;
  }

  /** Gives the next part. `more` adds to its length, if the last part was too short to reach a stop. */
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

/** The open containers, outermost first. The first is a list for the value outside of all containers. */
class JsonParts {
  readonly #scan: JsonScan;
  readonly #source: TextSource;
  readonly #most: (names: readonly string[]) => number;
  readonly #outside: ExactValue[] = [];
  readonly #open: Container[] = [this.#outside];
  /** Names of the open containers. The two outermost don't have one. */
  readonly #names: string[] = [];
  /** What may follow in the innermost container: anything, a member because a comma came before, or only its end. */
  #next: 'any' | 'member' | 'end' = 'any';
  /** Number of keys counted since the last stop that parsing hasn't confirmed yet. */
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

  /** Goes on to the next stop. False at the end of the text. */
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

  /** Opens the containers that are open at a comma. Returns where the members of the innermost begin in the text. */
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

  /** Opens one container. `head` is the text before its bracket. */
  #openOne(head: string, container: Container): void {
    refuseUnless(this.#next !== 'end');
    const outer = this.#innermost;
    let name = '';
    if (Array.isArray(outer)) {
      refuseUnless(isBlank(head));
      outer.push(container);
    } else {
      // Parsing the head refuses a number or other value in front of the bracket, which isn't JSON.
      for (const key of Object.keys(JSON.parse(`{${head}[]}`) as object)) this.#set(outer, (name = key), container);
      this.#keys -= 1;
    }
    if (this.#isInside) this.#names.push(name);
    this.#open.push(container);
    this.#next = 'any';
  }

  #addMembers(text: string, isBeforeComma: boolean): void {
    const container = this.#innermost;
    const inList = Array.isArray(container);
    // The scan's marks are looked at only afterwards: a search before would join the text's parts twice.
    const plain = JSON.parse(inList ? `[${text}]` : `{${text}}`) as readonly ExactValue[] | ExactObject;
    if (isEmpty(plain)) {
      refuseUnless(!isBeforeComma && this.#next !== 'member');
      return;
    }
    refuseUnless(this.#next !== 'end');
    const parsed = this.#scan.isMarked ? unmark(plain) : plain;
    this.#keys = keysMissing(parsed, this.#keys);
    if (inList) for (const value of parsed as readonly ExactValue[]) container.push(value);
    // A list of pairs would need as much memory as the members themselves.
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

  /** Sets a member like `JSON.parse`: the last value of a repeated key counts, and `__proto__` is an ordinary key. */
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

/** Doesn't list the names of an object's members, because there may be a million. */
function isEmpty(container: readonly ExactValue[] | ExactObject): boolean {
  if (isList(container)) return container.length === 0;
  for (const name in container) return !Object.hasOwn(container, name);
  return true;
}

function refuseUnless(isJson: boolean): void {
  if (!isJson) throw new SyntaxError('Unexpected token in JSON');
}
