import assert from 'node:assert/strict';
import { eventually } from '../../drivers/eventually.ts';
import { Explorer } from '../../drivers/explorer.ts';
import { until } from '../../../../tools/vscode/until.ts';
import { GridHands, type GridSubject } from './gridHands.ts';
import { reading, READING_FIELDS, recordsOf } from './readings.ts';

const ROW_HEIGHT = 24;
const NOTCH = 240;

/** Everything that people do in the grid by mouse. The records panel must be active. */
export function gridByMouse(subject: GridSubject): void {
  const { count, isEmbedded } = subject;
  const hands = new GridHands(subject);
  const mouse = () => hands.vsc.page.mouse;
  const form = () => new Explorer(hands.vsc).form();
  const all = READING_FIELDS.map(({ id }) => id);
  const scrollTo = (share: number) =>
    hands.grid.evaluate((grid, to) => {
      grid.scrollTop = to * (grid.scrollHeight - grid.clientHeight);
    }, share);
  const openMenu = async (field: string, entry: string) => {
    await hands.header(field).hover();
    await hands.header(field).getByRole('button').click();
    await hands.frame
      .getByRole('menuitem', { name: entry })
      .or(hands.frame.getByRole('menuitemcheckbox', { name: entry }))
      .click();
  };

  before('the records are there', async () => {
    await hands.has(count);
    await hands.showsRecord(1, 1);
  });

  it('20 notches of 240 px move exactly 200 rows, and back', async () => {
    // Opening the records and then running the form shows the same result twice.
    const before = await until(async () => {
      const top = await hands.topRow();
      return Number.isFinite(top) && top;
    }, 'rows are in view');
    await (await hands.cell(4, 'code')).hover();
    for (let notch = 0; notch < 20; notch++) await mouse().wheel(0, NOTCH);
    await eventually(() => hands.topRow(), before + (20 * NOTCH) / ROW_HEIGHT);
    await hands.showsRecord(before + 202, before + 202);
    for (let notch = 0; notch < 20; notch++) await mouse().wheel(0, -NOTCH);
    await eventually(() => hands.topRow(), before);
  });

  it('the scrollbar leads to the middle and to the last record', async () => {
    await scrollTo(0.5);
    const near = await until(async () => {
      const row = await hands.topRow();
      return Math.abs(row - count / 2) < count / 100 && row;
    }, 'the middle');
    await hands.showsRecord(near + 2, near + 2);
    await scrollTo(1);
    await hands.showsRecord(count, count);
    await scrollTo(0);
    await hands.showsRecord(1, 1);
  });

  it('a click on a header sorts, another turns it, Shift adds a second; arrows in the bar go back and forward', async () => {
    await hands.header('amount').click();
    await hands.hasChips('amount');
    await hands.header('amount').click();
    await hands.showsRecord(1, count);
    await hands.header('place').click({ modifiers: ['Shift'] });
    await hands.hasChips('amount', 'place');
    await hands.button('Previous Query').click();
    await hands.hasChips('amount');
    await hands.button('Previous Query').click();
    await hands.showsRecord(1, 1);
    await hands.button('Next Query').click();
    await hands.showsRecord(1, count);
    await hands.button(/^Remove amount/).click();
    await hands.hasChips();
  });

  it('the menu of a header filters by picked values, which stand in the form too', async () => {
    await openMenu('place', 'Filter Column…');
    const editor = hands.frame.getByRole('dialog', { name: 'Filter place' });
    await editor.getByText('Counts cover').waitFor({ timeout: 60_000 });
    const bergen = editor.getByRole('option', { name: /^Bergen/ });
    if (isEmbedded) await bergen.getByText(recordsOf('Bergen', count).toLocaleString('en')).waitFor();
    await bergen.click();
    await editor.getByRole('option', { name: /^Delft/ }).click();
    await editor.getByRole('button', { name: 'Apply' }).click();
    await hands.has(recordsOf('Bergen', count) + recordsOf('Delft', count));
    await hands.showsRecord(2, 3);
    const shown = await form();
    await eventually(() => shown.locator('.chip').allInnerTexts(), ['Bergen', 'Delft']);
    await hands.button(/^Remove place/).click();
    await hands.has(count);
  });

  it('VS Code’s own menu on a cell filters by its value', async () => {
    await hands.vsc.contextMenu(await hands.cell(3, 'place'), 'Filter by This Value');
    await hands.has(recordsOf('Delft', count));
    await hands.button(/^Remove place/).click();
    await hands.has(count);
  });

  it('a field’s statistics, over all records: of a file at once, of a portal when asked; a bar filters', async () => {
    await hands.frame.getByRole('banner').getByRole('button', { name: 'Fields' }).click();
    const pane = hands.frame.getByRole('complementary', { name: 'Fields' });
    /** Opens a field. The one of the cursor is already open. */
    const open = async (field: string) => {
      const entry = pane.getByRole('button', { name: new RegExp(`^${field} `) });
      await entry.waitFor();
      if ((await entry.getAttribute('aria-expanded')) !== 'true') await entry.click();
    };
    /** Counts all records. A local file is counted without a click. */
    const countAll = async () => {
      if (isEmbedded) return;
      await pane.getByText(/^Sample: (?:first [\d,]+|[\d,]+ loaded) records$/).waitFor();
      await pane.getByRole('button', { name: /^Count All/ }).click();
    };
    await open('place');
    await countAll();
    await pane.getByText(`All ${count.toLocaleString('en')} records`, { exact: true }).waitFor({ timeout: 120_000 });
    await pane.getByRole('button', { name: /^Aarhus: / }).click();
    await hands.has(recordsOf('Aarhus', count));
    await open('amount');
    await countAll();
    await pane
      .getByText(`All ${recordsOf('Aarhus', count).toLocaleString('en')} records`, { exact: true })
      .waitFor({ timeout: 120_000 });
    const last = Math.floor(count / 5) * 5;
    const { Min, Max } = await hands.facts();
    assert.deepEqual([Number(Min), Number(Max)], [Number(reading(5).amount), Number(reading(last).amount)]);
    await pane.getByRole('button', { name: 'Close Fields' }).click();
    await hands.button(/^Remove place/).click();
    await hands.has(count);
  });

  it('fields are sized and moved by dragging, frozen and hidden by their menu', async () => {
    const before = await hands.width('code');
    const code = await hands.box(hands.header('code'));
    await mouse().move(code.x + code.width - 2, code.y + 8);
    await mouse().down();
    await mouse().move(code.x + code.width + 38, code.y + 8, { steps: 4 });
    await mouse().up();
    await until(async () => Math.abs((await hands.width('code')) - before - 40) <= 1, 'it is wider');
    const [place, note] = [await hands.box(hands.header('place')), await hands.box(hands.header('note'))];
    await mouse().move(note.x + 40, note.y + 8);
    await mouse().down();
    await mouse().move(place.x + 8, place.y + 8, { steps: 8 });
    await mouse().up();
    await eventually(() => hands.fields(), ['_id', 'code', 'note', 'place', 'amount']);
    await openMenu('code', 'Freeze Columns up to Here');
    await eventually(() => hands.frame.locator('.header [data-frozen]').count(), 2);
    await openMenu('place', 'Hide Column');
    await eventually(() => hands.fields(), ['_id', 'code', 'note', 'amount']);
    await openMenu('amount', 'Reset Column Layout');
    await eventually(() => hands.fields(), ['_id', ...all]);
  });

  it('cells, rows and fields are selected, summed up exactly and copied', async () => {
    await (await hands.cell(1, 'amount')).hover();
    await mouse().down();
    await (await hands.cell(4, 'amount')).hover();
    await mouse().up();
    await eventually(() => hands.summary(), '4 cells · sum 2.50 · mean 0.625 · min 0.25 · max 1.00');
    await (await hands.cell(2, 'code')).click();
    await hands.grid.evaluate((grid) => (grid.scrollTop += 3000 * 24));
    const end = await until(async () => {
      const row = (await hands.topRow()) + 3;
      return row > 1000 && row;
    }, 'rows far below');
    await hands.showsRecord(end, end);
    await (await hands.cell(end, 'place')).click({ modifiers: ['Shift'] });
    const lines = await hands.copied(() => hands.press('Control+c'));
    assert.deepEqual(
      lines,
      Array.from({ length: end - 1 }, (_, index) => {
        const { code, place } = reading(index + 2);
        return `${code}\t${place}`;
      }),
    );
    await scrollTo(0);
    await hands.showsRecord(1, 1);
    await hands.frame.locator('[aria-rowindex="3"] .gutter').click();
    assert.deepEqual(await hands.copied(() => hands.press('Control+c')), [
      ['2', ...Object.values(reading(2))].join('\t'),
    ]);
    await hands.header('place').click({ modifiers: ['Control'] });
    await eventually(() => hands.summary(), `${count.toLocaleString('en')} cells`, 'the summary', 60_000);
  });

  it('a double click shows the record; its arrows lead on', async () => {
    await (await hands.cell(2, 'code')).dblclick();
    await hands.frame.getByRole('complementary', { name: 'Record 2' }).waitFor();
    await hands.button('Next Record').click();
    const third = hands.frame.getByRole('complementary', { name: 'Record 3' });
    await third.getByText(reading(3).note).waitFor();
    await hands.button('Close Record').click();
    await third.waitFor({ state: 'hidden' });
  });
}
