/** XLSX with one sheet, written in pieces as the records come. Its first row contains the field names. */
import { createWriteStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { BuildSource } from './recordLines.ts';
import { type FormatNote, NoteCounts } from '../formatNote.ts';
import type { FormatOptions } from '../formatOptions.ts';
import { memberColumns } from '../jsonWriter.ts';
import { CellWriter, xmlText } from './xlsxCell.ts';
import { fixedParts, SHEET, SHEET_BEGIN, SHEET_END } from './xlsxParts.ts';

/** Number of UTF-16 units passed to the archive at a time. */
const PIECE = 64 * 1024;

/** The quickest compression. The usual one takes much longer, for files that are a tenth smaller. */
const LEVEL = 1;

/** Writes an XLSX file (ECMA-376) and returns notes. Throws file system errors and the signal's reason. */
export async function buildXlsx(
  source: BuildSource,
  path: string,
  signal: AbortSignal,
  { name = '' }: FormatOptions = {},
): Promise<readonly FormatNote[]> {
  const notes = new NoteCounts();
  const zip = new ZipFile();
  for (const [part, xml] of Object.entries(fixedParts(xmlText(sheetName(name)).replaceAll('"', '&quot;'))))
    zip.addBuffer(Buffer.from(xml), part);
  const sheet = new PassThrough();
  zip.addReadStream(sheet, SHEET, { compressionLevel: LEVEL });
  zip.end();
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  const writing = Promise.all([
    pipeline(Readable.from(sheetXml(source, notes, ended)), sheet, { signal: ended }),
    pipeline(zip.outputStream, createWriteStream(path), { signal: ended }),
  ]);
  try {
    await writing;
  } catch (error) {
    // The archive waits for the broken sheet, and the sheet for the archive, so both are aborted.
    stop.abort(error);
    signal.throwIfAborted();
    throw error;
  }
  return notes.notes;
}

async function* sheetXml(
  source: BuildSource,
  notes: NoteCounts,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const columns = memberColumns(source.fields).map(({ column }, at) => {
    const field = source.fields[column] ?? { id: '', type: 'text' };
    return { column, writer: new CellWriter(field, at, notes) };
  });
  const slice = new TimeSlice(signal);
  let row = 1;
  let xml = `${SHEET_BEGIN}<row r="1">${columns.map(({ writer }) => writer.header(1)).join('')}</row>`;
  for await (const rows of source.batches()) {
    for (const values of rows) {
      row += 1;
      const cells = columns.map(({ column, writer }) => writer.cell(row, values[column] ?? null));
      xml += `<row r="${String(row)}">${cells.join('')}</row>`;
      if (xml.length >= PIECE) {
        yield xml;
        xml = '';
      }
      if (slice.isOver) await slice.next();
    }
  }
  yield xml + SHEET_END;
}

/** Excel accepts at most 31 characters, none of them special in formulas, and not the reserved name "History". */
function sheetName(name: string): string {
  const plain = name
    .replace(/[[\]:*?/\\\p{Cc}\p{Surrogate}]/gu, ' ')
    .slice(0, 31)
    .toWellFormed()
    .replace(/\ufffd/g, '');
  const bare = plain.replace(/^[' ]+|(?<![' ])[' ]+$/g, '');
  return bare === '' || bare.toLowerCase() === 'history' ? 'Records' : bare;
}
