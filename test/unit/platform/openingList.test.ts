import assert from 'node:assert/strict';
import { keepOpenAtFirst, refocusOpeningList, typeInOpeningList } from '../../../src/platform/openingList.ts';
import { people } from '../../support/host/vscode.ts';

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
      void refocusOpeningList(() => true);
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
    void refocusOpeningList(() => true);
    assert.equal(typeInOpeningList('b'), false);
    assert.deepEqual([first.list.value, second.list.value], ['', 'a']);
  });

  for (const [what, isTaken, expected] of [
    ['gets the focus back from a page that keeps it', true, ['workbench.action.focusQuickOpen']],
    ['is left alone where it has the focus again, because VS Code would move that to its rows', false, []],
  ] as const)
    it(what, async () => {
      const before = people.commands.length;
      const { end } = open();
      await refocusOpeningList(() => isTaken);
      end();
      assert.deepEqual(people.commands.slice(before), expected);
    });
});
