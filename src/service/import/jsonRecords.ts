/** The records of a JSON file, one at a time: an array of objects, or objects one after the other (JSON Lines). */
import { UnreadableFile } from './unreadableFile.ts';

export interface JsonRecord {
  /** Of one object; brackets and quotes match, the rest is not yet judged. */
  readonly text: string;
  /** Where it begins. */
  readonly line: number;
}

/** Deeper nesting is an attack on the stack (threat T18). */
const MAX_DEPTH = 64;
/** Of a record, in bytes. */
const MAX_RECORD = 1 << 26;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Cuts checked UTF-8 into records. Chunks may be cut anywhere. Throws UnreadableFile. */
export class JsonRecordSplitter {
  readonly #file: string;
  #isArray: boolean | undefined;
  /** What may come next between records. */
  #expects: 'first' | 'record' | 'separator' | 'nothing' = 'first';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  #recordLine = 1;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(file: string) {
    this.#file = file;
  }

  *push(chunk: Buffer): Generator<JsonRecord> {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === 0x0a) this.#line += 1;
      if (this.#depth === 0) {
        if (this.#between(byte)) start = at;
      } else if (this.#within(byte)) {
        this.#keep(chunk.subarray(start, at + 1));
        yield { text: Buffer.concat(this.#parts).toString('utf8'), line: this.#recordLine };
        this.#parts = [];
        this.#size = 0;
      }
    }
    if (this.#depth > 0) this.#keep(chunk.subarray(start));
  }

  end(): void {
    if (this.#depth > 0) throw this.#refuse('a record that begins here never ends.', this.#recordLine);
    if (this.#expects === 'first' && this.#isArray === undefined)
      throw new UnreadableFile(this.#file, 'the file is empty.');
    if (this.#isArray === true && this.#expects !== 'nothing')
      throw this.#refuse('the array never ends; the file seems to be cut off.', this.#line);
  }

  /** True when a record begins at this byte. */
  #between(byte: number): boolean {
    if (byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d) return false;
    const character = String.fromCharCode(byte);
    if (this.#isArray === undefined && character === '[') {
      this.#isArray = true;
    } else if (character === '{' && (this.#expects === 'first' || this.#expects === 'record')) {
      this.#isArray ??= false;
      this.#depth = 1;
      this.#recordLine = this.#line;
      this.#expects = this.#isArray ? 'separator' : 'record';
      return true;
    } else if (this.#isArray === true && character === ',' && this.#expects === 'separator') {
      this.#expects = 'record';
    } else if (
      this.#isArray === true &&
      character === ']' &&
      ['first', 'separator'].includes(this.#expects)
    ) {
      this.#expects = 'nothing';
    } else if (this.#isArray === undefined) {
      throw new UnreadableFile(this.#file, 'neither an array of objects nor JSON Lines.');
    } else {
      throw this.#refuse(this.#complaint(), this.#line);
    }
    return false;
  }

  #complaint(): string {
    if (this.#expects === 'nothing') return 'text behind the end of the array.';
    return this.#expects === 'separator'
      ? 'no comma between two records.'
      : 'a record that is not an object.';
  }

  /** True when the record ends at this byte. */
  #within(byte: number): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#inString = false;
    } else if (byte === QUOTE) {
      this.#inString = true;
    } else if (byte === 0x7b || byte === 0x5b) {
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH)
        throw this.#refuse(`values nested more than ${String(MAX_DEPTH)} levels deep.`, this.#line);
    } else if (byte === 0x7d || byte === 0x5d) {
      this.#depth -= 1;
    }
    return this.#depth === 0;
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > MAX_RECORD) throw this.#refuse('a record of more than 64 MiB.', this.#recordLine);
    this.#parts.push(part);
  }

  #refuse(reason: string, line: number): UnreadableFile {
    return new UnreadableFile(this.#file, reason, { line });
  }
}
