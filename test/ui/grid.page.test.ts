/** The records grid alone in Chromium, under the policy of its page; test/support/gridPage/fakeHost.ts is the extension. */
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import type { SampleName } from '../support/gridPage/sampleRecords.ts';
import { GridPage } from '../support/gridPage/gridPage.ts';
import { themes } from '../support/themes.ts';
import { until } from '../support/until.ts';

type Result = Parameters<Window['fakeGridHost']['result']>[0];

describe('Records grid', () => {
  let pages: GridPage;
  let page: Page;
  let faults: string[];
  let grid: Locator;

  before(async () => {
    pages = await GridPage.start();
  });
  after(() => pages.stop());

  async function open(look: Parameters<GridPage['open']>[0] = {}): Promise<void> {
    ({ page, faults } = await pages.open(look));
    grid = page.getByRole('grid');
  }
  beforeEach(() => open());
  afterEach(async () => {
    const violations = await page.evaluate(() => window.fakeGridHost.violations);
    await page.close();
    assert.deepEqual([...faults, ...violations], []);
  });

  const show = (result: Result = {}) =>
    page.evaluate((options) => window.fakeGridHost.result(options), result);
  const mood = (change: Partial<Window['fakeGridHost']['mood']>) =>
    page.evaluate((given) => void Object.assign(window.fakeGridHost.mood, given), change);
  const sample = (name: SampleName) => mood({ sample: name });
  const calls = (method: string) =>
    page.evaluate(
      (name) => window.fakeGridHost.calls.filter((call) => call.method === name).map(({ args }) => args),
      method,
    );
  const cell = (row: number, column: number) =>
    page.locator(`[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 2}"]`);

  /** Shows records and waits until those in view are there. */
  async function showRecords(result: Result = {}): Promise<void> {
    await show(result);
    await settled();
    await grid.focus();
  }
  const settled = () =>
    until(
      async () =>
        (await page.locator('.row:not(.header)').count()) > 0 &&
        (await page.locator('.loading').count()) === 0,
      'records are shown',
    );
  /** The cell that assistive technology takes for the focused one, 0-based; the header is row -1. */
  const current = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      const active = document.getElementById(focused?.getAttribute('aria-activedescendant') ?? '');
      if (focused?.role !== 'grid' || !active) return undefined;
      const row = active.closest('[role=row]');
      return [Number(row?.ariaRowIndex) - 2, Number(active.ariaColIndex) - 2, active.role];
    });
  /** First row whose whole height is in view. */
  const topRow = () =>
    page.evaluate(() => {
      const top = document.querySelector('.head')?.getBoundingClientRect().bottom ?? 0;
      const row = document.elementFromPoint(80, top + 12)?.closest('[role=row]');
      return Number(row?.ariaRowIndex) - 2;
    });

  describe('to assistive technology', () => {
    it('is a grid with a name, counts and indices', async () => {
      await showRecords({ rowCount: 12_501 });
      assert.equal(await grid.getAttribute('aria-label'), 'Lessons: draw, subject math or art');
      assert.equal(await grid.getAttribute('aria-rowcount'), '12502');
      assert.equal(await grid.getAttribute('aria-colcount'), '12');
      const first = page.locator('[role=row][aria-rowindex="2"]');
      assert.equal(await first.getByRole('rowheader').textContent(), '1');
      assert.equal(await first.getByRole('gridcell').nth(1).textContent(), 'art');
      assert.equal(
        await page.getByRole('columnheader', { name: 'subject text' }).getAttribute('aria-colindex'),
        '3',
      );
    });

    it('says -1 rows while the end is not known, and the count when it is', async () => {
      await showRecords({ rowCount: 500, isFinal: false });
      assert.equal(await grid.getAttribute('aria-rowcount'), '-1');
      await page.evaluate(() => window.fakeGridHost.view.resized(1, 700, true, '700 records'));
      assert.equal(await grid.getAttribute('aria-rowcount'), '701');
      assert.equal(await page.locator('.status-text').textContent(), '700 records');
    });

    it('says what was loaded, and what was not', async () => {
      const said = page.getByRole('status');
      await showRecords();
      assert.equal(await said.textContent(), '12,501 matching records · 82 ms');
      await page.evaluate(() => window.fakeGridHost.refuse());
      assert.match((await said.textContent()) ?? '', /did not answer within 30 s/);
      await page.evaluate(() => window.fakeGridHost.view.cancelled('Cancelled.'));
      assert.equal(await said.textContent(), 'Cancelled.');
    });

    it('keeps its elements in reading order after a walk', async () => {
      await showRecords();
      for (let press = 0; press < 45; press++) await page.keyboard.press('ArrowDown');
      for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowRight');
      const orders = () =>
        page.evaluate(() =>
          ['.body > .row', '.body > .row:nth-child(3) > *'].map((selector) =>
            [...document.querySelectorAll(selector)].map((one) =>
              Number(one.ariaRowIndex ?? one.ariaColIndex),
            ),
          ),
        );
      const isSorted = (numbers: readonly number[]) =>
        numbers.every((one, index) => one > (numbers[index - 1] ?? 0));
      await until(async () => (await orders()).every(isSorted), 'elements are in order');
    });
  });

  describe('by keyboard', () => {
    it('is one tab stop between the bar and what follows', async () => {
      await show();
      await settled();
      await page.getByRole('button', { name: 'Run again' }).focus();
      await page.keyboard.press('Tab');
      assert.deepEqual(await current(), [0, 0, 'gridcell']);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.ariaLabel), 'Run again');
      await page.keyboard.press('Tab');
      assert.deepEqual(await current(), [1, 0, 'gridcell']);
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.role), null);
    });

    it('moves the cursor, and always shows it', async () => {
      await showRecords({ rowCount: 10_000_000 });
      const walk: readonly [keys: string, row: number, column: number][] = [
        ['ArrowDown', 1, 0],
        ['ArrowRight', 1, 1],
        ['End', 1, 10],
        ['Home', 1, 0],
        ['Control+End', 9_999_999, 10],
        ['ArrowUp', 9_999_998, 10],
        ['Control+Home', 0, 0],
        ['ArrowUp', -1, 0],
        ['ArrowRight', -1, 1],
        ['ArrowDown', 0, 1],
      ];
      for (const [keys, row, column] of walk) {
        await page.keyboard.press(keys);
        assert.deepEqual(await current(), [row, column, row < 0 ? 'columnheader' : 'gridcell'], keys);
        const box = await page.locator('[data-cursor]').boundingBox();
        assert(
          box && box.x >= 0 && box.x + box.width <= 1201 && box.y >= 0 && box.y + box.height <= 740,
          keys,
        );
      }
    });

    it('turns pages, and comes back', async () => {
      await showRecords();
      await page.keyboard.press('PageDown');
      const [down = 0] = ((await current()) as [number]) ?? [];
      assert(down > 20 && down < 32, `a page is ${String(down)} rows`);
      await page.keyboard.press('PageUp');
      assert.deepEqual(await current(), [0, 0, 'gridcell']);
    });

    it('opens the record under the cursor with Enter and goes there; Escape closes it and comes back', async () => {
      await showRecords();
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
      const record = page.getByRole('complementary', { name: 'Record 3' });
      await record.getByText('Proof by pictures').waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.className), 'detail-body');
      await page.keyboard.press('Escape');
      await record.waitFor({ state: 'hidden' });
      assert.deepEqual(await current(), [2, 1, 'gridcell']);
    });

    it('opens the record with Space and stays; the record follows the cursor', async () => {
      await showRecords();
      await page.keyboard.press('Space');
      await page.getByRole('complementary', { name: 'Record 1' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('complementary', { name: 'Record 2' }).getByText('Colour and light').waitFor();
      assert.deepEqual(await current(), [1, 0, 'gridcell']);
      await page.keyboard.press('Escape');
      await page.getByRole('complementary').waitFor({ state: 'hidden' });
    });

    it('copies exact digits, empty texts, and field names', async () => {
      await showRecords();
      for (const key of ['End', 'ArrowDown']) await page.keyboard.press(key);
      await page.keyboard.press('Control+c');
      await page.keyboard.press('Home');
      for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Control+c');
      for (const key of ['ArrowUp', 'ArrowUp', 'Control+c']) await page.keyboard.press(key);
      await until(async () => (await calls('copyText')).length === 3, 'three copies');
      assert.deepEqual(await calls('copyText'), [[''], ['90071992547407919'], ['catalogue_no']]);
      await until(async () => (await page.getByRole('status').textContent()) === 'Copied.', 'it is said');
    });

    it('copies the whole of a text of which it holds the beginning', async () => {
      await sample('hostile');
      await showRecords({ rowCount: 40 });
      for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Control+c');
      await until(async () => (await calls('copyText')).length === 1, 'a copy');
      assert.equal(
        await page.evaluate(() => String(window.fakeGridHost.calls.at(-1)?.args[0]).length),
        10_485_760,
      );
    });

    it('takes the focus when VS Code gives it to the frame', async () => {
      await show();
      await settled();
      await page.evaluate(() => {
        (document.activeElement as HTMLElement | null)?.blur();
        window.dispatchEvent(new FocusEvent('focus'));
      });
      assert.deepEqual(await current(), [0, 0, 'gridcell']);
    });

    it('tells VS Code which cell a context menu is for', async () => {
      await showRecords();
      await page.keyboard.press('ArrowDown');
      const context = () =>
        grid.getAttribute('data-vscode-context').then((text) => JSON.parse(text ?? '') as object);
      assert.partialDeepStrictEqual(await context(), { webviewSection: 'recordsCell', row: 1, column: 0 });
      await cell(4, 2).click({ button: 'right' });
      assert.partialDeepStrictEqual(await context(), { webviewSection: 'recordsCell', row: 4, column: 2 });
      assert.deepEqual(await current(), [4, 2, 'gridcell']);
    });
  });

  describe('with ten million records', () => {
    beforeEach(() => showRecords({ rowCount: 10_000_000 }));

    for (const start of [0, 4_321_987, 9_999_700])
      it(`moves exactly 200 rows in 20 notches of 240 px from row ${start}`, async () => {
        await page.evaluate(() => document.querySelector('.records-grid')!.scrollTo(0, 0));
        if (start > 0) await scrollTo(start);
        await page.mouse.move(600, 400);
        const before = await topRow();
        assert(Math.abs(before - start) < 3000);
        for (let notch = 0; notch < 20; notch++) await page.mouse.wheel(0, 240);
        await until(async () => (await topRow()) === before + 200, `200 rows below ${String(before)}`);
        for (let notch = 0; notch < 20; notch++) await page.mouse.wheel(0, -240);
        await until(async () => (await topRow()) === before, `back at ${String(before)}`);
      });

    /** Drags the scrollbar to a row, as nearly as its pixels allow. */
    const scrollTo = (row: number) =>
      page.evaluate((target) => {
        const element = document.querySelector('.records-grid')!;
        element.scrollTop = (target / 10_000_000) * (element.scrollHeight - element.clientHeight);
      }, row);

    it('reaches the last row by the scrollbar', async () => {
      await page.evaluate(() => document.querySelector('.records-grid')!.scrollTo(0, 1e9));
      await cell(9_999_999, 0).getByText('10000000').waitFor();
      const box = await cell(9_999_999, 0).boundingBox();
      const view = await grid.boundingBox();
      assert(box && view && box.y + box.height <= view.y + view.height);
    });

    it('stops at the ends of the wheel', async () => {
      await page.mouse.move(600, 400);
      await page.mouse.wheel(0, -2400);
      assert.equal(await topRow(), 0);
      await page.keyboard.press('Control+End');
      await page.mouse.wheel(0, 24_000);
      await cell(9_999_999, 0).getByText('10000000').waitFor();
    });

    for (const latencyMs of [5, 60])
      it(`is blank no longer than an answer of ${latencyMs} ms takes while the scrollbar is dragged`, async () => {
        await mood({ latencyMs });
        const late = await page.evaluate(async () => {
          const element = document.querySelector('.records-grid')!;
          const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
          const { asked } = window.fakeGridHost;
          let notAsked = 0;
          let notDrawn = 0;
          for (let step = 0; step < 30; step++) {
            const before = asked.length;
            element.scrollTop += element.scrollHeight / 50;
            await nextFrame();
            if (asked.length === before) notAsked++;
            const questions = asked.slice(before, before + 2);
            for (let framesAfter = 0; document.querySelector('.body .row.loading'); await nextFrame())
              if (questions.every(({ answered }) => answered) && ++framesAfter > 1) notDrawn++;
          }
          return { notAsked, notDrawn };
        });
        assert.deepEqual(late, { notAsked: 0, notDrawn: 0 });
      });

    it('shows the records soon after a fast drag ends', async () => {
      const blank = await page.evaluate(async () => {
        const element = document.querySelector('.records-grid')!;
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        for (let frame = 0; frame < 60; frame++) {
          element.scrollTop += element.scrollHeight / 100;
          await nextFrame();
        }
        const stopped = performance.now();
        while (document.querySelector('.body .row.loading')) await nextFrame();
        return performance.now() - stopped;
      });
      assert(blank < 1000, `${String(blank)} ms`);
    });

    it('asks a slow source for few of the windows that a drag flies over, and aborts those', async () => {
      await mood({ latencyMs: 300 });
      const asked = await page.evaluate(async () => {
        const element = document.querySelector('.records-grid')!;
        const before = window.fakeGridHost.asked.length;
        const start = performance.now();
        for (let frame = 0; frame < 60; frame++) {
          element.scrollTop += element.scrollHeight / 100;
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        const list = window.fakeGridHost.asked.slice(before);
        return { list, elapsed: performance.now() - start };
      });
      assert(asked.list.length <= asked.elapsed / 50 + 2, `${String(asked.list.length)} windows`);
      assert(asked.list.slice(0, -2).every(({ aborted, answered }) => aborted || answered));
      await settled();
    });

    it('asks for at most 200 rows at a time', async () => {
      const sizes = await page.evaluate(() =>
        window.fakeGridHost.asked.map(({ first, last }) => last - first),
      );
      assert(sizes.length > 0 && sizes.every((size) => size > 0 && size <= 200));
    });
  });

  describe('with a thousand fields', () => {
    beforeEach(async () => {
      await sample('wide');
      await showRecords({ rowCount: 100_000 });
    });

    it('draws those in view only', async () => {
      const count = await page.locator('[role=gridcell]').count();
      assert(count < 1000, `${String(count)} cells`);
    });

    it('reaches the last field by key and by scrollbar', async () => {
      await page.keyboard.press('End');
      assert.deepEqual(await current(), [0, 999, 'gridcell']);
      assert.equal(await page.locator('[data-cursor]').textContent(), '999');
      await page.evaluate(() => document.querySelector('.records-grid')!.scrollTo(0, 0));
      await page.getByRole('columnheader', { name: 'field 0 int4' }).waitFor();
    });
  });

  describe('with hostile names and values', () => {
    beforeEach(async () => {
      await sample('hostile');
      await showRecords({ rowCount: 40 });
    });

    it('shows them as text', async () => {
      assert.equal(await page.locator('img, script:not([src])').count(), 0);
      assert.equal(await cell(0, 0).textContent(), '<img src=x onerror="document.title=1">');
      assert.equal(await page.title(), 'Records');
      const names = await page.locator('.header .name').allTextContents();
      assert.deepEqual(names.slice(0, 3), ['__proto__', '(no name)', 'constructor']);
    });

    it('shows what hides in a text, in the grid and in the record', async () => {
      assert.equal(await cell(2, 0).textContent(), 'abc‹U+202E›gnp.exe');
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
      const mark = page.locator('dd .mark').first();
      await mark.waitFor({ state: 'attached' });
      assert.equal(await mark.getAttribute('data-mark'), '‹U+202E›');
      assert.equal(await mark.textContent(), '\u202E', 'what is copied is the character itself');
    });

    it('writes each value in its own direction', async () => {
      const directions = await page.evaluate(() =>
        [2, 4].map(
          (row) =>
            getComputedStyle(document.querySelector(`[aria-rowindex="${row + 2}"] [aria-colindex="2"]`)!)
              .direction,
        ),
      );
      assert.deepEqual(directions, ['ltr', 'rtl']);
    });

    it('draws NULL unlike the text NULL and unlike an empty text', async () => {
      const looks = await Promise.all(
        [8, 9, 10].map((row) =>
          cell(row, 0).evaluate((one) => [one.textContent, getComputedStyle(one).fontStyle]),
        ),
      );
      assert.deepEqual(looks, [
        ['NULL', 'normal'],
        ['NULL', 'italic'],
        ['', 'normal'],
      ]);
      await cell(9, 0).click();
      await page.keyboard.press('Space');
      assert.deepEqual(
        await until(async () => {
          const values = await page.locator('dd').allTextContents();
          return values.length > 0 && values.slice(0, 3);
        }, 'the record'),
        ['NULL', 'empty text', 'NaN'],
      );
    });

    it('shows a text of 10 MB by parts', async () => {
      await cell(6, 0).click();
      const started = performance.now();
      await page.keyboard.press('Enter');
      const more = page.getByRole('button', { name: 'Show more' }).first();
      await more.waitFor();
      assert(performance.now() - started < 3000);
      await page.getByText('20,000 of 10,485,760 characters are shown.').waitFor();
      await more.click();
      await page.getByText('40,000 of 10,485,760 characters are shown.').waitFor();
    });
  });

  it('never cuts a number, even one that comes later and is longer', async () => {
    await showRecords();
    const cut = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('.cell.number')].filter((one) => one.scrollWidth > one.clientWidth)
            .length,
      );
    assert.equal(await cut(), 0);
    await page.keyboard.press('Control+End');
    await settled();
    assert.equal(await cut(), 0);
  });

  it('cuts long texts with an ellipsis', async () => {
    await sample('hostile');
    await showRecords({ rowCount: 40 });
    const [overflow, width] = await cell(6, 0).evaluate((one) => [
      getComputedStyle(one).textOverflow,
      one.clientWidth,
    ]);
    assert.equal(overflow, 'ellipsis');
    assert(Number(width) <= 360);
  });

  describe('states', () => {
    it('shows progress and Cancel while loading, and asks the host to cancel once', async () => {
      await page.evaluate(() => window.fakeGridHost.view.loading('Lessons'));
      await page.getByRole('progressbar').waitFor();
      const cancel = page.getByRole('button', { name: 'Cancel' });
      await cancel.click();
      assert.equal(await page.getByRole('button', { name: 'Cancelling…' }).isDisabled(), true);
      assert.equal((await calls('cancel')).length, 1);
      await page.evaluate(() => window.fakeGridHost.view.cancelled('Cancelled. Nothing was changed.'));
      await page.getByRole('progressbar').waitFor({ state: 'hidden' });
      await page.getByRole('main').getByRole('button', { name: 'Run again' }).click();
      assert.equal((await calls('retry')).length, 1);
    });

    it('keeps the last good records while others load and when they fail', async () => {
      await showRecords();
      await page.evaluate(() => window.fakeGridHost.view.loading('Lessons'));
      assert.equal(await cell(0, 1).textContent(), 'art');
      await page.evaluate(() => window.fakeGridHost.refuse());
      assert.equal(await cell(0, 1).textContent(), 'art');
      await page.getByText('data.testville.example did not answer within 30 s.', { exact: true }).waitFor();
      await page.mouse.move(600, 400);
      await page.mouse.wheel(0, 12_000);
      await cell(510, 0).getByText('511').waitFor();
    });

    for (const [action, button, call] of [
      ['retry', 'Retry', 'retry'],
      ['setToken', 'Set API token…', 'setToken'],
      ['editQuery', 'Edit query', 'editQuery'],
      ['showLog', 'Show log', 'showLog'],
    ] as const)
      it(`offers ${button} where the problem does`, async () => {
        await page.evaluate((name) => window.fakeGridHost.refuse({ actions: [name] }), action);
        await page.getByRole('main').getByRole('button', { name: button }).click();
        assert.equal((await calls(call)).length, 1);
      });

    for (const [button, call] of [
      ['Edit query', 'editQuery'],
      ['Export to JSON editor', 'exportJson'],
      ['Run again', 'retry'],
    ] as const)
      it(`has ${button} in its bar`, async () => {
        await showRecords();
        await page.getByRole('banner').getByRole('button', { name: button }).click();
        assert.equal((await calls(call)).length, 1);
      });

    it('says that no records match, under the fields', async () => {
      await show({ rowCount: 0 });
      await page.getByText('No records match.').waitFor();
      assert.equal(await page.getByRole('columnheader').count(), 12);
      await grid.focus();
      assert.deepEqual(await current(), [-1, 0, 'columnheader']);
    });

    it('says that there are no fields', async () => {
      await sample('none');
      await show({ rowCount: 3 });
      await page.getByText('This resource has no fields to show.').waitFor();
      await grid.focus();
      for (const key of ['ArrowDown', 'End', 'PageDown', 'Control+End', 'Control+c'])
        await page.keyboard.press(key);
    });

    it('offers to run again what is asleep, and asks nothing by itself', async () => {
      await page.evaluate(() => window.fakeGridHost.asleep());
      await page.getByRole('main').getByRole('button', { name: 'Run again' }).click();
      assert.deepEqual(await page.evaluate(() => window.fakeGridHost.calls.map(({ method }) => method)), [
        'ready',
        'retry',
      ]);
    });

    it('shows a notice, and not one of an older result', async () => {
      await showRecords();
      await page.evaluate(() => window.fakeGridHost.view.notice(1, 'Records changed.'));
      await page.locator('.status-notice').getByText('Records changed.').waitFor();
      await showRecords();
      await page.evaluate(() => window.fakeGridHost.view.notice(1, 'Old news.'));
      assert.equal(await page.getByText('Old news.').count(), 0);
    });

    it('forgets the windows of an older result', async () => {
      await mood({ latencyMs: 300 });
      await show({ query: 'one' });
      await until(() => page.evaluate(() => window.fakeGridHost.asked.length === 1), 'rows are asked for');
      await sample('wide');
      await show({ query: 'two' });
      await settled();
      assert.equal(await page.evaluate(() => window.fakeGridHost.asked[0]?.aborted), true);
      assert.equal(await cell(0, 1).textContent(), '1');
    });

    it('marks rows that failed, and gets them on Enter or a click', async () => {
      await mood({ failRows: true });
      await show();
      await page.locator('.row.failed').first().waitFor();
      assert.equal(await cell(0, 0).textContent(), 'Not loaded');
      await page.locator('.status-notice').getByText('Some records could not be loaded.').waitFor();
      await grid.focus();
      await page.keyboard.press('Enter');
      await until(() => page.evaluate(() => window.fakeGridHost.asked.length === 2), 'asked again');
      await page.locator('.row.failed').first().waitFor();
      await mood({ failRows: false });
      await cell(3, 0).click();
      await cell(3, 1).getByText('math').waitFor();
      assert.equal(await page.locator('.status-notice').isVisible(), false);
    });

    it('says when a record could not be loaded', async () => {
      await mood({ failRecord: true });
      await showRecords();
      await page.keyboard.press('Space');
      await page.getByText('This record could not be loaded.').waitFor();
    });
  });

  describe('after a reload', () => {
    it('is where it was, once the same result arrives', async () => {
      await showRecords();
      await page.mouse.move(600, 400);
      await page.mouse.wheel(0, 24_000);
      await until(async () => (await topRow()) === 1000, 'row 1000');
      await cell(1005, 3).click();
      await page.keyboard.press('Control+ArrowRight');
      await page.keyboard.press('Space');
      await page.getByRole('complementary', { name: 'Record 1,006' }).waitFor();
      const left = await grid.evaluate((element) => element.scrollLeft);
      await page.reload();
      await page.evaluate(() => window.fakeGridHost.asleep());
      await showRecords();
      assert.equal(await topRow(), 1000);
      assert.deepEqual(await current(), [1005, 10, 'gridcell']);
      assert.equal(await grid.evaluate((element) => element.scrollLeft), left);
      await page.getByRole('complementary', { name: 'Record 1,006' }).waitFor();
    });

    it('starts at the top of another result', async () => {
      await showRecords();
      await page.keyboard.press('Control+End');
      await page.reload();
      await showRecords({ query: 'another' });
      assert.equal(await topRow(), 0);
      assert.deepEqual(await current(), [0, 0, 'gridcell']);
    });

    it('saves ids, the query and the place, and nothing else', async () => {
      await showRecords();
      await page.keyboard.press('ArrowDown');
      const expected = {
        saved: { version: 1, portalId: 'p', resourceId: 'r', query: '{"q":"draw"}' },
        view: { topRow: 0, left: 0, cursor: { row: 1, column: 0 }, detail: false },
      };
      const saved = await until(
        () =>
          page.evaluate(() => {
            const state = window.fakeGridHost.saved() as { view?: { cursor: { row: number } } } | null;
            return state?.view?.cursor.row === 1 ? state : undefined;
          }),
        'the place is saved',
      );
      assert.deepEqual(saved, expected);
    });

    for (const state of ['null', '7', '{"saved":{"version":2}}', '{"saved":{},"view":{}}'])
      it(`is not disturbed by ${state} in its place`, async () => {
        await page.evaluate((text) => sessionStorage.setItem('saved', text), state);
        await page.reload();
        await showRecords();
        assert.equal(await topRow(), 0);
      });
  });

  describe('400 px wide', () => {
    beforeEach(() => open({ width: 400, height: 640 }));

    it('puts the record below the grid, and nothing beside the page', async () => {
      await showRecords({ notice: 'Beyond the first page records come in _id order.' });
      await page.keyboard.press('Space');
      const record = page.getByRole('complementary');
      await record.getByText('Fractions as shares').waitFor();
      const [above, below] = [await grid.boundingBox(), await record.boundingBox()];
      assert(above && below && below.y >= above.y + above.height && below.width === 400);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 400);
      for (const name of ['Edit query', 'Export to JSON editor', 'Run again']) {
        const box = await page.getByRole('banner').getByRole('button', { name }).boundingBox();
        assert(box && box.x + box.width <= 400);
      }
    });
  });

  it('stands still for those who prefer less motion', async () => {
    await open({ emulate: { reducedMotion: 'reduce' } });
    await page.evaluate(() => window.fakeGridHost.view.loading('Lessons'));
    const animation = await page
      .getByRole('progressbar')
      .evaluate((bar) => getComputedStyle(bar, '::before').animationName);
    assert.equal(animation, 'none');
  });

  it('works by itself, as createRecordsGrid, with plain values', async () => {
    await open({ content: 'bare' });
    await page.evaluate(() => {
      const source = {
        fields: [
          { id: 'id', type: 'int4' },
          { id: 'name', type: 'text' },
        ],
        count: 5000,
        getRows: (first: number, last: number) =>
          Promise.resolve(
            Array.from({ length: last - first }, (_, index) => [first + index, `name ${first + index}`]),
          ),
      };
      const made = window.createRecordsGrid(document.getElementById('bare')!, source);
      made.scrollToRow(1234);
      made.setCount(4000);
    });
    await cell(1234, 1).getByText('name 1234').waitFor();
    assert.equal(await topRow(), 1234);
    assert.equal(await grid.getAttribute('aria-rowcount'), '4001');
    const height = await page.locator('[role=row][aria-rowindex="1237"]').boundingBox();
    assert.equal(height?.height, 24);
  });

  describe('axe', () => {
    let axe: string;
    before(async () => {
      axe = await fs.readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    });

    async function violations(): Promise<readonly string[]> {
      await page.evaluate(axe);
      return page.evaluate(async () => {
        const run = (
          window as unknown as {
            axe: {
              run(): Promise<{
                violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
              }>;
            };
          }
        ).axe;
        const { violations: found } = await run.run();
        return found.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
        );
      });
    }

    for (const theme of themes)
      for (const width of [1200, 400])
        it(`finds nothing in the theme ${theme.name}, ${width} px wide`, async () => {
          await page.close();
          await open({ theme, width });
          const states: readonly [name: string, enter: () => Promise<unknown>][] = [
            ['loading', () => page.evaluate(() => window.fakeGridHost.view.loading('Lessons'))],
            ['records', () => showRecords({ notice: 'Beyond the first page records come in _id order.' })],
            [
              'record',
              async () => {
                await page.keyboard.press('Space');
                await page.getByRole('complementary').getByText('Needs a projector').waitFor();
              },
            ],
            ['loading again', () => page.evaluate(() => window.fakeGridHost.view.loading('Lessons'))],
            ['failed', () => page.evaluate(() => window.fakeGridHost.refuse())],
            ['empty', () => show({ rowCount: 0, query: 'none' })],
            [
              'rows failed',
              async () => {
                await mood({ failRows: true });
                await show({ query: 'broken' });
                await page.locator('.row.failed').first().waitFor();
              },
            ],
            [
              'hostile',
              async () => {
                await mood({ failRows: false, sample: 'hostile' });
                await showRecords({ rowCount: 40, query: 'hostile' });
              },
            ],
          ];
          for (const [name, enter] of states) {
            await enter();
            assert.deepEqual(await violations(), [], name);
          }
        });
  });
});
