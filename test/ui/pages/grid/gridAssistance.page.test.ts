/** What keys of the system, scripts and assistive technology do to the records. */
import assert from 'node:assert/strict';
import type { GridDriver } from '../../../support/pages/grid/gridDriver.ts';
import { useGrid } from '../../../support/pages/grid/useGrid.ts';
import { until } from '../../../../tools/vscode/until.ts';

describe('The records panel, used by other ways than ours', () => {
  const { grid } = useGrid();
  let at: GridDriver;
  beforeEach(async () => {
    at = grid();
    await at.showRecords();
  });

  const selectedText = () => at.page.evaluate(() => document.getSelection()?.toString() ?? '');

  it('Ctrl+A selects all cells and no text of the page, wherever in the panel the focus is', async () => {
    const lastRow = async () => ((await at.calls('selected')).at(-1)?.[1] as { lastRow: number } | undefined)?.lastRow;
    for (const focus of ['.records-grid', '.bar button:enabled']) {
      await at.press('Escape');
      await at.page.locator(focus).first().focus();
      await at.press('Control+a');
      assert.equal(await selectedText(), '');
      await until(async () => (await lastRow()) === 12_501, 'all cells are selected');
    }
  });

  it('Select All of VS Code selects no text of the page either', async () => {
    await at.page.evaluate("document.execCommand('selectAll')");
    assert.equal(await selectedText(), '');
  });

  it('Ctrl+A in a record selects the text of the record alone', async () => {
    await at.press('Enter');
    await at.page.getByRole('complementary').getByText('Fractions as shares').waitFor();
    await at.press('Control+a');
    const text = await selectedText();
    assert.match(text, /Fractions as shares/);
    assert.doesNotMatch(text, /matching records/);
  });

  for (const key of ['Shift+F10', 'ContextMenu'])
    it(`${key} opens the menu at the cell, once it is in view`, async () => {
      await at.press('ArrowDown', 'ArrowRight', 'ArrowRight');
      await at.page.evaluate(() => {
        window.addEventListener('contextmenu', (event) => {
          const { clientX, clientY, target } = event;
          const cell = document.elementFromPoint(clientX, clientY)?.closest('[role]');
          Object.assign(window, { menu: [(target as Element).closest('[data-vscode-context]') !== null, cell?.id] });
          event.preventDefault();
        });
      });
      const menu = () => at.page.evaluate(() => (window as { menu?: readonly unknown[] }).menu);
      const active = () => at.grid.getAttribute('aria-activedescendant');
      await at.press(key);
      await until(async () => (await menu()) !== undefined, 'the menu opens');
      assert.deepEqual(await menu(), [true, await active()]);
      await at.page.mouse.move(500, 400);
      await at.page.mouse.wheel(0, 30_000);
      await until(async () => (await active()) === null, 'the cell is out of view');
      await at.press(key);
      await until(async () => (await active()) !== null, 'it is in view');
      assert.deepEqual(await menu(), [true, await active()]);
    });

  it('a cell that a script scrolls into view moves neither header nor row numbers out of it', async () => {
    const places = () =>
      at.page.evaluate(() =>
        ['.header .gutter', '.body .gutter', '.stage'].map((each) => {
          const { left, top } = document.querySelector(each)!.getBoundingClientRect();
          return [left, each === '.body .gutter' ? 0 : top];
        }),
      );
    const before = await places();
    const last = () => at.page.locator('.row:not(.header)').nth(20).getByRole('gridcell').last();
    for (const block of ['center', 'end', 'nearest'] as const) {
      await last().evaluate((cell, at) => cell.scrollIntoView({ block: at, inline: at }), block);
      await at.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      assert.deepEqual(await places(), before);
    }
    assert.deepEqual(
      await at.page.evaluate(() =>
        ['.stage', '.head', '.holder', '.main', '.grid-root'].map((each) => {
          const scrolled = document.querySelector(each)!;
          scrolled.scrollLeft = 50;
          scrolled.scrollTop = 50;
          return [scrolled.scrollLeft, scrolled.scrollTop];
        }),
      ),
      Array.from({ length: 5 }, () => [0, 0]),
    );
  });
});
