import { link, symlink } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { defined } from '../../base/defined.ts';
import { inspectSource } from '../engine/duckdb/table/engineInspection.ts';
import { engineSource, type EngineTable } from '../engine/duckdb/table/engineTable.ts';
import type { ImportSource, TableDraft } from '../engine/duckdb/table/importSource.ts';
import { inspectTyped } from '../reading/columnGuess.ts';
import { LOOKED_AT_RECORDS, type Inspection, type Reading, type ReadingChoices } from '../resource/reading.ts';
import type { FileEdition } from '../resource/localResource.ts';
import type { FileFormat } from '../resource/fileKinds.ts';
import { reason, UnreadableFile } from '../resource/reasons.ts';

/** A file as formats see it, after its compression was removed. */
export interface ReadableFile {
  /** The person's file, or what was unpacked into `workDirectory`. */
  readonly path: string;
  /** Path of the person's file, for messages. */
  readonly name: string;
  /** Path of the file inside its archive. */
  readonly entry?: string;
  /** For conversions; DuckDB may read it. */
  readonly workDirectory: string;
  /** Only the file's beginning: an incomplete end doesn't count. */
  readonly isCut?: true;
  /** A snapshot of a database that other programs may write. SQLite may change it when reading. */
  readonly isCopy?: true;
}

export interface FileFormatReader {
  /** What to read instead of a file that programs write while others read it, and which edition that is. */
  readonly snapshot?: (file: ReadableFile) => Promise<{ readonly file: ReadableFile; readonly edition: FileEdition }>;
  /** Reads only the beginning, and guesses what the choices leave open. */
  readonly inspect: (file: ReadableFile, choices: ReadingChoices) => Promise<Inspection>;
  /** `report` gets the bytes read so far. After `begin` (once, to write meanwhile), the connection mustn't be used. */
  readonly read: (
    connection: DuckDBConnection,
    file: ReadableFile,
    reading: Reading,
    report: (bytesRead: number) => void,
    begin: (draft: TableDraft) => void,
  ) => Promise<ImportSource>;
}

/** A reading without the choices that concern only texts (encoding, delimiter). */
export function binaryReading(
  format: FileFormat,
  { compression = 'none', unreadable = 'refuse', columns, nullWords, hasSchemaNullWords }: ReadingChoices,
): Reading {
  return defined({ format, compression, unreadable, columns, nullWords, hasSchemaNullWords });
}

/** A table or view of a database. */
export interface FilePart {
  readonly part: string;
  readonly isView: boolean;
}

/** The chosen part, or the first one. Throws UnreadableFile. */
export function partOf<Part extends FilePart>(
  { name }: ReadableFile,
  all: readonly Part[],
  part: string | undefined,
): Part {
  const chosen = part === undefined ? all[0] : all.find((each) => each.part === part);
  if (chosen !== undefined) return chosen;
  throw part === undefined
    ? new UnreadableFile(name, reason('noTables'))
    : new UnreadableFile(name, reason('noSuchTable'), { part });
}

/** Inspects the chosen part, or the first one; in a file of views alone, the first that can be read. */
export async function inspectPart<Part extends FilePart>(
  file: ReadableFile,
  all: readonly Part[],
  part: string | undefined,
  inspect: (part: Part) => Promise<Inspection>,
): Promise<Inspection> {
  const first = partOf(file, all, part);
  const views = all.filter(({ isView }) => isView).map((view) => view.part);
  let failure: unknown;
  for (const candidate of part === undefined && first.isView ? all : [first])
    try {
      const inspection = await inspect(candidate);
      return { ...inspection, parts: all.map((each) => each.part), ...(views.length > 0 && { views }) };
    } catch (error) {
      failure ??= error;
    }
  throw failure;
}

/** Inspects the first records of a table that DuckDB reads itself. Throws ReasonError. */
export async function inspectTable(
  connection: DuckDBConnection,
  { relation, names }: EngineTable,
  choices: ReadingChoices,
): Promise<Pick<Inspection, 'fields' | 'sample' | 'columns'>> {
  const first = `(select * from ${relation} limit ${String(LOOKED_AT_RECORDS)})`;
  const source = await engineSource(connection, { relation: first, names });
  return inspectTyped(await inspectSource(connection, source), choices);
}

/** DuckDB takes such a path for a pattern, and reads whatever matches it. */
const PATTERN = /[[*?{]/;

/** The file's path, or that of a link to it, which DuckDB takes for this file only. */
export async function plainPath(path: string, { workDirectory }: ReadableFile): Promise<string> {
  if (!PATTERN.test(path) || path.startsWith(workDirectory)) return path;
  const plain = join(workDirectory, `linked${extname(path)}`);
  // On Windows, few people may create symbolic links.
  await (process.platform === 'win32' ? link(path, plain) : symlink(path, plain)).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  return plain;
}
