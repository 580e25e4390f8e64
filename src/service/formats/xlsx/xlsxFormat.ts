import { posix } from 'node:path';
import { reason, UnreadableFile } from '../../resource/reasons.ts';
import { readRows, sheetFormat } from '../sheets/sheetFormat.ts';
import type { SheetRow } from '../sheets/sheetTable.ts';
import { eachElement, type Attributes } from '../sheets/xmlEvents.ts';
import type { ZipArchive } from '../sheets/zipArchive.ts';
import { SheetReader } from './xlsxSheet.ts';
import { readStyles, type CellStyle } from './xlsxStyles.ts';
import { readStrings } from './xlsxTexts.ts';

export const xlsxFormat = sheetFormat('xlsx', async (archive, name) => {
  const workbook = await readWorkbook(archive);
  if (workbook.sheets.length === 0)
    throw new UnreadableFile(name, reason(archive.has('xl/workbook.bin') ? 'xlsb' : 'notWorkbook'));
  let read: Promise<readonly CellStyle[]> | undefined;
  const styles = (): Promise<readonly CellStyle[]> => (read ??= readStyles(archive, workbook.styles));
  return {
    sheets: workbook.sheets.map(({ path, ...sheet }) => ({
      ...sheet,
      rows: (onShare: (share: number) => void) => rowsOf(archive, workbook.is1904, styles, path, onShare),
    })),
    sharedTexts: (rows) => readStrings(archive, workbook.strings, rows && highestShared(rows)),
  };
});

async function* rowsOf(
  archive: ZipArchive,
  is1904: boolean,
  styles: () => Promise<readonly CellStyle[]>,
  path: string,
  onShare: (share: number) => void,
): AsyncGenerator<SheetRow> {
  yield* readRows(archive, path, new SheetReader(await styles(), is1904), onShare);
}

function highestShared(rows: readonly SheetRow[]): number {
  const indices = rows.flatMap(({ cells }) =>
    cells.flatMap(({ kind, text }) => (kind === 'shared' ? [Number(text)] : [])),
  );
  return indices.reduce((most, index) => Math.max(most, index + 1), 0);
}

interface Workbook {
  /** Worksheets, without charts and macros. */
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean; readonly path: string }[];
  readonly is1904: boolean;
  /** Paths within the file; the files may be missing. */
  readonly strings: string;
  readonly styles: string;
}

interface Relationship {
  readonly id: string;
  /** Last word of the type, because strict and transitional files differ before it. */
  readonly kind: string;
  readonly path: string;
}

async function readWorkbook(archive: ZipArchive): Promise<Workbook> {
  const roots = await relationships(archive, '');
  const path = roots.find(({ kind }) => kind === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const parts = await relationships(archive, path);
  const partsById = new Map(parts.map((part) => [part.id, part]));
  const sheets: Workbook['sheets'][number][] = [];
  let is1904 = false;
  await eachElement(archive, path, (name, attributes) => {
    if (name === 'workbookPr') is1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '');
    if (name !== 'sheet') return;
    const part = partsById.get(valueOf(attributes, 'id') ?? '');
    if (part?.kind !== 'worksheet') return;
    const isHidden = ['hidden', 'veryHidden'].includes(attributes['state'] ?? '');
    sheets.push({ name: attributes['name'] ?? '', path: part.path, isHidden });
  });
  const pathOf = (kind: string): string => parts.find((part) => part.kind === kind)?.path ?? '';
  return { sheets, is1904, strings: pathOf('sharedStrings'), styles: pathOf('styles') };
}

async function relationships(archive: ZipArchive, source: string): Promise<readonly Relationship[]> {
  const { dir, base } = posix.parse(source);
  const list: Relationship[] = [];
  await eachElement(archive, posix.join(dir, '_rels', `${base}.rels`), (name, attributes) => {
    if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
    const kind = (attributes['Type'] ?? '').split('/').at(-1) ?? '';
    const target = attributes['Target'] ?? '';
    const path = posix.join(target.startsWith('/') ? '' : dir, target);
    list.push({ id: attributes['Id'] ?? '', kind, path });
  });
  return list;
}

/** The attribute `r:id`, whatever its prefix is. */
function valueOf(attributes: Attributes, local: string): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(`:${local}`))?.[1];
}
