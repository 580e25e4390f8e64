/**
 * How a resource lies in its DuckDB file: one table whose columns have names of ours, because field names may be equal,
 * empty, 5000 characters long or differ by case alone (engine.md section 5). Every value is text, exactly as in the file.
 *
 * `c<i>` value of field i · `k<i>` its sort key, if it is a number · `s` all values in lower case, for `q`.
 */

/** A subset of PostgreSQL's type names. */
export type FieldType = 'text' | 'numeric' | 'bool' | 'json';

export interface StoredField {
  readonly id: string;
  readonly type: FieldType;
}

export const TABLE = 't';
export const SEARCH_COLUMN = 's';
/** Between the values in `s`: a search text without it can't match across fields. */
export const SEPARATOR = '\u001f';

export function valueColumn(index: number): string {
  return `c${String(index)}`;
}

/** The column to compare and sort by. */
export function orderColumn(index: number, type: FieldType): string {
  return `${type === 'numeric' ? 'k' : 'c'}${String(index)}`;
}

/** As a literal in SQL. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
