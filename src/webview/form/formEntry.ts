import {
  DRAFT_PARTS,
  type DraftPart,
  type DraftProblem,
  type FilterValueDraft,
  type FilterRowDraft,
  type QueryDraft,
  EMPTY_DRAFT,
} from '../../datastore/query/draft.ts';
import { mostValues } from '../../datastore/query/operatorChoice.ts';
import { type FilterOperator, operatorEntry, USUAL_OPERATOR } from '../../datastore/query/operators.ts';
import type { PortalChoice, ResourceChoice } from '../../messages/formProtocol.ts';
import {
  type ConditionEntry,
  conditionValues,
  NOTHING_PENDING,
  reduceValues,
  type ValueAction,
} from '../conditions/conditionEntry.ts';
import { defined } from '../../base/defined.ts';
import { withoutSecrets } from '../../base/secretText.ts';

export interface FilterRow extends ConditionEntry {
  /** Stays with the row while others are added or removed, so that focus and problems do, too. */
  readonly key: number;
  readonly field: string;
  /** Absent if the operator is USUAL_OPERATOR. */
  readonly operator?: FilterOperator;
  readonly list: boolean;
}

export interface FormEntry extends Omit<QueryDraft, 'filterRows'> {
  readonly rows: readonly FilterRow[];
}

/** A control that may have a problem: a part of the draft, or one filter row. */
export type Control = DraftPart | `row-${number}`;

export interface PlacedProblem extends Pick<DraftProblem, 'severity' | 'message' | 'rowPart'> {
  readonly control: Control;
}

export function entryOf(draft: QueryDraft): FormEntry {
  const { filterRows, ...rest } = draft;
  return { ...rest, rows: keyed(filterRows) };
}

export function keyed(rows: readonly FilterRowDraft[], firstKey = 1): readonly FilterRow[] {
  return rows.map((row, index) => ({ ...row, key: firstKey + index, pending: NOTHING_PENDING }));
}

/** The draft for the host. Half-typed values count, and empty rows don't. */
export function enteredDraft(entry: FormEntry): QueryDraft {
  const { rows, ...rest } = entry;
  const filterRows = filledRows(rows).map((row) =>
    defined({ field: row.field, operator: row.operator, list: row.list, values: usedValues(row) }),
  );
  return { ...rest, filterRows };
}

function filledRows(rows: readonly FilterRow[]): readonly FilterRow[] {
  return rows.filter((row) => row.field !== '' || usedValues(row).length > 0);
}

/** The values that the operator uses. The others are kept for another operator. */
function usedValues(row: FilterRow): readonly FilterValueDraft[] {
  return conditionValues(row).slice(0, mostValues(row.operator ?? USUAL_OPERATOR));
}

/** Replaces a row's index in the draft of `entry` by its key. */
export function placed({ part, row, ...problem }: DraftProblem, entry: FormEntry): PlacedProblem {
  const key = row === undefined || entry.filterMode === 'json' ? undefined : filledRows(entry.rows)[row]?.key;
  return { control: key === undefined ? part : `row-${key}`, ...problem };
}

/** A text that changes with the content of the control. Empty if the control is empty. */
export function contentOf(control: Control, entry: FormEntry): string {
  if (control === 'portal') return entry.portalId + entry.baseUrl;
  if (control === 'filters') {
    if (entry.filterMode === 'json') return entry.filterJson;
    return filledRows(entry.rows).length === 0 ? '' : JSON.stringify(enteredDraft(entry).filterRows);
  }
  if (control === 'summary') return entry.summary === undefined ? '' : JSON.stringify(entry.summary);
  const { q, qMode = '', qField = '' } = entry;
  if (control === 'q') return q === '' ? '' : JSON.stringify([q, qMode, qField]);
  if (!isRow(control)) return entry[control];
  const row = filledRows(entry.rows).find(({ key }) => control === `row-${key}`);
  return row ? JSON.stringify(row) : '';
}

function isRow(control: Control): control is `row-${number}` {
  return control.startsWith('row-');
}

export function controlsOf({ rows }: FormEntry): readonly Control[] {
  const filters: readonly Control[] = [...rows.map(({ key }): Control => `row-${key}`), 'filters'];
  return DRAFT_PARTS.flatMap((part) => (part === 'filters' ? filters : part));
}

/** Whether the host would see two entries as the same. A half-typed value counts like a finished one. */
export function isSameDraft(one: FormEntry, other: FormEntry): boolean {
  const members = (entry: FormEntry) =>
    Object.entries(enteredDraft(entry)).sort(([first], [second]) => (first < second ? -1 : 1));
  return JSON.stringify(members(one)) === JSON.stringify(members(other));
}

/** A key that changes when the resource's fields may change. */
export function fieldsKey({ portalId, baseUrl, resource }: FormEntry): string {
  return JSON.stringify([portalId, portalId === '' ? baseUrl : '', resource]);
}

export function portalOf(
  entry: Pick<FormEntry, 'portalId'>,
  portals: readonly PortalChoice[],
): PortalChoice | undefined {
  return portals.find(({ id }) => id === entry.portalId);
}

export function resourceOf(entry: FormEntry, portals: readonly PortalChoice[]): ResourceChoice | undefined {
  return portalOf(entry, portals)?.resources.find(({ id }) => id === entry.resource);
}

export type RowAction =
  | { readonly kind: 'rowAdded' }
  | { readonly kind: 'rowRemoved'; readonly key: number }
  | { readonly kind: 'fieldEntered'; readonly key: number; readonly field: string }
  | { readonly kind: 'operatorChosen'; readonly key: number; readonly operator: FilterOperator }
  /** For conditions without a list of values. `place` selects the end of a range. */
  | { readonly kind: 'textTyped'; readonly key: number; readonly place: number; readonly text: string }
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
    case 'operatorChosen':
      return withRow((row) => withOperator(row, action.operator), action.key);
    case 'textTyped':
      return withRow((row) => ({ ...row, values: withText(row.values, action) }), action.key);
    default:
      return withRow((row) => reduceValues(row, action), action.key);
  }
}

const NOT_TYPED: FilterValueDraft = { type: 'auto', text: '' };

/** Changes the operator and keeps the values: the upper end of a range becomes the value of "at most". */
function withOperator(row: FilterRow, operator: FilterOperator): FilterRow {
  const { operator: before, ...rest } = reduceValues(row, { kind: 'valueAdded', onPurpose: false });
  const [first, second, ...others] = rest.values;
  const isTurned = beginsWithUpper(before) !== beginsWithUpper(operator);
  const values = isTurned && first && second ? [second, first, ...others] : rest.values;
  return {
    ...rest,
    values:
      operatorEntry(operator).input === 'values'
        ? values.filter(({ type, text }) => type !== NOT_TYPED.type || text !== NOT_TYPED.text)
        : values,
    ...(operator !== USUAL_OPERATOR && { operator }),
  };
}

function beginsWithUpper(operator: FilterOperator | undefined): boolean {
  const entry = operatorEntry(operator);
  return entry.input === 'ends' && entry.ends[0]?.isUpper === true;
}

function withText(
  values: readonly FilterValueDraft[],
  { place, text }: { readonly place: number; readonly text: string },
): readonly FilterValueDraft[] {
  const padded = Array.from({ length: Math.max(values.length, place + 1) }, (_, at) => values[at] ?? NOT_TYPED);
  return padded.with(place, { type: 'auto', text });
}

export function nextKey(rows: readonly FilterRow[]): number {
  return Math.max(0, ...rows.map(({ key }) => key)) + 1;
}

/** The form's state in VS Code while its frame is hidden or the window reloads. */
export interface SavedForm {
  readonly version: 1;
  readonly entry: FormEntry;
  readonly revision?: string;
}

export function savedForm(entry: FormEntry, revision: string): SavedForm {
  return { version: 1, entry: withoutSecrets(entry), revision };
}

/** The initial entry: the host's draft, or else the saved entry with the last typed letters. */
export function restoredEntry(saved: SavedForm | undefined, draft: QueryDraft | null): FormEntry {
  return draft === null && saved ? saved.entry : entryOf(draft ?? EMPTY_DRAFT);
}

/** Only this file writes the state, so its version is enough to recognize its shape. */
export function isSavedForm(saved: unknown): saved is SavedForm {
  return typeof saved === 'object' && saved !== null && (saved as Partial<SavedForm>).version === 1;
}
