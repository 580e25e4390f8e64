import { env, l10n } from 'vscode';
import type { Language, Words, WordTable } from '../base/words.ts';

/** What VS Code shows itself in. */
export const windowLanguage: Language = {
  tag: env.language,
  translate: (text, ...details) => l10n.t(text, ...details),
};

/** A table of words in the language of the window. */
export function translated<T extends WordTable>(table: T): Words<T> {
  const entries = Object.entries(table).map(([name, word]) => [
    name,
    typeof word === 'string' ? l10n.t(word) : l10n.t({ message: word.message, comment: [...word.comment] }),
  ]);
  return Object.fromEntries(entries) as Words<T>;
}
