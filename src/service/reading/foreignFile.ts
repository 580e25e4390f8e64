/** Recognizes files of other programs by their first bytes or their endings, and says what to do with them. */
import { open } from 'node:fs/promises';
import { ZIP } from '../resource/fileKinds.ts';
import { reason, type Reason } from '../resource/reasons.ts';

interface Foreign {
  /** The product's name and endings, which are the same in any language. */
  readonly name: string;
  readonly endings: readonly string[];
  /** What can save it as another file. */
  readonly program: string;
  /** Whether these first bytes, as Latin-1, are of such a file. */
  readonly isAt: (head: string) => boolean;
}

const FOREIGN: readonly Foreign[] = [
  { name: 'dBase', endings: ['dbf'], program: 'LibreOffice', isAt: () => false },
  { name: 'Arrow', endings: ['arrow', 'feather'], program: 'Python', isAt: starts('ARROW1', 'FEA1') },
  { name: 'Avro', endings: ['avro'], program: 'Python', isAt: starts('Obj\u0001') },
  { name: 'ORC', endings: ['orc'], program: 'Python', isAt: (head) => head.startsWith('ORC') && isBinary(head) },
  { name: 'HDF5', endings: ['h5', 'hdf5'], program: 'Python', isAt: starts('\u0089HDF\r\n') },
  {
    name: 'R',
    endings: ['RData', 'rda', 'rds'],
    program: 'R',
    isAt: starts('RDX2\n', 'RDX3\n', 'RDA2\n', 'RDA3\n', 'X\n\0\0\0\u0002', 'X\n\0\0\0\u0003'),
  },
  {
    name: 'SPSS',
    endings: ['sav', 'zsav', 'por'],
    program: 'SPSS, PSPP',
    isAt: starts('$FL2', '$FL3', 'ASCII SPSS PORT'),
  },
  {
    name: 'SAS',
    endings: ['sas7bdat', 'xpt'],
    program: 'SAS, R',
    isAt: starts(`${'\0'.repeat(12)}\u00c2\u00ea\u0081\u0060`, 'HEADER RECORD*******LIB'),
  },
  { name: 'Stata', endings: ['dta'], program: 'Stata, R', isAt: isStata },
  {
    name: 'Access',
    endings: ['mdb', 'accdb'],
    program: 'Access',
    isAt: starts('\0\u0001\0\0Standard Jet DB', '\0\u0001\0\0Standard ACE DB'),
  },
];

const OLE = '\u00d0\u00cf\u0011\u00e0';
const XML_WORKBOOK = /urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/;
const PLAIN: readonly (readonly [isAt: (head: string) => boolean, why: Reason])[] = [
  [starts('%PDF-'), reason('pdf')],
  [starts('\0\0\u0027\u000a'), reason('shape')],
  [starts('{\\rtf'), reason('word')],
  [(head) => head.startsWith(ZIP) && /\[Content_Types\]\.xml[^]*word\/|opendocument\.text/.test(head), reason('word')],
  [(head) => head.startsWith(ZIP) && head.includes('Index/Document.iwa'), reason('numbers')],
  [starts(ZIP), reason('zip')],
  [starts('BZh', '\u00fd7zXZ', '(\u00b5/\u00fd', '7z\u00bc\u00af', 'Rar!'), reason('packed')],
  [(head) => /^\s*<\?xml/.test(head.replace(/^\u00ef\u00bb\u00bf/, '')) && XML_WORKBOOK.test(head), reason('oldXml')],
  [(head) => /^\s*MIME-Version:/i.test(head), reason('mhtml')],
  // Workbooks of Excel 2 to 4 begin with a record of their own.
  [
    starts(...['\0\u0004', '\u0002\u0006', '\u0004\u0006', '\u0008\u0008'].map((kind) => `\t${kind}\0`)),
    reason('oldExcel'),
  ],
];

/** Why the file of this name and beginning can't be read; undefined if it's no file of another program. */
export async function foreignReason(path: string, ending: string, head: string): Promise<Reason | undefined> {
  if (head.startsWith(OLE)) return oleReason(path);
  const plain = PLAIN.find(([isAt]) => isAt(head))?.[1];
  if (plain !== undefined) return plain;
  const foreign =
    FOREIGN.find(({ isAt }) => isAt(head)) ??
    FOREIGN.find(({ endings }) => isBinary(head) && endings.some((each) => each.toLowerCase() === ending));
  if (foreign === undefined) return isMostlyBinary(head) ? reason('binary') : undefined;
  const { name, endings, program } = foreign;
  return reason('foreign', name, endings.map((each) => `.${each}`).join(', '), program);
}

const HEADER = 512;
const DIRECTORY = 1 << 14;

/** Office files from before 2007, and encrypted ones of today, are OLE files, whose directory lists their streams. */
export async function oleReason(path: string): Promise<Reason> {
  await using handle = await open(path, 'r');
  const header = Buffer.alloc(HEADER);
  await handle.read(header, 0, HEADER, 0);
  // The header has the size of sectors, as a power of two, and the directory's first sector ([MS-CFB] 2.2).
  const sector = 2 ** Math.min(header.readUInt16LE(30), 16);
  const start = sector * (1 + header.readUInt32LE(48));
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(DIRECTORY), 0, DIRECTORY, start);
  const has = (stream: string): boolean =>
    buffer.subarray(0, bytesRead).includes(Buffer.from(`${stream}\0`, 'utf16le'));
  if (has('EncryptedPackage')) return reason('password');
  if (has('Workbook') || has('Book')) return reason('oldExcel');
  return reason(has('WordDocument') ? 'word' : 'oldOffice');
}

function starts(...beginnings: readonly string[]): (head: string) => boolean {
  return (head) => beginnings.some((beginning) => head.startsWith(beginning));
}

/** Stata 4 to 12 write their version, the order of bytes, 1 and 0. */
function isStata(head: string): boolean {
  const [version = 0, order = 0, one, zero] = Buffer.from(head.slice(0, 4), 'latin1');
  const isOld = version >= 0x69 && version <= 0x73 && (order === 1 || order === 2) && one === 1 && zero === 0;
  return isOld || head.startsWith('<stata_dta>');
}

const LOOKED_AT = 4096;
/** Random bytes have twice as many. */
const LEAST_SHARE = 0.04;

/** Texts have no such characters; the end of a text may be marked by Ctrl-Z or filled with NUL. */
function isControl(code: number): boolean {
  return code < 0x09 || (code > 0x0d && code < 0x1a);
}

function isBinary(head: string): boolean {
  return Buffer.from(head.slice(0, LOOKED_AT), 'latin1').some(isControl);
}

/** NUL bytes alone may be UTF-16, or the padding at the end of a text. A mark says that it is UTF-16. */
function isMostlyBinary(head: string): boolean {
  if (/^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(head)) return false;
  const bytes = Buffer.from(head.slice(0, LOOKED_AT), 'latin1').filter((byte) => byte !== 0);
  return bytes.length < Math.min(head.length, LOOKED_AT) && bytes.filter(isControl).length > LEAST_SHARE * bytes.length;
}
