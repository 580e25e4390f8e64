/** Files and folders on their way into `serve`: read, and told about on stderr. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Writable } from 'node:stream';
import { isObject } from '../datastore/exactObject.ts';
import { isData } from './import/fileEndings.ts';
import type { Reading, ReadingChoices, SkippedRecord } from './import/reading.ts';
import { JobFailed } from './jobFailed.ts';
import { runJob, type JobOptions } from './jobProcess.ts';
import type { LocalResource } from './protocol.ts';
import { Catalogue } from './store/catalogue.ts';

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
 * Every sheet or table of the file, or the one that was chosen. Rejects with words for a person, unless what can't be read
 * is to be left out: then it is told, and the rest goes on.
 */
export async function importParts(
  file: string,
  choices: ReadingChoices,
  job: JobOptions,
  stderr: Writable,
  signal: AbortSignal,
): Promise<void> {
  for (const part of await partsOf(file, choices, job, signal).catch(() => [choices.part])) {
    try {
      await importPart(file, part === undefined ? choices : { ...choices, part }, job, stderr, signal);
    } catch (error) {
      if (choices.unreadable !== 'skip' || !(error instanceof JobFailed)) throw error;
      stderr.write(`left out: ${error.message}\n`);
    }
  }
}

/** A file that has none is read as a whole; so is one that can't be looked into, and says why then. */
async function partsOf(
  file: string,
  choices: ReadingChoices,
  job: JobOptions,
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  if (choices.part !== undefined) return [choices.part];
  const { inspection } = await runJob({ kind: 'inspect', file, choices }, job, () => undefined, signal);
  return inspection.parts ?? [undefined];
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
    stderr.write(`${resource.name}: ${describe(resource)}\n`);
    if (resource.skipped !== undefined) await tellSkipped(resource, directory, stderr);
  } finally {
    progress.clear();
  }
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
