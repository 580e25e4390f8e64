/** Words that programs and offices write for a missing value. They are NULL in columns of other types than text. */
import type { ColumnReading } from './columnReading.ts';
import { escaped } from './valuePattern.ts';

/** NaN isn't among them, because it is a value of floats. */
const WORDS = [
  ...['na', 'n/a', 'n.a.', 'n.a', '<na>', 'n/d', 'n.d.', 'nd', 's/d', 'k.a.', 'k. a.', 'n.v.', 'k/a'],
  ...['null', '(null)', '<null>', '\\n', 'none', 'nil', 'nul', '-', '--', '---', '\u2013', '\u2014'],
  ...['.', '..', '...', '\u2026', ':', '/', '?', '*', '#n/a', '#n/v', '#nv', '#null!', '#value!', '#wert!'],
  ...['#div/0!', '#ref!', '#bezug!', '#name?', '#num!', '#zahl!'],
] as const;

/** Matches in any case, in JavaScript and in DuckDB. Programs that quote each value write `""`. Without anchors. */
export const NULL_PATTERN = ` *(?:|${WORDS.map(inAnyCase).join('|')}) *`;

const IS_NULL_WORD = new RegExp(`^${NULL_PATTERN}$`);

export function isUsualNullWord(text: string): boolean {
  return IS_NULL_WORD.test(text);
}

/** A schema file says itself which words mean NULL. */
export function takesUsualWords({ kind, nullWords, isFromSchema }: ColumnReading): boolean {
  return kind !== 'text' && nullWords === undefined && isFromSchema !== true;
}

function inAnyCase(word: string): string {
  return Array.from(word, (letter) =>
    /[a-z]/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : escaped(letter),
  ).join('');
}
