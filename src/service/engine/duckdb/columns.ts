import { typeRules } from '../../types/fieldTypes.ts';
import { ID_COLUMN, orderColumn, textColumn, valueColumn } from './layout.ts';
import type { StoredField } from '../../store/description.ts';
import type { OutputField } from '../../question/datastore.ts';

export interface Column extends OutputField {
  readonly value: string;
  /** SQL of the text in the file. */
  readonly text: string;
  /** SQL to compare, group and sort by. */
  readonly order: string;
  /** If set, `order` is a DECIMAL with this many digits after the point (decimalOrder.ts). */
  readonly scale?: number;
}

export type Columns = ReadonlyMap<string, Column>;

export function hasFileText({ text, value }: Column): boolean {
  return text !== value;
}

export function withFileText(column: Column, fileTexts: 'beside' | 'alone' | undefined): Column {
  const { text, value, isJson } = column;
  if (fileTexts === undefined || !hasFileText(column)) return column;
  if (fileTexts === 'alone') return { ...column, type: 'text', value: text, isJson: false };
  const json = isJson ? value : `to_json(${value})::varchar`;
  const both = `concat('[', to_json(${text})::varchar, ',', coalesce(${json}, 'null'), ']')`;
  return { ...column, value: `case when ${text} is not null then ${both} end`, isJson: true };
}

/** The first column is `_id`: the record's place in the table, unless it's stored. */
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
