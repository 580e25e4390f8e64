import { html, type TemplateResult } from 'lit-html';
import { textField } from '../ui/controls/textField.ts';

export function labelled(id: string, label: string, field: unknown): TemplateResult {
  return html`<div class="option"><label for=${id}>${label}</label>${field}</div>`;
}

export interface WordsField {
  readonly id: string;
  readonly label?: string;
  readonly hint?: string;
  readonly words: readonly string[];
  readonly typed: Map<string, string>;
  readonly onWords: (words: readonly string[]) => void;
}

/** The text of the field while it has the focus. The host's answer may be about an older text. */
export function beingTyped(id: string): string | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLInputElement && activeElement.id === id ? activeElement.value : undefined;
}

export function wordsField({ id, words, typed, onWords, ...own }: WordsField): TemplateResult {
  const text = typed.get(id);
  const stands = text !== undefined && wordsOf(text).join('\n') === words.join('\n');
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
