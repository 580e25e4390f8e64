/** Finds out what kind of file this is, takes off its compression, and looks into its beginning. */
import { mkdir, realpath, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FileFormatReader, ReadableFile } from '../formats/fileFormatReader.ts';
import { isGzip, kindOf } from '../formats/fileKind.ts';
import { formats } from '../formats/formats.ts';
import type { FileEncoding, FileFormat, Inspection, Reading, ReadingChoices } from '../resource/reading.ts';
import { decoded } from './textDecoding.ts';
import { guessEncoding } from './textEncoding.ts';
import { readHead } from './textFile.ts';
import { UnreadableFile } from './unreadableFile.ts';
import { unpack } from './unpackedFile.ts';

export interface OpenedFile {
  /** Real path, size and time of the file as it lies on the disk. */
  readonly path: string;
  readonly size: number;
  readonly modified: number;
  readonly readable: ReadableFile;
  readonly format: FileFormatReader;
  readonly inspection: Inspection;
}

/** Of what is looked into before a file is read, and of what is shown while it is. */
const BEGINNING = 1 << 20;
/** Of what is looked into to guess its encoding: characters that tell may come late, but a person waits. */
const LOOKED_THROUGH = 1 << 26;

/**
 * `beginning`: where a format reads text, `readable` ends after its first MiB. `report` hears how many bytes of the file have
 * been looked at; `workDirectory` gets what has to be unpacked or cut. Throws UnreadableFile.
 */
export async function openFile(
  file: string,
  choices: ReadingChoices,
  workDirectory: string,
  extent: 'whole' | 'beginning',
  report: (bytes: number) => void = () => undefined,
): Promise<OpenedFile> {
  const path = await realpath(file);
  const facts = await stat(path);
  if (!facts.isFile()) throw new UnreadableFile(file, 'it is not a file.');
  const { size, mtimeMs: modified } = facts;
  await mkdir(workDirectory, { recursive: true });
  const compression = choices.compression ?? (isGzip(await readHead(path, 2)) ? 'gzip' : 'none');
  const packed = { path, name: file, size, workDirectory };
  const limit = extent === 'whole' ? Infinity : BEGINNING;
  let readable: ReadableFile = {
    path: compression === 'gzip' ? await unpack(packed, limit, report) : path,
    name: file,
    workDirectory,
  };
  const kind = choices.format ?? (await kindOfFile(readable, choices));
  const format = formats.get(kind);
  if (format === undefined) throw new UnreadableFile(file, `files of the format ${kind} can not be read.`);
  const isText = format.isText === true;
  const bytes = extent === 'whole' ? Infinity : LOOKED_THROUGH;
  const encoding = choices.encoding ?? (isText ? await guessEncoding(readable.path, bytes) : undefined);
  const beginning = isText ? await beginningOf(readable) : readable;
  if (isText && extent === 'beginning') readable = beginning;
  else if (compression === 'gzip' && extent === 'beginning') await unpack(packed, Infinity, report);
  const known: Partial<Reading> = { ...choices, format: kind, compression };
  const inspection = await format.inspect(beginning, { ...known, ...(encoding && { encoding }) });
  return { path, size, modified, readable, format, inspection };
}

async function kindOfFile({ path, name }: ReadableFile, choices: ReadingChoices): Promise<FileFormat> {
  const head = await readHead(path);
  const encoding: FileEncoding = choices.encoding ?? (await guessEncoding(path, head.length));
  const parts: Buffer[] = [];
  for await (const part of decoded([head], encoding)) parts.push(part);
  const inner = extname(name).toLowerCase() === '.gz' ? name.slice(0, -'.gz'.length) : name;
  return kindOf(name, inner, head, Buffer.concat(parts).toString('utf8'));
}

async function beginningOf(file: ReadableFile): Promise<ReadableFile> {
  const { size } = await stat(file.path);
  if (size < BEGINNING) return file;
  const path = join(file.workDirectory, 'beginning');
  await writeFile(path, await readHead(file.path, BEGINNING));
  return { ...file, path, isCut: true };
}
