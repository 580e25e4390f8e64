/** One of the processes that share a folder reads a file. The others follow it, and take over if it gives up. */
import { isDeepStrictEqual } from 'node:util';
import type { Reading, ReadingChoices } from '../resource/reading.ts';
import type { JobProcesses } from './jobProcess.ts';
import type { LocalResource } from '../resource/localResource.ts';
import type { Catalogue } from '../store/catalogue.ts';
import { Claim } from '../../disk/claim.ts';
import { resourceIdOf } from '../resource/resourceId.ts';
import { fileEdition, isSameEdition } from '../reading/fileEdition.ts';
import { isSchemaAsRead } from '../reading/tableSchema.ts';
import { withWorkDirectory } from '../store/workDirectory.ts';

export interface FileWish {
  /** Real path of the file, without links. */
  readonly file: string;
  readonly choices: ReadingChoices;
  readonly wantsPreview?: true;
  /** Whether a resource of this file was read as requested. */
  readonly isAsWanted: (known: LocalResource) => boolean;
}

/** The share that is done (0 to 1), or the first records. */
export type ImportNews = number | LocalResource;

/** The resource of this file, if it was read as requested and hasn't changed since. */
export async function knownResource(
  { file, choices, isAsWanted }: FileWish,
  catalogue: Catalogue,
): Promise<LocalResource | undefined> {
  const known = (await catalogue.findWhole(resourceIdOf(file, choices.part)))?.resource;
  return known !== undefined && isAsWanted(known) && (await isUnchanged(known)) ? known : undefined;
}

async function isUnchanged(known: LocalResource): Promise<boolean> {
  if (known.isPartial === true) return false;
  const now = await fileEdition(known.file, known.reading?.format);
  return isSameEdition(known, now) && isSchemaAsRead(known);
}

/** Compares only what was chosen; the rest may have been guessed or chosen. */
export function isReadAs({ reading }: LocalResource, choices: ReadingChoices): boolean {
  const known: Readonly<Record<string, unknown>> = { ...reading };
  return Object.entries(choices).every(([name, choice]) => isDeepStrictEqual(known[name], choice));
}

/** Compares readings without their sheet or table. */
export function isReadLike({ reading }: LocalResource, guessed: Reading): boolean {
  return isDeepStrictEqual({ ...reading, part: undefined }, { ...guessed, part: undefined });
}

/** Imports a file, or waits for another process that does. Rejects like JobProcesses.run. */
export async function importInTurn(
  wish: FileWish,
  catalogue: Catalogue,
  jobs: JobProcesses,
  onNews: (news: ImportNews) => void,
  signal: AbortSignal,
): Promise<LocalResource> {
  const { file, choices, wantsPreview } = wish;
  const { directory } = catalogue;
  const id = resourceIdOf(file, choices.part);
  return withWorkDirectory(directory, id, async (workDirectory) => {
    const follower = new Follower(wish, catalogue, onNews);
    const claim = await claimImport(directory, id, signal, (note) => follower.report(note));
    try {
      const known = await knownResource(wish, catalogue);
      if (known !== undefined) return known;
      const request = { kind: 'import', file, directory, choices, workDirectory } as const;
      const notes = new ProgressNotes(claim);
      const done = await jobs.run(
        { ...request, ...(wantsPreview && { wantsPreview }) },
        (message) => {
          if (message.kind === 'preview') onNews(message.resource);
          else {
            const fraction = message.bytesRead / Math.max(1, message.bytesTotal);
            notes.write(fraction);
            onNews(fraction);
          }
        },
        signal,
      );
      await notes.written;
      return done.resource;
    } finally {
      await claim.release();
    }
  });
}

/** Waits for the right to make a resource's data. */
export function claimImport(
  directory: string,
  id: string,
  signal: AbortSignal,
  onHeld?: (note: string) => Promise<void>,
): Promise<Claim> {
  return Claim.wait(directory, `${id}.import`, signal, onHeld);
}

/** Reports the progress of another process's import. */
class Follower {
  readonly #wish: FileWish;
  readonly #catalogue: Catalogue;
  readonly #onNews: (news: ImportNews) => void;
  #note = '';
  #preview: LocalResource | undefined;

  constructor(wish: FileWish, catalogue: Catalogue, onNews: (news: ImportNews) => void) {
    this.#wish = wish;
    this.#catalogue = catalogue;
    this.#onNews = onNews;
  }

  async report(note: string): Promise<void> {
    const { file, choices, wantsPreview, isAsWanted } = this.#wish;
    const first = wantsPreview && (await this.#catalogue.findWhole(resourceIdOf(file, choices.part)))?.resource;
    if (first?.isPartial === true && first !== this.#preview && isAsWanted(first)) {
      this.#preview = first;
      this.#onNews(first);
    }
    if (note === '' || note === this.#note) return;
    this.#note = note;
    this.#onNews(Number(note));
  }
}

/** Writes the progress for followers: whole percents, and not faster than the disk allows. */
class ProgressNotes {
  readonly #claim: Claim;
  #written: Promise<void> | undefined;
  #note = '';

  constructor(claim: Claim) {
    this.#claim = claim;
  }

  get written(): Promise<void> {
    return this.#written ?? Promise.resolve();
  }

  write(fraction: number): void {
    const note = fraction.toFixed(2);
    if (note === this.#note || this.#written !== undefined) return;
    this.#note = note;
    // A follower that misses a note just waits on.
    this.#written = this.#claim
      .note(note)
      .catch(() => undefined)
      .finally(() => (this.#written = undefined));
  }
}
