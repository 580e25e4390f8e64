import assert from 'node:assert/strict';
import { keepOpenAtFirst, refocusOpeningList, typeInOpeningList } from '../../../src/platform/openingList.ts';

describe('a list that has just opened', () => {
  const open = (isOpenWithoutFocus?: boolean) => {
    const list = { ignoreFocusOut: false, value: '' };
    return { list, end: keepOpenAtFirst(list, isOpenWithoutFocus) };
  };

  it('stays open without the focus at first, and a list that people may look away from later, too', async () => {
    const [one, other] = [open(), open(true)];
    assert.deepEqual([one.list.ignoreFocusOut, other.list.ignoreFocusOut], [true, true]);
    await new Promise((resolve) => setTimeout(resolve, 1050));
    assert.deepEqual([one.list.ignoreFocusOut, other.list.ignoreFocusOut], [false, true]);
    assert.equal(typeInOpeningList('late'), false);
  });

  for (const [what, before, now, expected] of [
    ['nothing', '', '', 'in'],
    ['letters before and after', 'l', 'les', 'lines'],
    ['another text since', 'l', 'other', 'otherin'],
  ] as const)
    it(`gets what a page got instead of it, where it has ${what}`, () => {
      const { list, end } = open();
      list.value = before;
      refocusOpeningList();
      list.value = now;
      assert.equal(typeInOpeningList('in'), true);
      assert.equal(list.value, expected);
      end();
    });

  it('gets nothing once it has closed, or another has opened', () => {
    const first = open();
    const second = open();
    first.end();
    assert.equal(typeInOpeningList('a'), true);
    second.end();
    refocusOpeningList();
    assert.equal(typeInOpeningList('b'), false);
    assert.deepEqual([first.list.value, second.list.value], ['', 'a']);
  });
});
