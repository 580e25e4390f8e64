/** XLSX with one sheet, written in pieces as the records come. Its first row contains the field names. */
import { createWriteStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { RecordRow } from '../../base/cells.ts';
import type { Field } from '../../base/field.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { BuildSource } from './recordLines.ts';
import { type FormatNote, NoteCounts } from '../formatNote.ts';
import type { FormatOptions } from '../formatOptions.ts';
import { memberColumns } from '../jsonWriter.ts';
import { CellWriter, xmlText } from './xlsxCell.ts';
import { fixedParts, SHEET, SHEET_BEGIN, SHEET_END } from './xlsxParts.ts';

/** Number of UTF-16 units or bytes passed on at a time. */
const PIECE = 64 * 1024;

/** The quickest compression. The usual one takes much longer, for files that are a tenth smaller. */
const LEVEL = 1;

/** Records, or the XML of their rows. `asText` has the number of values in earlier XML that became texts, by field. */
export type SheetPiece =
  | { readonly rows: readonly RecordRow[]; readonly text?: undefined }
  | { readonly text: readonly Uint8Array[]; readonly records: number; readonly asText?: ReadonlyMap<string, number> };

/** Writes an XLSX file (ECMA-376) and returns notes. Throws file system errors and the signal's reason. */
export async function buildXlsx(
  source: BuildSource,
  path: string,
  signal: AbortSignal,
  options: FormatOptions = {},
): Promise<readonly FormatNote[]> {
  const notes = new NoteCounts();
  async function* pieces(): AsyncGenerator<SheetPiece, void, undefined> {
    for await (const rows of source.batches()) yield { rows };
  }
  const file = xlsxFile(source.fields, pieces(), notes, signal, options);
  try {
    await pipeline(file, createWriteStream(path), { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  return notes.notes;
}

/** Yields the bytes of an XLSX file, and adds its notes. Throws errors of the pieces and the signal's reason. */
export async function* xlsxFile(
  fields: readonly Field[],
  pieces: AsyncIterable<SheetPiece>,
  notes: NoteCounts,
  signal: AbortSignal,
  { name = '' }: FormatOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const zip = new ZipFile();
  for (const [part, xml] of Object.entries(fixedParts(xmlText(sheetName(name)).replaceAll('"', '&quot;'))))
    zip.addBuffer(Buffer.from(xml), part);
  const sheet = new PassThrough();
  zip.addReadStream(sheet, SHEET, { compressionLevel: LEVEL });
  zip.end();
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  const archive = new PassThrough({ highWaterMark: PIECE });
  let failure: unknown;
  Promise.all([
    pipeline(Readable.from(sheetXml(fields, pieces, notes, ended)), sheet, { signal: ended }),
    pipeline(zip.outputStream, archive, { signal: ended }),
  ]).catch((error: unknown) => {
    // The archive waits for the broken sheet, and the sheet for the archive, so both are aborted.
    failure = error;
    stop.abort();
  });
  try {
    for await (const bytes of archive) yield bytes as Buffer;
  } catch (error) {
    signal.throwIfAborted();
    throw failure ?? error;
  } finally {
    stop.abort();
  }
}

async function* sheetXml(
  fields: readonly Field[],
  pieces: AsyncIterable<SheetPiece>,
  notes: NoteCounts,
  signal: AbortSignal,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  const columns = memberColumns(fields).map(({ column }, at) => {
    const field = fields[column] ?? { id: '', type: 'text' };
    return { column, writer: new CellWriter(field, at, notes) };
  });
  const slice = new TimeSlice(signal);
  let row = 1;
  let xml = `${SHEET_BEGIN}<row r="1">${columns.map(({ writer }) => writer.header(1)).join('')}</row>`;
  for await (const piece of pieces) {
    if (piece.text !== undefined) {
      if (xml !== '') yield xml;
      xml = '';
      row += piece.records;
      for (const [field, count] of piece.asText ?? []) notes.add('asText', field, count);
      yield* piece.text;
      continue;
    }
    for (const values of piece.rows) {
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
