import { typedValue } from '../base/cells.ts';
import type { Field } from '../base/field.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import { summaryColumns } from '../datastore/query/summary.ts';
import { isDoubt, type ResultNotice } from '../datastore/result/notice.ts';
import type { Page } from '../datastore/wire/model.ts';
import { ExportFile, type FileTarget } from './exportFile.ts';
import { ExportRefusal } from './exportRefusal.ts';
import { type FormatNote, sumOfNotes } from './formatNote.ts';
import { FORMATS } from './formats.ts';
import type { ExportQuestion } from './journal.ts';
import { NdjsonWriter } from './jsonWriter.ts';
import type { RecordWriter } from './recordWriter.ts';
import { allRecords, type RecordBatch, type RunOptions } from './records.ts';
import type { ExportProgress, ResumeState } from './runLog.ts';
import type { ExportWay } from './strategy.ts';
import { streamedRecords } from './streamedRecords.ts';

/** A text in memory. It has no journal, and its records are never resumed. */
export interface TextTarget {
  /** Longest text in UTF-16 units. */
  readonly maxLength: number;
}

interface Summary {
  readonly records: number;
  /** False if a notice says that records may be missing, repeated or from different states of the data. */
  readonly isComplete: boolean;
  readonly notices: readonly ResultNotice[];
  readonly notes: readonly FormatNote[];
}

export interface FileSummary extends Summary {
  readonly bytes: number;
  readonly sha256: string;
}

export interface TextSummary extends Summary {
  /** A complete document, even if the records ended early. Undefined if it would be too long. */
  readonly text: string | undefined;
  readonly failure?: unknown;
}

export interface ExportOptions extends Pick<RunOptions, 'onProgress' | 'pagesAtOnce' | 'pause'> {
  readonly onWay?: (way: ExportWay) => void;
  /** Called with the finished share, from 0 to 1, of a file that is built from the part. */
  readonly onBuild?: (share: number) => void;
  /** Yields other records than all that match the query, which is then only written to the journal. */
  readonly records?: (
    signal: AbortSignal,
    onProgress: (progress: ExportProgress) => void,
  ) => AsyncIterable<RecordBatch>;
}

/** Number of records turned into text before other work gets a turn. */
const ROWS_AT_ONCE = 64;

/** One run of an export. A later run with the same question may resume one into a file. */
export class ExportRun<Target extends FileTarget | TextTarget = FileTarget> {
  readonly #question: ExportQuestion;
  readonly #file: ExportFile | undefined;
  readonly #maxLength: number;
  readonly #writer: RecordWriter;
  #fields: readonly Field[] = [];
  #progress: ExportProgress = { records: 0, notices: [] };
  #earlierNotes: readonly FormatNote[] = [];
  #built: readonly FormatNote[] | undefined;

  constructor(question: ExportQuestion, target: Target) {
    const format = FORMATS[question.format];
    this.#question = question;
    this.#file = 'file' in target ? new ExportFile(question, target) : undefined;
    this.#maxLength = 'file' in target ? Infinity : target.maxLength;
    this.#writer = 'Writer' in format ? new format.Writer(question.options) : new NdjsonWriter();
  }

  get kept(): ExportFile['kept'] {
    return this.#file?.kept ?? { records: 0, bytes: 0 };
  }

  /**
   * Runs the export. Throws ExportRefusal, usually before any request or write. After errors of `allRecords` or the
   * file system, what was written to a file can be resumed, and a text has the records before them, if there are any.
   */
  async run(
    client: DatastoreClient,
    signal: AbortSignal,
    options: ExportOptions = {},
  ): Promise<Target extends TextTarget ? TextSummary : FileSummary> {
    const run = this.#file ? this.#toFile(this.#file, client, signal, options) : this.#toText(client, signal, options);
    return (await run) as Target extends TextTarget ? TextSummary : FileSummary;
  }

  async #toFile(
    file: ExportFile,
    client: DatastoreClient,
    signal: AbortSignal,
    options: ExportOptions,
  ): Promise<FileSummary> {
    const claim = await file.claim();
    try {
      let journal = await file.begin(signal);
      if (journal?.whole === undefined) {
        this.#earlierNotes = journal?.notes ?? [];
        await this.#writeFile(file, client, signal, { ...options, ...(journal?.state && { from: journal.state }) });
        const { records, notices } = this.#progress;
        journal = await file.keepWhole(this.#notes, {
          ...{ records, notices, fields: this.#fields },
          ...(this.#built && { isBuilt: true }),
        });
      }
      const { records = 0, notices = [] } = journal.whole ?? {};
      const written = await file.finish(journal, signal, options.onBuild);
      return { records, notices, isComplete: !notices.some(isDoubt), ...written };
    } finally {
      // A claim file that a failing disk keeps is invalid once this process ends.
      await file.close().finally(() => claim.release().catch(() => undefined));
    }
  }

  async #writeFile(
    file: ExportFile,
    client: DatastoreClient,
    signal: AbortSignal,
    options: ExportOptions & Pick<RunOptions, 'from'>,
  ): Promise<void> {
    try {
      for await (const { texts, state } of this.#batches(client, signal, options)) {
        await file.write(texts, state);
        if (file.isKeepDue) await file.keep(this.#notes);
        signal.throwIfAborted();
      }
    } catch (error) {
      // If the disk failed, the last journal stays valid.
      await file.keep(this.#notes).catch(() => undefined);
      throw error;
    }
    await file.write([this.#writer.end()], undefined);
  }

  async #toText(client: DatastoreClient, signal: AbortSignal, options: ExportOptions): Promise<TextSummary> {
    const pieces: string[] = [];
    // The service's text comes in parts that may end within a character.
    const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
    let failure: unknown;
    let length = 0;
    try {
      for await (const { texts } of this.#batches(client, signal, options)) {
        const strings = texts.map((text) => (typeof text === 'string' ? text : utf8.decode(text, { stream: true })));
        pieces.push(...strings);
        length = strings.reduce((sum, text) => sum + text.length, length);
        if (length > this.#maxLength) break;
      }
    } catch (error) {
      if (this.#progress.records === 0 || signal.aborted || error instanceof ExportRefusal) throw error;
      failure = error;
    }
    signal.throwIfAborted();
    const whole = pieces.join('') + this.#writer.end();
    const text = whole.length > this.#maxLength ? undefined : whole;
    const { records, notices } = this.#progress;
    return { records, notices, isComplete: !notices.some(isDoubt), notes: this.#notes, text, failure };
  }

  async *#batches(
    client: DatastoreClient,
    signal: AbortSignal,
    options: ExportOptions & Pick<RunOptions, 'from'>,
  ): AsyncGenerator<
    { readonly texts: readonly (string | Uint8Array)[]; readonly state: ResumeState | undefined },
    void
  > {
    const { from } = options;
    if (from !== undefined) {
      this.#progress = from;
      this.#fields = from.fields;
      this.#writer.begin(declared(this.#question, from.fields), { records: from.records });
    }
    let hasBegun = from !== undefined;
    const onProgress = (progress: ExportProgress) => {
      this.#progress = progress;
      this.#requireRoom(this.#fields.length, progress);
      options.onProgress?.(progress);
    };
    const onFirst = ({ fields }: Page): void => this.#requireRoom(fields.length, this.#progress);
    const acceptsChanges = this.#file?.target.acceptsChanges === true;
    const batches =
      options.records?.(signal, onProgress) ??
      (from === undefined ? streamedRecords(client, this.#question, signal, { ...options, onProgress }) : undefined) ??
      allRecords(client, this.#question.query, signal, { ...options, onFirst, onProgress, acceptsChanges });
    for await (const batch of batches) {
      this.#requireRoom(batch.fields.length, this.#progress);
      const head = hasBegun ? [] : [this.#writer.begin(declared(this.#question, batch.fields))];
      hasBegun = true;
      this.#fields = batch.fields;
      this.#built = batch.built ?? this.#built;
      const texts = batch.text ?? (await this.#textsOf(batch));
      // The next records are written behind these.
      if (batch.text !== undefined) this.#writer.begin(batch.fields, { records: this.#progress.records });
      yield { texts: [...head, ...texts], state: batch.state };
    }
  }

  /** Turns a page into text. An abort waits for the whole page, because the journal counts page and notes together. */
  async #textsOf({ rows }: RecordBatch): Promise<readonly string[]> {
    const isTyped = this.#question.options?.values === 'typed';
    const slice = new TimeSlice();
    const texts: string[] = [];
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
      const some = rows.slice(first, first + ROWS_AT_ONCE);
      texts.push(this.#writer.rows(isTyped ? some.map((row) => row.map(typedValue)) : some));
      if (slice.isOver) await slice.next();
    }
    return texts;
  }

  /** Throws ExportRefusal as soon as the format's limits are known to be exceeded. */
  #requireRoom(fields: number, { records, expected = 0 }: ExportProgress): void {
    const { maxRecords = Infinity, maxFields = Infinity } = FORMATS[this.#question.format];
    const { file = '' } = this.#file?.target ?? {};
    if (expected > maxRecords) throw new ExportRefusal('tooManyRecords', file, expected);
    if (records > maxRecords) throw new ExportRefusal('tooManyRecords', file);
    if (fields > maxFields) throw new ExportRefusal('tooManyFields', file, fields);
  }

  get #notes(): readonly FormatNote[] {
    return sumOfNotes(this.#earlierNotes, this.#writer.notes ?? [], this.#built ?? []);
  }
}

/** SQL has types before the first record, and the row of all other groups has a text in every group's column. */
function declared({ format, query: { summary } }: ExportQuestion, fields: readonly Field[]): readonly Field[] {
  if (format !== 'sqlInsert' || summary?.top === undefined) return fields;
  const groups = new Set(summaryColumns(summary).slice(0, summary.groups.length));
  return fields.map((field) => (groups.has(field.id) ? { ...field, type: 'text' } : field));
}
