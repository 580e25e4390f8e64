/** Imports one file as one resource. This runs in its own process, so that no file can harm what is served. */
import { mkdir, realpath, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';
import type { ColumnGuess } from '../resource/columnReading.ts';
import {
  cutText,
  MAX_SKIPPED_TEXT,
  type Inspection,
  type ReadingChoices,
  type SkippedRecord,
} from '../resource/reading.ts';
import type { ColumnMisfits, LocalResource } from '../resource/localResource.ts';
import { defined, filled } from '../../base/defined.ts';
import { Catalogue } from '../store/catalogue.ts';
import { openAtWork } from '../engine/duckdb/duckdbInstance.ts';
import { resourceIdOf } from '../resource/resourceId.ts';
import { guessColumn, withMarks } from './columnGuess.ts';
import { fileEdition, isSameEdition } from './fileEdition.ts';
import { readingChanges } from './readingChanges.ts';
import { writeSkipped } from './skippedRecords.ts';
import type { ImportSource } from '../engine/duckdb/table/importSource.ts';
import { type FileToInspect, openFile, type OpenedFile } from './openedFile.ts';
import { publish } from './publish.ts';
import type { EncodingGuess } from './encodingDetection.ts';
import { guessEncoding } from './encodingGuess.ts';
import { reason, UnreadableFile } from '../resource/reasons.ts';
import { withKeys } from '../engine/duckdb/table/sourceKeys.ts';
import type { SettledFields, Spelling } from '../engine/duckdb/table/sourceTextFields.ts';
import { TableFile, WIDE } from '../engine/duckdb/table/tableFile.ts';
import { unreadable } from './unreadableFile.ts';
import { removePartial } from '../store/workDirectory.ts';

export interface FileToImport extends FileToInspect {
  readonly directory: string;
  readonly memoryLimitMb: number;
}

/** Share of an import's time after unpacking, and after reading. The rest is writing. */
const UNPACKED = 0.1;
const READ = 0.35;

/** Megabytes per field of a wide table: 1,000 records of 10,000 numbers (CSV) peak at 1.4 GB (the limit is 2 GB). */
const FIELD_MB = 0.25;

/** A smaller file (in bytes) is imported before its first records could be shown. */
const PREVIEW_ABOVE = 32 << 20;
const PREVIEW_PACKED_ABOVE = 8 << 20;

/** `onPreview` is called once for a large file, when its first records can be served. Throws UnreadableFile. */
export async function importFile(
  request: FileToImport,
  onProgress: (bytesRead: number, bytesTotal: number) => void,
  onPreview?: (resource: LocalResource) => void,
): Promise<LocalResource> {
  let preview: LocalResource | undefined;
  try {
    preview = onPreview && (await importBeginning(request));
    if (preview !== undefined) onPreview?.(preview);
    return await importWhole(request, onProgress);
  } catch (error) {
    if (preview !== undefined) await removePartial(request.directory, preview.id, request.workDirectory);
    throw unreadable(request.file, error);
  }
}

/** Undefined if a preview gains nothing or fails. It doesn't replace a complete import. */
async function importBeginning(request: FileToImport): Promise<LocalResource | undefined> {
  const { file, choices, directory } = request;
  const workDirectory = join(request.workDirectory, 'preview');
  try {
    const { size } = await stat(file);
    if (size <= PREVIEW_PACKED_ABOVE) return undefined;
    const opened = await openFile(file, choices, workDirectory, 'beginning');
    const { compression } = opened.inspection.reading;
    const isLarge = size > (compression !== 'none' ? PREVIEW_PACKED_ABOVE : PREVIEW_ABOVE);
    if (!isLarge || opened.readable.isCut !== true) return undefined;
    const before = await new Catalogue(directory).findWhole(resourceIdOf(opened.path, undefined));
    if (before !== undefined && before.resource.isPartial !== true) return undefined;
    return await store({ ...request, workDirectory }, opened, () => undefined);
  } catch {
    return undefined;
  }
}

async function importWhole(request: FileToImport, onProgress: (bytesRead: number, bytesTotal: number) => void) {
  const total = (await stat(request.file)).size;
  let furthest = 0;
  const report = (fraction: number): void => {
    if (fraction <= furthest) return;
    furthest = fraction;
    onProgress(Math.round(fraction * total), total);
  };
  const attempt = async (choices: ReadingChoices, unsure?: Inspection['unsure']): Promise<LocalResource> => {
    const chosen = { ...request, choices };
    const { opened, instance } = await openBoth(chosen, (bytes) => report((UNPACKED * bytes) / total));
    try {
      const inspection = { ...opened.inspection, ...(unsure && { unsure }) };
      return await store(request, { ...opened, inspection }, report, instance);
    } catch (error) {
      const guess = choices.encoding === undefined ? await laterEncoding(error, opened) : undefined;
      if (guess === undefined) throw error;
      const { encoding, isUnsure } = guess;
      return attempt({ ...choices, encoding }, isUnsure ? ['encoding'] : undefined);
    }
  };
  return attempt(request.choices);
}

/** Undefined unless the whole text shows another encoding than its beginning, by which it was guessed. */
async function laterEncoding(error: unknown, { readable, inspection }: OpenedFile): Promise<EncodingGuess | undefined> {
  if (!(error instanceof UnreadableFile) || error.reason.code !== 'encoding') return undefined;
  const guess = await guessEncoding(readable.path, Infinity);
  return guess.encoding === inspection.reading.encoding ? undefined : guess;
}

/** DuckDB starts while the file is inspected, because both take as long. */
async function openBoth(request: FileToImport, report: (bytes: number) => void) {
  const { file, choices, workDirectory } = request;
  const path = await realpath(file);
  await mkdir(workDirectory, { recursive: true });
  const engine = openEngine(request, path);
  // The failure is thrown where the engine is awaited. Without a handler until then, it would end the process.
  engine.catch(() => undefined);
  try {
    const opened = await openFile(file, choices, workDirectory, 'whole', report);
    return { opened, instance: await engine };
  } catch (error) {
    await engine.then(
      (instance) => instance.closeSync(),
      () => undefined,
    );
    throw error;
  }
}

/** `fields` is their number in a wide table. */
function openEngine({ workDirectory, memoryLimitMb }: FileToImport, path: string, fields?: number) {
  return openAtWork(workDirectory, [path], {
    memoryLimitMb: memoryLimitMb + Math.ceil(FIELD_MB * (fields ?? 0)),
    // One processor scans the file meanwhile, and more threads than processors would spin while they wait.
    threads: fields === undefined ? Math.max(1, availableParallelism() - 1) : 1,
  });
}

async function store(
  request: FileToImport,
  { path, edition, readable, format, inspection }: OpenedFile,
  report: (fraction: number) => void,
  begun?: DuckDBInstance,
): Promise<LocalResource> {
  const { file, directory, workDirectory } = request;
  const isWide = inspection.fields.length > WIDE;
  if (isWide) begun?.closeSync();
  const instance =
    isWide || begun === undefined
      ? await openEngine(request, path, isWide ? inspection.fields.length : undefined)
      : begun;
  const connection = await instance.connect();
  const part = join(workDirectory, 'data.part');
  let source: ImportSource;
  let settled: SettledFields;
  let misfits: readonly ColumnMisfits[];
  let cells: readonly SkippedRecord[];
  let table: TableFile | undefined;
  try {
    // An attempt with another encoding may have left it.
    await rm(part, { force: true });
    table = await TableFile.create(instance, connection, part, isWide, spellingOf(inspection));
    const bytes = Math.max(1, (await stat(readable.path)).size);
    const progress = (read: number): void => report(UNPACKED + ((READ - UNPACKED) * Math.min(read, bytes)) / bytes);
    const begin = table.begin.bind(table);
    source = await format.read(connection, readable, inspection.reading, progress, begin);
    if (readable.isCut && source.records === 0) throw new UnreadableFile(file, reason('noWholeRecord'));
    // Readers with a proof have seen each value, and set the keys themselves.
    if (source.proof === undefined && !isWide) source = await withKeys(connection, source);
    report(READ);
    settled = await table.write(source, (fraction) => report(READ + 0.99 * (1 - READ) * fraction));
    const lines = await linesOf([...settled.misfits, ...settled.cells], source);
    misfits = settled.misfits.map((column) => ({ ...column, ...lineOf(lines, column) }));
    cells = settled.cells.map(({ field, kind, text, ...cell }) => ({
      ...lineOf(lines, cell),
      ...{ row: cell.record, field, reason: reason(`cell${kind}`), text: cutText(text, MAX_SKIPPED_TEXT) },
    }));
  } finally {
    await table?.abandon();
    connection.disconnectSync();
    instance.closeSync();
  }
  const { reading, parts, leftOut, unsure } = inspection;
  const before = await new Catalogue(directory).findWhole(resourceIdOf(path, reading.part));
  const isNew = before === undefined || before.resource.isPartial === true || isSameEdition(before.resource, edition);
  const changes = isNew ? [] : readingChanges(before.resource, reading, request.choices);
  const notices = [...changes, ...(inspection.notices ?? []), ...(source.notices ?? [])];
  const { part: _, ...choices } = request.choices;
  // A copy is always one edition, even if the file has changed since.
  if (readable.isCopy !== true && !isSameEdition(edition, await fileEdition(path, reading.format)))
    throw new UnreadableFile(file, reason('changed'));
  report(1);
  const resource = {
    id: resourceIdOf(path, reading.part),
    name: reading.part === undefined ? basename(path) : `${basename(path)}: ${reading.part}`,
    file: path,
    ...edition,
    records: source.records,
    reading,
    chosen: Object.keys(choices),
    ...defined({
      ...{ unsure, notices: filled(notices), misfits: filled(misfits), lost: filled(source.lost) },
      ...{ missing: filled(settled.missing), ambiguous: filled(settled.ambiguous), isPartial: readable.isCut },
      skipped: source.skipped.length === 0 ? undefined : source.skipped.length,
      leftOut: parts?.[0] === reading.part ? filled(leftOut) : undefined,
    }),
  };
  const structure = { fields: settled.fields, ids: source.ids ?? ('place' as const) };
  return publish(
    directory,
    part,
    resource,
    structure,
    await writeSkipped(workDirectory, [...source.skipped, ...cells]),
  );
}

async function linesOf(places: readonly Pick<ColumnMisfits, 'record'>[], source: ImportSource) {
  return places.length === 0 ? undefined : source.linesOf?.(new Set(places.map(({ record }) => record)));
}

function lineOf(lines: ReadonlyMap<number, number> | undefined, { record }: Pick<ColumnMisfits, 'record'>) {
  return defined({ line: lines?.get(record) });
}

/** The columns to type: chosen ones, and those whose first values leave no doubt. */
function spellingOf({ columns, reading: { format, delimiter, nullWords = [] } }: Inspection): Spelling {
  const isCsv = format === 'csv';
  const sourceTexts = columns.filter(({ source, doubt, isPlain, reading: { kind } }) => {
    if (source === 'choice') return true;
    if (doubt !== undefined || kind === 'text') return false;
    // Words for NULL make a column of plain numbers text, unless the file has types.
    return isPlain !== true || (isCsv && nullWords.length > 0);
  });
  const guesses = {
    shown: new Set(columns.map(({ shownMark }) => shownMark)),
    columns: columns.filter(({ source }) => source === 'guess'),
    guess: guessColumn,
    decide: (guess: ColumnGuess, shown: ReadonlySet<ColumnGuess['shownMark']>) => withMarks(guess, shown, delimiter),
  };
  return {
    nullWords,
    // Other formats declare the types of their columns.
    ...(isCsv && { guesses }),
    columns: sourceTexts.map(({ source, reading }) =>
      source === 'guess' ? { ...reading, isGuess: true as const } : reading,
    ),
  };
}
