/** After a window reload everything is in its place, and only visible views send requests. */
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { eventually } from '../support/drivers/eventually.ts';
import { cell } from '../support/drivers/explorer.ts';
import { FakeCkan, type FakeAnswer } from '../support/fakes/fakeCkan.ts';
import { useExplorer } from '../support/drivers/useExplorer.ts';

const TOKEN = 'token-that-outlives-the-window';
const fields = [
  { id: 'name', type: 'text' },
  { id: 'share', type: 'numeric' },
];
const rows = Array.from({ length: 2000 }, (_, index) => [`record ${String(index + 1)}`, index / 4]);

describe('Reloading the window', () => {
  let isStuck = false;
  const ckan = new FakeCkan({
    resources: { trees: { name: 'Trees', fields, rows, isPrivate: true }, benches: { name: 'Benches', fields, rows } },
    token: TOKEN,
    fault: ({ body }, honest) =>
      isStuck && body.includes('"offset"') ? new Promise<FakeAnswer>(() => undefined) : honest,
  });
  const { vsc, explorer, baseUrl } = useExplorer(ckan);

  /** The first row in view, however little of it, what stands in the current cell, and how many are selected. */
  const place = (records: Frame) =>
    records.locator('.records-grid').evaluate((grid) => {
      const top = grid.querySelector('[aria-rowindex="1"]')?.getBoundingClientRect().bottom ?? 0;
      const inView = [...grid.querySelectorAll('[role=row]:not([aria-rowindex="1"])')].filter(
        (row) => row.getBoundingClientRect().bottom > top + 1,
      );
      const current = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
      return {
        firstRow: Math.min(...inView.map((row) => Number(row.ariaRowIndex) - 1)),
        cell: `${String(Number(current?.parentElement?.ariaRowIndex) - 1)}: ${current?.textContent ?? ''}`,
        selected: grid.querySelectorAll('.cell.selected').length,
      };
    });
  const searches = () =>
    ckan.calls
      .filter(({ action }) => action === 'datastore_search')
      .map(({ body, authorization }) => ({ ...(JSON.parse(body) as object), authorization }));

  const leftAt = { firstRow: 0, cell: '', selected: 0 };

  before('records of a file and of two resources are open, the last in front', async function () {
    this.timeout(120_000);
    await vsc().showSidebar('Datastore');
    await vsc().page.getByRole('button', { name: 'Explore the Sample' }).click();
    await explorer().records(/^120 matching records/);
    await vsc().command('Datastore: Keep Open');
    await explorer().addPortal(`${baseUrl()}/api/3/action/datastore_search?resource_id=benches`, 'Fake');
    await vsc().row('Benches').waitFor();
    // The records take the focus once they are there, and with it any list to choose from.
    await explorer().records(/^2,000 matching records/);
    await vsc().command('Datastore: Set API Token…');
    await vsc().quickInput.pick('Fake');
    await explorer().giveToken('Fake', TOKEN);
    await vsc().row('token set').waitFor();
    await explorer().select('Benches');

    await explorer().run({ resource: 'trees' });
    const trees = await explorer().recordsOf('trees', /^2,000 matching records/);
    await (await cell(trees, 1, 'name')).click();
    const grid = trees.locator('.records-grid');
    for (let page = 0; page < 40; page++) await grid.press('PageDown');
    for (const key of ['ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowUp']) await grid.press(key);
    // The keys come quicker than the records: the place is known once they stand there.
    let standing = await place(trees);
    const isThere = async () => {
      standing = await place(trees);
      return [/^\d+: \d/.test(standing.cell), standing.selected];
    };
    await eventually(isThere, [true, 3], 'records where the keys have led').catch((error: unknown) => {
      throw new Error(JSON.stringify(standing), { cause: error });
    });
    assert.ok(standing.firstRow > 500, String(standing.firstRow));
    Object.assign(leftAt, standing);

    await explorer().run({ resource: 'benches', q: 'record 7' });
    await explorer().records(/^111 matching records/);
  });

  before('a query for the hidden one is typed but not run, then the window is reloaded', async function () {
    this.timeout(120_000);
    const form = await explorer().fill({
      resource: 'trees',
      q: 'half a que',
      filters: [{ field: 'name', values: ['a', 'b'] }],
      limit: '12x',
    });
    await form.locator('#add-filter').click();
    await form.locator('.filter-row').last().getByRole('combobox').first().fill('share');
    await form.locator('.filter-row').last().locator('.value-input').fill('1.50');
    ckan.calls.splice(0);
    await vsc().reload();
  });

  it('leaves everything in the form as it was typed, what is wrong with it too', async () => {
    const form = await explorer().form();
    const values = async (selector: string) =>
      Promise.all((await form.locator(selector).all()).map((input) => input.inputValue()));
    await eventually(() => values('#portal, #resource, #q, #limit'), ['Fake', 'trees', 'half a que', '12x']);
    assert.deepEqual(await values('.filter-row .combo-input'), ['name', 'share']);
    await eventually(() => form.locator('.chip').allInnerTexts(), ['a', 'b', '1.50']);
    await (await explorer().problem('limit')).filter({ hasText: '"12x"' }).waitFor();
  });

  it('brings back the records in front by the very question they came from', async () => {
    await explorer().records(/^111 matching records/);
    assert.deepEqual(searches(), [{ resource_id: 'benches', q: 'record 7', authorization: TOKEN }]);
  });

  it('asks for those of a hidden tab only when it is shown, and scrolls to where they were left', async () => {
    ckan.calls.splice(0);
    await vsc().tab('trees — Records').click();
    const trees = await explorer().recordsOf('trees', /^2,000 matching records/);
    assert.deepEqual(searches()[0], { resource_id: 'trees', authorization: TOKEN });
    await eventually(() => place(trees), { ...leftAt });
  });

  it('reads a file again at the new address of the embedded datastore', async () => {
    await vsc().tab('lessons.csv — Records').click();
    const lessons = await explorer().records(/^120 matching records/);
    await (await cell(lessons, 1, 'title')).filter({ hasText: 'Counting without numbers' }).waitFor();
  });

  it('brings back what was typed for a panel in front, and a form that was open as an editor', async () => {
    await vsc().tab('Benches — Records').click();
    const query = await explorer().form();
    await eventually(() => query.locator('#q').inputValue(), 'half a que');
    await vsc().command('Datastore: Open Query Form in Editor');
    await vsc().tab('Query').waitFor();
    await vsc().command('View: Toggle Primary Side Bar Visibility');
    await vsc().reload();
    await vsc().tab('Query').waitFor();
    const form = await explorer().form();
    await eventually(() => form.locator('#q').inputValue(), 'half a que');
  });

  it('says what it has interrupted, and starts it again', async function () {
    this.timeout(90_000);
    const begin = async (command: string, title: string) => {
      await vsc().contextMenu(vsc().row('Benches').first(), command);
      await vsc().toast(title).getByText('100 of 2,000 records').waitFor();
    };
    await vsc().showSidebar('Datastore');
    isStuck = true;
    await begin('Export Records to JSON Editor', 'Exporting records of Benches');
    await begin('Download Local Copy', 'Downloading Benches');
    await vsc().reload();
    isStuck = false;
    const again = (title: string) => vsc().pressInToast(`${title} was interrupted.`, 'Start Again');
    await again('Downloading Benches');
    // The message may go straight to VS Code's notification centre, because it follows another answer at once.
    await vsc()
      .row(/^Benchescopy of /)
      .waitFor();
    await again('Exporting records of Benches');
    await vsc().tab('Untitled-1').waitFor();
    assert.equal((JSON.parse(await vsc().editorText()) as unknown[]).length, 2000);
  });
});
