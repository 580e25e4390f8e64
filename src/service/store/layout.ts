/**
 * How a resource lies in its DuckDB file: one table whose columns have names of ours, because field names may be equal,
 * empty, 5000 characters long or differ by case alone (engine.md section 5). Every value is text, exactly as in the file.
 *
 * `c<i>` value of field i · `k<i>` its sort key, where its type has one (fieldTypes.ts) · `s` all values in lower case, for
 * `q` · `i` the record's `_id`, where that is not its place in the table.
 */
import { typeRules, type FieldType } from './fieldTypes.ts';

export interface StoredField {
  readonly id: string;
  readonly type: FieldType;
  /** CKAN's data dictionary: label, notes, type_override and what else somebody gave. */
  readonly info?: Readonly<Record<string, unknown>>;
}

export const TABLE = 't';
export const ID_COLUMN = 'i';
export const SEARCH_COLUMN = 's';
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
