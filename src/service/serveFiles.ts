/** Files and folders on their way into `serve`: read, and told about on stderr. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Writable } from 'node:stream';
import { isObject } from '../datastore/exactObject.ts';
import { isReadLike, isUnchanged } from './currentResource.ts';
import { isData } from './import/fileEndings.ts';
import type { Inspection, Reading, ReadingChoices, SkippedRecord } from './import/reading.ts';
import { JobFailed } from './jobFailed.ts';
import { runJob, type JobOptions } from './jobProcess.ts';
import type { LocalResource } from './protocol.ts';
import { Catalogue } from './store/catalogue.ts';
import { resourceIdOf } from './store/resourceId.ts';

/** In place of a folder, the files with records in it, by name. */
export async function filesOf(path: string): Promise<readonly string[]> {
  const facts = await stat(path).catch(() => undefined);
  // What is not there is told like any file that can't be read.
  if (facts?.isDirectory() !== true) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && isData(entry.name))
    .map(({ name }) => join(path, name))
    .sort();
}

/**
 * Every sheet or table of the file, or the one that was chosen; what was read in the same way before, and has not changed,
 * stays. Rejects with words for a person, unless what can't be read
 * is to be left out: then it is told, and the rest goes on.
 */
export async function importParts(
  file: string,
  choices: ReadingChoices,
  job: JobOptions,
  stderr: Writable,
  signal: AbortSignal,
): Promise<void> {
  // A file that can't be looked into says why when it is read.
  const inspection = await inspect(file, choices, job, signal).catch(() => undefined);
  const parts = choices.part === undefined ? inspection?.parts : undefined;
  for (const part of parts ?? [choices.part]) {
    try {
      const known = inspection && (await knownOf(file, part, inspection.reading, job.directory));
      if (known === undefined)
        await importPart(file, part === undefined ? choices : { ...choices, part }, job, stderr, signal);
      else await tell(known, job.directory, stderr, ['not read again: the file is unchanged']);
    } catch (error) {
      if (choices.unreadable !== 'skip' || !(error instanceof JobFailed)) throw error;
      stderr.write(`left out: ${error.message}\n`);
    }
  }
}

async function inspect(
  file: string,
  choices: ReadingChoices,
  job: JobOptions,
  signal: AbortSignal,
): Promise<Inspection> {
  return (await runJob({ kind: 'inspect', file, choices }, job, () => undefined, signal)).inspection;
}

/** What lies in the data already. A file of one sheet or table may have it named or not. */
async function knownOf(
  file: string,
  part: string | undefined,
  reading: Reading,
  directory: string,
): Promise<LocalResource | undefined> {
  const path = await realpath(file);
  const known = (await new Catalogue(directory).findWhole(resourceIdOf(path, part ?? reading.part)))
    ?.resource;
  const isCurrent = known !== undefined && isReadLike(known, reading) && (await isUnchanged(known));
  return isCurrent ? known : undefined;
}

async function importPart(
  file: string,
  choices: ReadingChoices,
  job: JobOptions,
  stderr: Writable,
  signal: AbortSignal,
): Promise<void> {
  const { directory } = job;
  const progress = new ProgressLine(basename(file), stderr);
  try {
    const { resource } = await runJob(
      { kind: 'import', file, directory, choices },
      job,
      (message) => {
        if (message.kind === 'progress') progress.show(message.bytesRead / message.bytesTotal);
      },
      signal,
    );
    progress.clear();
    await tell(resource, directory, stderr);
  } finally {
    progress.clear();
  }
}

async function tell(
  resource: LocalResource,
  directory: string,
  stderr: Writable,
  more: readonly string[] = [],
): Promise<void> {
  stderr.write(`${resource.name}: ${[describe(resource), ...more].join(', ')}\n`);
  if (resource.skipped !== undefined) await tellSkipped(resource, directory, stderr);
}

/** For example `20 records, csv, utf-8, delimiter ","`. */
function describe({ records, reading }: LocalResource): string {
  return [
    `${String(records)} ${records === 1 ? 'record' : 'records'}`,
    ...(reading ? guesses(reading) : []),
  ].join(', ');
}

function guesses({
  format,
  compression,
  encoding,
  delimiter,
  quote,
  header,
  part,
}: Reading): readonly string[] {
  return [
    format,
    ...(compression === 'none' ? [] : [compression]),
    ...(encoding === undefined ? [] : [encoding]),
    ...(delimiter === undefined ? [] : [`delimiter ${JSON.stringify(delimiter)}`]),
    ...(quote === undefined ? [] : [quote === '' ? 'no quotes' : `quote ${quote}`]),
    ...(header === false ? ['no header'] : []),
    ...(part === undefined ? [] : [`part ${JSON.stringify(part)}`]),
  ];
}

async function tellSkipped({ id, name }: LocalResource, directory: string, stderr: Writable): Promise<void> {
  const catalogue = new Catalogue(directory);
  const description = await catalogue.find(id);
  if (description === undefined) return;
  const text = await readFile(catalogue.beside(description, 'skipped'), 'utf8');
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const skipped: unknown = JSON.parse(line);
    if (isObject(skipped as never)) stderr.write(`${placeOf(name, skipped as SkippedRecord)}\n`);
  }
}

function placeOf(name: string, { line, field, reason }: SkippedRecord): string {
  const place = [
    name,
    ...(line === undefined ? [] : [`line ${String(line)}`]),
    ...(field === undefined ? [] : [`field ${JSON.stringify(field)}`]),
  ];
  return `${place.join(', ')}: left out: ${reason}`;
}

/** One line that is written over again, for somebody who looks on. */
class ProgressLine {
  readonly #name: string;
  readonly #stream: Writable | undefined;
  #isShown = false;

  constructor(name: string, stream: Writable) {
    this.#name = name;
    this.#stream = 'isTTY' in stream && stream.isTTY === true ? stream : undefined;
  }

  show(part: number): void {
    this.#isShown = true;
    this.#stream?.write(`\r${this.#name}: ${String(Math.floor(100 * part))} %`);
  }

  clear(): void {
    if (this.#isShown) this.#stream?.write('\r\u001b[K');
    this.#isShown = false;
  }
}
