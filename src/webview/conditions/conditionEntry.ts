import { type FilterValue, typeOfField } from '../../datastore/query/condition.ts';
import type { FilterValueDraft } from '../../datastore/query/draft.ts';

/** The choices of the type picker. True and false are choices of their own, so they needn't be typed. */
export type PendingType = 'auto' | 'text' | 'number' | 'true' | 'false' | 'null';

/** The value that is being typed. Its text is kept while the type is `true`, `false` or `null`. */
export interface PendingValue {
  readonly type: PendingType;
  readonly text: string;
  /** The former index of a value that was taken back for editing. New values go to the end. */
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
  /** `onPurpose` means by Enter, which may add an empty text. Leaving the input doesn't. */
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

/** The values including the half-typed one. */
export function conditionValues({ values, pending }: ConditionEntry): readonly FilterValueDraft[] {
  return isWorthAdding(pending) ? inserted(values, pending) : values;
}

/** Whether something was typed that would be lost. An empty text is added only by Enter. */
export function isWorthAdding({ type, text }: PendingValue): boolean {
  return text !== '' || needsNoText(type);
}

/** Whether Enter adds this value. It adds an empty text only if people chose the type "text". */
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

const AMBIGUOUS = /^(?:[-+]?\.?\d.*|true|false|null|".*"|\s.*|.*\s|)$/is;

/** A value in the form that distinguishes "5" and 5: ambiguous texts are quoted. */
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
