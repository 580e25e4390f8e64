/**
 * An export into a file that can be resumed after any interruption. Records go to `<file>.part`, `<file>.part.json` is
 * the journal, and the file gets its name when it is complete. Formats that can't be written piece by piece (Parquet,
 * XLSX) are built from a part of JSON lines.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { typedValue } from '../base/cells.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import { moveWhole, syncFolder } from '../disk/wholeFile.ts';
import type { Field } from '../base/field.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import { isDoubt, type ResultNotice } from '../datastore/result/notice.ts';
import type { BuildSource } from './buildSource.ts';
import { recordLines } from './built/recordLines.ts';
import { ExportPart, hashOf } from './exportPart.ts';
import { ExportPlace } from './exportPlace.ts';
import { type FormatNote, sumOfNotes } from './formatNote.ts';
import { FORMATS } from './formats.ts';
import { writeJournal, type ExportQuestion, type Journal } from './journal.ts';
import { NdjsonWriter } from './jsonWriter.ts';
import type { RecordWriter } from './recordWriter.ts';
import { allRecords, type RecordBatch, type RunOptions } from './records.ts';
import type { ExportProgress } from './runLog.ts';
import type { RunState } from './runState.ts';

/**
 * Why an export doesn't start. `fileExists`: the file exists and must not be overwritten. `partExists`: a part exists
 * that can be resumed. `otherQuestion`: the part belongs to another export. `partChanged`: the part isn't as it was
 * written. `running`: another export is writing it. `tooManyRecords`, `tooManyFields`: the format's limits are
 * exceeded.
 */
export type ExportRefusalKind =
  'fileExists' | 'partExists' | 'otherQuestion' | 'partChanged' | 'running' | 'tooManyRecords' | 'tooManyFields';

/** Thrown if an export doesn't start, with the file that it is about. */
export class ExportRefusal extends Error {
  override readonly name = 'ExportRefusal';
  readonly kind: ExportRefusalKind;
  readonly file: string;
  /** The number of records or fields that are too many, if it is available. */
  readonly count?: number;

  constructor(kind: ExportRefusalKind, file: string, count?: number) {
    super(`${file}: ${kind}`);
    this.kind = kind;
    this.file = file;
    if (count !== undefined) this.count = count;
  }
}

export interface ExportTarget {
  readonly file: string;
  /** Whether to resume the part, if there is one. */
  readonly resumes?: boolean;
  /** Whether to replace an existing file, and a part that isn't resumed. */
  readonly overwrites?: boolean;
  /** Whether to resume although the data has changed since the part was begun. The file then counts as incomplete. */
  readonly acceptsChanges?: boolean;
}

export interface ExportSummary {
  readonly records: number;
  /** Size of the file, or of its part. */
  readonly bytes: number;
  readonly sha256: string;
  /** False if a notice says that records may be missing, repeated or from different states of the data. */
  readonly isComplete: boolean;
  readonly notices: readonly ResultNotice[];
  /** Losses and conversions by the format. */
  readonly notes: readonly FormatNote[];
}

export interface ExportOptions extends Pick<RunOptions, 'onProgress' | 'onWay' | 'pause'> {
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

/** Most time and most bytes between two entries in the journal, which is what a crash can cost. */
const KEEP_MS = 1000;
const KEEP_BYTES = 16 * 1024 * 1024;

/** One run of an export. A later run with the same question may resume it. */
export class ExportRun {
  readonly #question: ExportQuestion;
  readonly #target: ExportTarget;
  readonly #place: ExportPlace;
  readonly #writer: RecordWriter;
  #part: ExportPart | undefined;
  #fields: readonly Field[] = [];
  #state: RunState | undefined;
  #kept: Pick<Journal, 'bytes' | 'state'> & { readonly at: number } = { bytes: 0, at: 0 };
  #progress: ExportProgress = { records: 0, notices: [] };
  /** Notes about records of earlier runs. */
  #earlierNotes: readonly FormatNote[] = [];

  constructor(question: ExportQuestion, target: ExportTarget) {
    const format = FORMATS[question.format];
    this.#question = question;
    this.#target = target;
    this.#place = new ExportPlace(target.file);
    this.#writer = 'Writer' in format ? new format.Writer(question.options) : new NdjsonWriter();
  }

  /** The records and bytes on the disk that a later run can resume from. */
  get kept(): { readonly records: number; readonly bytes: number } {
    return { records: this.#kept.state?.records ?? 0, bytes: this.#kept.bytes };
  }

  /**
   * Runs the export. Throws ExportRefusal, usually before any request or write. After errors of `allRecords` or the
   * file system, what was written can be resumed.
   */
  async run(client: DatastoreClient, signal: AbortSignal, options: ExportOptions = {}): Promise<ExportSummary> {
    const claim = await this.#place.claim();
    if (claim === undefined) throw new ExportRefusal('running', this.#target.file);
    try {
      return await this.#runAlone(client, signal, options);
    } finally {
      // A claim file that a failing disk keeps is invalid once this process ends.
      await claim.release().catch(() => undefined);
    }
  }

  async #runAlone(client: DatastoreClient, signal: AbortSignal, options: ExportOptions): Promise<ExportSummary> {
    try {
      const journal = await this.#begin(signal);
      if (journal?.whole !== undefined) return await this.#finish(journal, signal, options);
      const part = this.#part;
      if (part === undefined) throw new RangeError('Nothing was begun');
      await this.#write(part, client, signal, options);
      await part.write([this.#writer.end()]);
      return await this.#finish(await this.#keepWhole(part), signal, options);
    } finally {
      await this.#part?.close();
    }
  }

  /** Prepares the part. Returns the journal if one is resumed. */
  async #begin(signal: AbortSignal): Promise<Journal | undefined> {
    const { file, resumes = false, overwrites = false } = this.#target;
    const leftPart = await this.#place.look(this.#question);
    if (resumes && leftPart.kind === 'other') throw new ExportRefusal('otherQuestion', file);
    const same = leftPart.kind === 'same' ? leftPart : undefined;
    // The earlier run had already renamed the file when it was ended.
    if (resumes && same?.journal.whole && !same.hasPart && (await this.#place.hasWhole(same.journal)))
      return same.journal;
    if (!overwrites && (await this.#place.hasFile())) throw new ExportRefusal('fileExists', file);
    const isFree = leftPart.kind === 'none' || same?.hasPart === false;
    if (!resumes && !overwrites && !isFree) throw new ExportRefusal('partExists', file);
    if (resumes && same?.hasPart) {
      const { journal } = same;
      if (journal.whole || journal.state !== undefined) return this.#goOn(journal, signal);
    }
    await this.#place.clear();
    this.#part = await ExportPart.begin(this.#place.part);
    await this.#keep(this.#part);
    return undefined;
  }

  async #goOn(journal: Journal, signal: AbortSignal): Promise<Journal> {
    const { bytes, sha256, state, notes = [] } = journal;
    this.#part = await ExportPart.goOn(this.#place.part, bytes, sha256, signal);
    if (this.#part === undefined) throw new ExportRefusal('partChanged', this.#target.file);
    this.#state = state;
    this.#earlierNotes = notes;
    this.#kept = { bytes, at: performance.now(), ...(state && { state }) };
    return journal;
  }

  async #write(part: ExportPart, client: DatastoreClient, signal: AbortSignal, options: ExportOptions): Promise<void> {
    const from = this.#state;
    let hasBegun = false;
    if (from !== undefined) {
      this.#continueBehind(from);
      hasBegun = true;
    }
    const onProgress = (progress: ExportProgress) => {
      this.#progress = progress;
      options.onProgress?.(progress);
    };
    const { query } = this.#question;
    const { acceptsChanges = false } = this.#target;
    const run = { ...options, onProgress, acceptsChanges, ...(from && { from }) };
    const batches = options.records?.(signal, onProgress) ?? allRecords(client, query, signal, run);
    try {
      for await (const batch of batches) {
        this.#requireRoom(batch.fields.length, this.#progress);
        const head = hasBegun ? [] : [this.#writer.begin(batch.fields)];
        await part.write([...head, ...(await this.#textsOf(batch))]);
        hasBegun = true;
        [this.#state, this.#fields] = [batch.state, batch.fields];
        if (this.#isKeepDue(part)) await this.#keep(part);
        signal.throwIfAborted();
      }
    } catch (error) {
      // If the disk failed, the last journal stays valid.
      await this.#keep(part).catch(() => undefined);
      throw error;
    }
  }

  /** Whether to write the journal. The first records are journaled at once, because the next may take long. */
  #isKeepDue(part: ExportPart): boolean {
    const { at, bytes, state } = this.#kept;
    const isFirst = state === undefined && this.#state !== undefined;
    return isFirst || performance.now() - at > KEEP_MS || part.bytes - bytes > KEEP_BYTES;
  }

  #continueBehind(from: RunState): void {
    const { records, fields } = from;
    this.#progress = from;
    this.#fields = fields;
    this.#writer.begin(fields, { records });
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
    const { file } = this.#target;
    if (expected > maxRecords) throw new ExportRefusal('tooManyRecords', file, expected);
    if (records > maxRecords) throw new ExportRefusal('tooManyRecords', file);
    if (fields > maxFields) throw new ExportRefusal('tooManyFields', file, fields);
  }

  get #notes(): readonly FormatNote[] {
    return sumOfNotes(this.#earlierNotes, this.#writer.notes ?? []);
  }

  async #keep(part: ExportPart): Promise<void> {
    const { bytes, sha256 } = part;
    const state = this.#state;
    await part.sync();
    const journal = { question: this.#question, bytes, sha256, notes: this.#notes };
    await writeJournal(this.#place.part, { ...journal, ...(state && { state }) });
    this.#kept = { bytes, at: performance.now(), ...(state && { state }) };
  }

  async #keepWhole(part: ExportPart): Promise<Journal> {
    const { bytes, sha256 } = part;
    const { records, notices } = this.#progress;
    const whole = { records, notices, fields: this.#fields };
    const journal = { question: this.#question, bytes, sha256, notes: this.#notes, whole };
    await part.sync();
    await writeJournal(this.#place.part, journal);
    return journal;
  }

  async #finish(journal: Journal, signal: AbortSignal, options: ExportOptions): Promise<ExportSummary> {
    const { file, overwrites = false } = this.#target;
    let { bytes, sha256, notes = [] } = journal;
    const { records = 0, notices = [] } = journal.whole ?? {};
    if (await this.#place.hasPart()) {
      const built = await this.#build(journal, signal, options);
      if (built !== undefined) {
        ({ bytes, sha256 } = await hashOf(this.#place.built, signal));
        notes = built;
      }
      signal.throwIfAborted();
      if (!overwrites && (await this.#place.hasFile())) throw new ExportRefusal('fileExists', file);
      await moveWhole(built === undefined ? this.#place.part : this.#place.built, file);
      await syncFolder(path.dirname(file));
      await rm(this.#place.part, { force: true });
    }
    await this.#place.clearJournal();
    const isComplete = !notices.some(isDoubt);
    return { records, bytes, sha256, isComplete, notices, notes };
  }

  /** Builds the file of a format that needs all records first. Returns its notes, and undefined for other formats. */
  async #build(
    { whole }: Journal,
    signal: AbortSignal,
    { onBuild }: ExportOptions,
  ): Promise<readonly FormatNote[] | undefined> {
    const { format, options } = this.#question;
    const described = FORMATS[format];
    if (!('build' in described)) return undefined;
    const { fields = [], records = 0 } = whole ?? {};
    const lines = recordLines(this.#place.part, fields, records);
    const source = onBuild === undefined ? lines : reporting(lines, described.passes, onBuild);
    try {
      return await described.build(source, this.#place.built, signal, options);
    } catch (error) {
      await rm(this.#place.built, { force: true });
      throw error;
    }
  }
}

/** Passes on the records and reports the share of the format's passes that is done. */
function reporting(source: BuildSource, passes: number, onShare: (share: number) => void): BuildSource {
  let seen = 0;
  async function* batches(): ReturnType<BuildSource['batches']> {
    for await (const rows of source.batches()) {
      yield rows;
      seen += rows.length;
      onShare(seen / Math.max(1, source.records * passes));
    }
  }
  return { ...source, batches };
}
