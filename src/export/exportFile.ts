/**
 * The file of an export, which can be resumed after any interruption. Records go to `<file>.part`, `<file>.part.json`
 * is the journal, and the file gets its name when it is complete. Formats that can't be written piece by piece
 * (Parquet, XLSX) are built from a part of JSON lines.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { defined } from '../base/defined.ts';
import type { Claim } from '../disk/claim.ts';
import { moveWhole, syncFolder } from '../disk/wholeFile.ts';
import { type BuildSource, recordLines } from './built/recordLines.ts';
import { ExportPart, hashOf } from './exportPart.ts';
import { ExportPlace } from './exportPlace.ts';
import { ExportRefusal } from './exportRefusal.ts';
import type { FormatNote } from './formatNote.ts';
import { FORMATS } from './formats.ts';
import { type ExportQuestion, type Journal, writeJournal } from './journal.ts';
import type { ResumeState } from './runLog.ts';

export interface FileTarget {
  readonly file: string;
  readonly resumes?: boolean;
  readonly overwrites?: boolean;
  /** Whether to resume although the data has changed since the part was begun. The file then counts as incomplete. */
  readonly acceptsChanges?: boolean;
}

/** Most time and most bytes between two entries in the journal, which is what a crash can cost. */
const KEEP_MS = 1000;
const KEEP_BYTES = 16 * 1024 * 1024;

/** One run's access to its file. The methods throw file system errors. */
export class ExportFile {
  readonly target: FileTarget;
  readonly #question: ExportQuestion;
  readonly #place: ExportPlace;
  #openPart: ExportPart | undefined;
  #state: ResumeState | undefined;
  #kept: Pick<Journal, 'bytes' | 'state'> & { readonly at: number } = { bytes: 0, at: 0 };

  constructor(question: ExportQuestion, target: FileTarget) {
    this.#question = question;
    this.target = target;
    this.#place = new ExportPlace(target.file);
  }

  /** The records and bytes on the disk that a later run can resume from. */
  get kept(): { readonly records: number; readonly bytes: number } {
    return { records: this.#kept.state?.records ?? 0, bytes: this.#kept.bytes };
  }

  /** Claims the right to write the file. Throws ExportRefusal if another export has it. */
  async claim(): Promise<Claim> {
    const claim = await this.#place.claim();
    if (claim === undefined) throw new ExportRefusal('running', this.target.file);
    return claim;
  }

  /** Prepares the part. Returns the journal if one is resumed. Throws ExportRefusal. */
  async begin(signal: AbortSignal): Promise<Journal | undefined> {
    const { file, resumes = false, overwrites = false } = this.target;
    const leftPart = await this.#place.storedPart(this.#question);
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
    this.#openPart = await ExportPart.begin(this.#place.part);
    await this.keep([]);
    return undefined;
  }

  async #goOn(journal: Journal, signal: AbortSignal): Promise<Journal> {
    const { bytes, sha256 } = journal;
    this.#openPart = await ExportPart.goOn(this.#place.part, bytes, sha256, signal);
    if (this.#openPart === undefined) throw new ExportRefusal('partChanged', this.target.file);
    this.#state = journal.state;
    this.#kept = { ...journal, at: performance.now() };
    return journal;
  }

  /** Writes the texts of a batch. `state` is the run's state behind it. */
  async write(texts: readonly (string | Uint8Array)[], state: ResumeState | undefined): Promise<void> {
    await this.#part.write(texts);
    this.#state = state;
  }

  /** Whether to write the journal. The first records are journaled at once, because the next may take long. */
  get isKeepDue(): boolean {
    if (this.#state === undefined) return false;
    const { at, bytes, state } = this.#kept;
    return state === undefined || performance.now() - at > KEEP_MS || this.#part.bytes - bytes > KEEP_BYTES;
  }

  /** Resolves when the part and its journal are on the disk. */
  async keep(notes: readonly FormatNote[]): Promise<void> {
    const journal = await this.#writeJournal(defined({ notes, state: this.#state }));
    this.#kept = { ...journal, at: performance.now() };
  }

  keepWhole(notes: readonly FormatNote[], whole: NonNullable<Journal['whole']>): Promise<Journal> {
    return this.#writeJournal({ notes, whole });
  }

  async #writeJournal(facts: Pick<Journal, 'notes' | 'state' | 'whole'>): Promise<Journal> {
    const { bytes, sha256 } = this.#part;
    const journal = { question: this.#question, bytes, sha256, ...facts };
    await this.#part.sync();
    await writeJournal(this.#place.part, journal);
    return journal;
  }

  get #part(): ExportPart {
    if (this.#openPart === undefined) throw new RangeError('Nothing was begun');
    return this.#openPart;
  }

  /** Gives the file its name. `onBuild` is called with the finished share of a file that is built from the part. */
  async finish(
    journal: Journal,
    signal: AbortSignal,
    onBuild?: (share: number) => void,
  ): Promise<Pick<Journal, 'bytes' | 'sha256'> & { readonly notes: readonly FormatNote[] }> {
    const { file, overwrites = false } = this.target;
    let { bytes, sha256, notes = [] } = journal;
    if (await this.#place.hasPart()) {
      const built = await this.#build(journal, signal, onBuild);
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
    return { bytes, sha256, notes };
  }

  /** Builds the file of a format that needs all records first. Returns its notes, and undefined for other formats. */
  async #build(
    { whole }: Journal,
    signal: AbortSignal,
    onBuild: ((share: number) => void) | undefined,
  ): Promise<readonly FormatNote[] | undefined> {
    const { format, options } = this.#question;
    const described = FORMATS[format];
    if (!('build' in described) || whole?.isBuilt === true) return undefined;
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

  async close(): Promise<void> {
    await this.#openPart?.close();
  }
}

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
