import type { TemplateResult } from 'lit-html';
import { textField } from '../ui/textField.ts';

export interface WordsField {
  readonly id: string;
  readonly label?: string;
  readonly hint?: string;
  readonly words: readonly string[];
  /** Words as they were typed, by the id of their field. */
  readonly typed: Map<string, string>;
  readonly onWords: (words: readonly string[]) => void;
}

/** What stands in the field while it has the focus: the host may answer to fewer letters than there are by now. */
export function beingTyped(id: string): string | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLInputElement && activeElement.id === id
    ? activeElement.value
    : undefined;
}

/** A text field that holds words, with commas between them. */
export function wordsField({ id, words, typed, onWords, ...own }: WordsField): TemplateResult {
  const text = typed.get(id);
  const stands = text !== undefined && isSame(wordsOf(text), words);
  return textField({
    ...own,
    id,
    value: beingTyped(id) ?? (stands ? text : words.join(', ')),
    onType: (now) => {
      typed.set(id, now);
      onWords(wordsOf(now));
    },
  });
}

function wordsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word, place) => word === others[place]);
}
