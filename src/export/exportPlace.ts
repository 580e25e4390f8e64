/** The files of an export: the one that is meant, and what stands beside it until that is whole. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileSize } from '../disk/fileSize.ts';
import { isLeftBehind, ownerOf } from '../disk/owner.ts';
import { journalPath, readJournal, readOwner, type ExportQuestion, type Journal } from './journal.ts';

/** Exports that this process is writing, by their owners' names. */
const RUNNING = new Set<string>();

/** What is there of an export. `other`: the part is of another question, or no journal says what it is. */
export type FoundPart =
  | { readonly kind: 'none' | 'other' | 'running' }
  | { readonly kind: 'same'; readonly journal: Journal; readonly hasPart: boolean };

export class ExportPlace {
  readonly file: string;
  readonly part: string;
  /** What is built from the part. */
  readonly built: string;

  constructor(file: string) {
    this.file = file;
    this.part = `${file}.part`;
    this.built = `${file}.built`;
  }

  /** For the time of `work`, others see that this process writes the part: the journal names `owner`. */
  static async during<T>(owner: string, work: () => Promise<T>): Promise<T> {
    RUNNING.add(owner);
    try {
      return await work();
    } finally {
      RUNNING.delete(owner);
    }
  }

  /** Throws what the file system says. */
  async look(question: ExportQuestion): Promise<FoundPart> {
    if (await this.isRunning()) return { kind: 'running' };
    const journal = await readJournal(this.part, question);
    const bytes = await fileSize(this.part);
    // A run that was ended before its journal left an empty part.
    if (typeof journal === 'string') return { kind: (bytes ?? 0) > 0 ? 'other' : 'none' };
    return { kind: 'same', journal, hasPart: bytes !== undefined };
  }

  async isRunning(): Promise<boolean> {
    const owner = await readOwner(this.part);
    if (owner === undefined) return false;
    // A full disk can keep a journal from saying that its run has ended.
    return ownerOf(owner) === process.pid ? RUNNING.has(owner) : !isLeftBehind(owner);
  }

  hasFile(): Promise<boolean> {
    return exists(this.file);
  }

  hasPart(): Promise<boolean> {
    return exists(this.part);
  }

  /** What was meant is there, and has this size. */
  async hasWhole({ bytes }: Pick<Journal, 'bytes'>): Promise<boolean> {
    return (await fileSize(this.file)) === bytes;
  }

  /** Takes away what stands beside the file. Throws what the file system says. */
  async clear(): Promise<void> {
    await rm(this.part, { force: true });
    await rm(this.built, { force: true });
    await this.clearJournal();
  }

  /** And what runs left of it that were killed, or whose disk failed. */
  async clearJournal(): Promise<void> {
    const journal = journalPath(this.part);
    await rm(journal, { force: true });
    const folder = path.dirname(journal);
    for (const name of await readdir(folder))
      if (name.startsWith(`${path.basename(journal)}.`) && isOverFor(name))
        await rm(path.join(folder, name), { force: true });
  }
}

/** This process has written its journal, or fails to. */
function isOverFor(name: string): boolean {
  return ownerOf(name) === process.pid || isLeftBehind(name);
}

async function exists(file: string): Promise<boolean> {
  return (await fileSize(file)) !== undefined;
}
