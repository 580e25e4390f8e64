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

export interface FileImport {
  /** Real path of the file, without links. */
  readonly file: string;
  readonly choices: ReadingChoices;
  readonly wantsPreview?: true;
  readonly isAsChosen: (resource: LocalResource) => boolean;
}

/** The share that is done (0 to 1), or the first records. */
export type ImportNews = number | LocalResource;

/** The resource of this file, if it was read as requested and hasn't changed since. */
export async function currentResource(
  { file, choices, isAsChosen }: FileImport,
  catalogue: Catalogue,
): Promise<LocalResource | undefined> {
  const resource = (await catalogue.findWhole(resourceIdOf(file, choices.part)))?.resource;
  if (resource === undefined || resource.isPartial === true || !isAsChosen(resource)) return undefined;
  const edition = await fileEdition(resource.file, resource.reading?.format);
  return isSameEdition(resource, edition) && (await isSchemaAsRead(resource)) ? resource : undefined;
}

/** Compares only what was chosen; the rest may have been guessed or chosen. */
export function isReadAs({ reading }: LocalResource, choices: ReadingChoices): boolean {
  const parts: Readonly<Record<string, unknown>> = { ...reading };
  return Object.entries(choices).every(([name, choice]) => isDeepStrictEqual(parts[name], choice));
}

/** An unchanged file stays as it was read, by other guesses or those of an earlier version, unless choices differ. */
export function isReadLike(resource: LocalResource, guessed: Reading, choices: ReadingChoices): boolean {
  const { reading, chosen = [] } = resource;
  if (chosen.every((name) => name in choices) && isReadAs(resource, choices)) return true;
  return isDeepStrictEqual({ ...reading, part: undefined }, { ...guessed, part: undefined });
}

/** Imports a file, or waits for another process that does. Rejects like JobProcesses.run. */
export async function importInTurn(
  request: FileImport,
  catalogue: Catalogue,
  jobs: JobProcesses,
  onNews: (news: ImportNews) => void,
  signal: AbortSignal,
): Promise<LocalResource> {
  const { file, choices, wantsPreview } = request;
  const { directory } = catalogue;
  const id = resourceIdOf(file, choices.part);
  return withWorkDirectory(directory, id, async (workDirectory) => {
    await using claim = await claimImport(directory, id, signal, newsOfOther(request, catalogue, onNews));
    const current = await currentResource(request, catalogue);
    if (current !== undefined) return current;
    const notes = progressNotes(claim);
    const job = { file, directory, choices, workDirectory, ...(wantsPreview && { wantsPreview }) };
    const resource = await jobs.run('import', job, signal, (report) => {
      if (report.kind === 'preview') onNews(report.resource);
      else {
        const fraction = report.bytesRead / Math.max(1, report.bytesTotal);
        notes.write(fraction);
        onNews(fraction);
      }
    });
    await notes.written();
    return resource;
  });
}

export function claimImport(
  directory: string,
  id: string,
  signal: AbortSignal,
  onHeld?: (note: string) => Promise<void>,
): Promise<Claim> {
  return Claim.wait(directory, `${id}.import`, signal, onHeld);
}

function newsOfOther(
  { file, choices, wantsPreview, isAsChosen }: FileImport,
  catalogue: Catalogue,
  onNews: (news: ImportNews) => void,
): (note: string) => Promise<void> {
  let reported = '';
  let preview: LocalResource | undefined;
  return async (note) => {
    const first = wantsPreview && (await catalogue.findWhole(resourceIdOf(file, choices.part)))?.resource;
    if (first?.isPartial === true && first !== preview && isAsChosen(first)) {
      preview = first;
      onNews(first);
    }
    if (note === '' || note === reported) return;
    reported = note;
    onNews(Number(note));
  };
}

/** Writes the progress for other processes: whole percents, and not faster than the disk allows. */
function progressNotes(claim: Claim) {
  let writing: Promise<void> | undefined;
  let last = '';
  return {
    written: (): Promise<void> => writing ?? Promise.resolve(),
    write: (fraction: number): void => {
      const note = fraction.toFixed(2);
      if (note === last || writing !== undefined) return;
      last = note;
      // A process that misses a note just waits on.
      writing = claim
        .note(note)
        .catch(() => undefined)
        .finally(() => (writing = undefined));
    },
  };
}
