/**
 * What is searched for, as people type it and as `q` has it: plain words, or with `plain: false` an expression of
 * PostgreSQL's (docs/ckan.md 25), of which beginnings of words are one that any text can be turned into.
 */
import type { SearchMode } from './draft.ts';

export interface SearchText {
  readonly q: string;
  /** Absent for what a server does of itself: whole words, or text that is contained. */
  readonly qMode?: SearchMode;
}

/** One word to PostgreSQL's own parser, without any character that an expression or CKAN could take for something else. */
const WORD = /(?:-(?=\p{N}))?[\p{L}\p{N}\p{M}]+(?:[-.,/@_][\p{L}\p{N}\p{M}]+)*/gu;

/** `caf:* & au:*`: each word of the text begins a word. Undefined where there is no word in it. */
export function beginningsOf(text: string): string | undefined {
  const words = text.match(WORD) ?? [];
  return words.length === 0 ? undefined : words.map((word) => `${word}:*`).join(' & ');
}

/** As it goes on the wire. */
export function searchOnWire({ q, qMode }: SearchText): { readonly q: string; readonly isPlain: boolean } {
  if (qMode === undefined) return { q, isPlain: true };
  const expression = qMode === 'expression' ? q : beginningsOf(q);
  // Plain, a text without a word finds nothing; an expression of nothing would find everything.
  return expression === undefined ? { q, isPlain: true } : { q: expression, isPlain: false };
}

/** The same back. */
export function searchFromWire(q: string, isPlain: boolean): SearchText {
  if (isPlain) return { q };
  const words = q.replaceAll(':*', '').replaceAll(' & ', ' ');
  return beginningsOf(words) === q ? { q: words, qMode: 'startsWith' } : { q, qMode: 'expression' };
}
