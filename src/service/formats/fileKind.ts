/** What kind of file this is: by what it holds first, by its name second. */
import { extname } from 'node:path';
import { textFormatOf } from './fileEndings.ts';
import type { FileFormat } from '../resource/reading.ts';
import { UnreadableFile } from '../reading/unreadableFile.ts';

const BINARY: readonly (readonly [format: FileFormat, offset: number, magic: string, noun: string])[] = [
  ['parquet', 0, 'PAR1', 'a Parquet file'],
  ['sqlite', 0, 'SQLite format 3\0', 'an SQLite file'],
  ['duckdb', 8, 'DUCK', 'a DuckDB file'],
  ['xlsx', 0, 'PK\u0003\u0004', 'an Excel workbook'],
];

/** What can't be read at all, by how it begins. */
const FOREIGN: readonly (readonly [beginnings: readonly string[], reason: string])[] = [
  [['%PDF-'], 'it is a PDF document, which can not be read.'],
  [['\u00d0\u00cf\u0011\u00e0'], 'it is an old Excel or Word file. Save it as .xlsx or .csv and open that.'],
  [['PK\u0003\u0004'], 'it is a ZIP archive. Unpack it and open what is inside.'],
  [
    ['BZh', '\u00fd7zXZ', '(\u00b5/\u00fd', '7z\u00bc\u00af', 'Rar!'],
    'it is packed in a way that can not be read. Unpack it and open what is inside.',
  ],
];
const WEB_PAGE = /^\s*<(!doctype html|html|head|body)/i;
const XML = /^\s*<(\?xml|[a-z])/i;

export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * `head` is the beginning of the bytes, `text` the same as text. `name` is the file's, without what says that it is packed.
 * Throws UnreadableFile for what can't be read, and for what is not what its name says.
 */
export function kindOf(file: string, name: string, head: Buffer, text: string): FileFormat {
  const bytes = head.toString('latin1');
  const named = textFormatOf(name);
  const binary = BINARY.find(([, offset, magic]) => bytes.startsWith(magic, offset));
  if (binary !== undefined && (binary[0] !== 'xlsx' || isWorkbook(bytes))) {
    if (named === undefined) return binary[0];
    const hint = `it is ${binary[3]} named ${extname(name)}. Choose that format, or give it its right name.`;
    throw new UnreadableFile(file, hint);
  }
  const foreign = FOREIGN.find(([beginnings]) => beginnings.some((beginning) => bytes.startsWith(beginning)));
  if (foreign !== undefined) throw new UnreadableFile(file, foreign[1]);
  if (WEB_PAGE.test(text))
    throw new UnreadableFile(file, 'it is a web page. Open the address in a browser to see why.');
  if (XML.test(text)) throw new UnreadableFile(file, 'it is an XML file, which can not be read.');
  if (text.trim() === '') throw new UnreadableFile(file, 'the file is empty.');
  if (/^\s*(\[\s*)?\{\s*["}]/.test(text)) return 'json';
  return named ?? (/^\s*[[{]/.test(text) ? 'json' : 'csv');
}

/** A ZIP archive names its files; those of a workbook are in `xl`. */
function isWorkbook(bytes: string): boolean {
  return bytes.includes('[Content_Types].xml') ? !/(word|ppt)\//.test(bytes) : bytes.includes('xl/');
}
