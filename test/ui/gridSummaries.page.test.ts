/** Summaries of columns in the headers: drawn after the records, pressed to filter, read by screen readers. */
import assert from 'node:assert/strict';
import type { GridLook } from '../../src/messages/gridLook.ts';
import type { GridDriver } from '../support/gridPage/gridDriver.ts';
import { PLAIN_LOOK } from '../support/plainLook.ts';
import { useGrid } from '../support/gridPage/useGrid.ts';
import { until } from '../../tools/vscode/until.ts';

describe('Summaries of columns', () => {
  const { grid } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  const look = (changed: Partial<GridLook>) =>
    at.page.evaluate((given) => window.fakeGridHost.view.look(given), { ...PLAIN_LOOK, ...changed });
  const header = (name: string) => at.page.getByRole('columnheader', { name: new RegExp(`^${name} `) });
  const summarized = async (name: string) => {
    await header(name).locator('.summary-line').waitFor();
    return (await header(name).locator('.summary-line').innerText()).replace(/\s+/g, ' ');
  };
  const top = async () => (await at.cell(0, 1).boundingBox())?.y ?? 0;

  it('come and go with the look, and the rows make room', async () => {
    await at.showRecords();
    const before = await top();
    assert.equal(await at.page.locator('.summary').count(), 0);
    assert.deepEqual(await at.calls('statistics'), []);
    await look({ summaries: true });
    assert.equal(await summarized('hours'), '0.5 to 9.5 NULL 5.3%');
    assert.match(await summarized('subject'), /^art 50%$/);
    assert.equal(await top(), before + 48);
    await look({ summaries: false });
    assert.equal(await at.page.locator('.summary').count(), 0);
    assert.equal(await top(), before);
  });

  it('are asked for by columns in view alone, each once, after the records are there', async () => {
    await look({ summaries: true });
    await at.mood({ sample: 'wide' });
    await at.showRecords();
    await at.page.locator('.summary-line').first().waitFor();
    const asked = (await at.calls('statistics')).map(([, field]) => field);
    assert.ok(asked.length < 40, `${String(asked.length)} columns`);
    assert.equal(new Set(asked).size, asked.length);
  });

  it('are read with the name of the column, and of which records they are', async () => {
    await look({ summaries: true });
    await at.showRecords();
    await summarized('hours');
    assert.equal(
      await header('hours').getAttribute('aria-label'),
      'hours numeric, 0.5 to 9.5, NULL 5.3%, Sample: 1,000 loaded records',
    );
  });

  it('filter by a bar that is pressed, and sort nothing', async () => {
    await look({ summaries: true });
    await at.showRecords();
    await summarized('subject');
    await header('subject').locator('.summary-bar').first().click();
    await until(async () => (await at.calls('change')).length === 1, 'a change was asked for');
    const values = [{ type: 'text', text: 'art' }];
    assert.deepEqual(await at.calls('change'), [
      [1, { kind: 'filter', filter: { kind: 'values', field: 'subject', values, list: false } }],
    ]);
  });

  it('forget what they knew of the records before', async () => {
    await look({ summaries: true });
    await at.showRecords();
    await summarized('hours');
    await at.show({ query: 'another', rowCount: 1 });
    await header('hours').getByText('0.5', { exact: true }).and(at.page.locator('.summary-values')).waitFor();
  });
});
