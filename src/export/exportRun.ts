/**
 * An export into a file that can go on after whatever ended it: records go into `<file>.part`, `<file>.part.json` says how
 * far they are, and the file has its name when it is whole. What can't be written piece by piece (Parquet, XLSX) is built
 * from a part of JSON lines.
 */
import { access, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isLeftBehind, ownerOf, ownName } from '../disk/owner.ts';
import { moveWhole, syncFolder } from '../disk/wholeFile.ts';
import type { Field } from '../base/field.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { ResultNotice } from '../datastore/client/notice.ts';
import { recordLines } from './built/recordLines.ts';
import { ExportPart, hashOf } from './exportPart.ts';
import { FORMATS } from './formats.ts';
import { journalPath, readJournal, writeJournal, type ExportQuestion, type Journal } from './journal.ts';
import { NdjsonWriter } from './jsonWriter.ts';
import type { RecordWriter } from './recordWriter.ts';
import { allRecords, type RunOptions } from './records.ts';
import type { ExportProgress } from './runLog.ts';
import type { RunState } from './runState.ts';

/**
 * `fileExists`: the file is there, and is not to be overwritten. `partExists`: a part of it is there, which can be
 * continued. `otherQuestion`: that part is of another export. `partChanged`: it is not as it was written. `running`:
 * another export is writing it. `tooMany`: the format has no room for so many records, or fields.
 */
export type ExportRefusalKind =
  'fileExists' | 'partExists' | 'otherQuestion' | 'partChanged' | 'running' | 'tooMany';

export class ExportRefusal extends Error {
  override readonly name = 'ExportRefusal';
  readonly kind: ExportRefusalKind;
  readonly file: string;

  constructor(kind: ExportRefusalKind, file: string) {
    super(`${file}: ${kind}`);
    this.kind = kind;
    this.file = file;
  }
}

export interface ExportTarget {
  readonly file: string;
  /** Go on with its part, if there is one. */
  readonly resumes?: boolean;
  /** Over a file that is there, and over a part that isn't to be continued. */
  readonly overwrites?: boolean;
}

export interface ExportSummary {
  readonly records: number;
  /** Of the file, or of its part. */
  readonly bytes: number;
  readonly sha256: string;
  /** Nothing says that records are missing, or twice. */
  readonly isComplete: boolean;
}

/** Of the part, between two entries of the journal: what a crash can cost. */
const KEEP_MS = 1000;
const KEEP_BYTES = 16 * 1024 * 1024;

const DOUBTS: ReadonlySet<ResultNotice['kind']> = new Set([
  'repeatedRecords',
  'recordsMoved',
  'distinctPage',
  'fieldsLeftOut',
]);

/** Those of this process that are writing a part. */
const running = new Set<string>();

export class ExportRun {
  readonly #question: ExportQuestion;
  readonly #target: ExportTarget;
  readonly #partPath: string;
  readonly #writer: RecordWriter;
  readonly #owner = `export-${ownName()}`;
  #part: ExportPart | undefined;
  #fields: readonly Field[] = [];
  #state: RunState | undefined;
  #kept: Pick<Journal, 'bytes' | 'state'> & { readonly at: number } = { bytes: 0, at: 0 };
  #progress: ExportProgress = { records: 0, notices: [] };

  constructor(question: ExportQuestion, target: ExportTarget) {
    const format = FORMATS[question.format];
    this.#question = question;
    this.#target = target;
    this.#partPath = `${target.file}.part`;
    this.#writer = 'Writer' in format ? new format.Writer(question.options) : new NdjsonWriter();
  }

  /** What is on the disk to go on with. */
  get kept(): { readonly records: number; readonly bytes: number } {
    return { records: this.#kept.state?.records ?? 0, bytes: this.#kept.bytes };
  }

  /**
   * Throws ExportRefusal before anything was asked or written; what `allRecords` throws, and what the file system says,
   * and then what was written so far can be continued.
   */
  async run(
    client: DatastoreClient,
    signal: AbortSignal,
    options: Pick<RunOptions, 'onProgress' | 'onWay' | 'pause'> = {},
  ): Promise<ExportSummary> {
    running.add(this.#owner);
    try {
      const journal = await this.#begin(signal);
      if (journal?.whole !== undefined) return await this.#finish(journal, signal);
      const part = this.#part;
      if (part === undefined) throw new RangeError('Nothing was begun');
      await this.#write(part, client, signal, options);
      await part.write(this.#writer.end());
      return await this.#finish(await this.#keepWhole(part), signal);
    } finally {
      running.delete(this.#owner);
      await this.#part?.close();
    }
  }

  /** The journal of a part that is to be continued. */
  async #begin(signal: AbortSignal): Promise<Journal | undefined> {
    const { file, resumes = false, overwrites = false } = this.#target;
    const journal = await readJournal(this.#partPath, this.#question);
    const hasPart = await exists(this.#partPath);
    if (typeof journal === 'object' && isRunning(journal.owner)) throw new ExportRefusal('running', file);
    if (resumes && journal === 'other') throw new ExportRefusal('otherQuestion', file);
    // It had its name already when the run was ended.
    if (resumes && typeof journal === 'object' && journal.whole && !hasPart && (await isOf(file, journal)))
      return journal;
    if (!overwrites && (await exists(file))) throw new ExportRefusal('fileExists', file);
    if (!resumes && !overwrites && hasPart && journal !== 'none') throw new ExportRefusal('partExists', file);
    if (resumes && hasPart && typeof journal === 'object') {
      const { bytes, sha256, state } = journal;
      if (journal.whole || state !== undefined) {
        this.#part = await ExportPart.goOn(this.#partPath, bytes, sha256, signal);
        if (this.#part === undefined) throw new ExportRefusal('partChanged', file);
        if (journal.whole) await this.#part.close();
        this.#state = state;
        this.#kept = { bytes, at: performance.now(), ...(state && { state }) };
        return journal;
      }
    }
    await rm(journalPath(this.#partPath), { force: true });
    this.#part = await ExportPart.begin(this.#partPath);
    await this.#keep(this.#part);
    return undefined;
  }

  async #write(
    part: ExportPart,
    client: DatastoreClient,
    signal: AbortSignal,
    options: Pick<RunOptions, 'onProgress' | 'onWay' | 'pause'>,
  ): Promise<void> {
    const from = this.#state;
    let hasBegun = false;
    if (from !== undefined) {
      // What stands between records depends only on whether there were some before (RecordWriter).
      this.#progress = from;
      this.#fields = from.fields;
      this.#writer.begin(from.fields);
      this.#writer.rows([from.fields.map(() => null)]);
      hasBegun = true;
    }
    const onProgress = (progress: ExportProgress) => {
      this.#progress = progress;
      options.onProgress?.(progress);
    };
    const { query } = this.#question;
    const run = { ...options, onProgress, ...(from && { from }) };
    try {
      for await (const { fields, rows, state } of allRecords(client, query, signal, run)) {
        await part.write((hasBegun ? '' : this.#writer.begin(fields)) + this.#writer.rows(rows));
        hasBegun = true;
        [this.#state, this.#fields] = [state, fields];
        const { at, bytes } = this.#kept;
        if (performance.now() - at > KEEP_MS || part.bytes - bytes > KEEP_BYTES) await this.#keep(part);
        signal.throwIfAborted();
      }
    } catch (error) {
      // The disk may have failed: what was kept before counts then.
      await this.#keep(part, false).catch(() => undefined);
      throw error;
    }
  }

  async #keep(part: ExportPart, goesOn = true): Promise<void> {
    const { bytes, sha256 } = part;
    const state = this.#state;
    await part.sync();
    const owner = goesOn ? { owner: this.#owner } : {};
    const journal = { question: this.#question, bytes, sha256, ...owner };
    await writeJournal(this.#partPath, { ...journal, ...(state && { state }) });
    this.#kept = { bytes, at: performance.now(), ...(state && { state }) };
  }

  async #keepWhole(part: ExportPart): Promise<Journal> {
    const { bytes, sha256 } = part;
    const { records, notices } = this.#progress;
    const doubts = notices.map(({ kind }) => kind).filter((kind) => DOUBTS.has(kind));
    const fields = this.#fields;
    const journal = { question: this.#question, bytes, sha256, whole: { records, doubts, fields } };
    await part.sync();
    await writeJournal(this.#partPath, journal);
    return journal;
  }

  async #finish(journal: Journal, signal: AbortSignal): Promise<ExportSummary> {
    const { file, overwrites = false } = this.#target;
    let { bytes, sha256 } = journal;
    const { records = 0, doubts = [] } = journal.whole ?? {};
    if (await exists(this.#partPath)) {
      const written = await this.#build(journal, signal);
      if (written !== this.#partPath) ({ bytes, sha256 } = await hashOf(written, signal));
      if (!overwrites && (await exists(file))) throw new ExportRefusal('fileExists', file);
      await moveWhole(written, file);
      await syncFolder(path.dirname(file));
      await rm(this.#partPath, { force: true });
    }
    await this.#removeJournal();
    return { records, bytes, sha256, isComplete: doubts.length === 0 };
  }

  /** The file of a format that is built from whole records; for others their part. */
  async #build({ whole }: Journal, signal: AbortSignal): Promise<string> {
    const { format, options } = this.#question;
    const described = FORMATS[format];
    if (!('build' in described)) return this.#partPath;
    const { fields = [], records = 0 } = whole ?? {};
    const { maxRecords = Infinity, maxFields = Infinity } = described;
    if (records > maxRecords || fields.length > maxFields)
      throw new ExportRefusal('tooMany', this.#target.file);
    const built = `${this.#target.file}.built`;
    await described.build(recordLines(this.#partPath, fields, records), built, signal, options);
    return built;
  }

  /** And what killed runs left of it. */
  async #removeJournal(): Promise<void> {
    const journal = journalPath(this.#partPath);
    await rm(journal, { force: true });
    const folder = path.dirname(journal);
    for (const name of await readdir(folder))
      if (name.startsWith(`${path.basename(journal)}.`) && isLeftBehind(name))
        await rm(path.join(folder, name), { force: true });
  }
}

/** A run whose disk failed in the end could not say that it had ended: of those in this process we know. */
function isRunning(owner: string | undefined): boolean {
  if (owner === undefined) return false;
  return ownerOf(owner) === process.pid ? running.has(owner) : !isLeftBehind(owner);
}

/** Throws what the file system says, unless it says that there is none: a disk that can't tell has not said so. */
async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function isOf(file: string, { bytes }: Journal): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size === bytes,
    () => false,
  );
}
