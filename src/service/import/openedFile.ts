/** Finds out what kind of file this is, takes off its compression, and looks into its beginning. */
import { realpath, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FileFormatReader, ReadableFile } from './fileFormatReader.ts';
import { formats } from './formats.ts';
import type { FileFormat, Inspection, ReadingChoices } from './reading.ts';
import { readHead } from './textFile.ts';
import { UnreadableFile } from './unreadableFile.ts';

export interface OpenedFile {
  /** Real path, size and time of the file as it lies on the disk. */
  readonly path: string;
  readonly size: number;
  readonly modified: number;
  readonly readable: ReadableFile;
  readonly format: FileFormatReader;
  readonly inspection: Inspection;
}

/** How files begin that are often called CSV: ZIP and Excel, gzip, PDF, old Excel. */
const FOREIGN = ['PK\u0003\u0004', '\u001f\u008b', '%PDF-', '\u00d0\u00cf\u0011\u00e0'];

/** Throws UnreadableFile. */
export async function openFile(
  file: string,
  choices: ReadingChoices,
  workDirectory: string,
): Promise<OpenedFile> {
  const path = await realpath(file);
  const { size, mtimeMs: modified, isFile } = await factsOf(path);
  if (!isFile) throw new UnreadableFile(file, 'it is not a file.');
  const readable = { path, name: file, workDirectory };
  const kind = choices.format ?? formatOf(path, await readHead(path));
  const format = formats.get(kind);
  if (format === undefined) throw new UnreadableFile(file, `files of the format ${kind} can not be read.`);
  return { path, size, modified, readable, format, inspection: await format.inspect(readable, choices) };
}

async function factsOf(path: string): Promise<{ size: number; mtimeMs: number; isFile: boolean }> {
  const facts = await stat(path);
  return { size: facts.size, mtimeMs: facts.mtimeMs, isFile: facts.isFile() };
}

function formatOf(file: string, head: Buffer): FileFormat {
  const kind = extname(file).toLowerCase();
  const beginning = head.subarray(0, 1000).toString('latin1').trimStart();
  if (['.json', '.jsonl', '.ndjson'].includes(kind)) return 'json';
  if (beginning === '') throw new UnreadableFile(file, 'the file is empty.');
  if (/^<(!doctype|html|head|body|\?xml)/i.test(beginning))
    throw new UnreadableFile(file, 'not a CSV file: it begins like a web page.');
  if (FOREIGN.some((signature) => beginning.startsWith(signature)))
    throw new UnreadableFile(
      file,
      'not a CSV file: it begins like a file of another kind (Excel, ZIP, gzip, PDF).',
    );
  return /^[[{]/.test(beginning) && !['.csv', '.tsv', '.tab', '.psv', '.txt'].includes(kind) ? 'json' : 'csv';
}
