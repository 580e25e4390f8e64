/** The files of an export: the one that is meant, and what stands beside it until that is whole. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Claim } from '../disk/claim.ts';
import { fileSize } from '../disk/fileSize.ts';
import { isLeftBehind, ownerOf } from '../disk/owner.ts';
import { journalPath, readJournal, type ExportQuestion, type Journal } from './journal.ts';

/** What is there of an export. `other`: the part is of another question, or no journal says what it is. */
export type FoundPart =
  | { readonly kind: 'none' | 'other' }
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

  /** The right to write the part, or to take it away; undefined where another export has it. Throws what the file system says. */
  claim(): Promise<Claim | undefined> {
    return Claim.take(path.dirname(this.part), path.basename(this.part));
  }

  /** Throws what the file system says. */
  isRunning(): Promise<boolean> {
    return Claim.isHeld(path.dirname(this.part), path.basename(this.part));
  }

  /** Throws what the file system says. */
  async look(question: ExportQuestion): Promise<FoundPart> {
    const journal = await readJournal(this.part, question);
    const bytes = await fileSize(this.part);
    // A run that was ended before its journal left an empty part.
    if (typeof journal === 'string') return { kind: (bytes ?? 0) > 0 ? 'other' : 'none' };
    return { kind: 'same', journal, hasPart: bytes !== undefined };
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
    await rm(journalPath(this.part), { force: true });
    const folder = path.dirname(this.part);
    for (const name of await readdir(folder))
      if (name.startsWith(`${path.basename(this.part)}.`) && isOver(name))
        await rm(path.join(folder, name), { force: true });
  }
}

/** This process has written its journal, or fails to; its claims it releases itself. */
function isOver(name: string): boolean {
  return (ownerOf(name) === process.pid && !name.endsWith('.lock')) || isLeftBehind(name);
}

async function exists(file: string): Promise<boolean> {
  return (await fileSize(file)) !== undefined;
}
