/** Splits a JSON file into records: objects or lists of an array, of a list under a key, or one after the other. */
import { defined } from '../../../base/defined.ts';
import type { RecordFault, SkippedRange } from '../../reading/skippedRecords.ts';
import { BOM } from '../../reading/textFile.ts';
import { MAX_RECORD, RECORD_TOO_LONG } from '../../resource/bounds.ts';
import { reason, UnreadableFile, type Reason } from '../../resource/reasons.ts';

export interface JsonRecord {
  /** Text of one object or list. Its brackets and quotes match; the rest isn't checked yet. */
  readonly text: string;
  /** The record's first line, from 1. */
  readonly line: number;
}

interface Options {
  readonly accept: (record: JsonRecord) => RecordFault | undefined;
  /** Called for each skipped record in the file's order. If undefined, such a record is refused. */
  readonly onSkip?: ((range: SkippedRange) => void) | undefined;
  /** The keys, joined by points, that lead to the list of records. Without them, the records surround nothing. */
  readonly path?: string | undefined;
  /** A list on the first level is a record, and not the list of records. */
  readonly isRecordList?: boolean;
  /** Called with the place of each object or list around or beside the records, by its keys. */
  readonly onAside?: (path: string, start: number, end: number) => void;
}

interface Level {
  /** Undefined if it's too long. Values of a list have their places for keys, from 0. */
  readonly path: string | undefined;
  /** The place of the next value of a list, from 0. Undefined in an object. */
  place: number | undefined;
  readonly start: number;
}

/** Deeper nesting could overflow the stack (docs/security.md 17). */
const MAX_DEPTH = 64;
/** Keys are followed on so many levels around the records, and have so many bytes. */
const FOLLOWED = 8;
const MAX_KEY = 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LF = 0x0a;
/** Bytes between texts: RFC 7464 begins each with 0x1E, joined files have marks, and old ones end with Ctrl-Z. */
const BETWEEN: readonly number[] = [0x1e, 0x1a, ...BOM];
const COMMA = 0x2c;
const OBJECT = 0x7b;
const LIST = 0x5b;

export class JsonRecordSplitter {
  readonly keepsBytes = true;
  readonly #file: string;
  readonly #options: Options;
  #isArray: boolean | undefined;
  /** What may come next between records. With `line`, the rest of this line is skipped. */
  #expects: 'envelope' | 'first' | 'record' | 'separator' | 'nothing' | 'line' = 'first';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #offset = 0;
  #line = 1;
  #recordStart = 0;
  #recordLine = 1;
  #secondLine: number | undefined;
  #parts: Buffer[] = [];
  #fault: RecordFault | undefined;
  /** A record that begins before this position and reaches a line's end has failed before. */
  #failedUntil = 0;
  /** The bracket with which the first record begins. */
  #opening: number | undefined;
  /** Depth in the object around the records, its innermost levels, and the last text among its keys. */
  #envelopeDepth = 0;
  #levels: Level[] = [];
  readonly #envelopeText = Buffer.alloc(MAX_KEY + 1);
  #envelopeLength = 0;
  #hasList = false;

  constructor(file: string, options: Options) {
    this.#file = file;
    this.#options = options;
    if (options.path !== undefined) this.#expects = 'envelope';
  }

  get offset(): number {
    return this.#offset;
  }

  begin(offset: number): void {
    this.#offset = offset;
  }

  rejectByte(why: Reason): void {
    if (this.#expects === 'line') return;
    if (!this.#canSkip()) throw this.#refuse(why, this.#line);
    if (this.#depth > 0) this.#fault ??= { reason: why };
    else this.#skipLine({ reason: why });
  }

  push(chunk: Buffer): void {
    const base = this.#offset;
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      this.#offset = base + at + 1;
      if (byte === LF) this.#line += 1;
      if (this.#depth === 0) {
        if (this.#between(byte)) start = at;
      } else if (this.#within(byte)) {
        this.#keep(chunk.subarray(start, at + 1));
        this.#finishRecord();
      }
      if (this.#offset !== base + at + 1) return;
    }
    if (this.#depth === 0) return;
    this.#keep(chunk.subarray(start));
    if (this.#offset - this.#recordStart > MAX_RECORD) this.#fail(RECORD_TOO_LONG, this.#recordLine);
  }

  /** Each byte that fits no text is pushed alone, and so many pieces would take gigabytes. */
  #keep(piece: Buffer): void {
    if (this.#fault === undefined) this.#parts.push(piece);
  }

  finish(): void {
    if (this.#depth > 0) {
      this.#fail(reason('recordNeverEnds'), this.#recordLine);
      return;
    }
    if (this.#expects === 'line') this.#endSkipped();
    if (this.#expects === 'envelope' && this.#isArray === undefined)
      throw new UnreadableFile(this.#file, noList(this.#options.path ?? ''));
    if (this.#expects === 'first' && this.#isArray === undefined) throw new UnreadableFile(this.#file, reason('empty'));
    if (this.#isArray === true && (this.#envelopeDepth > 0 || ['first', 'record', 'separator'].includes(this.#expects)))
      throw this.#refuse(reason('arrayNeverEnds'), this.#line);
  }

  /** Returns true if a record begins at this byte. */
  #between(byte: number): boolean {
    if (this.#expects === 'line') {
      if (byte === LF) this.#endSkipped();
      return false;
    }
    if (this.#expects === 'envelope') {
      this.#around(byte);
      return false;
    }
    if (byte === 0x20 || byte === 0x09 || byte === LF || byte === 0x0d) return false;
    if (BETWEEN.includes(byte) && (this.#isArray !== true || this.#expects === 'nothing')) return false;
    const { path, isRecordList = false } = this.#options;
    const character = String.fromCharCode(byte);
    const mayBegin = this.#expects === 'first' || this.#expects === 'record';
    if (this.#isArray === undefined && byte === LIST && !isRecordList) {
      this.#isArray = true;
    } else if (this.#expects === 'nothing' && (byte === LIST || (byte === OBJECT && path !== undefined))) {
      // Another text follows the first one.
      this.#expects = path === undefined ? 'first' : 'envelope';
      if (path !== undefined) this.#around(byte);
    } else if (mayBegin && (byte === OBJECT || (byte === LIST && (this.#isArray === true || isRecordList)))) {
      this.#isArray ??= false;
      this.#opening ??= byte;
      if (byte !== this.#opening) this.#fault = { reason: this.#complaint() };
      this.#depth = 1;
      this.#recordLine = this.#line;
      this.#recordStart = this.#offset - 1;
      this.#expects = this.#isArray ? 'separator' : 'record';
      return true;
    } else if (this.#isArray === true && character === ',' && this.#expects === 'separator') {
      this.#expects = 'record';
    } else if (this.#isArray === true && character === ']' && ['first', 'separator'].includes(this.#expects)) {
      this.#expects = this.#envelopeDepth > 0 ? 'envelope' : 'nothing';
    } else if (this.#canSkip()) {
      this.#isArray = false;
      this.#skipLine({ reason: this.#complaint() });
    } else if (this.#isArray === undefined) {
      throw new UnreadableFile(this.#file, reason('notJson'));
    } else {
      throw this.#refuse(this.#complaint(), this.#line);
    }
    return false;
  }

  #complaint(): Reason {
    if (this.#expects === 'nothing') return reason('textAfterArray');
    if (this.#expects === 'separator') return reason('noComma');
    return reason(this.#opening === LIST ? 'notList' : 'notObject');
  }

  /** Skips the object around the records, except for the way to them and out again. */
  #around(byte: number): void {
    const depth = this.#envelopeDepth;
    // Reading beyond the end of an array is slow.
    const level = depth > 0 && depth <= FOLLOWED ? this.#levels[depth - 1] : undefined;
    if (this.#inString) {
      const isEnd = byte === QUOTE && !this.#escaped;
      if (level?.path !== undefined && !isEnd && this.#envelopeLength <= MAX_KEY) {
        this.#envelopeText[this.#envelopeLength] = byte;
        this.#envelopeLength += 1;
      }
      this.#takeText(byte);
    } else if (byte === QUOTE) {
      this.#inString = true;
      this.#envelopeLength = 0;
    } else if (byte === OBJECT || byte === LIST) {
      const path = depth === 0 ? '' : this.#pathIn(level);
      if (depth === 0) this.#hasList = false;
      if (byte === LIST && depth > 0 && path === this.#options.path) {
        if (this.#hasList) throw this.#refuse(reason('keyTwice'), this.#line, path);
        this.#hasList = this.#isArray = true;
        this.#expects = 'first';
        return;
      }
      this.#envelopeDepth += 1;
      if (depth < FOLLOWED)
        this.#levels[depth] = { path, place: byte === LIST ? 0 : undefined, start: this.#offset - 1 };
    } else if (byte === COMMA && level?.place !== undefined) {
      level.place += 1;
    } else if ((byte === 0x7d || byte === 0x5d) && depth > 0) {
      this.#envelopeDepth -= 1;
      if (level?.path !== undefined && depth > 1) this.#options.onAside?.(level.path, level.start, this.#offset);
      if (depth === 1) this.#expects = this.#isArray === true ? 'nothing' : 'envelope';
    }
  }

  /** The keys that lead to the value that begins here. */
  #pathIn(level: Level | undefined): string | undefined {
    if (level?.path === undefined || this.#envelopeLength > MAX_KEY) return undefined;
    const key = level.place?.toString() ?? keyOf(this.#envelopeText.toString('utf8', 0, this.#envelopeLength));
    return key === undefined || this.#envelopeDepth === 1 ? key : `${level.path}.${key}`;
  }

  #takeText(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  /** Returns true if the record ends at this byte. */
  #within(byte: number): boolean {
    if (byte === LF) {
      this.#secondLine ??= this.#offset;
      if (this.#offset <= this.#failedUntil) this.#fail(reason('recordNeverEnds'), this.#recordLine);
    } else if (this.#inString) {
      this.#takeText(byte);
    } else if (byte === QUOTE) {
      this.#inString = true;
    } else if (byte === OBJECT || byte === LIST) {
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) this.#fail(reason('nesting', String(MAX_DEPTH)), this.#line);
    } else if (byte === 0x7d || byte === 0x5d) {
      this.#depth -= 1;
      return this.#depth === 0;
    }
    return false;
  }

  #finishRecord(): void {
    const text = Buffer.concat(this.#parts).toString('utf8');
    const fault = this.#fault ?? this.#options.accept({ text, line: this.#recordLine });
    if (fault === undefined) {
      this.#endRecord();
      return;
    }
    const { onSkip } = this.#options;
    if (onSkip === undefined) throw this.#refuse(fault.reason, this.#recordLine, fault.field);
    if (this.#isArray !== true && this.#secondLine !== undefined) {
      this.#fault ??= fault;
      this.#fail(fault.reason, this.#recordLine);
      return;
    }
    onSkip({ start: this.#recordStart, end: this.#offset, line: this.#recordLine, ...fault });
    this.#endRecord();
  }

  #endRecord(): void {
    this.#depth = 0;
    this.#inString = this.#escaped = false;
    this.#parts = [];
    this.#fault = undefined;
    this.#secondLine = undefined;
  }

  /** In JSON Lines, each line is a record. In an array, the next record can't be found. */
  #canSkip(): boolean {
    return this.#options.onSkip !== undefined && (this.#isArray !== true || this.#depth > 0);
  }

  /** A record that doesn't end where it should takes others with it, so they are read again. */
  #fail(why: Reason, line: number): void {
    const { onSkip } = this.#options;
    if (onSkip === undefined || this.#isArray === true) throw this.#refuse(why, line);
    const fault = this.#fault ?? { reason: why };
    const end = this.#secondLine;
    if (end === undefined) {
      this.#endRecord();
      this.#skipLine(fault, this.#recordStart);
      return;
    }
    onSkip({ start: this.#recordStart, end, line: this.#recordLine, ...fault });
    this.#failedUntil = Math.max(this.#failedUntil, this.#offset);
    this.#offset = end;
    this.#line = this.#recordLine + 1;
    this.#endRecord();
  }

  #skipLine(fault: RecordFault, start = this.#offset - 1): void {
    this.#isArray ??= false;
    this.#fault = fault;
    this.#recordStart = Math.max(0, start);
    this.#recordLine = this.#line;
    this.#expects = 'line';
  }

  #endSkipped(): void {
    const fault = this.#fault ?? { reason: this.#complaint() };
    const line = this.#recordLine;
    this.#options.onSkip?.({ start: this.#recordStart, end: this.#offset, line, ...fault });
    this.#fault = undefined;
    this.#expects = 'record';
  }

  #refuse(why: Reason, line: number, field?: string): UnreadableFile {
    return new UnreadableFile(this.#file, why, defined({ line, field }));
  }
}

function keyOf(text: string): string | undefined {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}

function noList(path: string): Reason {
  return path === 'features' ? reason('noFeatures') : reason('noSuchList', JSON.stringify(path));
}
