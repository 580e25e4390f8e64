/** The values of a condition while they are edited: those that stand, the one that is being typed, and how they look. */
import { type FilterValue, typeOfField } from '../../datastore/query/condition.ts';
import type { FilterValueDraft } from '../../datastore/query/draft.ts';

/** The choices of the type picker: true and false are two of them, so they need no typing. */
export type PendingType = 'auto' | 'text' | 'number' | 'true' | 'false' | 'null';

/** The value being typed. Its text is kept while the type says `true`, `false` or `null`. */
export interface PendingValue {
  readonly type: PendingType;
  readonly text: string;
  /** Where a value that was taken back for editing stood; new ones go to the end. */
  readonly at?: number;
}

export const NOTHING_PENDING: PendingValue = { type: 'auto', text: '' };

export interface ConditionEntry {
  readonly values: readonly FilterValueDraft[];
  readonly pending: PendingValue;
}

export type ValueAction =
  | { readonly kind: 'valueTyped'; readonly text: string }
  | { readonly kind: 'valueTypeChosen'; readonly type: PendingType }
  /** `onPurpose`: by Enter, which may add an empty text; leaving the input does not. */
  | { readonly kind: 'valueAdded'; readonly onPurpose: boolean }
  | { readonly kind: 'valueTakenBack'; readonly index: number }
  | { readonly kind: 'valueRemoved'; readonly index: number };

export function reduceValues<E extends ConditionEntry>(entry: E, action: ValueAction): E {
  switch (action.kind) {
    case 'valueTyped':
      return { ...entry, pending: { ...entry.pending, text: action.text } };
    case 'valueTypeChosen':
      return { ...entry, pending: { ...entry.pending, type: action.type } };
    case 'valueAdded':
      return action.onPurpose && canAdd(entry.pending) ? added(entry) : completed(entry);
    case 'valueTakenBack':
      return takenBack(entry, action.index);
    case 'valueRemoved':
      return {
        ...entry,
        values: entry.values.toSpliced(action.index, 1),
        pending: shifted(entry.pending, action.index),
      };
  }
}

/** With what is half typed. */
export function enteredValues({ values, pending }: ConditionEntry): readonly FilterValueDraft[] {
  return isWorthAdding(pending) ? inserted(values, pending) : values;
}

/** True when something was entered that would be a loss; an empty text is added only on purpose (Enter). */
export function isWorthAdding({ type, text }: PendingValue): boolean {
  return text !== '' || needsNoText(type);
}

/** Enter adds this; an empty text only where the type "text" was chosen by hand. */
export function canAdd(pending: PendingValue): boolean {
  return isWorthAdding(pending) || pending.type === 'text';
}

export function needsNoText(type: PendingType): type is 'true' | 'false' | 'null' {
  return type === 'true' || type === 'false' || type === 'null';
}

export function pendingOf(value: FilterValueDraft, at: number): PendingValue {
  if (value.type !== 'boolean') return { type: value.type, text: value.text, at };
  return { type: value.text === 'true' ? 'true' : 'false', text: '', at };
}

export function valueOf({ type, text }: PendingValue): FilterValueDraft {
  if (type === 'true' || type === 'false') return { type: 'boolean', text: type };
  return type === 'null' ? { type, text: '' } : { type, text };
}

export function kindOf(type: FilterValueDraft['type'], fieldType: string | undefined): FilterValue['type'] {
  return type === 'auto' ? typeOfField(fieldType) : type;
}

/** Texts that would read as another type if they stood without quotes. */
const AMBIGUOUS = /^(?:[-+]?\.?\d.*|true|false|null|".*"|\s.*|.*\s|)$/is;

/** Shows a value so that "5" and 5 differ: texts that could be taken for something else stand in quotes. */
export function literalOf(value: FilterValueDraft, fieldType: string | undefined): string {
  const kind = kindOf(value.type, fieldType);
  if (kind === 'null') return 'null';
  return kind === 'text' && AMBIGUOUS.test(value.text) ? JSON.stringify(value.text) : value.text;
}

function inserted(values: readonly FilterValueDraft[], pending: PendingValue): FilterValueDraft[] {
  return values.toSpliced(pending.at ?? values.length, 0, valueOf(pending));
}

function added<E extends ConditionEntry>(entry: E): E {
  return { ...entry, values: inserted(entry.values, entry.pending), pending: NOTHING_PENDING };
}

function completed<E extends ConditionEntry>(entry: E): E {
  if (entry.pending === NOTHING_PENDING) return entry;
  return isWorthAdding(entry.pending) ? added(entry) : { ...entry, pending: NOTHING_PENDING };
}

/** Puts a standing value into the input; what was being typed there takes its place among the values first. */
function takenBack<E extends ConditionEntry>(entry: E, index: number): E {
  const value = entry.values[index];
  if (value === undefined) return entry;
  const { values, pending } = entry;
  const isBefore = isWorthAdding(pending) && (pending.at ?? values.length) <= index;
  const at = isBefore ? index + 1 : index;
  return { ...entry, values: completed(entry).values.toSpliced(at, 1), pending: pendingOf(value, at) };
}

function shifted(pending: PendingValue, removed: number): PendingValue {
  return pending.at !== undefined && removed < pending.at ? { ...pending, at: pending.at - 1 } : pending;
}
