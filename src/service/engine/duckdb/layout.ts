/**
 * How a resource lies in its DuckDB file: one table whose columns have names of ours, because field names may be equal,
 * empty, 5000 characters long or differ by case alone. Every value is text: exactly as in the file, unless the column spells its
 * values in a way of its own (resource/columnReading.ts). Then it is as the datastore gives it out, and the file's text is beside it.
 *
 * `c<i>` value of field i · `t<i>` its text in the file, where that is another · `k<i>` its sort key, where it has one (fieldTypes.ts, decimalOrder.ts) · `s` all values in lower case, for
 * `q` · `i` the record's `_id`, where that is not its place in the table · `b` its block, in large imports (blockIndex.ts).
 */
import type { StoredField } from '../../store/description.ts';
import { typeRules } from '../../types/fieldTypes.ts';

/** What decides where a field's sort key is. */
type Keyed = Pick<StoredField, 'type' | 'key'>;

/** The engine works on so many records at a time. */
export const VECTOR_SIZE = 2048;
/** Length of the texts that wait to be given to the engine, in UTF-16 units. */
export const BATCH_UNITS = 1 << 24;

export const TABLE = 't';
export const ID_COLUMN = 'i';
export const SEARCH_COLUMN = 's';
/** In which block of records (blockIndex.ts) a record is, and the table with the index; only in large imports. */
export const BLOCK_COLUMN = 'b';
export const BLOCK_TABLE = 'g';

export function valueColumn(index: number): string {
  return `c${String(index)}`;
}

/** Of a field that has `spelling`. */
export function textColumn(index: number): string {
  return `t${String(index)}`;
}

export function hasKeyColumn({ type, key }: Keyed): boolean {
  return key === undefined ? typeRules(type).order === 'key' : key !== 'none';
}

/** The column to compare and sort by. */
export function orderColumn(index: number, field: Keyed): string {
  return `${hasKeyColumn(field) ? 'k' : 'c'}${String(index)}`;
}

/** In fewer records any text is found in no time. */
export function hasBlockIndex(records: number): boolean {
  return records >= 200_000;
}
