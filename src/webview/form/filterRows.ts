/** The filters builder as a pure function: each action gives the new rows. */
import {
  isWorthAdding,
  NOTHING_PENDING,
  type PendingType,
  type PendingValue,
  pendingOf,
} from './filterValue.ts';
import { type FilterRow, inserted } from './formEntry.ts';

export type RowAction =
  | { readonly kind: 'rowAdded' }
  | { readonly kind: 'rowRemoved'; readonly key: number }
  | { readonly kind: 'fieldEntered'; readonly key: number; readonly field: string }
  | { readonly kind: 'valueTyped'; readonly key: number; readonly text: string }
  | { readonly kind: 'valueTypeChosen'; readonly key: number; readonly type: PendingType }
  /** `onPurpose`: by Enter, which may add an empty text; leaving the input does not. */
  | { readonly kind: 'valueAdded'; readonly key: number; readonly onPurpose: boolean }
  | { readonly kind: 'valueTakenBack'; readonly key: number; readonly index: number }
  | { readonly kind: 'valueRemoved'; readonly key: number; readonly index: number };

export function reduceRows(rows: readonly FilterRow[], action: RowAction): readonly FilterRow[] {
  switch (action.kind) {
    case 'rowAdded':
      return [...rows, { key: nextKey(rows), field: '', values: [], list: false, pending: NOTHING_PENDING }];
    case 'rowRemoved':
      return rows.filter(({ key }) => key !== action.key);
    default:
      return rows.map((row) => (row.key === action.key ? reduceRow(row, action) : row));
  }
}

export function nextKey(rows: readonly FilterRow[]): number {
  return Math.max(0, ...rows.map(({ key }) => key)) + 1;
}

/** Enter adds this; an empty text only where the type "text" was chosen by hand. */
export function canAdd(pending: PendingValue): boolean {
  return isWorthAdding(pending) || pending.type === 'text';
}

function reduceRow(
  row: FilterRow,
  action: Exclude<RowAction, { readonly kind: 'rowAdded' | 'rowRemoved' }>,
): FilterRow {
  switch (action.kind) {
    case 'fieldEntered':
      return { ...row, field: action.field };
    case 'valueTyped':
      return { ...row, pending: { ...row.pending, text: action.text } };
    case 'valueTypeChosen':
      return { ...row, pending: { ...row.pending, type: action.type } };
    case 'valueAdded':
      return action.onPurpose && canAdd(row.pending) ? added(row) : settled(row);
    case 'valueTakenBack':
      return takenBack(row, action.index);
    case 'valueRemoved':
      return {
        ...row,
        values: row.values.toSpliced(action.index, 1),
        pending: shifted(row.pending, action.index),
      };
  }
}

function added(row: FilterRow): FilterRow {
  return { ...row, values: inserted(row.values, row.pending), pending: NOTHING_PENDING };
}

function settled(row: FilterRow): FilterRow {
  if (row.pending === NOTHING_PENDING) return row;
  return isWorthAdding(row.pending) ? added(row) : { ...row, pending: NOTHING_PENDING };
}

/** Puts a standing value into the input; what was being typed there takes its place among the values first. */
function takenBack(row: FilterRow, index: number): FilterRow {
  const value = row.values[index];
  if (value === undefined) return row;
  const isBefore = isWorthAdding(row.pending) && (row.pending.at ?? row.values.length) <= index;
  const { values } = settled(row);
  const at = isBefore ? index + 1 : index;
  return { ...row, values: values.toSpliced(at, 1), pending: pendingOf(value, at) };
}

function shifted(pending: PendingValue, removed: number): PendingValue {
  return pending.at !== undefined && removed < pending.at ? { ...pending, at: pending.at - 1 } : pending;
}
