import assert from 'node:assert/strict';
import { type PageHolder, returnsPageFocus, takePageFocus } from '../../../src/platform/pageFocus.ts';

describe('the focus of a page', () => {
  /** A panel that reports the focus some time after it was revealed. */
  const panelOf = (active = true) => {
    const revealed: unknown[] = [];
    const panel = {
      active,
      visible: true,
      reveal: (...args: readonly unknown[]) => {
        revealed.push(args);
        setTimeout(() => takePageFocus(holder, true), 20);
      },
    };
    const holder = panel as unknown as PageHolder;
    takePageFocus(holder, true);
    return { holder, revealed };
  };
  const timeOf = async (work: () => Promise<void>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };

  it('comes back after a dialog has taken it, and the dialog ends only then', async () => {
    const { holder, revealed } = panelOf();
    const returnFocus = returnsPageFocus();
    takePageFocus(holder, false);
    const ms = await timeOf(returnFocus);
    assert.deepEqual(revealed, [[undefined, false]]);
    assert.ok(ms >= 15, String(ms));
  });

  it('comes back to a view, which has another call for it', async () => {
    const shown: unknown[] = [];
    const view = { visible: true, show: (preserveFocus: boolean) => shown.push(preserveFocus) };
    const holder = view as unknown as PageHolder;
    takePageFocus(holder, true);
    const returnFocus = returnsPageFocus();
    takePageFocus(holder, false);
    const ms = await timeOf(returnFocus);
    assert.deepEqual(shown, [false]);
    assert.ok(ms < 2000, `what was answered goes on without a page that never reports: ${String(ms)}`);
  });

  const untouched: readonly (readonly [what: string, leave: (holder: PageHolder) => void, isActive?: boolean])[] = [
    ['has kept it', () => undefined],
    ['is no longer in front', (holder) => takePageFocus(holder, false), false],
  ];
  for (const [what, leave, isActive = true] of untouched)
    it(`isn’t given to a page that ${what}`, async () => {
      const { holder, revealed } = panelOf(isActive);
      const returnFocus = returnsPageFocus();
      leave(holder);
      await returnFocus();
      assert.deepEqual(revealed, []);
      takePageFocus(holder, false);
    });

  it('isn’t taken from the tree or an editor, where it was when the dialog opened', async () => {
    const { holder, revealed } = panelOf();
    takePageFocus(holder, false);
    await returnsPageFocus()();
    assert.deepEqual(revealed, []);
  });
});
