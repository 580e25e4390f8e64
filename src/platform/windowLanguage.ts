import { env, l10n } from 'vscode';
import { fillIn, type Language, type Word, type WordDetails, type Words, type WordTable } from '../base/words.ts';

export const windowLanguage: Language = {
  tag: env.language,
  translate: (text, ...details) => l10n.t(text, ...details),
};

export function translated<T extends WordTable>(table: T): Words<T> {
  const entries = Object.entries(table).map(([name, word]) => [name, translate(word)]);
  return Object.fromEntries(entries) as Words<T>;
}

export function translate(word: Word, details: WordDetails = {}): string {
  const text = typeof word === 'string' ? l10n.t(word) : l10n.t({ message: word.message, comment: [...word.comment] });
  return fillIn(text, details);
}
