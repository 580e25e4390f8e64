/**
 * The layout of a resource in its DuckDB file: one table, whose columns have their own names, because field names may
 * be equal, empty, very long, or differ only by case. Values are texts as in the file. If the file writes them in its
 * own way (resource/columnReading.ts), they are as the datastore returns them, and the file's texts are beside them.
 *
 * `c<i>` is the value of field i, `t<i>` its text in the file if that differs, `k<i>` its sort key if it has one
 * (fieldTypes.ts, decimalOrder.ts), `s` all values in lower case for `q`, `i` the record's `_id` if that isn't its
 * place in the table, `b` its block in large imports (blockIndex.ts).
 */
import type { StoredField } from '../../store/description.ts';
import { typeRules } from '../../types/fieldTypes.ts';

type Keyed = Pick<StoredField, 'type' | 'key'>;

/** DuckDB processes this many records at a time. */
export const VECTOR_SIZE = 2048;
/** DuckDB stores this many records of a table together, and its threads share a table by them. */
export const ROW_GROUP_SIZE = 60 * VECTOR_SIZE;
/** Texts are collected up to this length, in UTF-16 units, before they are passed to DuckDB. */
export const BATCH_UNITS = 1 << 24;

export const TABLE = 't';
export const ID_COLUMN = 'i';
export const SEARCH_COLUMN = 's';
/** A record's block (blockIndex.ts), and the table with the index; both only in large imports. */
export const BLOCK_COLUMN = 'b';
export const BLOCK_TABLE = 'g';

export function valueColumn(index: number): string {
  return `c${String(index)}`;
}

export function textColumn(index: number): string {
  return `t${String(index)}`;
}

export function hasKeyColumn({ type, key }: Keyed): boolean {
  return key === undefined ? typeRules(type).key !== undefined : key !== 'none';
}

export function orderColumn(index: number, field: Keyed): string {
  return `${hasKeyColumn(field) ? 'k' : 'c'}${String(index)}`;
}

/** Fewer records are searched fast without an index. */
export function hasBlockIndex(records: number): boolean {
  return records >= 200_000;
}
