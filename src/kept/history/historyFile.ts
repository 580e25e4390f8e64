import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { readStored, storedList } from '../../base/stored.ts';
import { Claim } from '../../disk/claim.ts';
import { isLeftBehind } from '../../disk/owner.ts';
import { writeWhole } from '../../disk/wholeFile.ts';
import { HistoryEntry, lastingEntries, storedEntry } from './historyEntry.ts';

const FILE = 'history.json';
/** Largest file that is read, in bytes. Ours stay below it. */
const LARGEST = 32_000_000;
const PATIENCE_MS = 10_000;

const Stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.literal(1), entries: storedList(HistoryEntry) }),
);

/** The history of all windows of this machine, in one file. A file that can't be read counts as empty. */
export class HistoryFile {
  readonly #folder: string;
  readonly #file: string;
  readonly #now: () => number;
  #last: Promise<unknown> = Promise.resolve();
  #read: { readonly edition: string; readonly entries: readonly HistoryEntry[] } = { edition: '', entries: [] };

  constructor(folder: string, now: () => number = Date.now) {
    this.#folder = folder;
    this.#file = join(folder, FILE);
    this.#now = now;
  }

  /** Newest first. Throws file system errors, except for a missing file. */
  async entries(): Promise<readonly HistoryEntry[]> {
    const edition = await this.edition();
    if (edition !== this.#read.edition) this.#read = { edition, entries: edition === '' ? [] : await this.#load() };
    return lastingEntries(this.#read.entries, this.#now());
  }

  /** Changes whenever a window has written the file. Empty without a file. */
  async edition(): Promise<string> {
    try {
      const { ino, mtimeNs, size } = await stat(this.#file, { bigint: true });
      return `${ino}/${mtimeNs}/${size}`;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    }
  }

  /** Applies changes one after another, each to what all windows have written. Throws file system errors. */
  change(change: (entries: readonly HistoryEntry[]) => readonly HistoryEntry[]): Promise<void> {
    const changed = this.#last.then(async () => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const claim = await Claim.wait(this.#folder, FILE, AbortSignal.timeout(PATIENCE_MS));
      try {
        const entries = lastingEntries(change(await this.entries()), this.#now());
        await writeWhole(this.#file, JSON.stringify({ version: 1, entries: entries.map(storedEntry) }));
      } finally {
        await claim.release();
      }
    });
    this.#last = changed.catch(() => undefined);
    return changed;
  }

  /** Empties the file, and removes what windows left that ended while they wrote it. */
  async clear(): Promise<void> {
    await this.change(() => []);
    const left = (await readdir(this.#folder)).filter((name) => name.startsWith(`${FILE}.`) && isLeftBehind(name));
    for (const name of left) await rm(join(this.#folder, name), { force: true });
  }

  async #load(): Promise<readonly HistoryEntry[]> {
    if ((await stat(this.#file)).size > LARGEST) return [];
    return readStored(Stored, await readFile(this.#file, 'utf8'))?.entries ?? [];
  }
}
