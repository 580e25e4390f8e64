import assert from 'node:assert/strict';
import type { GridStrings } from '../../../../src/messages/gridStrings.ts';
import { coverText, matchesText } from '../../../../src/webview/panel/findBar.ts';

const strings = {
  findPlace: '{0} of {1} matches',
  findMatch: '1 match',
  findMatches: '{0} matches',
  findNone: 'No matches',
  findLoaded: 'in the {0} loaded records of {1}',
  findSome: 'in the {0} loaded records',
  findAll: 'in {0} records',
  findAllOne: 'in 1 record',
} as GridStrings;
const match = { row: 3, field: 0, index: 2 };

describe('What the find bar says', () => {
  for (const [matches, isThere, words] of [
    [57, true, '3 of 57 matches'],
    [1057, false, '1,057 matches'],
    [1, false, '1 match'],
    [0, false, 'No matches'],
  ] as const)
    it(`of ${matches} matches, the cursor ${isThere ? 'on' : 'off'} one: ${words}`, () => {
      const answer = { matches, records: 1, ...(matches > 0 && { match }) };
      assert.equal(matchesText(answer, isThere, strings, 'en'), words);
    });

  for (const [records, rowCount, rowCountIsFinal, words] of [
    [1000, 12_501, true, 'in the 1,000 loaded records of 12,501'],
    [57, 57, true, 'in 57 records'],
    [1, 1, true, 'in 1 record'],
    [1000, 2000, false, 'in the 1,000 loaded records'],
  ] as const)
    it(`after looking through ${records} of ${rowCount} rows: ${words}`, () => {
      assert.equal(coverText(records, { rowCount, rowCountIsFinal }, strings, 'en'), words);
    });
});
