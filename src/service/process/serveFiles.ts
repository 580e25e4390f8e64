import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Writable } from 'node:stream';
import { printable } from '../../base/printable.ts';
import { isData } from '../resource/fileKinds.ts';
import { placeText, reason as reasonOf, type ReasonCode, reasonText, skippedReason } from '../resource/reasons.ts';
import type { Inspection, ReadingChoices, SkippedRecord, UnsurePart } from '../resource/reading.ts';
import { currentResource, importInTurn, isReadLike, type FileImport, type ImportNews } from './importTurn.ts';
import { type JobProcesses, JobFailed } from './jobProcess.ts';
import { ProcessEnded } from '../resource/processEndings.ts';
import type { ColumnMisfits, LocalResource } from '../resource/localResource.ts';
import type { Catalogue } from '../store/catalogue.ts';
import type { ServeIo } from './serveOptions.ts';
import { withWorkDirectory } from '../store/workDirectory.ts';

const FLAGS: Readonly<Record<UnsurePart, string>> = { encoding: '--encoding' };
const ROW_FLAGS =
  '--header-row N, --skip-end N, --delimiter TEXT or --quote ""; --skip-unreadable leaves out such rows';
/** The flags with which a file may be read after all. */
const HELP: Partial<Record<ReasonCode, string>> = {
  ...{ notAsNamed: ROW_FLAGS, oneNotAsNamed: ROW_FLAGS, notAsFirst: ROW_FLAGS, oneNotAsFirst: ROW_FLAGS },
  ...{ quotesOff: '--quote ""', quoteAfterSpace: '--quote "", or --delimiter ", "', encoding: '--encoding NAME' },
  ...{
    misnamed: '--file-format KIND',
    firstLineNoNames: '--header-row N',
    noSuchList: '--records KEYS',
    noSuchSheet: '--sheet NAME',
  },
  ...{ noSuchTable: '--table NAME', nulByte: '--skip-unreadable', surrogate: '--skip-unreadable' },
};
/** A minute for each of a thousand views that never end would be too long. */
const MOST_STOPPED = 5;

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

export class FileImports {
  readonly #catalogue: Catalogue;
  readonly #jobs: JobProcesses;
  readonly #io: Pick<ServeIo, 'stderr' | 'signal'>;

  constructor(catalogue: Catalogue, jobs: JobProcesses, io: Pick<ServeIo, 'stderr' | 'signal'>) {
    this.#catalogue = catalogue;
    this.#jobs = jobs;
    this.#io = io;
  }

  /**
   * Imports every sheet or table of a file, or the chosen one, unless it's unchanged. Rejects if a part can't be read,
   * unless it's a view, or `unreadable` is `skip`: then the fault is reported, and the rest imported. `choosing` says how
   * to choose the only part that is read; then rejects in any case, and if there are several of which none is chosen.
   */
  async importParts(file: string, choices: ReadingChoices, choosing?: string): Promise<readonly LocalResource[]> {
    const imported: LocalResource[] = [];
    // The import reports why a file is missing or can't be inspected.
    const path = await realpath(file).catch(() => file);
    const inspection = await this.#inspect(file, choices).catch(() => undefined);
    const parts = choices.part === undefined ? inspection?.parts : undefined;
    if (choosing !== undefined && parts !== undefined && parts.length > 1) {
      const names = parts.map((part) => JSON.stringify(part)).join(', ');
      throw new Error(`${basename(file)} has several tables: ${names}. Choose one with ${choosing}.`);
    }
    if (parts !== undefined)
      for (const { part, reason } of inspection?.leftOut ?? [])
        this.#tell(`${placeText(file, { part })}: left out: ${reasonText(reason)}`);
    let stopped = 0;
    for (const part of parts ?? [choices.part]) {
      const isView = part !== undefined && inspection?.views?.includes(part) === true && choices.part === undefined;
      if (isView && stopped === MOST_STOPPED) {
        this.#tell(`left out: ${placeText(file, { part })}: ${reasonText(reasonOf('viewsStopped'))}`);
        continue;
      }
      const isAsChosen = (resource: LocalResource): boolean =>
        inspection !== undefined && isReadLike(resource, inspection.reading, choices);
      try {
        // In a file with a single sheet or table, it may be named or not.
        const named = part ?? inspection?.reading.part;
        const same = { file: path, choices: named === undefined ? {} : { part: named }, isAsChosen };
        const current = await currentResource(same, this.#catalogue);
        const request = { ...same, choices: part === undefined ? choices : { ...choices, part } };
        if (current !== undefined) await this.#report(current, ['not read again: the file is unchanged']);
        imported.push(current ?? (await this.#import(request, file)));
      } catch (error) {
        if (choosing !== undefined) throw withFlags(error);
        if (isView && error instanceof ProcessEnded) {
          stopped += 1;
          this.#tell(`left out: ${placeText(file, { part })}: ${error.message}`);
        } else if ((isView || choices.unreadable === 'skip') && error instanceof JobFailed)
          this.#tell(`left out: ${error.message}`);
        else throw withFlags(error);
      }
    }
    return imported;
  }

  #inspect(file: string, choices: ReadingChoices): Promise<Inspection> {
    return withWorkDirectory(this.#catalogue.directory, '', (workDirectory) =>
      this.#jobs.run('inspect', { file, choices, workDirectory }, this.#io.signal),
    );
  }

  async #import(request: FileImport, file: string): Promise<LocalResource> {
    const progress = progressLine(basename(file), this.#io.stderr);
    const show = (news: ImportNews): void => {
      if (typeof news === 'number') progress.show(news);
    };
    try {
      const resource = await importInTurn(request, this.#catalogue, this.#jobs, show, this.#io.signal);
      progress.clear();
      await this.#report(resource);
      return resource;
    } finally {
      progress.clear();
    }
  }

  async #report(resource: LocalResource, more: readonly string[] = []): Promise<void> {
    const { name, reading, unsure = [], notices = [], misfits = [], ambiguous = [], missing = [] } = resource;
    const { lost = [], skipped } = resource;
    this.#tell(`${name}: ${[...described(resource), ...more].join(', ')}`);
    for (const part of unsure)
      this.#tell(`unsure: ${name}: ${part} ${reading?.[part] ?? ''} (choose another with ${FLAGS[part]})`);
    for (const notice of notices) this.#tell(`${name}: ${reasonText(notice)}`);
    for (const column of misfits) this.#tell(misfitText(name, column));
    const absent = missing.map(
      ({ field, values, words }) =>
        `${JSON.stringify(field)} (${words.map((word) => JSON.stringify(word)).join(', ')}: ${String(values)})`,
    );
    if (absent.length > 0)
      this.#tell(`${name}: NULL for words that mean a missing value, field ${absent.join(', field ')}`);
    for (const { field, errors, uncalculated, cell } of lost)
      this.#tell(
        `${name}, field ${JSON.stringify(field)}: NULL where a cell holds an error (${String(errors)}) or a formula has no stored result (${String(uncalculated)}): first ${cell}`,
      );
    for (const { field, text } of ambiguous)
      this.#tell(
        `${name}, field ${JSON.stringify(field)}: text, because ${JSON.stringify(text)} can be a decimal number or thousands (a schema file can say which)`,
      );
    if (skipped !== undefined || misfits.some(({ became }) => became === 'null')) await this.#reportSkipped(resource);
  }

  async #reportSkipped({ id, name }: LocalResource): Promise<void> {
    const description = await this.#catalogue.find(id);
    if (description === undefined) return;
    const text = await readFile(this.#catalogue.beside(description, 'skipped'), 'utf8');
    for (const line of text.split('\n').filter((each) => each !== '')) {
      const { reason, ...place } = JSON.parse(line) as SkippedRecord;
      this.#tell(`${placeText(name, place)}: left out: ${skippedReason(reason)}`);
    }
  }

  /** Names and texts of files may contain control characters. */
  #tell(line: string): void {
    this.#io.stderr.write(`${printable(line)}\n`);
  }
}

function withFlags(error: unknown): unknown {
  if (!(error instanceof JobFailed) || error.unreadable === undefined) return error;
  const flags = HELP[error.unreadable.reason.code];
  return flags === undefined ? error : new Error(`${error.message} Try ${flags}.`);
}

function misfitText(file: string, { field, became, record, line, text }: ColumnMisfits): string {
  const what =
    became === 'text' ? 'text, because not all values fit its type' : "values that don't fit its type are NULL";
  const place = `record ${String(record)}${line === undefined ? '' : ` (line ${String(line)})`}`;
  return `${file}, field ${JSON.stringify(field)}: ${what}: ${place} has ${JSON.stringify(text)}`;
}

/** The parts of a sentence about the reading, for example `20 records`, `csv`, `utf-8`, `delimiter ","`. */
function described({ records, reading }: LocalResource): readonly string[] {
  const count = `${String(records)} ${records === 1 ? 'record' : 'records'}`;
  if (reading === undefined) return [count];
  const { format, compression, encoding, delimiter, quote, header, records: keys, nested, part } = reading;
  const { headerLine, comment, escape } = reading;
  return [
    ...[count, format],
    ...(compression === 'none' ? [] : [compression]),
    ...(encoding === undefined ? [] : [encoding]),
    ...(delimiter === undefined ? [] : [`delimiter ${JSON.stringify(delimiter)}`]),
    ...(quote === undefined ? [] : [quote === '' ? 'no quotes' : `quote ${quote}`]),
    ...(escape === undefined ? [] : [`escape ${escape}`]),
    ...(headerLine === undefined ? [] : [`table from line ${String(headerLine)}`]),
    ...(comment === undefined ? [] : [`remarks ${JSON.stringify(comment)}`]),
    ...(keys === undefined ? [] : [`records ${JSON.stringify(keys)}`]),
    ...(nested === 'fields' ? ['nested objects as fields'] : []),
    ...(header === false ? ['no header'] : []),
    ...(part === undefined ? [] : [`part ${JSON.stringify(part)}`]),
  ];
}

/** A line that is overwritten, in terminals only. */
function progressLine(name: string, stream: Writable) {
  const terminal = 'isTTY' in stream && stream.isTTY === true ? stream : undefined;
  let isShown = false;
  return {
    show: (part: number): void => {
      isShown = true;
      terminal?.write(`\r${printable(name)}: ${String(Math.floor(100 * part))} %`);
    },
    clear: (): void => {
      if (isShown) terminal?.write('\r\u001b[K');
      isShown = false;
    },
  };
}
