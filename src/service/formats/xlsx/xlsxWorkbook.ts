/** What an Excel workbook says of itself: its sheets, its texts, its formats. */
import { posix } from 'node:path';
import { builtInStyle, styleOfFormat, type DateStyle } from './xlsxDates.ts';
import { eachElement, type Attributes } from '../sheets/xmlEvents.ts';
import type { ZipArchive } from '../sheets/zipArchive.ts';

export interface Workbook {
  /** Worksheets only: visible ones first, then hidden ones, each in the workbook's order. */
  readonly sheets: readonly Sheet[];
  /** Dates count from 1904. */
  readonly is1904: boolean;
  /** Paths inside of the file, which may not be there. */
  readonly strings: string;
  readonly styles: string;
}

export interface Sheet {
  readonly name: string;
  readonly path: string;
}

interface Relationship {
  readonly id: string;
  /** The last word of its type: strict and transitional files differ in what comes before. */
  readonly kind: string;
  readonly path: string;
}

export async function readWorkbook(archive: ZipArchive): Promise<Workbook> {
  const roots = await relationships(archive, '');
  const path = roots.find(({ kind }) => kind === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const parts = await relationships(archive, path);
  const found: (Sheet & { isHidden: boolean })[] = [];
  let is1904 = false;
  await eachElement(archive, path, (name, attributes) => {
    if (name === 'workbookPr') is1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '');
    if (name !== 'sheet') return;
    const id = valueOf(attributes, 'id');
    const part = parts.find((known) => known.id === id);
    if (part?.kind !== 'worksheet') return;
    const isHidden = ['hidden', 'veryHidden'].includes(attributes['state'] ?? '');
    found.push({ name: attributes['name'] ?? '', path: part.path, isHidden });
  });
  const ordered = [...found.filter(({ isHidden }) => !isHidden), ...found.filter(({ isHidden }) => isHidden)];
  const pathOf = (kind: string): string => parts.find((part) => part.kind === kind)?.path ?? '';
  return {
    sheets: ordered.map(({ name, path }) => ({ name, path })),
    is1904,
    strings: pathOf('sharedStrings'),
    styles: pathOf('styles'),
  };
}

/** For every cell style, by its number, whether it shows dates. */
export async function readStyles(archive: ZipArchive, path: string): Promise<readonly DateStyle[]> {
  const formats = new Map<number, string>();
  const styles: number[] = [];
  await eachElement(archive, path, (name, attributes, parent) => {
    const id = Number(attributes['numFmtId'] ?? 0);
    if (name === 'numFmt' && parent === 'numFmts') formats.set(id, attributes['formatCode'] ?? '');
    if (name === 'xf' && parent === 'cellXfs') styles.push(id);
  });
  return styles.map((id) => {
    const code = formats.get(id);
    return code === undefined ? builtInStyle(id) : styleOfFormat(code);
  });
}

async function relationships(archive: ZipArchive, source: string): Promise<readonly Relationship[]> {
  const { dir, base } = posix.parse(source);
  const found: Relationship[] = [];
  await eachElement(archive, posix.join(dir, '_rels', `${base}.rels`), (name, attributes) => {
    if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
    const kind = (attributes['Type'] ?? '').split('/').at(-1) ?? '';
    const target = attributes['Target'] ?? '';
    const path = posix.join(target.startsWith('/') ? '' : dir, target);
    found.push({ id: attributes['Id'] ?? '', kind, path });
  });
  return found;
}

/** `r:id`, whatever the prefix is. */
function valueOf(attributes: Attributes, local: string): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(`:${local}`))?.[1];
}
