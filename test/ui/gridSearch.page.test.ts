/** The search box above the records: the same search as the form's. */
import assert from 'node:assert/strict';
import type { GridQuestion } from '../../src/messages/gridProtocol.ts';
import { equalTo } from '../support/samples/conditions.ts';
import { eventually } from '../support/drivers/eventually.ts';
import type { GridDriver } from '../support/pages/grid/gridDriver.ts';
import { useGrid } from '../support/pages/grid/useGrid.ts';

describe('Search box of the records panel', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  const box = () => at.page.getByRole('searchbox', { name: 'Search all records' });
  const changes = async () => (await at.calls('change')).map(([, change]) => change);
  const show = (question: Partial<GridQuestion>, query = JSON.stringify(question)) =>
    at.showRecords({ question, query });

  it('runs what is typed by Enter, and nothing before', async () => {
    await show({});
    await box().click();
    await at.page.keyboard.type('oak tree ');
    assert.deepEqual(await changes(), []);
    await at.press('Enter');
    await eventually(changes, [{ kind: 'search', q: 'oak tree', keepsScope: true }]);
  });

  it('shows the search of the records, whoever began it', async () => {
    await show({ q: 'draw' });
    assert.equal(await box().inputValue(), 'draw');
    await show({ q: '' });
    assert.equal(await box().inputValue(), '');
  });

  it('asks nothing where the text is the same', async () => {
    await show({ q: 'draw' });
    await box().focus();
    await at.press('Enter');
    assert.deepEqual(await changes(), []);
  });

  it('ends the search when it is emptied, by Enter or by its button', async () => {
    await show({ q: 'draw' });
    await box().fill('');
    await box().press('Enter');
    await eventually(changes, [{ kind: 'search', q: '', keepsScope: true }]);
    await at.grid.focus();
    await show({ q: 'oak' });
    await box().focus();
    const { x, y, width, height } = (await box().boundingBox())!;
    await at.page.mouse.click(x + width - 12, y + height / 2);
    await eventually(async () => (await changes()).length, 2);
    assert.equal(await box().inputValue(), '');
  });

  it('keeps what is being typed when other records come', async () => {
    await show({});
    await box().click();
    await at.page.keyboard.type('oa');
    await at.show({ question: { filters: [equalTo('subject', 'text', 'art')] }, query: 'other' });
    await at.page.keyboard.type('k');
    assert.equal(await box().inputValue(), 'oak');
  });

  it('gives the focus to the records by Down, and by Escape, which takes back what was typed first', async () => {
    await show({ q: 'draw' });
    await box().fill('oak');
    await at.press('Escape');
    assert.equal(await box().inputValue(), 'draw');
    assert.equal(await at.current(), undefined);
    await at.press('Escape');
    assert.deepEqual(await at.current(), [0, 0, 'gridcell']);
    await box().focus();
    await at.press('ArrowDown');
    assert.deepEqual(await at.current(), [0, 0, 'gridcell']);
  });

  it('names the field that is searched, and says how it searches', async () => {
    await show({ q: 'draw', qField: 'title', findsWords: false });
    const field = at.page.getByRole('searchbox', { name: 'Search title' });
    assert.equal(await field.inputValue(), 'draw');
    const note = async () => at.page.locator(`#${(await field.getAttribute('aria-describedby')) ?? ''}`).textContent();
    assert.equal(await note(), 'Press Enter to search. Ignores upper and lower case.');
    await show({ q: 'draw', qField: 'title', findsWords: true });
    assert.equal(await note(), "Press Enter to search. Finds whole words, as this portal's search does.");
  });

  it('gives its place to Find, and has it again', async () => {
    await show({});
    await at.page.evaluate(() => window.fakeGridHost.view.perform('findInRecords'));
    assert.equal(await box().isVisible(), false);
    await at.press('Escape');
    assert.equal(await box().isVisible(), true);
  });

  it('stands beside the title and the chips, whole, at every width', async () => {
    for (const width of [1200, 800, 600, 400, 300]) {
      at = await reopen({ width, height: 500 });
      await show({ q: 'draw', filters: [equalTo('subject', 'text', 'art')] });
      const parts = [box(), at.page.getByRole('heading', { name: 'Lessons' }), at.page.locator('.chips')];
      for (const part of parts) {
        const edges = (await part.boundingBox())!;
        assert.ok(edges.x >= 0 && edges.x + edges.width <= width && edges.width > 30, `${String(width)} px`);
      }
      const [own, , chips] = await Promise.all(parts.map((part) => part.boundingBox()));
      assert.ok(own!.x + own!.width <= chips!.x || own!.y + own!.height <= chips!.y);
      assert.ok(own!.width >= 110, `${String(own!.width)} px of ${String(width)}`);
    }
  });
});
