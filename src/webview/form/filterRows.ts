/** The filters builder as a pure function: each action gives the new rows. */
import { NOTHING_PENDING, reduceValues, type ValueAction } from '../conditions/conditionEntry.ts';
import type { FilterRow } from './formEntry.ts';

export type RowAction =
  | { readonly kind: 'rowAdded' }
  | { readonly kind: 'rowRemoved'; readonly key: number }
  | { readonly kind: 'fieldEntered'; readonly key: number; readonly field: string }
  | (ValueAction & { readonly key: number });

export function reduceRows(rows: readonly FilterRow[], action: RowAction): readonly FilterRow[] {
  const withRow = (changed: (row: FilterRow) => FilterRow, key: number) =>
    rows.map((row) => (row.key === key ? changed(row) : row));
  switch (action.kind) {
    case 'rowAdded':
      return [...rows, { key: nextKey(rows), field: '', values: [], list: false, pending: NOTHING_PENDING }];
    case 'rowRemoved':
      return rows.filter(({ key }) => key !== action.key);
    case 'fieldEntered':
      return withRow((row) => ({ ...row, field: action.field }), action.key);
    default:
      return withRow((row) => reduceValues(row, action), action.key);
  }
}

export function nextKey(rows: readonly FilterRow[]): number {
  return Math.max(0, ...rows.map(({ key }) => key)) + 1;
}
