/** What a pick list shows while somebody types, and what is chosen in it. */
import type { FilterValueDraft } from '../../messages/draft.ts';
import type { FrequentValue } from '../../messages/queryChange.ts';

export interface Choice {
  readonly value: FilterValueDraft;
  readonly label: string;
  /** How many records have it; absent where nobody counted. */
  readonly records?: number;
  /** It is what was typed, not one of the list. */
  readonly isTyped?: boolean;
}

export interface ChoiceList {
  readonly known: readonly FrequentValue[];
  /** Chosen before the list was opened, or in it. */
  readonly chosen: readonly FilterValueDraft[];
  readonly typed: string;
  /** There are no other values than the known ones. */
  readonly isComplete: boolean;
}

/** Chosen values that nobody counted, the typed value, then the known ones that contain what is typed. */
export function choicesOf({ known, chosen, typed, isComplete }: ChoiceList): readonly Choice[] {
  const wanted = typed.toLowerCase();
  const matches = ({ label }: Choice): boolean => label.toLowerCase().includes(wanted);
  const others = chosen
    .filter((value) => !known.some((each) => isSameValue(each.value, value)))
    .map((value): Choice => ({ value, label: value.text }));
  const listed = [...others, ...known].filter(matches);
  const isListed = listed.some(({ label }) => label === typed);
  if (typed === '' || isListed || (isComplete && listed.length > 0)) return sortedBy(listed, typed);
  return [{ value: { type: 'auto', text: typed }, label: typed, isTyped: true }, ...listed];
}

/** The very text that was typed comes first. */
function sortedBy(choices: readonly Choice[], typed: string): readonly Choice[] {
  if (typed === '') return choices;
  return [
    ...choices.filter(({ label }) => label === typed),
    ...choices.filter(({ label }) => label !== typed),
  ];
}

export function isChosen(chosen: readonly FilterValueDraft[], value: FilterValueDraft): boolean {
  return chosen.some((each) => isSameValue(each, value));
}

export function toggled(
  chosen: readonly FilterValueDraft[],
  value: FilterValueDraft,
): readonly FilterValueDraft[] {
  return isChosen(chosen, value) ? chosen.filter((each) => !isSameValue(each, value)) : [...chosen, value];
}

/** `5` and `5.0` are the same number; a type that follows the field fits any. */
function isSameValue(one: FilterValueDraft, other: FilterValueDraft): boolean {
  if ((one.type === 'null') !== (other.type === 'null')) return false;
  if (one.text === other.text) return one.type === other.type || [one.type, other.type].includes('auto');
  const areNumbers = [one, other].every(
    ({ type, text }) => type === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(text),
  );
  return areNumbers && withoutZeros(one.text) === withoutZeros(other.text);
}

function withoutZeros(number: string): string {
  return number.includes('.') ? number.replace(/\.?0{1,400}$/, '') : number;
}
