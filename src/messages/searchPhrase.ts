import { fill } from '../base/words.ts';
import type { GridQuestion } from './gridProtocol.ts';
import type { GridStrings } from './gridStrings.ts';

/** Returns a phrase like `oak`, `starts with oak` or `name: oak`. */
export function searchPhrase(
  { q, qMode, qField }: Pick<GridQuestion, 'q' | 'qMode' | 'qField'>,
  strings: GridStrings,
): string {
  const words = qMode === 'expression' ? strings.searchExpression : strings.searchStartsWith;
  const text = qMode === undefined ? q : fill(words, q);
  return qField === undefined ? text : fill(strings.searchInField, qField || strings.noName, text);
}
