import { link, symlink } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ImportSource, TableDraft } from '../engine/duckdb/table/importSource.ts';
import type { Inspection, Reading, ReadingChoices } from '../resource/reading.ts';
import type { FileEdition } from '../resource/localResource.ts';
import type { FileFormat } from '../resource/fileKinds.ts';

/** A file as the formats see it: its compression is already taken off. */
export interface ReadableFile {
  /** Where its bytes lie: the person's file, or what was unpacked into `workDirectory`. */
  readonly path: string;
  /** The person's file, for what is said. */
  readonly name: string;
  /** For what has to be converted first; the engine may read it. */
  readonly workDirectory: string;
  /** Only the beginning lies there: what is not whole at its end doesn't count. */
  readonly isCut?: true;
  /** A snapshot of a database that other programs may be writing: reading it may change it. */
  readonly isCopy?: true;
}

/** Reads one kind of file. Throws UnreadableFile. */
export interface FileFormatReader {
  /** Where programs write a file while others read it: what to read in its place, and which edition that is. */
  readonly snapshot?: (
    file: ReadableFile,
  ) => Promise<{ readonly file: ReadableFile; readonly edition: FileEdition }>;
  /** Looks into the beginning only; guesses what the choices leave open. */
  readonly inspect: (file: ReadableFile, choices: ReadingChoices) => Promise<Inspection>;
  /**
   * `report` gets how many bytes of `path` have been read so far, at most its size. `begin` may be called once, to have the
   * table written while the rest of the file is looked at; from then on the connection is not the reader's any more.
   */
  readonly read: (
    connection: DuckDBConnection,
    file: ReadableFile,
    reading: Reading,
    report: (bytesRead: number) => void,
    begin: (draft: TableDraft) => void,
  ) => Promise<ImportSource>;
}

/** How a file that is no text is read: what concerns texts alone (encoding, delimiter) is not taken over. */
export function binaryReading(
  format: FileFormat,
  { compression = 'none', unreadable = 'refuse', columns, nullWords, hasSchemaNullWords }: ReadingChoices,
): Reading {
  return {
    ...{ format, compression, unreadable },
    ...(columns && { columns }),
    ...(nullWords && { nullWords }),
    ...(hasSchemaNullWords && { hasSchemaNullWords }),
  };
}

/** In such a path the engine sees a pattern, and reads whatever fits it. */
const PATTERN = /[[*?{]/;

/** The file's path, or that of a link to it: one that the engine takes for the name of this file alone. */
export async function plainPath(path: string, { workDirectory }: ReadableFile): Promise<string> {
  if (!PATTERN.test(path) || path.startsWith(workDirectory)) return path;
  const plain = join(workDirectory, `linked${extname(path)}`);
  // Windows lets few people make symbolic links.
  await (process.platform === 'win32' ? link(path, plain) : symlink(path, plain)).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  return plain;
}
