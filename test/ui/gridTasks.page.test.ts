/** What goes on is in the status line: exports with Pause and Cancel, and the time until a server is asked again. */
import assert from 'node:assert/strict';
import type { GridTask } from '../../src/messages/gridProtocol.ts';
import type { GridDriver } from '../support/pages/grid/gridDriver.ts';
import { PAUSED, RUNNING, WAITING } from '../support/pages/grid/sampleTasks.ts';
import { useGrid } from '../support/pages/grid/useGrid.ts';
import { until } from '../../tools/vscode/until.ts';

describe('Records panel: what goes on', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  beforeEach(async () => {
    at = grid();
    await at.showRecords();
  });

  const status = () => at.page.getByRole('contentinfo');
  const button = (name: string) => status().getByRole('button', { name, exact: true });
  const said = () => at.page.locator('[aria-live]').textContent();
  const later = (change: Partial<GridTask>, task = RUNNING): GridTask => ({ ...task, ...change });
  const isFocused = (name: string) => button(name).evaluate((element) => element === document.activeElement);

  it('grays the records of a file whose import was canceled, until they come again', async () => {
    const notice = (kind: string) => [{ kind, text: 'Loading six.csv was canceled.', offers: [] }];
    const about = (notices: ReturnType<typeof notice>) =>
      at.page.evaluate((given) => window.fakeGridHost.view.about(given), notices);
    const isGray = async () => (await at.page.locator('.holder.stale').count()) === 1;
    await at.showRecords();
    await about(notice('changed'));
    assert.equal(await isGray(), false);
    await about(notice('broken'));
    assert.equal(await isGray(), true);
    await about([]);
    await at.showRecords({ query: 'again' });
    assert.equal(await isGray(), false);
  });

  it('says how far an export is, and takes no room from the records', async () => {
    const top = () => at.page.locator('.status').evaluate((line) => line.getBoundingClientRect().top);
    const before = await top();
    await at.tasks(RUNNING);
    await status().getByText('1,000 of 12,501 records · 420 records/s · 27 sec left').waitFor();
    assert.equal(await top(), before);
    for (const name of ['Pause Export', 'Cancel Export']) assert.equal(await button(name).getAttribute('title'), name);
    await button('Pause Export').click();
    await button('Cancel Export').click();
    assert.deepEqual(await at.calls('act'), [['task-1/0'], ['task-1/1']]);
    await at.tasks();
    assert.equal(await status().getByRole('button').count(), 0);
  });

  it('is paused and resumed by the keyboard, on the same button; its end leaves the focus to the records', async () => {
    await at.tasks(RUNNING);
    await until(async () => {
      await at.press('Tab');
      return isFocused('Pause Export');
    }, 'Tab gets there');
    await at.press('Enter');
    await at.tasks({ ...PAUSED, id: 'task-1' });
    assert.equal(await isFocused('Resume Export'), true);
    await at.tasks(RUNNING);
    await at.press('Tab');
    assert.equal(await isFocused('Cancel Export'), true);
    await at.press('Space');
    await at.tasks();
    assert.deepEqual(await at.current(), [0, 0, 'gridcell']);
    assert.deepEqual(await at.calls('act'), [['task-1/0'], ['task-1/1']]);
  });

  it('announces the beginning, each quarter, Pause and Resume, and nothing between', async () => {
    const heard: (string | null)[] = [];
    for (const [text, change] of [
      ['8%', {}],
      ['20%', { fraction: 0.2 }],
      ['26%', { fraction: 0.26 }],
      ['49%', { fraction: 0.49 }],
      ['paused', { fraction: 0.49, isPaused: true }],
      ['goes on', { fraction: 0.49 }],
      ['50%', { fraction: 0.5 }],
    ] as const) {
      await at.tasks(later({ text, ...change }));
      heard.push(await said());
    }
    assert.deepEqual(heard, [
      ...['Exporting records of Lessons', 'Exporting records of Lessons', '26%', '26%'],
      ...['paused', 'goes on', '50%'],
    ]);
  });

  it('counts the seconds down until a server is asked again, said once, with Try Now and Cancel', async () => {
    await at.tasks(WAITING);
    await status().getByText('Testville is busy. Trying again in 12 s').waitFor();
    const first = await said();
    assert.equal(first, `${WAITING.title} Trying again in 12 s`);
    await status().getByText('Testville is busy. Trying again in 10 s').waitFor();
    assert.equal(await said(), first);
    await button('Try Now').click();
    await button('Cancel').click();
    assert.deepEqual(await at.calls('act'), [['wait/0'], ['wait/1']]);
  });

  for (const [seconds, text] of [
    [99, 'Trying again in 99 s'],
    [725, 'Trying again in 12:05'],
    [3725, 'Trying again in 1:02:05'],
    [90_000, 'Trying again in 25:00:00'],
  ] as const)
    it(`shows a wait of ${String(seconds)} s in full: ${text}`, async () => {
      await at.tasks({ ...WAITING, endsIn: seconds * 1000 });
      await status().getByText(`Testville is busy. ${text}`, { exact: true }).waitFor();
    });

  it('never counts below zero', async () => {
    await at.tasks({ ...WAITING, endsIn: 0 });
    await at.page.waitForTimeout(1500);
    await status().getByText('Testville is busy. Trying again in 0 s', { exact: true }).waitFor();
  });

  for (const [what, look] of [
    ['400 px wide', { width: 400, height: 600 }],
    ['at 200 % zoom', { width: 600, height: 380, emulate: { deviceScaleFactor: 2 } }],
  ] as const)
    it(`is whole ${what}: no text is cut, no button is outside`, async () => {
      at = await reopen(look);
      await at.showRecords();
      await at.tasks(RUNNING, PAUSED, WAITING);
      const cut = await status().evaluate(
        (line) =>
          [line, ...line.querySelectorAll('.status-task-text, button')].filter((each) => {
            const { right, bottom } = each.getBoundingClientRect();
            const isOutside = right > window.innerWidth || bottom > window.innerHeight;
            return isOutside || (each.matches('.status-task-text') && each.scrollWidth > each.clientWidth);
          }).length,
      );
      assert.equal(cut, 0);
      await until(async () => (await status().getByRole('button').count()) === 6, 'all buttons');
    });
});
