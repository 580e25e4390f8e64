import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Writable } from 'node:stream';
import { printable } from '../../base/printable.ts';
import { isData } from '../resource/fileKinds.ts';
import { placeText, skippedReason } from '../resource/reasons.ts';
import type { Inspection, Reading, ReadingChoices, SkippedRecord } from '../resource/reading.ts';
import { importInTurn, isReadLike, knownResource, type ImportNews } from './importTurn.ts';
import { type JobProcesses, JobFailed } from './jobProcess.ts';
import type { ColumnMisfits, LocalResource } from '../resource/localResource.ts';
import type { Catalogue } from '../store/catalogue.ts';
import { withWorkDirectory } from '../store/workDirectory.ts';

/** Replaces a folder by the files with records in it, sorted by name. */
export async function filesOf(path: string): Promise<readonly string[]> {
  const facts = await stat(path).catch(() => undefined);
  // A missing file is reported by its import.
  if (facts?.isDirectory() !== true) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && isData(entry.name))
    .map(({ name }) => join(path, name))
    .sort();
}

/** What importing files needs, and where it reports. */
export interface Importing {
  readonly catalogue: Catalogue;
  readonly jobs: JobProcesses;
  readonly stderr: Writable;
}

/**
 * Imports every sheet or table of a file, or the chosen one. Parts that were read in the same way and haven't changed
 * are kept. Rejects if a part can't be read, unless `unreadable` is `skip`: then the fault is reported, and the rest
 * imported.
 */
export async function importParts(
  file: string,
  choices: ReadingChoices,
  importing: Importing,
  signal: AbortSignal,
): Promise<void> {
  // The import reports why a file can't be inspected.
  const inspection = await inspect(file, choices, importing, signal).catch(() => undefined);
  const parts = choices.part === undefined ? inspection?.parts : undefined;
  for (const part of parts ?? [choices.part]) {
    try {
      const known = inspection && (await knownPart(file, part, inspection.reading, importing));
      if (known === undefined)
        await importPart(file, part === undefined ? choices : { ...choices, part }, inspection, importing, signal);
      else await report(known, importing, ['not read again: the file is unchanged']);
    } catch (error) {
      if (choices.unreadable !== 'skip' || !(error instanceof JobFailed)) throw error;
      tell(importing, `left out: ${error.message}`);
    }
  }
}

async function inspect(
  file: string,
  choices: ReadingChoices,
  { catalogue, jobs }: Importing,
  signal: AbortSignal,
): Promise<Inspection> {
  const inspected = await withWorkDirectory(catalogue.directory, '', (workDirectory) =>
    jobs.run({ kind: 'inspect', file, choices, workDirectory }, () => undefined, signal),
  );
  return inspected.inspection;
}

/** The part if it was imported before. In a file with a single sheet or table, it may be named or not. */
async function knownPart(
  file: string,
  given: string | undefined,
  reading: Reading,
  { catalogue }: Importing,
): Promise<LocalResource | undefined> {
  const part = given ?? reading.part;
  const wish = {
    file: await realpath(file),
    choices: part === undefined ? {} : { part },
    isAsWanted: (known: LocalResource) => isReadLike(known, reading),
  };
  return knownResource(wish, catalogue);
}

async function importPart(
  file: string,
  choices: ReadingChoices,
  inspection: Inspection | undefined,
  importing: Importing,
  signal: AbortSignal,
): Promise<void> {
  const { catalogue, jobs, stderr } = importing;
  const progress = new ProgressLine(basename(file), stderr);
  const wish = {
    // A missing file is reported by its import.
    file: await realpath(file).catch(() => file),
    choices,
    isAsWanted: (known: LocalResource) => inspection !== undefined && isReadLike(known, inspection.reading),
  };
  const show = (news: ImportNews): void => {
    if (typeof news === 'number') progress.show(news);
  };
  try {
    const resource = await importInTurn(wish, catalogue, jobs, show, signal);
    progress.clear();
    await report(resource, importing);
  } finally {
    progress.clear();
  }
}

async function report(resource: LocalResource, importing: Importing, more: readonly string[] = []): Promise<void> {
  tell(importing, `${resource.name}: ${[describe(resource), ...more].join(', ')}`);
  for (const misfits of resource.misfits ?? []) reportMisfits(resource.name, misfits, importing);
  for (const { field, text } of resource.ambiguous ?? [])
    tell(
      importing,
      `${resource.name}, field ${JSON.stringify(field)}: text, because ${JSON.stringify(text)} can be a decimal number or thousands (a schema file can say which)`,
    );
  if (resource.skipped !== undefined) await reportSkipped(resource, importing);
}

function reportMisfits(file: string, { field, became, record, line, text }: ColumnMisfits, importing: Importing): void {
  const column = `${file}, field ${JSON.stringify(field)}`;
  const place = `record ${String(record)}${line === undefined ? '' : ` (line ${String(line)})`}`;
  const first = `${place} has ${JSON.stringify(text)}`;
  tell(
    importing,
    became === 'text'
      ? `${column}: text, because not all values fit its type: ${first}`
      : `${column}: values that don't fit its type are NULL: ${first}`,
  );
}

/** Formats the reading, for example `20 records, csv, utf-8, delimiter ","`. */
function describe({ records, reading }: LocalResource): string {
  return [`${String(records)} ${records === 1 ? 'record' : 'records'}`, ...(reading ? guesses(reading) : [])].join(
    ', ',
  );
}

function guesses({ format, compression, encoding, delimiter, quote, header, part }: Reading): readonly string[] {
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

async function reportSkipped({ id, name }: LocalResource, importing: Importing): Promise<void> {
  const { catalogue } = importing;
  const description = await catalogue.find(id);
  if (description === undefined) return;
  const text = await readFile(catalogue.beside(description, 'skipped'), 'utf8');
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const { reason, ...place } = JSON.parse(line) as SkippedRecord;
    tell(importing, `${placeText(name, place)}: left out: ${skippedReason(reason)}`);
  }
}

/** Names and texts of files may contain control characters. */
function tell({ stderr }: Importing, line: string): void {
  stderr.write(`${printable(line)}\n`);
}

/** A line that is overwritten, in terminals only. */
class ProgressLine {
  readonly #name: string;
  readonly #stream: Writable | undefined;
  #isShown = false;

  constructor(name: string, stream: Writable) {
    this.#name = printable(name);
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
