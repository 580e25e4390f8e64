/**
 * How a resource lies in its DuckDB file: one table whose columns have names of ours, because field names may be equal,
 * empty, 5000 characters long or differ by case alone (engine.md section 5). Every value is text, exactly as in the file.
 *
 * `c<i>` value of field i · `k<i>` its sort key, where its type has one (fieldTypes.ts) · `s` all values in lower case, for
 * `q` · `i` the record's `_id`, where that is not its place in the table · `b` its block, in large imports (blockIndex.ts).
 */
import { typeRules, type FieldType } from './fieldTypes.ts';

export interface StoredField {
  readonly id: string;
  readonly type: FieldType;
  /** Of `numeric(10,2)`: 10 and 2. */
  readonly modifiers?: readonly number[];
  /** CKAN's data dictionary: label, notes, type_override and what else somebody gave. */
  readonly info?: Readonly<Record<string, unknown>>;
}

export const TABLE = 't';
export const ID_COLUMN = 'i';
export const SEARCH_COLUMN = 's';
/** In which block of records (blockIndex.ts) a record is, and the table with the index; only in large imports. */
export const BLOCK_COLUMN = 'b';
export const BLOCK_TABLE = 'g';
/** Between the values in `s`: a search text without it can't match across fields. */
export const SEPARATOR = '\u001f';

export function valueColumn(index: number): string {
  return `c${String(index)}`;
}

export function hasKeyColumn(type: FieldType): boolean {
  return typeRules(type).order === 'key';
}

/** The column to compare and sort by. */
export function orderColumn(index: number, type: FieldType): string {
  return `${hasKeyColumn(type) ? 'k' : 'c'}${String(index)}`;
}

/** As a literal in SQL. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** In fewer records any text is found in no time. */
export function hasBlockIndex(records: number): boolean {
  return records >= 200_000;
}
