/** Excel workbooks (.xlsx, .xlsm): each worksheet is a resource. */
import { stat } from 'node:fs/promises';
import { binaryReading } from '../../reading/binaryReading.ts';
import type { FileFormatReader, ReadableFile } from '../fileFormatReader.ts';
import { type ReadingChoices, SAMPLE_RECORDS, sampleText } from '../../resource/reading.ts';
import { UnreadableFile } from '../../reading/unreadableFile.ts';
import { SheetError, SheetReader, type SheetRow } from './xlsxSheet.ts';
import { readStrings } from './xlsxStrings.ts';
import { SheetTable } from './xlsxTable.ts';
import { readStyles, readWorkbook, type Sheet, type Workbook } from './xlsxWorkbook.ts';
import { parseXml, XmlError } from './xmlEvents.ts';
import { firstBytes, ZipArchive } from './zipArchive.ts';

/** Inflated bytes. */
const REPORT_EVERY = 2 ** 20;

export const xlsxFormat: FileFormatReader = {
  inspect: (file, choices) =>
    withWorkbook(file, choices.part, async (archive, workbook, sheet) => {
      const header = choices.header ?? true;
      const reading = { ...binaryReading('xlsx', choices), header, part: sheet.name };
      const rows: SheetRow[] = [];
      for await (const row of sheetRows(archive, workbook, sheet, () => undefined)) {
        rows.push(row);
        if (rows.length > SAMPLE_RECORDS) break;
      }
      const strings = await readStrings(archive, workbook.strings, stringsOf(rows));
      const table = new SheetTable(file.name, strings, { ...reading, unreadable: 'skip' });
      const records = rows.map((row) => table.record(row)).filter((record) => record !== undefined);
      const { fields, slots } = table.end();
      return {
        reading,
        parts: workbook.sheets.map(({ name }) => name),
        fields: fields.map(({ id }) => id),
        sample: records
          .slice(0, SAMPLE_RECORDS)
          .map((record) => slots.map((slot) => sampleText(record[slot] ?? null))),
      };
    }),
  read: (connection, file, reading, report) =>
    withWorkbook(file, reading.part, async (archive, workbook, sheet) => {
      const { size } = await stat(file.path);
      const strings = await readStrings(archive, workbook.strings);
      const table = new SheetTable(file.name, strings, reading);
      const inflated = archive.size(sheet.path);
      const onBytes = (bytes: number): void => report(Math.round((size * bytes) / inflated));
      await table.fill(connection, sheetRows(archive, workbook, sheet, onBytes));
      return table.source();
    }),
};

async function withWorkbook<T>(
  file: ReadableFile,
  part: ReadingChoices['part'],
  work: (archive: ZipArchive, workbook: Workbook, sheet: Sheet) => Promise<T>,
): Promise<T> {
  await refuseOldFiles(file);
  const archive = await ZipArchive.open(file.path, file.name);
  try {
    const workbook = await readWorkbook(archive);
    const sheet = sheetOf(file, archive, workbook, part);
    try {
      return await work(archive, workbook, sheet);
    } catch (error) {
      if (error instanceof SheetError)
        throw new UnreadableFile(file.name, `row ${String(error.row)}: ${error.message}`, {
          part: sheet.name,
        });
      throw error;
    }
  } catch (error) {
    if (error instanceof XmlError) throw new UnreadableFile(file.name, `it is damaged: ${error.message}.`);
    throw error;
  } finally {
    archive.close();
  }
}

function sheetOf(
  file: ReadableFile,
  archive: ZipArchive,
  { sheets }: Workbook,
  part: string | undefined,
): Sheet {
  const sheet = part === undefined ? sheets[0] : sheets.find(({ name }) => name === part);
  if (sheet !== undefined) return sheet;
  if (sheets.length > 0)
    throw new UnreadableFile(file.name, 'there is no such sheet in it.', { part: part ?? '' });
  if (archive.has('xl/workbook.bin'))
    throw new UnreadableFile(file.name, 'a binary workbook (.xlsb). Save it as .xlsx and open it again.');
  if (archive.has('content.xml'))
    throw new UnreadableFile(file.name, 'an OpenDocument file. Save it as .xlsx and open it again.');
  throw new UnreadableFile(file.name, 'not an Excel workbook, or one without sheets.');
}

async function* sheetRows(
  archive: ZipArchive,
  workbook: Workbook,
  sheet: Sheet,
  onBytes: (bytes: number) => void,
): AsyncGenerator<SheetRow> {
  const reader = new SheetReader(await readStyles(archive, workbook.styles), workbook.is1904);
  let reported = 0;
  for await (const bytes of parseXml(archive.read(sheet.path), reader)) {
    yield* reader.take();
    if (bytes - reported < REPORT_EVERY) continue;
    onBytes(bytes);
    reported = bytes;
  }
}

/** How many shared strings these rows need. */
function stringsOf(rows: readonly SheetRow[]): number {
  const indices = rows.flatMap(({ cells }) =>
    cells.flatMap(({ kind, text }) => (kind === 'shared' ? [Number(text)] : [])),
  );
  return indices.reduce((most, index) => Math.max(most, index + 1), 0);
}

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const OLE_HEAD = 1 << 20;

/** Office files before 2007, and those of today when they are encrypted, are OLE files. */
async function refuseOldFiles({ path, name }: ReadableFile): Promise<void> {
  const head = await firstBytes(path, OLE_HEAD);
  if (!head.subarray(0, OLE.length).equals(OLE)) return;
  throw new UnreadableFile(
    name,
    head.includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? 'it is protected by a password. Save it without one and open it again.'
      : 'an Excel file from before 2007 (.xls), or protected by a password. Save it as .xlsx without a password and open it again.',
  );
}
