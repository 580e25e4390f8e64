/** An analyst with a CSV file as German offices export it gets numbers, dates and true/false, without the query form. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { eventually } from '../support/drivers/eventually.ts';
import { cell, Explorer, shownRecords } from '../support/drivers/explorer.ts';
import { pressInGrid } from '../support/drivers/pressInGrid.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { violations } from '../support/pages/violations.ts';
import { themeClasses, type ThemeName } from '../../tools/vscode/vsc.ts';

const RECORDS = 60;
const COLUMNS = { Betrag: 'number', Datum: 'date', Anteil: 'number', bezahlt: 'boolean', Ort: 'text' };

/** 1.010,04 stands before 110,72 as a text, and after it as a number. */
const amount = (index: number): string => {
  const cents = String((index * 7_919_173) % 10_000_000).padStart(3, '0');
  const whole = cents.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${whole},${cents.slice(-2)}`;
};
const valueOf = (text: string): number => Number(text.replaceAll('.', '').replace(',', '.'));
const day = (index: number): string =>
  `${String((index % 28) + 1).padStart(2, '0')}.${String((index % 12) + 1).padStart(2, '0')}.${String(2020 + (index % 6))}`;
const row = (index: number): string =>
  [amount(index), day(index), `${String(index)} %`, index % 3 === 0 ? 'ja' : 'nein', ['Köln', 'Genf'][index % 2]].join(
    ';',
  );

describe('A German file', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'german-'));
  const lines = Array.from({ length: RECORDS }, (_, index) => row(index + 1));
  fs.writeFileSync(
    path.join(folder, 'rechnungen.csv'),
    Buffer.from([Object.keys(COLUMNS).join(';'), ...lines, ''].join('\r\n'), 'latin1'),
  );
  const workbench = useWorkbench({ folder, viewport: { width: 1600, height: 900 } });
  after(() => fs.rmSync(folder, { recursive: true }));
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());
  const amounts = async (records: Frame) => (await shownRecords(records)).map(({ Betrag }) => String(Betrag));

  it('shows how its columns are read, before it is opened', async function () {
    this.timeout(60_000);
    await vsc().showSidebar('Datastore');
    await vsc().showSidebar('Explorer');
    const file = vsc().page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'rechnungen.csv' });
    await vsc().contextMenu(file, 'Explore in Datastore');
    const options = await explorer().importOptions('rechnungen.csv');
    await options.locator('#columns-title').click();
    const types = () =>
      Promise.all(
        Object.keys(COLUMNS).map((name) =>
          options.getByRole('group', { name, exact: true }).getByLabel('Type').inputValue(),
        ),
      );
    await eventually(types, Object.values(COLUMNS));
  });

  for (const theme of Object.keys(themeClasses) as ThemeName[])
    it(`axe has nothing to say of the import options, in ${theme}`, async () => {
      await vsc().setTheme(theme);
      assert.deepEqual(await violations(await explorer().importOptions('rechnungen.csv'), 'editor'), []);
    });

  it('shows its values as they stand in the file', async () => {
    await explorer().acceptOptions('rechnungen.csv');
    const records = await explorer().records(/^60 matching records/);
    await eventually(async () => (await amounts(records))[0], amount(1));
    const [first] = await shownRecords(records);
    assert.deepEqual([first?.['Datum'], first?.['Anteil']], [day(1), '1 %']);
  });

  it('sorts amounts as numbers', async () => {
    const records = await explorer().records(/^60 matching records/);
    await records.getByRole('columnheader', { name: 'Betrag' }).click();
    const all = Array.from({ length: RECORDS }, (_, index) => amount(index + 1));
    const sorted = all.sort((one, other) => valueOf(one) - valueOf(other));
    await eventually(async () => (await amounts(records)).slice(0, 10), sorted.slice(0, 10));
  });

  it('filters by the value of a cell', async () => {
    const records = await explorer().records(/^60 matching records/);
    await vsc().contextMenu(await cell(records, 1, 'Datum'), 'Filter by This Value');
    await eventually(async () => {
      const shown = await shownRecords(await explorer().panel());
      return shown.length > 0 && shown.length < RECORDS && new Set(shown.map(({ Datum }) => Datum)).size;
    }, 1);
  });

  it('filters by a range; the form has its row, and what is changed there is in the chips', async () => {
    const panel = await explorer().panel();
    await pressInGrid(panel, 'Control+k', 'Shift+X');
    const records = await explorer().records(/^60 matching records/);
    await (await cell(records, 1, 'Betrag')).click();
    await pressInGrid(records, 'Control+k', 'Shift+F');
    const editor = records.getByRole('dialog', { name: 'Filter Betrag' });
    await editor.getByRole('combobox', { name: 'Condition' }).selectOption('At least');
    await editor.getByRole('textbox', { name: 'From' }).fill('50000');
    await vsc().page.keyboard.press('Enter');
    // Behind it stands the sort.
    const chip = async () => (await explorer().panel()).locator('.chips .chip-text').first().innerText();
    await eventually(chip, 'Betrag: from 50000');
    await vsc().showSidebar('Datastore');
    const form = await explorer().form();
    const condition = form.getByRole('combobox', { name: 'Condition' });
    await eventually(() => condition.inputValue(), 'atLeast');
    assert.equal(await form.locator('#row-1-field').inputValue(), 'Betrag');
    assert.equal(await form.locator('#row-1-value').inputValue(), '50000');
    await condition.selectOption('Between');
    await form.locator('#row-1-end').fill('70000');
    await form.locator('#run').click();
    await eventually(chip, 'Betrag: 50000 to 70000');
    const matching = Array.from({ length: RECORDS }, (_, index) => valueOf(amount(index + 1))).filter(
      (value) => value >= 50_000 && value <= 70_000,
    );
    await explorer().records(new RegExp(`^${String(matching.length)} matching records`));
    assert.equal(await condition.inputValue(), 'between');
  });
});
