/**
 * Scans a CSV file (RFC 4180, any delimiter) without keeping it, to know before the import that every record is
 * complete, what types the fields have, and what DuckDB's reader must find. Readers differ in doubtful cases, so these
 * are refused with their place, or skipped on request.
 */
import { defined } from '../../../base/defined.ts';
import { ByteText } from './byteText.ts';
import type { CsvDialect, CsvListener, CsvShape } from './csvShape.ts';
import { FieldTally } from './columnFacts.ts';
import { IndexedBytes } from './indexedBytes.ts';
import { BEGINNING, CLASSES, NEXT_STATE, SCALES, TEXT } from '../../reading/valueClasses.ts';
import { BOM } from '../../reading/textFile.ts';
import { MAX_FIELDS, MAX_RECORD, RECORD_TOO_LONG, TOO_MANY_FIELDS } from '../../resource/bounds.ts';
import { reason, UnreadableFile, type Reason } from '../../resource/reasons.ts';
import type { SkippedRange } from '../../reading/skippedRecords.ts';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

/** `CLOSED` follows a quote that ends a value or begins an escaped one; `SKIPPING` lasts to the end of the line. */
const START = 0;
const PADDING = 1;
const PLAIN = 2;
const QUOTED = 3;
const CLOSED = 4;
const SKIPPING = 5;

const NEVER_ENDS = reason('quotesOff', reason('quoteNeverEnds'));

type LineFault = Omit<SkippedRange, 'start' | 'end'>;

/** Thrown for a byte order mark at the beginning of a line. Only joined files have them, so they are rewritten. */
export class MarkWithin extends Error {
  override readonly name = 'MarkWithin';
}

export class CsvScanner {
  readonly #file: string;
  readonly #delimiter: number;
  readonly #quote: number;
  readonly #hasHeader: boolean;
  readonly #onSkip: CsvListener['onSkip'];
  readonly #blocks: IndexedBytes | undefined;
  readonly #endsPlain = new Uint8Array(256);
  readonly #endsQuoted = new Uint8Array(256);
  #place = START;
  #afterCr = false;
  #offset = 0;
  #lastByte = 0;
  #line = 1;
  #recordStart = 0;
  #recordLine = 1;
  #secondLine: number | undefined;
  #quoteLine = 1;
  #beforeQuote = 0;
  #field = 0;
  #fieldBytes = 0;
  #isQuotedValue = false;
  #state = BEGINNING;
  #lineEnds = new Set<'\n' | '\r\n' | '\r'>();
  #names: string[] = [];
  readonly #name = new ByteText();
  #first: (readonly [length: number, classes: number, scale: number])[] = [];
  #isNames = false;
  #tally: FieldTally | undefined;
  #expected = 0;
  #records = 0;
  #longestRecord = 0;
  #fault: LineFault | undefined;
  /** A record that begins before this position and is still within quotes at a line's end has failed before. */
  #failedUntil = 0;

  constructor(file: string, dialect: CsvDialect, { onSkip, blocks }: CsvListener = {}) {
    this.#file = file;
    this.#line = this.#recordLine = dialect.headerLine ?? 1;
    this.#delimiter = dialect.delimiter.charCodeAt(0);
    this.#quote = dialect.quote === '' ? -1 : dialect.quote.charCodeAt(0);
    this.#hasHeader = dialect.header;
    this.#onSkip = onSkip;
    this.#blocks = blocks && new IndexedBytes(blocks);
    for (const byte of [LF, CR]) this.#endsPlain[byte] = this.#endsQuoted[byte] = 1;
    this.#endsPlain[this.#delimiter] = 1;
    if (this.#quote >= 0) this.#endsPlain[this.#quote] = this.#endsQuoted[this.#quote] = 1;
  }

  /** Position of the next chunk: after the last one, unless lines must be read again. */
  get offset(): number {
    return this.#offset;
  }

  get counts(): { readonly records: number; readonly width: number } {
    return { records: this.#records, width: this.#expected };
  }

  get recordStart(): number {
    return this.#recordStart;
  }

  get recordLine(): number {
    return this.#recordLine;
  }

  begin(offset: number): void {
    this.#offset = this.#recordStart = offset;
  }

  /** Rejects the byte at `offset`, which fits no character or no text. Call this before pushing it. */
  rejectByte(why: Reason): void {
    if (this.#place === SKIPPING) return;
    if (this.#afterCr) this.#endCr();
    if (this.#onSkip === undefined || this.#tally === undefined) throw this.#refusal({ reason: why, line: this.#line });
    this.#fault ??= { reason: why, line: this.#line, field: this.#fieldName() };
  }

  /** Takes bytes from `offset` on, cut anywhere. Stops early if lines must be read again. Throws UnreadableFile. */
  push(chunk: Uint8Array): void {
    const base = this.#offset;
    this.#blocks?.begin(chunk, base);
    let at = 0;
    while (at < chunk.length) {
      at = this.#takeRun(chunk, at);
      const byte = chunk[at];
      if (byte === undefined) break;
      this.#offset = base + at + 1;
      this.#take(byte);
      this.#lastByte = byte;
      at += 1;
      if (this.#offset !== base + at) return;
    }
    this.#offset = base + chunk.length;
    this.#blocks?.takeTo(this.#offset);
    this.#lastByte = chunk[chunk.length - 1] ?? this.#lastByte;
    if (this.#offset - this.#recordStart > MAX_RECORD && this.#place !== SKIPPING) this.#refuseLength();
  }

  /** Call at the end of the file; then `offset` tells whether lines must be read again. Throws UnreadableFile. */
  finish(): void {
    if (this.#afterCr) this.#endCr();
    if (this.#place === QUOTED) this.#refuseQuote(NEVER_ENDS, this.#quoteLine);
    if (this.#place !== START || this.#field > 0 || this.#fault !== undefined) this.#endRecord();
  }

  /** Without `finish`, a record that is cut is ignored. Throws UnreadableFile if there was nothing. */
  shape(): CsvShape {
    if (this.#tally === undefined) throw new UnreadableFile(this.#file, reason('empty'));
    return {
      names: this.#names,
      records: this.#records,
      fields: this.#tally.facts(),
      longestRecord: this.#longestRecord,
      lineEnd: this.#lineEnds.size > 1 ? 'mixed' : ([...this.#lineEnds][0] ?? '\n'),
    };
  }

  #takeRun(chunk: Uint8Array, from: number): number {
    if (this.#afterCr) return from;
    const place = this.#place;
    let at = from;
    if (place === SKIPPING) {
      while (at < chunk.length && chunk[at] !== LF && chunk[at] !== CR) at += 1;
      return at;
    }
    if (place === START) {
      const byte = chunk[from] ?? 0;
      if (byte === SPACE || this.#endsPlain[byte] !== 0) return from;
      const isMark = byte === BOM[0] && chunk[from + 1] === BOM[1] && chunk[from + 2] === BOM[2];
      if (isMark && this.#field === 0) throw new MarkWithin();
      this.#place = PLAIN;
    } else if (place !== PLAIN && place !== QUOTED) {
      return from;
    }
    const ends = place === QUOTED ? this.#endsQuoted : this.#endsPlain;
    let state = this.#state;
    for (; state !== TEXT && at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (ends[byte] !== 0) break;
      state = NEXT_STATE[256 * state + byte] ?? TEXT;
    }
    this.#state = state;
    if (state === TEXT) while (at < chunk.length && ends[chunk[at] ?? 0] === 0) at += 1;
    this.#fieldBytes += at - from;
    if (at > from) this.#lastByte = chunk[at - 1] ?? 0;
    if (this.#tally === undefined) this.#name.push(chunk, from, at);
    return at;
  }

  #take(byte: number): void {
    if (this.#afterCr) {
      if (byte === LF) {
        this.#afterCr = false;
        this.#endLine('\r\n');
        return;
      }
      this.#offset -= 1;
      this.#endCr();
      this.#offset += 1;
    }
    if (this.#place === SKIPPING) {
      if (byte === CR) this.#afterCr = true;
      else if (byte === LF) this.#endLine('\n');
    } else if (this.#place === QUOTED) {
      this.#takeQuoted(byte);
    } else if (byte === this.#delimiter) {
      this.#endField();
    } else if (byte === LF) {
      this.#endLine('\n');
    } else if (byte === CR) {
      this.#afterCr = true;
    } else if (byte === this.#quote) {
      this.#takeQuote();
    } else if (this.#place === CLOSED) {
      const isUnclosed = this.#secondLine !== undefined && this.#isBeginning(this.#beforeQuote);
      const why = reason('quotesOff', reason('textAfterQuote'));
      if (isUnclosed) this.#refuseQuote(why, this.#line);
      else this.#refuse(why, this.#line);
    } else {
      if (this.#place !== PLAIN) this.#place = byte === SPACE ? PADDING : PLAIN;
      this.#takeValue(byte);
    }
  }

  #isBeginning(byte: number): boolean {
    return byte === this.#delimiter || byte === LF || byte === CR;
  }

  #takeQuoted(byte: number): void {
    if (byte === this.#quote) {
      this.#place = CLOSED;
      this.#beforeQuote = this.#lastByte;
      return;
    }
    this.#takeValue(byte);
    if (byte !== (this.#lineEnds.has('\r') ? CR : LF)) return;
    this.#secondLine ??= this.#offset;
    if (this.#offset <= this.#failedUntil) this.#refuseQuote(NEVER_ENDS, this.#quoteLine);
  }

  #takeQuote(): void {
    if (this.#place === START) {
      this.#place = QUOTED;
      this.#quoteLine = this.#line;
      this.#isQuotedValue = true;
    } else if (this.#place === CLOSED) {
      this.#place = QUOTED;
      this.#takeValue(this.#quote);
      // The value has one of the two quotes.
      this.#blocks?.leaveOut(this.#offset - 1);
    } else if (this.#place === PADDING) {
      // Some readers drop these spaces and quotes, others keep them.
      this.#refuse(reason('quoteAfterSpace'), this.#line);
    } else {
      this.#takeValue(this.#quote);
    }
  }

  #takeValue(byte: number): void {
    if (byte === LF) this.#line += 1;
    this.#fieldBytes += 1;
    this.#state = NEXT_STATE[256 * this.#state + byte] ?? TEXT;
    if (this.#tally === undefined) this.#name.pushByte(byte);
  }

  #endField(): void {
    const length = this.#fieldBytes === 0 && !this.#isQuotedValue ? -1 : this.#fieldBytes;
    const classes = CLASSES[this.#state] ?? 0;
    const scale = SCALES[this.#state] ?? 0;
    if (this.#tally === undefined) {
      if (this.#names.length === MAX_FIELDS) this.#refuse(TOO_MANY_FIELDS, this.#line, false);
      this.#names.push(this.#name.take());
      this.#first.push([length, classes, scale]);
    } else {
      this.#tally.note(this.#field, length, classes, scale);
    }
    this.#field += 1;
    this.#beginValue();
  }

  #endCr(): void {
    this.#afterCr = false;
    this.#endLine('\r');
  }

  #endLine(end: '\n' | '\r\n' | '\r'): void {
    const isOther = this.#lineEnds.size > 0 && (end === '\r') !== this.#lineEnds.has('\r');
    if (isOther) {
      if (this.#place !== SKIPPING) this.#refuse(reason('carriageReturn'), this.#line, false);
      if (end !== '\r\n') return;
    } else {
      this.#lineEnds.add(end);
    }
    // An empty line is a record with one NULL if there is one field; otherwise it's no record.
    const isBlank = this.#place === START && this.#field === 0 && this.#fault === undefined;
    if (isBlank && this.#tally === undefined) {
      const why = reason(this.#hasHeader ? 'firstLineNoNames' : 'firstLineEmpty');
      this.#refuse(why, this.#line, false);
    }
    if (!isBlank || this.#expected === 1) this.#endRecord();
    this.#line += 1;
    this.#beginRecord();
  }

  #endRecord(): void {
    if (this.#place !== SKIPPING) this.#endField();
    const bytes = this.#offset - this.#recordStart;
    if (bytes > MAX_RECORD && this.#fault === undefined) this.#refuseLength();
    const fields = this.#field;
    if (this.#tally === undefined) {
      this.#tally = this.#beginTable(fields);
    } else if (this.#fault === undefined && fields !== this.#expected) {
      const code = this.#hasHeader ? 'notAsNamed' : 'notAsFirst';
      const ofOne = this.#hasHeader ? 'oneNotAsNamed' : 'oneNotAsFirst';
      const why = reason(fields === 1 ? ofOne : code, String(fields), String(this.#expected));
      // A quote that opens no value takes in what follows, up to the next quote.
      const isOverLines = this.#line > this.#recordLine;
      this.#refuse(isOverLines ? reason('quotesOff', why) : why, this.#recordLine, false);
    }
    if (this.#fault !== undefined) {
      this.#skipTo(this.#offset);
    } else {
      this.#longestRecord = Math.max(this.#longestRecord, bytes + 2);
      if (this.#isNames) return void (this.#isNames = false);
      this.#tally.commit();
      this.#blocks?.endRecord(this.#offset);
      this.#records += 1;
    }
  }

  #beginTable(fields: number): FieldTally {
    const tally = new FieldTally(fields);
    this.#expected = fields;
    this.#isNames = this.#hasHeader;
    if (!this.#hasHeader) {
      this.#names.fill('');
      this.#first.forEach((value, field) => tally.note(field, ...value));
    }
    this.#first = [];
    return tally;
  }

  #beginRecord(): void {
    this.#recordStart = this.#offset;
    this.#recordLine = this.#line;
    this.#secondLine = undefined;
    this.#field = 0;
    this.#beginValue();
  }

  #beginValue(): void {
    this.#place = START;
    this.#state = BEGINNING;
    this.#fieldBytes = 0;
    this.#isQuotedValue = false;
  }

  /** The rest of the line is skipped, too. */
  #refuse(why: Reason, line: number, blamesField = true): void {
    const fault = { reason: why, line, ...(blamesField && { field: this.#fieldName() }) };
    if (this.#onSkip === undefined || this.#tally === undefined) throw this.#refusal(fault);
    this.#fault ??= fault;
    this.#place = SKIPPING;
  }

  /** A quote that was never closed takes whole records into its value, so they are read again. */
  #refuseQuote(why: Reason, line: number): void {
    if (this.#onSkip === undefined || this.#tally === undefined || this.#secondLine === undefined) {
      this.#refuse(why, line);
      return;
    }
    this.#fault ??= { reason: NEVER_ENDS, line: this.#quoteLine, field: this.#fieldName() };
    this.#failedUntil = Math.max(this.#failedUntil, this.#offset);
    this.#afterCr = false;
    this.#skipTo(this.#secondLine);
    this.#offset = this.#secondLine;
    this.#line = this.#recordLine + 1;
    this.#beginRecord();
  }

  #refuseLength(): void {
    if (this.#place === QUOTED) this.#refuseQuote(RECORD_TOO_LONG, this.#recordLine);
    else this.#refuse(RECORD_TOO_LONG, this.#recordLine, false);
  }

  #skipTo(end: number): void {
    if (this.#fault !== undefined) this.#onSkip?.({ start: this.#recordStart, end, ...this.#fault });
    this.#fault = undefined;
  }

  #fieldName(): string {
    const name = this.#hasHeader && this.#tally !== undefined ? this.#names[this.#field] : undefined;
    return name ?? `field ${String(this.#field + 1)}`;
  }

  #refusal({ reason: why, line, field }: LineFault): UnreadableFile {
    return new UnreadableFile(this.#file, why, defined({ line, field }));
  }
}
