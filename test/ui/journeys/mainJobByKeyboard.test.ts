/** The whole job by someone who never touches a mouse, from a VS Code in which nothing of ours was ever opened. */
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { eventually } from '../../support/drivers/eventually.ts';
import { Explorer, shownRecords } from '../../support/drivers/explorer.ts';
import { until } from '../../../tools/vscode/until.ts';
import { MAIN_JOB_PLACES, type MainJobPlace } from '../../support/journeys/mainJobPlaces.ts';
import { useWorkbench } from '../../support/drivers/useWorkbench.ts';

for (const place of MAIN_JOB_PLACES) describe(`The main job by keyboard alone on ${place.what}`, () => mainJob(place));

function mainJob(place: MainJobPlace): void {
  const { lessons, stations } = place;
  before(() => place.start());
  after(() => place.stop());
  const workbench = useWorkbench({ viewport: { width: 1800, height: 900 } });
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await vsc().page.keyboard.press(key);
  };
  const type = (text: string): Promise<void> => vsc().page.keyboard.type(text);

  /** Opens the palette, types a command and takes it once it is the first that is found. */
  async function command(title: string): Promise<void> {
    const { quickInput } = vsc();
    const isOffered = async (): Promise<boolean> => {
      await press('Escape', 'F1');
      await quickInput.box().waitFor({ timeout: 2000 });
      await type(title);
      await quickInput.row(title).waitFor({ timeout: 2000 });
      return true;
    };
    // A palette that opened before the extension was there never lists its commands.
    await until(() => isOffered().catch(() => false), `the palette offers ${title}`, 30_000);
    await press('Enter');
  }

  /** Id, or else the name, of what has the focus in a frame. */
  const focused = (frame: Frame): Promise<string | null | undefined> =>
    frame.evaluate(() => {
      const element = document.hasFocus() ? document.activeElement : null;
      return element?.getAttribute('id') ?? element?.getAttribute('aria-label');
    });

  /** The grid's current cell: number of the record, field, value; undefined when the grid has no focus. */
  const current = (records: Frame): Promise<string | undefined> =>
    records.evaluate(() => {
      const grid = document.hasFocus() ? document.activeElement : null;
      const cell = document.getElementById(grid?.getAttribute('aria-activedescendant') ?? '');
      const column = cell?.getAttribute('aria-colindex') ?? '';
      const name = grid?.querySelector(`[role=columnheader][aria-colindex="${column}"] .name`)?.textContent;
      const row = Number(cell?.parentElement?.getAttribute('aria-rowindex')) - 1;
      return cell ? `${String(row)} ${name ?? ''}: ${cell.textContent}` : undefined;
    });

  it('leads from an empty view to records', async () => {
    await place.openByKeyboard(vsc(), command);
    const records = await explorer().records(/^120 matching records/);
    assert.equal(await records.locator('.bar-label').textContent(), lessons);
  });

  it('the focus is in the records then; arrows, Home, End and Page keys walk through them', async () => {
    const records = await explorer().records(/^120 /);
    await eventually(() => current(records), '1 _id: 1');
    const walk: readonly (readonly [keys: readonly string[], cell: string])[] = [
      [['ArrowDown', 'ArrowDown'], '3 _id: 3'],
      [['ArrowRight'], '3 subject: history'],
      [['End'], '3 note: NULL'],
      [['ArrowUp'], '2 note: Needs a projector, 2 lessons'],
      [['Home'], '2 _id: 2'],
      [['Control+End'], '120 note: NULL'],
      [['ArrowDown'], '120 note: NULL'],
      [['Control+Home'], '1 _id: 1'],
      [['ArrowUp'], `0 _id: ${place.idHeader}`],
      [['ArrowDown'], '1 _id: 1'],
    ];
    for (const [keys, cell] of walk) {
      await press(...keys);
      await eventually(() => current(records), cell, keys.join(' '));
    }
  });

  it('PageDown goes on by what fits into the view, and PageUp back', async () => {
    const records = await explorer().records(/^120 /);
    const rowsInView = Math.floor(
      await records.locator('.records-grid').evaluate((grid) => {
        const [header = grid, row = grid] = grid.querySelectorAll('[role=row]');
        return (grid.clientHeight - header.clientHeight) / row.clientHeight;
      }),
    );
    const row = async () => Number.parseInt((await current(records)) ?? '');
    await press('PageDown');
    const next = await until(async () => ((await row()) > 1 ? row() : undefined), 'the next page');
    assert.ok(next <= rowsInView && next > rowsInView - 3, `${String(next)} of ${String(rowsInView)} rows`);
    await press('PageUp');
    await eventually(row, 1);
  });

  it('Enter opens the whole record and Escape comes back to its cell', async () => {
    const records = await explorer().records(/^120 /);
    await press('Control+Home', 'ArrowDown', 'Enter');
    await eventually(() => focused(records), 'Record 2');
    const detail = records.getByRole('complementary', { name: 'Record 2' });
    await detail.getByText('Needs a projector, 2 lessons').waitFor();
    await press('Escape');
    await detail.waitFor({ state: 'hidden' });
    await eventually(() => current(records), '2 _id: 2');
  });

  it('Ctrl+C copies the cell', async () => {
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Control+c');
    await eventually(() => vsc().clipboard(), '00151');
  });

  it('Ctrl+K Q goes back to the form, where Tab, arrows and Enter fill in everything', async () => {
    await press('Control+k', 'q');
    const form = await explorer().form();
    await eventually(() => focused(form), 'q');
    await type('RO');
    // The field to search, how to search, filters as JSON.
    await press('Tab', 'Tab', 'Tab', 'Tab', 'Enter');
    await eventually(() => focused(form), 'row-1-field');
    await press('ArrowDown');
    await form.getByRole('option', { name: 'subject' }).waitFor();
    await until(async () => {
      const marked = await form.locator('.list-option.active .list-label').allInnerTexts();
      if (marked[0] !== 'subject') await press('ArrowDown');
      return marked[0] === 'subject';
    }, 'the arrows reach the field');
    await press('Enter');
    await eventually(() => focused(form), 'row-1-value');
    for (const value of ['math', 'history']) {
      await type(value);
      await press('Enter');
    }
    await press('Tab', 'Tab', 'Tab', 'Enter');
    await eventually(() => focused(form), 'row-2-field');
    await type('sta');
    await form.getByRole('option', { name: 'stage' }).waitFor();
    await press('Enter');
    await type('3');
    await press('Enter', 'Tab', 'Tab', 'Tab', 'Tab');
    await eventually(() => focused(form), 'limit');
    await type('3');
    assert.deepEqual(await form.locator('.chip').allInnerTexts(), ['math', 'history', '3']);
  });

  it('Enter runs, and Ctrl+1 goes to the new records', async () => {
    await press('Enter');
    const records = await explorer().records(/^3 of 7 matching records/);
    await eventually(
      async () => (await shownRecords(records)).map(({ title }) => title),
      ['Letters from the front', 'Proof by pictures', 'The silk road'],
    );
    await press('Control+1');
    // In the field where it was among the records before.
    await eventually(() => current(records), '1 code: 00262');
    await press('Home');
    await eventually(() => current(records), '1 _id: 3');
    await press('ArrowDown');
    await eventually(() => current(records), '2 _id: 13');
  });

  it('Export Records… puts what is shown on the clipboard, in a format whose name is typed', async () => {
    await command('Datastore: Export Records…');
    await vsc()
      .quickInput.title()
      .filter({ hasText: `Export Records of ${lessons}` })
      .waitFor();
    await vsc().quickInput.hasFocus();
    await type('lines');
    await vsc().quickInput.rows().first().filter({ hasText: 'JSON Lines' }).waitFor();
    await press('Enter');
    await vsc().quickInput.row('New Editor').waitFor();
    await vsc().quickInput.hasFocus();
    await type('clip');
    await vsc().quickInput.rows().first().filter({ hasText: 'Clipboard' }).waitFor();
    await press('Enter');
    await vsc().dismissToast('Copied 3 records as JSON Lines.');
    const lines = (await vsc().clipboard()).split('\n');
    assert.equal(lines.length, 3);
    const exact = '"catalogue_no":9007199254740993,"hours":1.00,';
    assert.ok(
      lines.some((line) => line.includes(exact)),
      lines.join(),
    );
  });

  it('the palette exports what is shown', async () => {
    await command('Datastore: Export Records to JSON Editor');
    await vsc().tab('Untitled-1').waitFor();
    const text = await until(async () => {
      await press('Control+1', 'Control+a', 'Control+c');
      const copied = await vsc().clipboard();
      return copied.startsWith('[') && copied;
    }, 'the exported records');
    assert.equal((JSON.parse(text) as object[]).length, 3);
    assert.ok(text.includes('"catalogue_no": 9007199254740993,\n    "hours": 1.00,'), text);
  });

  it('the tree is walked by arrows and searched by typing; Enter opens the records, with the focus', async () => {
    await command('Datastore: Focus on Resources View');
    await vsc().page.locator('.pane-body .monaco-list:focus').waitFor();
    const marked = vsc().page.locator('.pane-body .monaco-list-row.focused');
    await press('Home');
    await marked.filter({ hasText: place.firstRow }).waitFor();
    await press('ArrowDown');
    await marked.filter({ hasText: lessons }).waitFor();
    await type('sta');
    await marked.filter({ hasText: stations }).waitFor();
    await press('Enter');
    const records = await explorer().records(/^40 /);
    await eventually(() => current(records), '1 _id: 1');
    const form = await explorer().form();
    await eventually(() => form.locator('#resource').inputValue(), stations);
  });
}
