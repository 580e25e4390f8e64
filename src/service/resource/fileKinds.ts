/**
 * The only table of the kinds of files that can be read. openedFile.ts has their readers; pickers, dialogs and
 * `serve` read this table, and `npm run manifest` writes it into package.json and docs/reference.md. The extension
 * bundles it, so it must not import readers.
 */

interface FileKind {
  readonly id: string;
  readonly name: string;
  /** Endings of file names without the dot. The first one is the usual one. */
  readonly endings: readonly string[];
  /** A text format has an encoding, may be compressed, and can show its first records while the rest is read. */
  readonly isText?: true;
  /** Each sheet or table in such a file is a resource. */
  readonly parts?: 'sheets' | 'tables';
  /** Whether `head`, the first bytes as Latin-1, has the signature of this kind. Text formats have none. */
  readonly isAt?: (head: string) => boolean;
}

/** First bytes of a ZIP archive, as Latin-1. */
export const ZIP = 'PK\u0003\u0004';

export const FILE_KINDS = [
  { id: 'csv', name: 'CSV', endings: ['csv', 'tsv', 'tab', 'psv', 'txt'], isText: true },
  { id: 'json', name: 'JSON', endings: ['json', 'jsonl', 'ndjson', 'geojson', 'geojsonl'], isText: true },
  { id: 'parquet', name: 'Parquet', endings: ['parquet'], isAt: startsWith('PAR1') },
  { id: 'xlsx', name: 'Excel', endings: ['xlsx', 'xlsm'], parts: 'sheets', isAt: isWorkbook },
  { id: 'ods', name: 'OpenDocument', endings: ['ods'], parts: 'sheets', isAt: isOpenDocument },
  { id: 'html', name: 'HTML table', endings: ['xls'] },
  {
    id: 'sqlite',
    name: 'SQLite',
    endings: ['sqlite', 'sqlite3', 'db'],
    parts: 'tables',
    isAt: startsWith('SQLite format 3\0'),
  },
  { id: 'duckdb', name: 'DuckDB', endings: ['duckdb'], parts: 'tables', isAt: startsWith('DUCK', 8) },
  { id: 'dbase', name: 'dBase', endings: ['dbf'], isAt: isDbase },
] as const satisfies readonly FileKind[];

export type FileFormat = (typeof FILE_KINDS)[number]['id'];

interface KnownKind extends FileKind {
  readonly id: FileFormat;
}

const kinds: readonly KnownKind[] = FILE_KINDS;
/** Most files with these endings can't be read as a table, so they are read only if named, not with their folder. */
const DOUBTFUL = ['txt', 'xls'];
/** Endings behind that of a text format. */
export const PACKED_ENDINGS: readonly string[] = ['gz', 'zst'];

export const FILE_FORMATS: readonly FileFormat[] = kinds.map(({ id }) => id);
export const FILE_ENDINGS: readonly string[] = kinds.flatMap(({ endings }) => endings);
/** Endings for a file dialog, which compares only the last one (`gz` of `csv.gz`). */
export const DIALOG_ENDINGS: readonly string[] = [...FILE_ENDINGS, 'gz', 'zst', 'zip'];
/** The usual endings for a sentence: `.csv, .json, .parquet`. */
export const USUAL_ENDINGS: string = kinds
  .map(({ endings }) => endings[0] ?? '')
  .filter((ending) => !DOUBTFUL.includes(ending))
  .map((ending) => `.${ending}`)
  .join(', ');

/** Undefined for a format of another version of this program. */
export function fileKind(format: FileFormat): KnownKind | undefined {
  return kinds.find(({ id }) => id === format);
}

export function kindOfHead(head: string): KnownKind | undefined {
  return kinds.find(({ isAt }) => isAt?.(head) === true);
}

/** The name without the ending of a compression. */
export function unpackedName(name: string): string {
  return PACKED_ENDINGS.includes(endingOf(name)) ? name.slice(0, name.lastIndexOf('.')) : name;
}

/** Whether the ending is one that can be read, also with `.gz` or `.zst` after a text format, or may contain such. */
export function isReadable(name: string): boolean {
  const ending = endingOf(name);
  if (PACKED_ENDINGS.includes(ending)) return textFormatOf(unpackedName(name)) !== undefined;
  return ending === 'zip' || FILE_ENDINGS.includes(ending);
}

/** Whether a file should be read when only its folder was named. */
export function isData(name: string): boolean {
  return isReadable(name) && endingOf(name) !== 'zip' && !DOUBTFUL.includes(endingOf(unpackedName(name)));
}

export function mayHaveParts(name: string): boolean {
  const ending = endingOf(name);
  return ending === 'zip' || kindOfEnding(ending)?.parts !== undefined;
}

/** Undefined unless the ending is that of a text format. `name` doesn't include the ending of a compression. */
export function textFormatOf(name: string): FileFormat | undefined {
  const kind = kindOfEnding(endingOf(name));
  return kind?.isText === true ? kind.id : undefined;
}

export function formatOfName(name: string): FileFormat | undefined {
  return kindOfEnding(endingOf(unpackedName(name)))?.id;
}

function kindOfEnding(ending: string): KnownKind | undefined {
  return kinds.find(({ endings }) => endings.includes(ending));
}

function endingOf(name: string): string {
  return name.toLowerCase().split('.').slice(1).at(-1) ?? '';
}

function startsWith(mark: string, offset = 0): (head: string) => boolean {
  return (head) => head.startsWith(mark, offset);
}

/** A ZIP archive lists the names of its files; a workbook's are in the folder `xl`. */
function isWorkbook(head: string): boolean {
  if (!head.startsWith(ZIP)) return false;
  return head.includes('[Content_Types].xml') ? !/(word|ppt)\//.test(head) : head.includes('xl/');
}

/** The first file of an OpenDocument archive is its media type, uncompressed (OpenDocument 1.3, part 2, 3.3). */
function isOpenDocument(head: string): boolean {
  return head.startsWith(ZIP) && head.includes('application/vnd.oasis.opendocument.spreadsheet');
}

const DBASE_VERSIONS = '\u0003\u0030\u0031\u0032\u0043\u0063\u0083\u008b\u00cb\u00f5\u00fb';

/** After the version come the date of the last change, the number of records, and the length of the header. */
function isDbase(head: string): boolean {
  const [month = 0, day = 0, low = 0, high = 0] = [2, 3, 8, 9].map((at) => head.charCodeAt(at));
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  const isVersion = head !== '' && DBASE_VERSIONS.includes(head.charAt(0));
  return isVersion && isDate && low + 256 * high > 32 && head.slice(0, 32).includes('\0');
}
