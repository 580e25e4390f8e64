/** Makes OpenDocument spreadsheets from XML. */
import { zipFile, type ZipEntry } from './zipFile.ts';

const NAMESPACES = ['office', 'table', 'text', 'style', 'draw', 'calcext', 'dc']
  .map((prefix) => `xmlns:${prefix}="urn:${prefix}"`)
  .join(' ');
const MIMETYPE = 'application/vnd.oasis.opendocument.spreadsheet';

/** `sheets` contains the `<table:table>` elements. */
export function odsFile(sheets: string, styles = '', more: readonly ZipEntry[] = []): Buffer {
  return odsOfContent(odsContent(sheets, styles), more);
}

export function odsContent(sheets: string, styles = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document-content ${NAMESPACES}>
  <office:automatic-styles>${styles}</office:automatic-styles>
  <office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body>
</office:document-content>`;
}

export function odsOfContent(content: string | Buffer, more: readonly ZipEntry[] = []): Buffer {
  const entries = [
    { name: 'mimetype', content: MIMETYPE, isStored: true },
    { name: 'content.xml', content },
  ];
  return zipFile([...entries, ...more]);
}

export function sheet(name: string, rows: string, attributes = ''): string {
  return `<table:table table:name="${name}" ${attributes}>${rows}</table:table>`;
}

export function row(...cells: string[]): string {
  return `<table:table-row>${cells.join('')}</table:table-row>`;
}

export function text(...paragraphs: string[]): string {
  return cell('office:value-type="string"', ...paragraphs);
}

export function cell(attributes: string, ...paragraphs: string[]): string {
  const inside = paragraphs.map((paragraph) => `<text:p>${paragraph}</text:p>`).join('');
  return `<table:table-cell ${attributes}>${inside}</table:table-cell>`;
}
