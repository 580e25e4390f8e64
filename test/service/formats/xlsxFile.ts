/** Makes Excel workbooks from XML. */
import { zipFile, type ZipEntry } from './zipFile.ts';

export interface TestSheet {
  /** The content of a `<sheetData>` element. */
  readonly rows: string;
  readonly state?: string;
  readonly kind?: 'worksheet' | 'chartsheet';
}

export interface TestWorkbook {
  readonly sheets: Readonly<Record<string, TestSheet>>;
  /** The `<si>` elements of the workbook. */
  readonly strings?: string;
  /** Format codes; a cell's style is an index of this list, and 0 is General. */
  readonly formats?: readonly (string | number)[];
  readonly is1904?: boolean;
  readonly more?: readonly ZipEntry[];
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONSHIPS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

export function xlsxFile({ sheets, strings, formats = [], is1904, more = [] }: TestWorkbook): Buffer {
  const list = Object.entries(sheets);
  const sheetList = list.map(
    ([name, { state }], index) =>
      `<sheet name="${xmlText(name)}" sheetId="${index + 1}" ${state === undefined ? '' : `state="${state}"`} r:id="r${index}"/>`,
  );
  const targets = list.map(
    ([, { kind = 'worksheet' }], index) =>
      `<Relationship Id="r${index}" Type="${OFFICE}/${kind}" Target="${kind}s/sheet${index}.xml"/>`,
  );
  const custom = formats.flatMap((format, index) =>
    typeof format === 'string' ? [`<numFmt numFmtId="${200 + index}" formatCode="${xmlText(format)}"/>`] : [],
  );
  const styles = formats.map((format, index) => {
    return `<xf numFmtId="${typeof format === 'number' ? format : 200 + index}"/>`;
  });
  return zipFile([
    {
      name: '_rels/.rels',
      content: `<Relationships ${RELATIONSHIPS}><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr${is1904 === true ? ' date1904="1"' : ''}/><sheets>${sheetList.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships ${RELATIONSHIPS}>${targets.join('')}<Relationship Id="s" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="t" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet ${MAIN}><numFmts>${custom.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    },
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: `<sst ${MAIN}>${strings}</sst>` }]),
    ...list.map(([, { rows, kind = 'worksheet' }], index) => ({
      name: `xl/${kind}s/sheet${index}.xml`,
      content: `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    })),
    ...more,
  ]);
}

/** Cells without positions, which follow one another. */
export function row(...cells: readonly string[]): string {
  return `<row>${cells.join('')}</row>`;
}

export function inline(text: string): string {
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

export function xmlText(text: string): string {
  return text.replace(/[<>&"\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
