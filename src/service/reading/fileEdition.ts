import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { fileKind, type FileFormat } from '../resource/fileKinds.ts';
import type { FileEdition } from '../resource/localResource.ts';

/** SQLite and DuckDB add these endings to a file's name for records that aren't in the file itself yet. */
export const BESIDE_ENDINGS = ['-wal', '-journal', '.wal'];

/** Undefined if the file is missing. `format` matters because only databases have files beside them. */
export async function fileEdition(file: string, format?: FileFormat): Promise<FileEdition | undefined> {
  const facts = await stat(file).catch(() => undefined);
  if (facts === undefined) return undefined;
  const edition = { size: facts.size, modified: facts.mtimeMs };
  if (format === undefined || fileKind(format)?.parts !== 'tables') return edition;
  const beside = BESIDE_ENDINGS.map(async (ending): Promise<readonly [number, number]> => {
    const { size = 0, mtimeMs = 0 } = (await stat(file + ending).catch(() => undefined)) ?? {};
    return size === 0 ? [0, 0] : [size, mtimeMs];
  });
  return { ...edition, beside: await Promise.all(beside) };
}

export function isSameEdition(one: FileEdition, other: FileEdition | undefined): boolean {
  return one.size === other?.size && one.modified === other.modified && isDeepStrictEqual(one.beside, other.beside);
}
