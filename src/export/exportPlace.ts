/** The files of an export: the target, and those beside it until it is complete. Methods throw file system errors. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Claim } from '../disk/claim.ts';
import { fileSize } from '../disk/wholeFile.ts';
import { isLeftBehind, ownerOf } from '../disk/owner.ts';
import { journalPath, readJournal, type ExportQuestion, type Journal } from './journal.ts';

/** The part of an export on the disk. `other` is a part of another export, or one without a usable journal. */
export type StoredPart =
  { readonly kind: 'none' | 'other' } | { readonly kind: 'same'; readonly journal: Journal; readonly hasPart: boolean };

export class ExportPlace {
  readonly file: string;
  readonly part: string;
  /** The unfinished file of a format that is built from the part. */
  readonly built: string;

  constructor(file: string) {
    this.file = file;
    this.part = `${file}.part`;
    this.built = `${file}.built`;
  }

  /** Claims the right to write or delete the part. Undefined if another export has it. */
  claim(): Promise<Claim | undefined> {
    return Claim.take(path.dirname(this.part), path.basename(this.part));
  }

  isRunning(): Promise<boolean> {
    return Claim.isHeld(path.dirname(this.part), path.basename(this.part));
  }

  async storedPart(question: ExportQuestion): Promise<StoredPart> {
    const journal = await readJournal(this.part, question);
    const bytes = await fileSize(this.part);
    // A run that ended before it wrote a journal may have left an empty part.
    if (typeof journal === 'string') return { kind: (bytes ?? 0) > 0 ? 'other' : 'none' };
    return { kind: 'same', journal, hasPart: bytes !== undefined };
  }

  hasFile(): Promise<boolean> {
    return exists(this.file);
  }

  hasPart(): Promise<boolean> {
    return exists(this.part);
  }

  async hasWhole({ bytes }: Pick<Journal, 'bytes'>): Promise<boolean> {
    return (await fileSize(this.file)) === bytes;
  }

  async clear(): Promise<void> {
    await rm(this.part, { force: true });
    await rm(this.built, { force: true });
    await this.clearJournal();
  }

  /** Deletes the journal, and what killed runs or a failing disk left of it. */
  async clearJournal(): Promise<void> {
    await rm(journalPath(this.part), { force: true });
    const folder = path.dirname(this.part);
    for (const name of await readdir(folder))
      if (name.startsWith(`${path.basename(this.part)}.`) && isOver(name))
        await rm(path.join(folder, name), { force: true });
  }
}

/** Whether a file's writer has ended. This process releases its claims itself; its other files here are finished. */
function isOver(name: string): boolean {
  return (ownerOf(name) === process.pid && !name.endsWith('.lock')) || isLeftBehind(name);
}

async function exists(file: string): Promise<boolean> {
  return (await fileSize(file)) !== undefined;
}
