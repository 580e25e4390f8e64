/** The records panel in each of its states, and what it keeps from one to the next. */
import assert from 'node:assert/strict';
import type { GridDriver } from '../../../support/pages/grid/gridDriver.ts';
import { useGrid } from '../../../support/pages/grid/useGrid.ts';
import { themes } from '../../../support/pages/themes.ts';
import { until } from '../../../../tools/vscode/until.ts';

describe('Records panel', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  const button = (landmark: 'banner' | 'main', name: string) =>
    at.page.getByRole(landmark).getByRole('button', { name });

  it('takes the place of what the page showed before its script ran', async () => {
    assert.equal(await at.page.locator('.bar').count(), 1);
    assert.equal(await at.page.locator('.beginning').count(), 0);
    assert.equal(await at.page.getByRole('banner').getByRole('heading').textContent(), 'Lessons');
  });

  it('shows progress and Cancel while loading, and asks the host to cancel once', async () => {
    await at.loading();
    await at.page.getByRole('progressbar').waitFor();
    await button('banner', 'Cancel').click();
    assert.equal(await button('banner', 'Canceling…').isDisabled(), true);
    assert.equal((await at.calls('cancel')).length, 1);
    await at.page.evaluate(() => window.fakeGridHost.cancelled('Canceled. Nothing was changed.'));
    await at.page.getByRole('progressbar').waitFor({ state: 'hidden' });
    await button('main', 'Run Again').click();
    assert.equal((await at.calls('act')).length, 1);
  });

  it('keeps the focus on the button that Run Again becomes, and back', async () => {
    await at.showRecords();
    await button('banner', 'Run Again').focus();
    await at.loading();
    assert.equal(await at.page.evaluate(() => document.activeElement?.textContent), 'Cancel');
    await at.show();
    assert.equal(await at.page.evaluate(() => document.activeElement?.ariaLabel), 'Run Again');
  });

  it('keeps the focus on the records when others come', async () => {
    await at.showRecords();
    await at.loading();
    await at.show({ query: 'another' });
    await at.settled();
    assert.deepEqual(await at.current(), [0, 0, 'gridcell']);
  });

  it('keeps the last good records while others load and when they fail', async () => {
    await at.showRecords();
    await at.loading();
    assert.equal(await at.cell(0, 1).textContent(), 'art');
    await at.refuse();
    assert.equal(await at.cell(0, 1).textContent(), 'art');
    await at.page.getByText('data.testville.example did not answer within 30 s.', { exact: true }).waitFor();
    await at.page.mouse.move(600, 400);
    await at.page.mouse.wheel(0, 12_000);
    await at.cell(510, 0).getByText('511').waitFor();
  });

  it('names in its bar what is loading, and again what is shown when nothing came of it', async () => {
    await at.showRecords();
    const shown = at.page.getByRole('banner').getByText('Lessons', { exact: true });
    await shown.waitFor();
    for (const end of ['failed', 'cancelled'] as const) {
      await at.page.evaluate(() => window.fakeGridHost.view.loading('Another resource'));
      await at.page.getByRole('banner').getByText('Another resource').waitFor();
      if (end === 'failed') await at.refuse();
      else await at.page.evaluate(() => window.fakeGridHost.cancelled('Canceled.'));
      await shown.waitFor();
    }
  });

  it('shows the ways on from a problem, and says which one is taken', async () => {
    await at.refuse();
    const ways = at.page.getByRole('main').getByRole('button');
    assert.deepEqual(await ways.allTextContents(), ['Try Again', 'Edit Query', 'Show Log']);
    for (const name of await ways.allTextContents()) await button('main', name).click();
    assert.deepEqual(await at.calls('act'), [['state/0'], ['state/1'], ['state/2']]);
  });

  for (const [name, call] of [
    ['Edit Query', 'editQuery'],
    ['Export to JSON Editor', 'exportJson'],
    ['Run Again', 'retry'],
  ] as const)
    it(`has ${name} in its bar`, async () => {
      await at.showRecords();
      await button('banner', name).click();
      assert.equal((await at.calls(call)).length, 1);
    });

  it('offers to run again what is asleep, and asks nothing by itself', async () => {
    await at.page.evaluate(() => window.fakeGridHost.idle());
    await button('main', 'Run Again').click();
    const methods = await at.page.evaluate(() => window.fakeGridHost.calls.map(({ method }) => method));
    assert.deepEqual(
      methods.filter((method) => method !== 'focused'),
      ['ready', 'act'],
    );
  });

  it('shows a notice, and not one of an older result', async () => {
    await at.showRecords();
    await at.page.evaluate(() => window.fakeGridHost.view.notice(1, 'Records changed.'));
    await at.page.locator('.status-notice').getByText('Records changed.').waitFor();
    await at.showRecords();
    await at.page.evaluate(() => window.fakeGridHost.view.notice(1, 'Old news.'));
    assert.equal(await at.page.getByText('Old news.').count(), 0);
  });

  it('says in the status line that more of a file is loaded, with its only Cancel, and takes no room from the records', async () => {
    await at.showRecords();
    const top = (): Promise<number | undefined> =>
      at.page
        .locator('.records-grid')
        .boundingBox()
        .then((box) => box?.y);
    const before = await top();
    const about = (share: string) =>
      at.page.evaluate(
        (text) =>
          window.fakeGridHost.view.about([{ kind: 'partial', text, offers: [{ id: 'partial/0', label: 'Cancel' }] }]),
        `Loading… ${share}. Showing the first 6,209 records; search covers only these.`,
      );
    await about('76%');
    const cancel = at.page.getByRole('contentinfo').getByRole('button', { name: 'Cancel' });
    await cancel.focus();
    await about('77%');
    await at.page.getByRole('contentinfo').getByText('Loading… 77%.').waitFor();
    assert.equal(await top(), before);
    assert.equal(await cancel.evaluate((button) => button === document.activeElement), true);
    await at.press('Enter');
    assert.deepEqual((await at.calls('act')).at(-1), ['partial/0']);
    await at.page.evaluate(() => window.fakeGridHost.view.about([]));
    await at.page.locator('.status-loading').waitFor({ state: 'detached' });
    assert.equal(
      await at.page.locator('.records-grid').evaluate((grid) => grid.contains(document.activeElement)),
      true,
    );
  });

  it('draws the records that come with a result at once, and asks for none of them', async () => {
    const head = Array.from({ length: 12 }, (_, row) => Array<string>(11).fill(`with the result ${row}`));
    await at.show({ rowCount: head.length, head });
    await at.settled();
    assert.equal(await at.cell(11, 1).textContent(), 'with the result 11');
    assert.deepEqual(await at.page.evaluate(() => window.fakeGridHost.asked), []);
  });

  it('has opened the fonts of records before any come', async () => {
    const opened = await at.page.evaluateHandle(() => {
      const fonts: string[] = [];
      const font = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, 'font')!;
      Object.defineProperty(CanvasRenderingContext2D.prototype, 'font', {
        ...font,
        set(value: string) {
          fonts.push(value);
          font.set!.call(this, value);
        },
      });
      return fonts;
    });
    await at.showRecords();
    assert.deepEqual(await opened.jsonValue(), []);
  });

  it('forgets the windows of an older result', async () => {
    await at.mood({ latencyMs: 60_000 });
    await at.show({ query: 'one' });
    await until(() => at.page.evaluate(() => window.fakeGridHost.asked.length === 1), 'rows are asked for');
    await at.mood({ latencyMs: 0 });
    await at.sample('wide');
    await at.show({ query: 'two' });
    await at.settled();
    assert.equal(await at.page.evaluate(() => window.fakeGridHost.asked[0]?.aborted), true);
    assert.equal(await at.cell(0, 1).textContent(), '1');
  });

  it('asks to go on in another order once the end of the first page is in view, and stays there', async () => {
    await at.showRecords({ continuesAt: 100 });
    await at.page.mouse.move(600, 400);
    await at.page.mouse.wheel(0, 60 * 24);
    await until(async () => (await at.topRow()) === 60, 'row 60');
    assert.equal((await at.calls('continueAt')).length, 0);
    await at.page.mouse.wheel(0, 30 * 24);
    await until(async () => (await at.topRow()) === 90, 'row 90');
    await at.page.mouse.wheel(0, 30 * 24);
    await until(async () => (await at.topRow()) === 120, 'row 120');
    assert.deepEqual(await at.calls('continueAt'), [[1]]);
    await at.showRecords();
    assert.equal(await at.topRow(), 120);
    assert.equal((await at.calls('continueAt')).length, 1);
  });

  it('offers to sum up all of a selection where only a part of it is loaded', async () => {
    await at.showRecords();
    const say = (canSumAll: boolean) =>
      at.page.evaluate((given) => window.fakeGridHost.view.summary(1, '12 cells', given), canSumAll);
    const sumAll = at.page.getByRole('button', { name: 'Sum All Selected Records' });
    await say(true);
    await sumAll.click();
    assert.equal((await at.calls('sumAll')).length, 1);
    await say(false);
    await sumAll.waitFor({ state: 'hidden' });
  });

  it('marks rows that failed, and gets them on Enter or a click', async () => {
    await at.mood({ failRows: true });
    await at.show();
    const failed = at.page.locator('.row.failed').first();
    await failed.waitFor();
    assert.equal(await at.cell(0, 0).textContent(), 'Not loaded');
    const notice = at.page.locator('.status-notice');
    await notice.getByText("Some records couldn't be loaded.").waitFor();
    await at.grid.focus();
    await at.press('Enter');
    await until(() => at.page.evaluate(() => window.fakeGridHost.asked.length === 2), 'they are asked for again');
    await failed.waitFor();
    await at.mood({ failRows: false });
    await at.cell(3, 0).click();
    await at.cell(3, 1).getByText('math').waitFor();
    assert.equal(await notice.isVisible(), false);
  });

  it('asks again for all rows that failed when the host says so', async () => {
    await at.mood({ failRows: true });
    await at.show();
    await at.page.locator('.row.failed').first().waitFor();
    await at.mood({ failRows: false });
    await at.page.evaluate(() => window.fakeGridHost.view.retryRows());
    await at.settled();
    assert.equal(await at.cell(3, 1).textContent(), 'math');
  });

  it('says when a record could not be loaded, and why', async () => {
    await at.mood({ failRecord: true });
    await at.showRecords();
    await at.press('Space');
    await at.page.getByText("Couldn't load this record.").waitFor();
    await at.page.getByText('The server closed the connection.').waitFor();
  });

  it('refuses what the host can not have meant', async () => {
    await at.showRecords();
    const refused = await at.page.evaluate(async () => {
      const { result, message } = window.fakeGridHost.view;
      const calls = [
        result({ fields: 7 } as never),
        message({} as never),
        message({ tone: 'info', text: 'Hm', offers: [], saved: { version: 2 } as never }),
      ];
      return (await Promise.allSettled(calls)).map(({ status }) => status);
    });
    assert.deepEqual(refused, ['rejected', 'rejected', 'rejected']);
    assert.equal(await at.cell(0, 1).textContent(), 'art');
  });

  describe('after a reload', () => {
    it('is where it was, once the same result arrives', async () => {
      await at.showRecords();
      await at.page.mouse.move(600, 400);
      await at.page.mouse.wheel(0, 24_000);
      await until(async () => (await at.topRow()) === 1000, 'row 1000');
      await at.cell(1005, 3).click();
      await at.press('Control+ArrowRight', 'Space');
      await at.page.getByRole('complementary', { name: 'Record 1,006' }).waitFor();
      const left = await at.grid.evaluate((element) => element.scrollLeft);
      assert(left > 0);
      await at.page.reload();
      await at.page.evaluate(() => window.fakeGridHost.idle());
      await at.showRecords();
      assert.equal(await at.topRow(), 1000);
      assert.deepEqual(await at.current(), [1005, 10, 'gridcell']);
      assert.equal(await at.grid.evaluate((element) => element.scrollLeft), left);
      await at.page.getByRole('complementary', { name: 'Record 1,006' }).waitFor();
    });

    it('is where it was when the focus left it, because a command can move the page from then on', async () => {
      await at.showRecords();
      const rows = await at.page.evaluate(() => {
        const row = () => (window.fakeGridHost.saved() as { view: { cursor: { row: number } } }).view.cursor.row;
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
        const before = row();
        window.dispatchEvent(new Event('blur'));
        return [before, row()];
      });
      assert.deepEqual(rows, [0, 1]);
    });

    it('starts at the top of another result, at the same field', async () => {
      await at.showRecords();
      await at.press('Control+End');
      await at.page.reload();
      await at.showRecords({ query: 'another' });
      assert.equal(await at.topRow(), 0);
      assert.deepEqual(await at.current(), [0, 10, 'gridcell']);
    });

    it('saves ids, the query and the place, and nothing else', async () => {
      await at.showRecords();
      await at.press('ArrowDown');
      const readState = () =>
        at.page.evaluate(() => window.fakeGridHost.saved() as { view: { cursor: { row: number } } } | null);
      const state = await until(async () => {
        const read = await readState();
        return read?.view.cursor.row === 1 && read;
      }, 'the place is saved');
      assert.deepEqual(state, {
        saved: { version: 1, portalId: 'p', resourceId: 'r', query: '{"q":"draw"}' },
        view: { topRow: 0, left: 0, cursor: { row: 1, column: 0 }, detail: false },
      });
    });

    for (const state of ['null', '7', '{"saved":{"version":2}}', '{"saved":{},"view":{}}'])
      it(`is not disturbed by ${state} in the place of its state`, async () => {
        await at.page.evaluate((text) => sessionStorage.setItem('saved', text), state);
        await at.page.reload();
        await at.showRecords();
        assert.equal(await at.topRow(), 0);
      });
  });

  it('puts the record below the grid where the panel is 400 px wide', async () => {
    at = await reopen({ width: 400, height: 640 });
    await at.showRecords({ notice: 'Beyond the first page records come in _id order.' });
    await at.press('Space');
    const record = at.page.getByRole('complementary');
    await record.getByText('Fractions as shares').waitFor();
    const [above, below] = [await at.grid.boundingBox(), await record.boundingBox()];
    assert(above && below && below.y >= above.y + above.height && below.width === 400);
    assert.equal(await at.page.evaluate(() => document.documentElement.scrollWidth), 400);
    for (const name of ['Edit Query', 'Export to JSON Editor', 'Run Again']) {
      const box = await button('banner', name).boundingBox();
      assert(box && box.x + box.width <= 400);
    }
  });

  it('stands still for those who prefer less motion', async () => {
    at = await reopen({ emulate: { reducedMotion: 'reduce' } });
    await at.loading();
    const progress = at.page.getByRole('progressbar');
    const animation = await progress.evaluate((bar) => getComputedStyle(bar, '::before').animationName);
    assert.equal(animation, 'none');
  });

  for (const theme of themes.filter(({ bodyClass }) => bodyClass.includes('high-contrast')))
    it(`shows the cursor among selected cells, in the theme ${theme.name}`, async () => {
      at = await reopen({ theme });
      await at.showRecords();
      await at.press('Shift+ArrowDown');
      const [outline = [], selection = []] = await at.page
        .locator('.body [data-cursor]')
        .evaluate((cursor) =>
          [getComputedStyle(cursor).outlineColor, getComputedStyle(cursor).backgroundImage].map((text) =>
            [...(/rgb\(([^)]*)\)/.exec(text)?.[1] ?? '').matchAll(/\d+/g)].map(Number),
          ),
        );
      const [one, other] = [luminance(outline) + 0.05, luminance(selection) + 0.05];
      // Orange on white is what VS Code itself has; blue on blue is 1.6.
      assert.ok(Math.max(one / other, other / one) > 2.4, `${String(outline)} on ${String(selection)}`);
    });

  it('shows the cursor where colours are forced', async () => {
    at = await reopen({ emulate: { forcedColors: 'active' } });
    await at.showRecords();
    const outline = await at.page.locator('[data-cursor]').evaluate((one) => getComputedStyle(one).outline);
    assert.match(outline, /solid 2px/);
  });
});

/** The relative luminance that WCAG defines. */
function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
