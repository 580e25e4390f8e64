/** The columns of a data file's table (store/layout.ts), made from the texts of a source. */
import { keyByRules, sortKey } from './sortKeys.ts';
import { decimalType } from '../decimalOrder.ts';
import { hasKeyColumn, ID_COLUMN, orderColumn, SEARCH_COLUMN, SEPARATOR, valueColumn } from '../layout.ts';
import type { StoredField } from '../../../store/description.ts';
import { quotedText } from '../../../../base/sqlQuoting.ts';

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** Of the source's columns. */
  readonly sql: string;
}

/** `isWide`: short expressions rather than quick ones. */
export function tableColumns(
  fields: readonly StoredField[],
  hasIds: boolean,
  isWide: boolean,
): readonly TableColumn[] {
  const values = fields.map((_, index) => text(valueColumn(index), valueColumn(index)));
  const keys = fields.flatMap((field, index) => keyColumn(field, index, isWide) ?? []);
  const texts = values.length === 0 ? ["''"] : values.map(({ name }) => name);
  const search = text(SEARCH_COLUMN, `lower(concat_ws(${[quotedText(SEPARATOR), ...texts].join(', ')}))`);
  const ids = hasIds ? [{ name: ID_COLUMN, type: 'bigint', sql: ID_COLUMN }] : [];
  return [...ids, ...values, ...keys, search];
}

function keyColumn(field: StoredField, index: number, isWide: boolean): TableColumn | undefined {
  if (!hasKeyColumn(field)) return undefined;
  const name = orderColumn(index, field);
  const value = valueColumn(index);
  if (typeof field.key === 'number') {
    const type = decimalType(field.key);
    return { name, type, sql: `${value}::${type}` };
  }
  return text(name, isWide ? keyByRules(field.type, value) : sortKey(field.type, value));
}

function text(name: string, sql: string): TableColumn {
  return { name, type: 'varchar', sql };
}
