/** Many programs write a table as HTML and name it `.xls`, because Excel opens it. The first table is the resource. */
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

export const htmlFormat = rowsFormat('html', async (file, _part, work) => {
  const { size } = await stat(file.path);
  try {
    return await work({ name: undefined, rows: (onShare) => rowsOf(file, (bytes) => onShare(bytes / size)) });
  } catch (error) {
    if (error instanceof SheetError) throw new UnreadableFile(file.name, error.reason, { row: error.row });
    throw error;
  }
});

async function* rowsOf(file: ReadableFile, onBytes: (bytes: number) => void): AsyncGenerator<SheetRow> {
  const decoder = new TextDecoder(await encodingOf(file.path));
  const table = new HtmlTable();
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
  if (!hasRow && rows.length === 0) throw new UnreadableFile(file.name, reason('noHtmlTable'));
  yield* rows;
}

/** By a byte order mark or valid UTF-8 before what the page says, because programs often say what isn't so. */
async function encodingOf(path: string): Promise<string> {
  const { encoding: guess } = await guessEncoding(path, Infinity);
  const head = (await readHead(path, PRESCAN)).toString('latin1');
  const label = /<meta[^>]{0,200}charset\s?=\s?["']?([\w-]+)/i.exec(head)?.[1];
  if (label === undefined || guess.startsWith('utf-')) return guess;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return guess;
  }
}
