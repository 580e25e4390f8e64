/** One file becomes one resource. Runs in a process of its own, so that nothing it meets can hurt what is served. */
import { randomUUID } from 'node:crypto';
import { realpath, rename, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Catalogue } from './catalogue.ts';
import { readCsv } from './csvImport.ts';
import { openEnclosed } from './duckdbInstance.ts';
import type { ImportSource } from './importSource.ts';
import { readJson } from './jsonImport.ts';
import type { ImportRequest, LocalResource } from './protocol.ts';
import { resourceIdOf } from './resourceId.ts';
import { writeTable } from './tableFile.ts';
import { readHead } from './textFile.ts';
import { UnreadableFile } from './unreadableFile.ts';

/** How files begin that are often called CSV: ZIP and Excel, gzip, PDF, old Excel. */
const FOREIGN = ['PK\u0003\u0004', '\u001f\u008b', '%PDF-', '\u00d0\u00cf\u0011\u00e0'];

/** Scanning, judging, writing. */
const PASSES = 3;

/** Throws UnreadableFile with words for a person. */
export async function importFile(
  request: ImportRequest,
  onProgress: (bytesRead: number, bytesTotal: number) => void,
): Promise<LocalResource> {
  try {
    return await convert(request, onProgress);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(request.file, wordsOf(error));
  }
}

async function convert(
  { file, directory, workDirectory, memoryLimitMb }: ImportRequest,
  onProgress: (bytesRead: number, bytesTotal: number) => void,
): Promise<LocalResource> {
  const path = await realpath(file);
  const before = await stat(path);
  if (!before.isFile()) throw new UnreadableFile(file, 'it is not a file.');
  const report = (bytes: number): void => onProgress(bytes, PASSES * before.size);
  const head = await readHead(path);
  const instance = await openEnclosed({
    directories: [`${workDirectory}/`],
    files: [path],
    temporaryDirectory: join(workDirectory, 'spill'),
    memoryLimitMb,
  });
  const connection = await instance.connect();
  const part = join(workDirectory, 'data.part');
  let source: ImportSource;
  try {
    source =
      formatOf(path, head) === 'JSON'
        ? await readJson(connection, path, report)
        : await readCsv(connection, path, head, report);
    report((PASSES - 1) * before.size);
    await writeTable(connection, source, part);
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
  const after = await stat(path);
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs)
    throw new UnreadableFile(file, 'the file changed while it was read. Open it again.');
  report(PASSES * before.size);
  const id = resourceIdOf(path);
  const data = `${id}.${randomUUID().slice(0, 8)}.duckdb`;
  await rename(part, join(directory, data));
  const resource: LocalResource = {
    id,
    name: basename(path),
    file: path,
    size: before.size,
    modified: before.mtimeMs,
    records: source.records,
  };
  await new Catalogue(directory).replace({ resource, fields: source.fields, data });
  return resource;
}

function formatOf(file: string, head: Buffer): 'CSV' | 'JSON' {
  const kind = extname(file).toLowerCase();
  const beginning = head.subarray(0, 1000).toString('latin1').trimStart();
  if (['.json', '.jsonl', '.ndjson'].includes(kind)) return 'JSON';
  if (beginning === '') throw new UnreadableFile(file, 'the file is empty.');
  if (/^<(!doctype|html|head|body|\?xml)/i.test(beginning))
    throw new UnreadableFile(file, 'not a CSV file: it begins like a web page.');
  if (FOREIGN.some((signature) => beginning.startsWith(signature)))
    throw new UnreadableFile(
      file,
      'not a CSV file: it begins like a file of another kind (Excel, ZIP, gzip, PDF).',
    );
  return /^[[{]/.test(beginning) && !['.csv', '.tsv', '.tab', '.psv', '.txt'].includes(kind) ? 'JSON' : 'CSV';
}

const wordsOfCode: Partial<Record<string, string>> = {
  ENOENT: 'there is no such file.',
  EACCES: 'it may not be read: permission denied.',
  EPERM: 'it may not be read: permission denied.',
  EISDIR: 'it is a folder, not a file.',
  ENOSPC: 'the disk is full.',
};

function wordsOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const words = wordsOfCode[code ?? ''];
  if (words !== undefined) return words;
  if (/No space left|disk full/i.test(message ?? '')) return 'the disk is full.';
  if (message?.startsWith('Out of Memory') === true)
    return 'it needs more memory than the datastore may use. Allow it more in the settings.';
  return `it could not be read. ${(message ?? String(error)).split('\n', 1)[0] ?? ''}`;
}
