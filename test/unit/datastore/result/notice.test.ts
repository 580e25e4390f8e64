import assert from 'node:assert/strict';
import { isDoubt, type ResultNotice } from '../../../../src/datastore/result/notice.ts';

describe('a notice about a result', () => {
  const notices: readonly (readonly [ResultNotice, isDoubt: boolean])[] = [
    [{ kind: 'repeatedRecords' }, true],
    [{ kind: 'recordsMoved' }, true],
    [{ kind: 'pagesMayRepeat' }, true],
    [{ kind: 'filtersUnproven' }, true],
    [{ kind: 'fieldsChanged' }, true],
    [{ kind: 'fieldsLeftOut' }, true],
    [{ kind: 'distinctPage', shown: 3 }, true],
    [{ kind: 'totalWrong', claimed: 5, found: 3, atLeast: false }, true],
    [{ kind: 'totalWrong', claimed: 3, found: 5, atLeast: true }, false],
    [{ kind: 'tiesReordered' }, false],
    [{ kind: 'unsortedPage' }, false],
    [{ kind: 'rankHidden', ownField: false }, false],
    [{ kind: 'lossyText' }, false],
  ];
  for (const [notice, expected] of notices)
    it(`of ${JSON.stringify(notice)} makes an export ${expected ? 'in' : ''}complete`, () => {
      assert.equal(isDoubt(notice), expected);
    });
});
