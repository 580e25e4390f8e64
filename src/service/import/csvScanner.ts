/**
 * Reads the bytes of a CSV file (RFC 4180, any delimiter) without keeping them, to know before the import that every record
 * is whole, and what the engine's reader must find: so many records, values and bytes. Anything doubtful is refused with
 * its place, because readers differ exactly there (engine.md section 5).
 */
import { UnreadableFile } from './unreadableFile.ts';

export interface CsvShape {
  /** Names as they stand in the first record. */
  readonly header: readonly string[];
  readonly records: number;
  /** Values that are not NULL: an empty field is NULL unless it is quoted. */
  readonly values: number;
  /** Of all values, without quotes, delimiters and line ends. */
  readonly bytes: number;
  readonly longestRecord: number;
  /** Some lines end with LF and some with CRLF. */
  readonly hasMixedLineEnds: boolean;
}

/** Of a record, in bytes; the reader's buffer must hold two of them. */
const MAX_RECORD = 1 << 26;

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

/** Where the scanner stands in a field; `closed` is behind a quote that ends a field or begins an escaped quote. */
type Place = 'start' | 'padding' | 'plain' | 'quoted' | 'closed';

export class CsvScanner {
  readonly #file: string;
  readonly #delimiter: number;
  #place: Place = 'start';
  #afterCr = false;
  #line = 1;
  #recordLine = 1;
  #quoteLine = 1;
  #field = 0;
  #recordBytes = 0;
  #fieldBytes = 0;
  #valuesOfRecord = 0;
  #lineEnds = new Set<'LF' | 'CRLF' | 'CR'>();
  #header: string[] | undefined;
  #names: string[] = [];
  #name: number[] = [];
  #records = 0;
  #values = 0;
  #bytes = 0;
  #longestRecord = 0;

  constructor(file: string, delimiter: string) {
    this.#file = file;
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Chunks may be cut anywhere. Throws UnreadableFile. */
  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += 1) {
      at += this.#takeRun(chunk, at);
      const byte = chunk[at];
      if (byte !== undefined) this.#take(byte);
    }
  }

  /** After the last chunk. Throws UnreadableFile. */
  end(): CsvShape {
    if (this.#afterCr) this.#endLine('CR');
    if (this.#place === 'quoted')
      throw this.#refuse('a quoted value that begins here never ends.', this.#quoteLine, true);
    if (this.#place !== 'start' || this.#field > 0) this.#endRecord();
    if (this.#header === undefined) throw new UnreadableFile(this.#file, 'the file is empty.');
    return {
      header: this.#header,
      records: this.#records,
      values: this.#values,
      bytes: this.#bytes,
      longestRecord: this.#longestRecord,
      hasMixedLineEnds: this.#lineEnds.size > 1,
    };
  }

  /** Counts what lies in front of the next byte that may mean something; half of the time of a scan is saved by it. */
  #takeRun(chunk: Uint8Array, from: number): number {
    if ((this.#place !== 'plain' && this.#place !== 'quoted') || this.#afterCr || this.#header === undefined)
      return 0;
    const delimiter = this.#delimiter;
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === delimiter || byte === QUOTE || byte === LF || byte === CR) break;
    }
    this.#recordBytes += at - from;
    this.#fieldBytes += at - from;
    return at - from;
  }

  #take(byte: number): void {
    if (this.#afterCr) {
      this.#afterCr = false;
      this.#endLine(byte === LF ? 'CRLF' : 'CR');
      if (byte === LF) return;
    }
    this.#recordBytes += 1;
    if (this.#place === 'quoted') {
      if (byte === QUOTE) this.#place = 'closed';
      else this.#takeValue(byte);
    } else if (byte === this.#delimiter) {
      this.#endField();
    } else if (byte === LF) {
      this.#endLine('LF');
    } else if (byte === CR) {
      this.#afterCr = true;
    } else if (byte === QUOTE) {
      this.#takeQuote();
    } else if (this.#place === 'closed') {
      throw this.#refuse('text behind the closing quote of a value.', this.#line, true);
    } else {
      if (this.#place !== 'plain') this.#place = byte === SPACE ? 'padding' : 'plain';
      this.#takeValue(byte);
    }
  }

  #takeQuote(): void {
    if (this.#place === 'start') {
      this.#place = 'quoted';
      this.#quoteLine = this.#line;
      this.#valuesOfRecord += 1;
    } else if (this.#place === 'closed') {
      this.#place = 'quoted';
      this.#takeValue(QUOTE);
    } else if (this.#place === 'padding') {
      // Some readers drop the spaces and the quotes, some keep both.
      throw this.#refuse('a quote behind a space at the beginning of a value.', this.#line, true);
    } else {
      this.#takeValue(QUOTE);
    }
  }

  #takeValue(byte: number): void {
    if (byte === LF) this.#line += 1;
    this.#fieldBytes += 1;
    if (this.#header === undefined) this.#name.push(byte);
  }

  #endField(): void {
    if (this.#recordBytes > MAX_RECORD)
      throw this.#refuse('a record of more than 64 MiB.', this.#recordLine, false);
    if (this.#place === 'plain' || this.#place === 'padding') this.#valuesOfRecord += 1;
    if (this.#header === undefined) {
      this.#names.push(Buffer.from(this.#name).toString('utf8'));
      this.#name = [];
    } else {
      this.#bytes += this.#fieldBytes;
    }
    this.#fieldBytes = 0;
    this.#field += 1;
    this.#place = 'start';
  }

  #endLine(end: 'LF' | 'CRLF' | 'CR'): void {
    const isFirst = this.#lineEnds.size === 0;
    if (!isFirst && (end === 'CR') !== this.#lineEnds.has('CR'))
      throw this.#refuse('a carriage return in the middle of a line.', this.#line, false);
    this.#lineEnds.add(end);
    if (this.#lineEnds.size > 1 && this.#header?.length === 1)
      throw this.#refuse('this line ends in another way (LF, CRLF) than those before it.', this.#line, false);
    // A line without anything is a record with one NULL if there is one field, and nothing otherwise.
    const isBlank = this.#place === 'start' && this.#field === 0;
    if (isBlank && this.#header === undefined)
      throw this.#refuse('the first line is empty; it has to name the fields.', this.#line, false);
    if (!isBlank || this.#header?.length === 1) this.#endRecord();
    this.#line += 1;
    this.#recordLine = this.#line;
    this.#recordBytes = 0;
  }

  #endRecord(): void {
    this.#endField();
    const fields = this.#field;
    this.#field = 0;
    this.#longestRecord = Math.max(this.#longestRecord, this.#recordBytes + 2);
    if (this.#header === undefined) {
      this.#header = this.#names;
    } else if (fields !== this.#header.length) {
      const expected = this.#header.length;
      throw this.#refuse(
        `${count(fields, 'value')} where the first line names ${count(expected, 'field')}.`,
        this.#recordLine,
        false,
      );
    } else {
      this.#records += 1;
      this.#values += this.#valuesOfRecord;
    }
    this.#valuesOfRecord = 0;
  }

  #refuse(reason: string, line: number, blamesField: boolean): UnreadableFile {
    const field = blamesField
      ? (this.#header?.[this.#field] ?? `field ${String(this.#field + 1)}`)
      : undefined;
    return new UnreadableFile(this.#file, reason, { line, ...(field !== undefined && { field }) });
  }
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}
