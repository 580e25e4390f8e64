/** Writes what people and programs take for JSON as JSON. Line ends stay, so that records keep their lines. */
import { open } from 'node:fs/promises';
import { fileChunks } from '../../reading/textFile.ts';
import { reason, type Reason, type ReasonCode } from '../../resource/reasons.ts';

type Kind = Extract<ReasonCode, 'looseComma' | 'looseComment' | 'looseQuote' | 'looseName' | 'looseWord'>;

/** What Python and JavaScript write. Other words stay, so that they're refused. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['undefined', 'null'],
]);
const NOT_FINITE = /^[-+]?(NaN|nan|Infinity|inf)$/;

/** A longer word is neither a name nor a value, and stays. */
const MAX_WORD = 1 << 16;
/** Deeper nesting is refused when the text is read. */
const MAX_DEPTH = 1 << 10;

const LF = 0x0a;
const BACKSLASH = 0x5c;
const [DOUBLE, SINGLE] = [0x22, 0x27];
const [SLASH, STAR, HASH] = [0x2f, 0x2a, 0x23];
const COMMA = 0x2c;
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d];

export class JsonMender {
  /** The first fault is the one that people read about. */
  first: { readonly line: number; readonly kind: Kind } | undefined;
  notFinite = 0;
  #state: 'between' | 'word' | 'double' | 'single' | 'slash' | 'line comment' | 'comment' = 'between';
  #line = 1;
  #out = Buffer.alloc(0);
  #length = 0;
  #word: number[] = [];
  #isEscaped = false;
  #hasStar = false;
  /** The line of a comma that may be one too many. */
  #commaLine: number | undefined;
  /** Whether each bracket around this place is that of an object. */
  readonly #isObject: boolean[] = [];
  #isName = false;

  get isChanged(): boolean {
    return this.first !== undefined || this.notFinite > 0;
  }

  push(chunk: Buffer): Buffer {
    this.#room(chunk.length);
    for (const byte of chunk) {
      if (this.#state === 'double') {
        this.#endText(byte, DOUBLE);
        this.#write(byte);
      } else {
        this.#take(byte);
      }
      if (byte === LF) this.#line += 1;
    }
    return this.#out.subarray(0, this.#length);
  }

  /** The rest of the text. Undefined if a comment never ends, because it would hide whatever follows. */
  finish(): Buffer | undefined {
    if (this.#state === 'comment') return undefined;
    this.#room(0);
    this.#endWord();
    if (this.#state === 'slash') this.#write(SLASH);
    if (this.#commaLine !== undefined) this.#write(COMMA);
    return this.#out.subarray(0, this.#length);
  }

  /** An escape of two bytes becomes six, and a word may have begun in an earlier piece. */
  #room(bytes: number): void {
    this.#out = Buffer.allocUnsafe(3 * bytes + MAX_WORD + 64);
    this.#length = 0;
  }

  #take(byte: number): void {
    if (this.#state === 'single') this.#requote(byte);
    else if (this.#state === 'line comment' || this.#state === 'comment') this.#comment(byte);
    else if (this.#state === 'slash') this.#afterSlash(byte);
    else if (this.#state === 'word' && isOfWord(byte)) this.#lengthen(byte);
    else this.#begin(byte);
  }

  #begin(byte: number): void {
    this.#endWord();
    this.#state = 'between';
    if (byte === SLASH) {
      this.#state = 'slash';
    } else if (byte === HASH) {
      this.#note('looseComment');
      this.#state = 'line comment';
    } else if (byte === 0x20 || byte === 0x09 || byte === LF || byte === 0x0d) {
      this.#write(byte);
    } else {
      this.#value(byte);
    }
  }

  #value(byte: number): void {
    const isEnd = byte === OBJECT_END || byte === LIST_END;
    if (this.#commaLine !== undefined) {
      if (isEnd) this.#note('looseComma', this.#commaLine);
      else this.#write(COMMA);
      this.#commaLine = undefined;
    }
    if (byte === COMMA && this.#isObject.length === 0) {
      this.#note('looseComma');
    } else if (byte === COMMA) {
      this.#commaLine = this.#line;
      this.#isName = this.#isObject.at(-1) === true;
    } else if (isOfWord(byte)) {
      this.#state = 'word';
      this.#lengthen(byte);
    } else if (byte === SINGLE) {
      this.#note('looseQuote');
      this.#state = 'single';
      this.#write(DOUBLE);
    } else {
      if (byte === DOUBLE) this.#state = 'double';
      else if (isEnd) this.#isObject.pop();
      else if ((byte === OBJECT || byte === LIST) && this.#isObject.length < MAX_DEPTH)
        this.#isObject.push(byte === OBJECT);
      this.#isName = byte === OBJECT;
      this.#write(byte);
    }
  }

  #lengthen(byte: number): void {
    this.#word.push(byte);
    if (this.#word.length === MAX_WORD) this.#endWord();
  }

  #endWord(): void {
    if (this.#word.length === 0) return;
    const text = Buffer.from(this.#word).toString('latin1');
    this.#word = [];
    const other = WORDS.get(text);
    if (this.#isName) {
      this.#note('looseName');
      this.#writeText(`"${text}"`);
    } else if (NOT_FINITE.test(text)) {
      this.notFinite += 1;
      this.#writeText('null');
    } else if (other !== undefined) {
      this.#note('looseWord');
      this.#writeText(other);
    } else {
      this.#writeText(text);
    }
  }

  /** JSON Lines go on with the next line, whatever this one is. */
  #endText(byte: number, quote: number): void {
    if (byte === LF || (byte === quote && !this.#isEscaped)) {
      this.#state = 'between';
      this.#isName = false;
    }
    this.#isEscaped = byte === BACKSLASH && !this.#isEscaped;
  }

  #requote(byte: number): void {
    const isEscape = this.#isEscaped;
    this.#endText(byte, SINGLE);
    if (byte === SINGLE) this.#write(isEscape ? SINGLE : DOUBLE);
    else if (byte === DOUBLE) this.#writeText('\\"');
    else if (isEscape) this.#writeText(ESCAPES.get(byte) ?? `\\${String.fromCharCode(byte)}`);
    else if (byte !== BACKSLASH) this.#write(byte);
  }

  #afterSlash(byte: number): void {
    if (byte === SLASH || byte === STAR) {
      this.#note('looseComment');
      this.#state = byte === SLASH ? 'line comment' : 'comment';
      this.#hasStar = false;
      return;
    }
    this.#state = 'between';
    this.#value(SLASH);
    this.#begin(byte);
  }

  #comment(byte: number): void {
    if (byte === LF) this.#write(LF);
    if (this.#state === 'line comment' ? byte === LF : this.#hasStar && byte === SLASH) {
      this.#state = 'between';
      this.#write(0x20);
    }
    this.#hasStar = byte === STAR;
  }

  #note(kind: Kind, line = this.#line): void {
    this.first ??= { line, kind };
  }

  #write(byte: number): void {
    this.#out[this.#length] = byte;
    this.#length += 1;
  }

  #writeText(text: string): void {
    this.#length += this.#out.write(text, this.#length, 'latin1');
  }
}

/** Escapes in single quotes that JSON doesn't have. */
const ESCAPES: ReadonlyMap<number, string> = new Map([
  ['v', '\\u000b'],
  ['0', '\\u0000'],
  ['x', '\\u00'],
].map(([letter = '', text = '']) => [letter.charCodeAt(0), text])); // prettier-ignore

function isOfWord(byte: number): boolean {
  const character = byte | 0x20;
  return (
    (character >= 0x61 && character <= 0x7a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte >= 0x80 ||
    byte === 0x24 ||
    (byte >= 0x2b && byte <= 0x2e && byte !== COMMA) ||
    byte === 0x5f
  );
}

/** Writes the text to `target`, and returns what was put right. Undefined if nothing was. */
export async function mendJson(path: string, target: string, isCut: boolean): Promise<readonly Reason[] | undefined> {
  const mender = new JsonMender();
  await using handle = await open(target, 'w');
  for await (const chunk of fileChunks(path)) await handle.write(mender.push(chunk));
  const rest = isCut ? Buffer.alloc(0) : mender.finish();
  if (rest === undefined || !mender.isChanged) return undefined;
  await handle.write(rest);
  const { first, notFinite } = mender;
  return [
    ...(first === undefined ? [] : [reason('looseJson', first.line.toLocaleString('en'), reason(first.kind))]),
    ...(notFinite === 0
      ? []
      : [notFinite === 1 ? reason('oneNotFinite') : reason('notFinite', notFinite.toLocaleString('en'))]),
  ];
}
