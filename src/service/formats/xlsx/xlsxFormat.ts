/** Excel workbooks (.xlsx, .xlsm). */
import { reason } from '../../resource/reasons.ts';
import { UnreadableFile } from '../../reading/unreadableFile.ts';
import { readRows, sheetFormat } from '../sheets/sheetFormat.ts';
import type { SheetRow } from '../sheets/sheetTable.ts';
import type { ZipArchive } from '../sheets/zipArchive.ts';
import { SheetReader } from './xlsxSheet.ts';
import { readStrings } from './xlsxTexts.ts';
import { readStyles, readWorkbook, type Workbook } from './xlsxWorkbook.ts';

export const xlsxFormat = sheetFormat('xlsx', async (archive, name) => {
  const workbook = await readWorkbook(archive);
  if (workbook.sheets.length === 0)
    throw new UnreadableFile(name, reason(archive.has('xl/workbook.bin') ? 'xlsb' : 'notWorkbook'));
  return {
    sheets: workbook.sheets.map((sheet) => sheet.name),
    rows: (place, onShare) => rowsOf(archive, workbook, workbook.sheets[place]?.path ?? '', onShare),
    sharedTexts: (rows) => readStrings(archive, workbook.strings, rows && highestShared(rows)),
  };
});

async function* rowsOf(
  archive: ZipArchive,
  { styles, is1904 }: Workbook,
  path: string,
  onShare: (share: number) => void,
): AsyncGenerator<SheetRow> {
  const reader = new SheetReader(await readStyles(archive, styles), is1904);
  yield* readRows(archive, path, reader, onShare);
}

/** How many shared strings these rows need. */
function highestShared(rows: readonly SheetRow[]): number {
  const indices = rows.flatMap(({ cells }) =>
    cells.flatMap(({ kind, text }) => (kind === 'shared' ? [Number(text)] : [])),
  );
  return indices.reduce((most, index) => Math.max(most, index + 1), 0);
}
