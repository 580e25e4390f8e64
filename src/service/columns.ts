/** The fields of a resource as SQL sees them. */
import { orderColumn, valueColumn, type FieldType, type StoredField } from './layout.ts';

export interface Column {
  readonly id: string;
  /** `int` is `_id` alone; CKAN calls it so. */
  readonly type: FieldType | 'int';
  /** SQL for the text that is given out. */
  readonly value: string;
  /** SQL to compare, group and sort by. */
  readonly order: string;
}

export type Columns = ReadonlyMap<string, Column>;

/** `_id` first. It is the record's number in its file. */
export function columnsOf(fields: readonly StoredField[]): Columns {
  const id: Column = { id: '_id', type: 'int', value: '(rowid + 1)', order: '(rowid + 1)' };
  const stored = fields.map(({ id, type }, index): Column => ({
    id,
    type,
    value: valueColumn(index),
    order: orderColumn(index, type),
  }));
  return new Map([id, ...stored].map((column) => [column.id, column]));
}
