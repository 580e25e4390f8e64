/** Many programs write a table as HTML and name it `.xls`, because Excel opens it. Each table is a resource. */
import { stat } from 'node:fs/promises';
import { reason, UnreadableFile } from '../../resource/reasons.ts';
import { guessEncoding } from '../../reading/encodingGuess.ts';
import { fileChunks, readHead } from '../../reading/textFile.ts';
import type { ReadableFile } from '../fileFormatReader.ts';
import { rowsFormat } from '../sheets/sheetFormat.ts';
import { SheetError, type SheetRow } from '../sheets/sheetTable.ts';
import { HtmlTable } from './htmlTable.ts';

/** Bytes in which a page says its encoding (HTML Standard, 13.2.3.2). */
const PRESCAN = 1024;

export const htmlFormat = rowsFormat('html', async (file, part, work) => {
  const { size } = await stat(file.path);
  const place = isEntry(file, part) ? 1 : Number(part ?? 1);
  try {
    return await work({
      name: part,
      listed: () => listed(file, part),
      rows: (onShare) => rowsOf(file, place, (bytes) => onShare(bytes / size)),
    });
  } catch (error) {
    if (error instanceof SheetError) throw new UnreadableFile(file.name, error.reason, { row: error.row });
    throw error;
  }
});

/** The part of a file among others in a ZIP archive is the file's name, and its first table is read. */
function isEntry({ entry }: ReadableFile, part: string | undefined): boolean {
  return part !== undefined && part === entry;
}

/** Numbers of the tables of a file, if there are several. */
async function listed(file: ReadableFile, part: string | undefined) {
  if (isEntry(file, part)) return {};
  const { path } = file;
  const all = new HtmlTable(Infinity);
  const decoder = new TextDecoder(await encodingOf(path));
  try {
    for await (const chunk of fileChunks(path)) all.push(decoder.decode(chunk, { stream: true }));
    all.push('', true);
  } catch (error) {
    // The table's own import says what is wrong with it.
    if (!(error instanceof SheetError)) throw error;
  }
  return all.tables > 1 ? { parts: Array.from({ length: all.tables }, (_, at) => String(at + 1)) } : {};
}

async function* rowsOf(file: ReadableFile, place: number, onBytes: (bytes: number) => void): AsyncGenerator<SheetRow> {
  const decoder = new TextDecoder(await encodingOf(file.path));
  const table = new HtmlTable(place);
  let bytes = 0;
  let hasRow = false;
  for await (const chunk of fileChunks(file.path)) {
    table.push(decoder.decode(chunk, { stream: true }));
    const rows = table.take();
    hasRow ||= rows.length > 0;
    yield* rows;
    onBytes((bytes += chunk.length));
  }
  table.push(decoder.decode(), true);
  const rows = table.take();
  if (!hasRow && rows.length === 0)
    throw new UnreadableFile(file.name, reason(place === 1 ? 'noHtmlTable' : 'noSuchTable'));
  yield* rows;
}

/** By a byte order mark or valid UTF-8 before what the page says, because programs often say what isn't so. */
async function encodingOf(path: string): Promise<string> {
  const { encoding: guess } = await guessEncoding(path, Infinity);
  const head = (await readHead(path, PRESCAN)).toString('latin1');
  const label = /<meta[^<>]{0,200}charset\s?=\s?["']?([\w-]+)/i.exec(head)?.[1];
  if (label === undefined || guess.startsWith('utf-')) return guess;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return guess;
  }
}
