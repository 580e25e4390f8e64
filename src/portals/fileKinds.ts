/** Files that the embedded datastore reads, by the endings of their names. The manifest names them too (fileKinds.test.ts). */
const TEXT = ['csv', 'tsv', 'tab', 'psv', 'txt', 'json', 'jsonl', 'ndjson', 'geojson'];
/** One file may hold several resources: sheets or tables. */
const WITH_PARTS = ['xlsx', 'sqlite', 'sqlite3', 'db', 'duckdb'];

export const FILE_KINDS: readonly string[] = [...TEXT, 'parquet', ...WITH_PARTS];

/** Endings for a file dialog, which looks at the last one only. */
export const DIALOG_KINDS: readonly string[] = [...FILE_KINDS, 'gz'];

export function isReadable(name: string): boolean {
  const [kind, outer] = endingsOf(name);
  return kind === 'gz' ? TEXT.includes(outer) : FILE_KINDS.includes(kind);
}

export function mayHaveParts(name: string): boolean {
  return WITH_PARTS.includes(endingsOf(name)[0]);
}

/** The last ending, and the one in front of it. */
function endingsOf(name: string): readonly [string, string] {
  const [kind = '', outer = ''] = name.toLowerCase().split('.').slice(1).reverse();
  return [kind, outer];
}
