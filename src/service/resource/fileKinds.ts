/**
 * The kinds of files that can be read: the one table. Readers are in formatReaders.ts; pickers, dialogs and `serve` are made
 * from this table, and `npm run manifest` writes it into package.json and docs/reference.md. Pure: it is in the extension too.
 */

interface FileKind {
  readonly id: string;
  /** As its users call it. */
  readonly name: string;
  /** Of file names, without the dot. The first one is the usual one. */
  readonly endings: readonly string[];
  /** It has an encoding, may be packed, and its first records can be shown while the rest is read. */
  readonly isText?: true;
  /** Each sheet or table in a file is a resource. */
  readonly parts?: 'sheets' | 'tables';
  /** Whether the beginning of a file, byte by byte as Latin-1, is that of this kind. Texts have no such mark. */
  readonly isAt?: (head: string) => boolean;
}

const ZIP = 'PK\u0003\u0004';

export const FILE_KINDS = [
  { id: 'csv', name: 'CSV', endings: ['csv', 'tsv', 'tab', 'psv', 'txt'], isText: true },
  { id: 'json', name: 'JSON', endings: ['json', 'jsonl', 'ndjson', 'geojson', 'geojsonl'], isText: true },
  { id: 'parquet', name: 'Parquet', endings: ['parquet'], isAt: startsWith('PAR1') },
  { id: 'xlsx', name: 'Excel', endings: ['xlsx', 'xlsm'], parts: 'sheets', isAt: isWorkbook },
  { id: 'ods', name: 'OpenDocument', endings: ['ods'], parts: 'sheets', isAt: isOpenDocument },
  {
    id: 'sqlite',
    name: 'SQLite',
    endings: ['sqlite', 'sqlite3', 'db'],
    parts: 'tables',
    isAt: startsWith('SQLite format 3\0'),
  },
  { id: 'duckdb', name: 'DuckDB', endings: ['duckdb'], parts: 'tables', isAt: startsWith('DUCK', 8) },
] as const satisfies readonly FileKind[];

export type FileFormat = (typeof FILE_KINDS)[number]['id'];

interface KnownKind extends FileKind {
  readonly id: FileFormat;
}

const kinds: readonly KnownKind[] = FILE_KINDS;
/** Most files with these hold prose. They are read when they are named. */
const DOUBTFUL = ['txt'];

export const FILE_FORMATS: readonly FileFormat[] = kinds.map(({ id }) => id);
export const FILE_ENDINGS: readonly string[] = kinds.flatMap(({ endings }) => endings);
/** For a file dialog, which looks at the last ending only. */
export const DIALOG_ENDINGS: readonly string[] = [...FILE_ENDINGS, 'gz'];
/** For a sentence: `.csv, .json, .parquet` */
export const USUAL_ENDINGS: string = kinds.map(({ endings }) => `.${endings[0] ?? ''}`).join(', ');

/** Undefined for the format of another version. */
export function fileKind(format: FileFormat): KnownKind | undefined {
  return kinds.find(({ id }) => id === format);
}

/** By its mark. Undefined for a text, and for what can't be read. */
export function kindOfHead(head: string): KnownKind | undefined {
  return kinds.find(({ isAt }) => isAt?.(head) === true);
}

export function isReadable(name: string): boolean {
  const [ending, inner] = endingsOf(name);
  return ending === 'gz' ? kindOfEnding(inner)?.isText === true : FILE_ENDINGS.includes(ending);
}

/** Readable, and in all likelihood meant, where only its folder was named. */
export function isData(name: string): boolean {
  const [ending, inner] = endingsOf(name);
  return isReadable(name) && !DOUBTFUL.includes(ending === 'gz' ? inner : ending);
}

export function mayHaveParts(name: string): boolean {
  return kindOfEnding(endingsOf(name)[0])?.parts !== undefined;
}

/** Undefined where the name says nothing, or a format that its bytes would show. `name` is without what says that it is packed. */
export function textFormatOf(name: string): FileFormat | undefined {
  const kind = kindOfEnding(endingsOf(name)[0]);
  return kind?.isText === true ? kind.id : undefined;
}

/** The format that a file's name suggests. Undefined if its ending isn't in the table. */
export function formatOfName(name: string): FileFormat | undefined {
  const [ending, inner] = endingsOf(name);
  return kindOfEnding(ending === 'gz' ? inner : ending)?.id;
}

function kindOfEnding(ending: string): KnownKind | undefined {
  return kinds.find(({ endings }) => endings.includes(ending));
}

/** The last ending, and the one in front of it. */
function endingsOf(name: string): readonly [string, string] {
  const [ending = '', inner = ''] = name.toLowerCase().split('.').slice(1).reverse();
  return [ending, inner];
}

function startsWith(mark: string, offset = 0): (head: string) => boolean {
  return (head) => head.startsWith(mark, offset);
}

/** A ZIP archive names its files; those of a workbook are in `xl`. */
function isWorkbook(head: string): boolean {
  if (!head.startsWith(ZIP)) return false;
  return head.includes('[Content_Types].xml') ? !/(word|ppt)\//.test(head) : head.includes('xl/');
}

/** Its first file says what it is, and is not compressed. */
function isOpenDocument(head: string): boolean {
  return head.startsWith(ZIP) && head.includes('application/vnd.oasis.opendocument.spreadsheet');
}
