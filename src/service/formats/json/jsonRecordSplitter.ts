/** Splits a JSON file into records: objects of an array, of a FeatureCollection's features, or of JSON Lines. */
import { defined } from '../../../base/defined.ts';
import type { RecordFault, SkippedRange } from '../../reading/skippedRecords.ts';
import { MAX_RECORD, RECORD_TOO_LONG } from '../../resource/bounds.ts';
import { reason, UnreadableFile, type Reason } from '../../resource/reasons.ts';

export interface JsonRecord {
  /** Text of one object. Its brackets and quotes match; the rest isn't checked yet. */
  readonly text: string;
  /** The record's first line, from 1. */
  readonly line: number;
}

interface Options {
  readonly accept: (record: JsonRecord) => RecordFault | undefined;
  /** Called for each skipped record in the file's order. If undefined, such a record is refused. */
  readonly onSkip?: ((range: SkippedRange) => void) | undefined;
  /** The records are in the member `features` of an object. */
  readonly isCollection?: boolean;
}

/** Deeper nesting could overflow the stack (docs/security.md 17). */
const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LF = 0x0a;

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
  /** Depth in the object around the features, and the beginning of the last text on its first level. */
  #envelopeDepth = 0;
  #envelopeText: number[] = [];

  constructor(file: string, options: Options) {
    this.#file = file;
    this.#options = options;
    if (options.isCollection === true) this.#expects = 'envelope';
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
      throw new UnreadableFile(this.#file, reason('noFeatures'));
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
    const character = String.fromCharCode(byte);
    if (this.#isArray === undefined && character === '[') {
      this.#isArray = true;
    } else if (character === '{' && (this.#expects === 'first' || this.#expects === 'record')) {
      this.#isArray ??= false;
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
    return reason(this.#expects === 'separator' ? 'noComma' : 'notObject');
  }

  /** Skips the object around the features, except for the way to them and out again. */
  #around(byte: number): void {
    if (this.#inString) {
      const isShort = this.#envelopeText.length <= FEATURES.length;
      if (this.#envelopeDepth === 1 && byte !== QUOTE && isShort) this.#envelopeText.push(byte);
      this.#takeText(byte);
    } else if (byte === QUOTE) {
      this.#inString = true;
      this.#envelopeText = [];
    } else if (byte === 0x7b || byte === 0x5b) {
      const isFeatures = byte === 0x5b && this.#envelopeDepth === 1 && Buffer.from(this.#envelopeText).equals(FEATURES);
      if (isFeatures && this.#isArray === undefined) {
        this.#isArray = true;
        this.#expects = 'first';
      } else {
        this.#envelopeDepth += 1;
      }
    } else if (byte === 0x7d || byte === 0x5d) {
      this.#envelopeDepth -= 1;
      if (this.#envelopeDepth === 0) this.#expects = this.#isArray === true ? 'nothing' : 'envelope';
    }
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
    } else if (byte === 0x7b || byte === 0x5b) {
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

const FEATURES = Buffer.from('features');
