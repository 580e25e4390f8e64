/** Finds the format of a file, removes its compression, and inspects its beginning. */
import { mkdir, realpath, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { defined } from '../../base/defined.ts';
import type { FileFormatReader, ReadableFile } from '../formats/fileFormatReader.ts';
import { fileKind, kindOfHead, textFormatOf, unpackedName, ZIP, type FileFormat } from '../resource/fileKinds.ts';
import { csvFormat } from '../formats/csv/csvFormat.ts';
import { dbaseFormat } from '../formats/dbase/dbaseFormat.ts';
import { duckdbFormat } from '../formats/duckdb/duckdbFormat.ts';
import { htmlFormat } from '../formats/html/htmlFormat.ts';
import { jsonFormat } from '../formats/json/jsonFormat.ts';
import { odsFormat } from '../formats/ods/odsFormat.ts';
import { parquetFormat } from '../formats/parquet/parquetFormat.ts';
import { sqliteFormat } from '../formats/sqlite/sqliteFormat.ts';
import { xlsxFormat } from '../formats/xlsx/xlsxFormat.ts';
import type { FileEdition } from '../resource/localResource.ts';
import type { Inspection, Reading, ReadingChoices } from '../resource/reading.ts';
import { fileEdition } from './fileEdition.ts';
import { guessEncoding, unicodeEncoding } from './encodingGuess.ts';
import { decodedText } from './textEncoding.ts';
import { readHead } from './textFile.ts';
import { withSchema } from './tableSchema.ts';
import { foreignReason } from './foreignFile.ts';
import { unreadable } from './unreadableFile.ts';
import { HAS_ZSTD, unpack } from './unpackedFile.ts';
import { zipContents } from './zipContents.ts';
import { reason, UnreadableFile } from '../resource/reasons.ts';

export interface FileToInspect {
  readonly file: string;
  readonly choices: ReadingChoices;
  /** A folder for unfinished work on the disk of the data. The caller removes it in any case. */
  readonly workDirectory: string;
}

export interface OpenedFile {
  /** Real path of the file, without links. */
  readonly path: string;
  readonly edition: FileEdition;
  readonly readable: ReadableFile;
  readonly format: FileFormatReader;
  readonly inspection: Inspection;
}

const formatReaders: Readonly<Record<FileFormat, FileFormatReader>> = {
  csv: csvFormat,
  json: jsonFormat,
  parquet: parquetFormat,
  xlsx: xlsxFormat,
  ods: odsFormat,
  html: htmlFormat,
  sqlite: sqliteFormat,
  duckdb: duckdbFormat,
  dbase: dbaseFormat,
};

/** Bytes to inspect before a file is read, and to show while it's read. */
const BEGINNING = 1 << 20;
/**
 * Bytes to inspect for guessing the encoding: deciding characters may come late, but people are waiting. An import
 * guesses again when a later byte fits no character, unless it would skip the byte's record.
 */
const LOOKED_THROUGH = 1 << 26;

const GZIP = '\u001f\u008b';
const ZSTD = '(\u00b5/\u00fd';
const SHEET_ENDINGS = ['.xls', '.xlsx', '.xlsm'];
const WEB_PAGE = /^\s*<(!doctype html|html|head|body)/i;
const XML = /^\s*<(\?xml|[a-z])/i;

/** With `beginning`, `readable` ends after a MiB of text. `report` gets the bytes read. Throws UnreadableFile. */
export async function openFile(
  file: string,
  chosen: ReadingChoices,
  workDirectory: string,
  extent: 'whole' | 'beginning',
  report: (bytes: number) => void = () => undefined,
): Promise<OpenedFile> {
  const path = await realpath(file);
  const choices = await withSchema(path, chosen);
  const facts = await stat(path);
  if (!facts.isFile()) throw new UnreadableFile(file, reason('notFile'));
  const { size, mtimeMs: modified } = facts;
  await mkdir(workDirectory, { recursive: true });
  const compression = choices.compression ?? (await compressionOf(path, choices));
  const contents = compression === 'zip' ? await zipContents(path, file, choices.part) : undefined;
  const inside = defined({ entry: contents?.entry });
  const unpackWith = (most: number): Promise<string> => {
    if (compression === 'none') return Promise.resolve(path);
    const packed = { path, name: file, size, workDirectory, compression, ...inside };
    return unpack(packed, most, report);
  };
  const limit = extent === 'whole' ? Infinity : BEGINNING;
  let readable: ReadableFile = { path: await unpackWith(limit), name: file, workDirectory, ...inside };
  const kind = choices.format ?? (await kindOfFile(readable, choices, contents?.entry ?? file));
  // The format may come from another version of this program, or from the command line.
  if (fileKind(kind) === undefined) throw new UnreadableFile(file, reason('unknownFormat', kind));
  const format = formatReaders[kind];
  const isText = fileKind(kind)?.isText === true;
  const bytes = extent === 'whole' && choices.unreadable === 'skip' ? Infinity : LOOKED_THROUGH;
  const snapshot = compression === 'none' ? await format.snapshot?.(readable) : undefined;
  readable = snapshot?.file ?? readable;
  const edition = snapshot?.edition ?? { ...(await fileEdition(path, kind)), size, modified };
  const guess = isText && choices.encoding === undefined ? await guessEncoding(readable.path, bytes) : undefined;
  const encoding = choices.encoding ?? guess?.encoding;
  const beginning = isText ? await beginningOf(readable) : readable;
  if (isText && extent === 'beginning') readable = beginning;
  else if (extent === 'beginning') await unpackWith(Infinity);
  const reading = { ...choices, format: kind, compression, ...(encoding && { encoding }) };
  const inner = await format.inspect(beginning, reading);
  const inspection = {
    ...inner,
    ...(guess?.isUnsure === true && { unsure: ['encoding'] as const }),
    ...(contents?.parts !== undefined && { ...contents.parts, reading: { ...inner.reading, part: contents.entry } }),
  };
  return { path, edition, readable, format, inspection };
}

async function compressionOf(path: string, { format }: ReadingChoices): Promise<Reading['compression']> {
  const start = (await readHead(path, ZIP.length)).toString('latin1');
  if (start.startsWith(GZIP)) return 'gzip';
  if (start === ZSTD) return HAS_ZSTD ? 'zstd' : 'none';
  // A spreadsheet is a ZIP archive itself, and its reader says what is wrong with it.
  if (start !== ZIP || format === 'xlsx' || format === 'ods') return 'none';
  const head = (await readHead(path)).toString('latin1');
  return kindOfHead(head) === undefined && (await foreignReason(path, '', head))?.code === 'zip' ? 'zip' : 'none';
}

async function kindOfFile({ path, name }: ReadableFile, choices: ReadingChoices, fullName: string) {
  const head = await readHead(path);
  // Tags and brackets are ASCII in all others.
  const encoding = choices.encoding ?? (await unicodeEncoding(path, head.length)) ?? 'windows-1252';
  const inner = unpackedName(fullName);
  const bytes = head.toString('latin1');
  const foreign = kindOfHead(bytes)
    ? undefined
    : await foreignReason(path, extname(inner).slice(1).toLowerCase(), bytes);
  const text = await decodedText(head, encoding);
  // Most bytes of UTF-16 are no characters by themselves.
  const isWide = encoding.startsWith('utf-16') && isText(text);
  if (foreign !== undefined && !(foreign.code === 'binary' && isWide)) throw new UnreadableFile(name, foreign);
  return formatOf(name, inner, bytes, text);
}

function isText(text: string): boolean {
  const others = text.match(/[^\P{C}\s\p{Cf}]|\ufffd/gu) ?? [];
  return 10 * others.length < text.length;
}

/**
 * Decides by the content first, then by the name. `head` is the file's beginning as Latin-1, `text` the same decoded;
 * `name` has no ending of a compression. Throws UnreadableFile if the file can't be read, or isn't what its name says.
 */
function formatOf(file: string, name: string, head: string, text: string): FileFormat {
  const named = textFormatOf(name);
  const kind = kindOfHead(head);
  if (kind !== undefined && named === undefined) return kind.id;
  if (kind !== undefined) throw new UnreadableFile(file, reason('misnamed', kind.name, extname(name)));
  if (SHEET_ENDINGS.includes(extname(name).toLowerCase()) && /^\s*</.test(text) && /<table[\s>]/i.test(text))
    return 'html';
  if (WEB_PAGE.test(text)) throw new UnreadableFile(file, reason('webPage'));
  if (XML.test(text)) throw new UnreadableFile(file, reason('xml'));
  if (text.trim() === '') throw new UnreadableFile(file, reason('empty'));
  if (/^[\s\p{Cc}]*(\[\s*)?\{\s*["}]/u.test(text)) return 'json';
  return named ?? (/^\s*[[{]/.test(text) ? 'json' : 'csv');
}

async function beginningOf(file: ReadableFile): Promise<ReadableFile> {
  const { size } = await stat(file.path);
  if (size < BEGINNING) return file;
  const path = join(file.workDirectory, 'beginning');
  await writeFile(path, await readHead(file.path, BEGINNING));
  return { ...file, path, isCut: true };
}

/** Inspects a file before its import. Throws UnreadableFile. */
export async function inspectFile({ file, choices, workDirectory }: FileToInspect): Promise<Inspection> {
  try {
    return (await openFile(file, choices, workDirectory, 'beginning')).inspection;
  } catch (error) {
    throw unreadable(file, error);
  }
}
