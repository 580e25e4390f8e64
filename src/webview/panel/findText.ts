/** What the find bar says: where in the matches one is, and what was looked through. */
import type { FindAnswer, GridResult } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { fill } from '../ui/fill.ts';
import { numberText } from '../../base/numberText.ts';

/** "3 of 57 matches"; `isThere`: the cursor is on the match. */
export function placeText(
  { match, matches }: FindAnswer,
  isThere: boolean,
  strings: GridStrings,
  language: string,
): string {
  if (matches === 0) return strings.findNone;
  if (match && isThere)
    return fill(strings.findPlace, numberText(match.index + 1, language), numberText(matches, language));
  return matches === 1 ? strings.findMatch : fill(strings.findMatches, numberText(matches, language));
}

/** "in the 1,000 loaded records of 12,501" */
export function coverText(
  records: number,
  result: Pick<GridResult, 'rowCount' | 'rowCountIsFinal'> | undefined,
  strings: GridStrings,
  language: string,
): string {
  const { rowCount = 0, rowCountIsFinal = false } = result ?? {};
  if (!rowCountIsFinal) return fill(strings.findSome, numberText(records, language));
  if (records >= rowCount) return fill(strings.findAll, numberText(records, language));
  return fill(strings.findLoaded, numberText(records, language), numberText(rowCount, language));
}
