/**
 * Search texts as people type them and as `q` has them: plain words, or with `plain: false` an expression of PostgreSQL
 * (docs/ckan.md 25). Any text can be converted to an expression that finds beginnings of words.
 */
import type { SearchMode } from './draft.ts';

export interface SearchText {
  readonly q: string;
  /** Absent for the server's default: whole words, or text anywhere. */
  readonly qMode?: SearchMode;
}

/** One word for PostgreSQL's parser, without characters that an expression or CKAN could interpret. */
const WORD = /(?:-(?=\p{N}))?[\p{L}\p{N}\p{M}]+(?:[-.,/@_][\p{L}\p{N}\p{M}]+)*/gu;

/** Returns an expression such as `caf:* & au:*` for words that begin with these. Undefined without a word. */
export function beginningsOf(text: string): string | undefined {
  const words = text.match(WORD) ?? [];
  return words.length === 0 ? undefined : words.map((word) => `${word}:*`).join(' & ');
}

export function searchOnWire({ q, qMode }: SearchText): { readonly q: string; readonly isPlain: boolean } {
  if (qMode === undefined) return { q, isPlain: true };
  const expression = qMode === 'expression' ? q : beginningsOf(q);
  // A plain text without a word finds nothing. An empty expression would find everything.
  return expression === undefined ? { q, isPlain: true } : { q: expression, isPlain: false };
}

export function searchFromWire(q: string, isPlain: boolean): SearchText {
  if (isPlain) return { q };
  const words = q.replaceAll(':*', '').replaceAll(' & ', ' ');
  return beginningsOf(words) === q ? { q: words, qMode: 'startsWith' } : { q, qMode: 'expression' };
}
