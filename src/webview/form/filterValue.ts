/** A filter's value while it is typed, and how a value looks once it stands. */
import type { FilterValueDraft } from '../../messages/draft.ts';
import { type FilterValue, typeOfField } from '../../messages/condition.ts';

/** The choices of the type picker: true and false are told apart there, so they need no typing. */
export type PendingType = 'auto' | 'text' | 'number' | 'true' | 'false' | 'null';

export const PENDING_TYPES: readonly PendingType[] = ['auto', 'text', 'number', 'true', 'false', 'null'];

/** The value being typed. Its text is kept while the type says `true`, `false` or `null`. */
export interface PendingValue {
  readonly type: PendingType;
  readonly text: string;
  /** Where a value that was taken back for editing stood; new ones go to the end. */
  readonly at?: number;
}

export const NOTHING_PENDING: PendingValue = { type: 'auto', text: '' };

/** Texts that would read as another type if they stood without quotes. */
const AMBIGUOUS = /^(?:[-+]?\.?\d.*|true|false|null|".*"|\s.*|.*\s|)$/is;

export function pendingOf(value: FilterValueDraft, at: number): PendingValue {
  if (value.type !== 'boolean') return { type: value.type, text: value.text, at };
  return { type: value.text === 'true' ? 'true' : 'false', text: '', at };
}

export function valueOf({ type, text }: PendingValue): FilterValueDraft {
  if (type === 'true' || type === 'false') return { type: 'boolean', text: type };
  return type === 'null' ? { type, text: '' } : { type, text };
}

/** True when something was entered that would be a loss; an empty text is added only on purpose (Enter). */
export function isWorthAdding({ type, text }: PendingValue): boolean {
  return text !== '' || needsNoText(type);
}

export function needsNoText(type: PendingType): type is 'true' | 'false' | 'null' {
  return type === 'true' || type === 'false' || type === 'null';
}

export function kindOf(type: FilterValueDraft['type'], fieldType: string | undefined): FilterValue['type'] {
  return type === 'auto' ? typeOfField(fieldType) : type;
}

/** Shows a value so that "5" and 5 differ: texts that could be taken for something else stand in quotes. */
export function literalOf(value: FilterValueDraft, fieldType: string | undefined): string {
  const kind = kindOf(value.type, fieldType);
  if (kind === 'null') return 'null';
  return kind === 'text' && AMBIGUOUS.test(value.text) ? JSON.stringify(value.text) : value.text;
}
