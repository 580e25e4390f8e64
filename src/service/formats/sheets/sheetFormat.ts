import { stat } from 'node:fs/promises';
import { defined, filled } from '../../../base/defined.ts';
import { binaryReading, type FileFormatReader, type ReadableFile } from '../fileFormatReader.ts';
import { LOOKED_AT_RECORDS, SAMPLE_RECORDS, type Inspection } from '../../resource/reading.ts';
import { reason, ReasonError, UnreadableFile } from '../../resource/reasons.ts';
import { inspectTyped } from '../../reading/columnGuess.ts';
import { headerNotices } from '../../reading/headerRows.ts';
import { oleReason } from '../../reading/foreignFile.ts';
import { readHead } from '../../reading/textFile.ts';
import { sheetBeginning } from './sheetBeginning.ts';
import { SheetError, SheetTable, type SheetRow } from './sheetTable.ts';
import { parseXml, type XmlEvents } from './xmlEvents.ts';
import { ZipArchive } from './zipArchive.ts';

/** An open spreadsheet file: XML in a ZIP archive, in which each sheet is a resource. */
export interface Spreadsheet {
  readonly sheets: readonly Sheet[];
  /** Texts that cells refer to by number, for these rows or for all. */
  readonly sharedTexts?: (rows?: readonly SheetRow[]) => Promise<readonly string[]>;
}

interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Whether no cell shows anything. Undefined if only its rows can tell. */
  readonly isEmpty?: boolean;
  readonly rows: (onShare: (share: number) => void) => AsyncIterable<SheetRow>;
}

type Parts = Required<Pick<Inspection, 'parts' | 'leftOut'>>;

interface OpenSheet extends Pick<Sheet, 'rows'>, Pick<Spreadsheet, 'sharedTexts'> {
  /** The sheets of the file. Undefined if it has one table only. */
  readonly listed?: () => Promise<Pick<Inspection, 'parts' | 'leftOut'>>;
  /** Undefined if a file has one table only. */
  readonly name: string | undefined;
}

type WithSheet = <T>(
  file: ReadableFile,
  part: string | undefined,
  work: (sheet: OpenSheet) => Promise<T>,
) => Promise<T>;

/** Rows can be wide, so the number of cells is limited, too. */
const LOOKED_AT_CELLS = 50_000;
/** Limit for the texts that show the types of columns, in UTF-16 units, because a cell can be long. */
const LOOKED_AT_UNITS = 1 << 24;
/** How many sheets are looked through when they are listed, and how many MiB in which they show nothing. */
const MOST_SHEETS = 500;
const MOST_EMPTY = 256;

/** `open` throws UnreadableFile for a file without sheets; `name` is the file's. */
export function sheetFormat(
  format: 'xlsx' | 'ods',
  open: (archive: ZipArchive, name: string) => Promise<Spreadsheet>,
): FileFormatReader {
  return rowsFormat(format, (file, part, work) => withSheetOf(file, part, open, work));
}

export function rowsFormat(format: 'xlsx' | 'ods' | 'html', withSheet: WithSheet): FileFormatReader {
  return {
    inspect: (file, choices) =>
      withSheet(file, choices.part, async (sheet) => {
        const header = choices.header ?? true;
        const rows: SheetRow[] = [];
        let cells = 0;
        let units = 0;
        let isWhole = true;
        for await (const row of sheet.rows(() => undefined)) {
          rows.push(row);
          cells += row.cells.length;
          for (const { text } of row.cells) units += text.length;
          const isEnough = rows.length > LOOKED_AT_RECORDS || cells > LOOKED_AT_CELLS;
          isWhole = units <= LOOKED_AT_UNITS && !(rows.length > SAMPLE_RECORDS && isEnough);
          if (!isWhole) break;
        }
        const texts = (await sheet.sharedTexts?.(rows)) ?? [];
        const beginning = sheetBeginning(rows, texts, choices);
        const part = defined({ part: sheet.name, skipEnd: choices.skipEnd });
        const reading = { ...binaryReading(format, choices), header, ...part, ...beginning };
        const table = new SheetTable(file.name, texts, { ...reading, unreadable: 'skip' });
        const records = table.beginning(rows, isWhole);
        const { fields, slots } = table.end();
        const typed = {
          fields: fields.map(({ id }) => id),
          types: fields.map(({ type }) => type),
          records: records.map((record) => ({ values: slots.map((slot) => record[slot] ?? null) })),
        };
        const notices = filled(headerNotices(reading, choices));
        return { reading, ...(await sheet.listed?.()), ...inspectTyped(typed, choices), ...defined({ notices }) };
      }),
    read: (connection, file, reading, report) =>
      withSheet(file, reading.part, async (sheet) => {
        const { size } = await stat(file.path);
        const table = new SheetTable(file.name, (await sheet.sharedTexts?.()) ?? [], reading);
        await table.fill(
          connection,
          size,
          sheet.rows((share) => report(Math.round(size * share))),
        );
        return table.source();
      }),
  };
}

async function withSheetOf<T>(
  file: ReadableFile,
  part: string | undefined,
  open: (archive: ZipArchive, name: string) => Promise<Spreadsheet>,
  work: (sheet: OpenSheet) => Promise<T>,
): Promise<T> {
  await refuseOldFiles(file);
  using archive = await ZipArchive.open(file.path, file.name);
  const { sheets, ...texts } = await open(archive, file.name);
  let sorted: Promise<Parts> | undefined;
  const listed = (): Promise<Parts> => (sorted ??= partsOf(sheets));
  const wanted = part ?? (await listed()).parts[0];
  const sheet = sheets.find(({ name }) => name === wanted);
  if (sheet === undefined) throw new UnreadableFile(file.name, reason('noSuchSheet'), { part: part ?? '' });
  try {
    return await work({ ...sheet, ...texts, listed });
  } catch (error) {
    if (error instanceof SheetError)
      throw new UnreadableFile(file.name, error.reason, { part: sheet.name, row: error.row });
    throw error;
  }
}

/** Leaves out empty sheets, and hidden ones beside others. If all are empty, they stay, so that their import says so. */
async function partsOf(sheets: readonly Sheet[]): Promise<Parts> {
  const empty = new Set<Sheet>();
  let reports = 0;
  const onShare = (): void => {
    if ((reports += 1) > MOST_EMPTY) throw new ReasonError(reason('sheetEmpty'));
  };
  for (const [place, sheet] of sheets.entries())
    if (sheet.isEmpty ?? (place < MOST_SHEETS && (await hasNoRow(sheet, onShare)))) empty.add(sheet);
  const full = sheets.filter((sheet) => !empty.has(sheet));
  const visible = full.filter(({ isHidden }) => !isHidden);
  const read = [visible, full, sheets].find(({ length }) => length > 0) ?? [];
  const leftOut = sheets
    .filter((sheet) => !read.includes(sheet))
    .map((sheet) => ({ part: sheet.name, reason: reason(empty.has(sheet) ? 'sheetEmpty' : 'sheetHidden') }));
  return { parts: read.map(({ name }) => name), leftOut };
}

async function hasNoRow({ rows }: Sheet, onShare: () => void): Promise<boolean> {
  try {
    for await (const { cells } of rows(onShare)) return cells.length === 0;
    return true;
  } catch {
    // The sheet's own import says what is wrong with it.
    return false;
  }
}

/** Unpacked bytes between two reports. */
const REPORT_EVERY = 2 ** 20;

export async function* readRows(
  archive: ZipArchive,
  path: string,
  reader: XmlEvents & { readonly take: () => readonly SheetRow[] },
  onShare: (share: number) => void,
): AsyncGenerator<SheetRow> {
  const size = archive.size(path);
  let reported = 0;
  for await (const bytes of parseXml(archive.read(path), reader)) {
    yield* reader.take();
    if (bytes - reported < REPORT_EVERY) continue;
    onShare(bytes / size);
    reported = bytes;
  }
}

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

async function refuseOldFiles({ path, name }: ReadableFile): Promise<void> {
  const head = await readHead(path, OLE.length);
  if (head.equals(OLE)) throw new UnreadableFile(name, await oleReason(path));
}
