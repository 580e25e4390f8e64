/** The fields of a resource as SQL sees them. */
import { typeRules } from '../../types/fieldTypes.ts';
import { ID_COLUMN, orderColumn, textColumn, valueColumn } from './layout.ts';
import type { StoredField } from '../../store/description.ts';
import type { OutputField } from '../datastore.ts';

export interface Column extends OutputField {
  /** SQL for the text that is given out. */
  readonly value: string;
  /** SQL for the text that the file has. */
  readonly text: string;
  /** SQL to compare, group and sort by. */
  readonly order: string;
  /** That is a decimal number with so many digits behind the point (decimalOrder.ts); otherwise it is as its type has it. */
  readonly scale?: number;
}

export type Columns = ReadonlyMap<string, Column>;

/** Of a question's field, which is there: whoever asked has looked. */
export function columnOf(columns: Columns, id: string): Column {
  const column = columns.get(id);
  if (column === undefined) throw new Error('A question names a field that the table has not.');
  return column;
}

/** Its values stand in the file in another way than they are given out. */
export function hasFileText({ text, value }: Column): boolean {
  return text !== value;
}

/** `_id` first. It is the record's place in the table, unless it is stored. */
export function columnsOf(fields: readonly StoredField[], ids: 'place' | 'stored' = 'place'): Columns {
  const number = ids === 'place' ? '(rowid + 1)' : ID_COLUMN;
  const id: Column = { id: '_id', type: 'int', value: number, text: number, order: number, isJson: true };
  const stored = fields.map((field, index): Column => ({
    id: field.id,
    type: field.type,
    value: valueColumn(index),
    text: (field.spelling === undefined ? valueColumn : textColumn)(index),
    order: orderColumn(index, field),
    ...(typeof field.key === 'number' && { scale: field.key }),
    isJson: typeRules(field.type).wire === 'json',
  }));
  return new Map([id, ...stored].map((column) => [column.id, column]));
}
