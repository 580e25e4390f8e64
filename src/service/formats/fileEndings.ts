/**
 * Files that can be read, by the endings of their names: the one list, for `serve`, VS Code and the guess of a format. The
 * manifest names them too (fileEndings.test.ts).
 */
import type { FileFormat } from '../resource/reading.ts';

/** What they hold, unless it looks otherwise. These may be packed. */
const TEXT: ReadonlyMap<string, FileFormat> = new Map([
  ...['csv', 'tsv', 'tab', 'psv', 'txt'].map((ending) => [ending, 'csv'] as const),
  ...['json', 'jsonl', 'ndjson', 'geojson', 'geojsonl'].map((ending) => [ending, 'json'] as const),
]);
/** One file may hold several resources: sheets or tables. */
const WITH_PARTS = ['xlsx', 'xlsm', 'sqlite', 'sqlite3', 'db', 'duckdb'];
/** Most files with these are words for people. They are read when somebody names them. */
const DOUBTFUL = ['txt'];

export const FILE_ENDINGS: readonly string[] = [...TEXT.keys(), 'parquet', ...WITH_PARTS];

/** For a file dialog, which looks at the last ending only. */
export const DIALOG_ENDINGS: readonly string[] = [...FILE_ENDINGS, 'gz'];

export function isReadable(name: string): boolean {
  const [ending, inner] = endingsOf(name);
  return ending === 'gz' ? TEXT.has(inner) : FILE_ENDINGS.includes(ending);
}

/** Readable, and in all likelihood meant, where only its folder was named. */
export function isData(name: string): boolean {
  const [ending, inner] = endingsOf(name);
  return isReadable(name) && !DOUBTFUL.includes(ending === 'gz' ? inner : ending);
}

export function mayHaveParts(name: string): boolean {
  return WITH_PARTS.includes(endingsOf(name)[0]);
}

/** Undefined where the name says nothing, or a format that its bytes would show. `name` is without what says that it is packed. */
export function textFormatOf(name: string): FileFormat | undefined {
  return TEXT.get(endingsOf(name)[0]);
}

/** The last ending, and the one in front of it. */
function endingsOf(name: string): readonly [string, string] {
  const [ending = '', inner = ''] = name.toLowerCase().split('.').slice(1).reverse();
  return [ending, inner];
}
