/** What is searched for, in words: for a chip, and for the name of a panel's question. */
import { fill } from '../base/words.ts';
import type { GridQuestion } from './gridProtocol.ts';
import type { GridStrings } from './gridStrings.ts';

/** `oak`, `starts with oak`, `name: oak` */
export function searchPhrase(
  { q, qMode, qField }: Pick<GridQuestion, 'q' | 'qMode' | 'qField'>,
  strings: GridStrings,
): string {
  const words = qMode === 'expression' ? strings.searchExpression : strings.searchStartsWith;
  const text = qMode === undefined ? q : fill(words, q);
  return qField === undefined ? text : fill(strings.searchInField, qField || strings.noName, text);
}
