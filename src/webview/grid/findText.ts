/** What the find bar says: where in the matches one is, and what was looked through. */
import type { FindAnswer, GridResult } from '../../shared/gridProtocol.ts';
import type { GridStrings } from '../../shared/gridStrings.ts';
import { fill } from '../ui/fill.ts';

/** "3 of 57 matches"; `isThere`: the cursor is on the match. */
export function placeText(
  { match, matches }: FindAnswer,
  isThere: boolean,
  strings: GridStrings,
  language: string,
): string {
  const number = new Intl.NumberFormat(language);
  if (matches === 0) return strings.findNone;
  if (match && isThere)
    return fill(strings.findPlace, number.format(match.index + 1), number.format(matches));
  return matches === 1 ? strings.findMatch : fill(strings.findMatches, number.format(matches));
}

/** "in the 1,000 loaded records of 12,501" */
export function coverText(
  records: number,
  result: Pick<GridResult, 'rowCount' | 'rowCountIsFinal'> | undefined,
  strings: GridStrings,
  language: string,
): string {
  const number = new Intl.NumberFormat(language);
  const { rowCount = 0, rowCountIsFinal = false } = result ?? {};
  if (!rowCountIsFinal) return fill(strings.findSome, number.format(records));
  if (records >= rowCount) return fill(strings.findAll, number.format(records));
  return fill(strings.findLoaded, number.format(records), number.format(rowCount));
}
