import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import type { VSC } from '../../../tools/vscode/vsc.ts';
import { eventually } from '../drivers/eventually.ts';
import { cell, Explorer, shownRecords } from '../drivers/explorer.ts';
import { pressInGrid } from '../drivers/pressInGrid.ts';
import { groupsBySum, INCIDENT_COUNT } from './incidents.ts';

/** The place of the journeys: a panel with all incidents is active. */
export interface SummarySubject {
  readonly vsc: () => VSC;
  /** The resource's name, by which its exports are called. */
  readonly name: string;
  /** A folder for exported files. */
  readonly folder: () => string;
  /** Answers what a portal asks before it summarizes. */
  readonly consent?: () => Promise<void>;
}

const GROUPS = groupsBySum();
const [LARGEST] = GROUPS;
const ALL = new RegExp(`^${String(INCIDENT_COUNT)} matching records`);
const SUMMARIZED = new RegExp(`^${String(GROUPS.length)} groups`);
const reader = path.join(projectRoot, 'test/support/drivers/readXlsx.py');

/** The groups from top to bottom, as the grid shows them. */
async function shownGroups(records: Frame): Promise<readonly (readonly (string | null | undefined)[])[]> {
  const shown = await shownRecords(records);
  return shown.map((row) => ['canton', 'reported:year', 'count', 'sum:damage'].map((name) => row[name]));
}

const bySum = GROUPS.map(({ canton, year, count, sum }) => [canton, year, String(count), sum]);

/** The values of a workbook's first sheet, row by row, without the header. */
function workbookValues(file: string): readonly (readonly string[])[] {
  const { stdout, stderr } = spawnSync('python3', [reader, file], { encoding: 'utf8' });
  const [sheet] = JSON.parse(stdout || '[]') as { rows: Record<string, readonly [string, string, string]>[] }[];
  assert.ok(sheet, stderr);
  return sheet.rows.slice(1).map((row) => Object.values(row).map(([, , value]) => value));
}

async function showsRecordsOfLargest(explorer: Explorer): Promise<void> {
  const records = await explorer.records(new RegExp(`^${String(LARGEST?.count)} matching records`));
  const seen = async () =>
    new Set(
      (await shownRecords(records)).map(({ canton, reported }) => `${canton ?? ''} ${(reported ?? '').slice(0, 4)}`),
    );
  await eventually(async () => [...(await seen())], [`${LARGEST?.canton ?? ''} ${LARGEST?.year ?? ''}`]);
}

/** A person without SQL gets incidents by canton and year, opens the records of a group, comes back, and exports. */
export function summaryByMouse({ vsc, name, folder, consent }: SummarySubject): void {
  const explorer = () => new Explorer(vsc());

  it('summarizes by canton and year from the button in the bar', async () => {
    const records = await explorer().records(ALL);
    await records
      .getByRole('button', { name: /^Summarize/ })
      .first()
      .click();
    const pick = async (control: string, field: string) => {
      await records.locator(`#summary-${control}-field`).click();
      await records.getByRole('option', { name: new RegExp(`^${field}`) }).click();
    };
    await pick('group-0', 'canton');
    await records.locator('#summary-add-group').click();
    await pick('group-1', 'reported');
    await records.locator('#summary-group-1-unit').selectOption('year');
    await records.locator('#summary-add-measure').click();
    await records.locator('#summary-measure-1-calculation').selectOption('sum');
    await pick('measure-1', 'damage');
    await records.locator('.summary-popup').getByRole('button', { name: 'Summarize', exact: true }).click();
    await consent?.();
    await explorer().records(SUMMARIZED);
  });

  it('sorts the groups by a click on a header', async () => {
    const records = await explorer().records(SUMMARIZED);
    const header = records.getByRole('columnheader', { name: /^sum:damage/ });
    await header.click();
    await records.locator('.chip', { hasText: 'sum:damage' }).waitFor();
    await header.click();
    await eventually(async () => await shownGroups(await explorer().records(SUMMARIZED)), bySum);
  });

  it('says how it was computed', async () => {
    const records = await explorer().records(SUMMARIZED);
    await records.locator('.computed', { hasText: `Over ${String(INCIDENT_COUNT)} records` }).waitFor();
  });

  it('opens the records of a group by a double click, and comes back by the arrow in the bar', async () => {
    const records = await explorer().records(SUMMARIZED);
    await (await cell(records, 1, 'canton')).dblclick();
    await showsRecordsOfLargest(explorer());
    await (await explorer().panel()).getByRole('button', { name: 'Previous Query' }).click();
    await eventually(async () => await shownGroups(await explorer().records(SUMMARIZED)), bySum);
  });

  it('exports the groups to Excel', async function () {
    this.timeout(60_000);
    const file = path.join(folder(), `${name}.xlsx`);
    await vsc().command('Datastore: Export Records…');
    await vsc().quickInput.pick('Excel (XLSX)');
    await vsc().quickInput.saveTo(file, `${name}.xlsx`);
    await vsc().dismissToast(new RegExp(`Saved ${String(GROUPS.length)} `));
    assert.deepEqual(workbookValues(file), bySum);
    fs.rmSync(file);
  });
}

/** A person without SQL gets these answers without touching the mouse. */
export function summaryByKeyboard({ vsc, name, folder, consent }: SummarySubject): void {
  const explorer = () => new Explorer(vsc());
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await vsc().page.keyboard.press(key);
  };
  const type = (text: string) => vsc().page.keyboard.type(text);
  const sums = async () => (await shownRecords(await explorer().records(SUMMARIZED))).map((row) => row['sum:damage']);
  const descending = GROUPS.map(({ sum }) => sum);

  it('summarizes by canton and year from a key in the grid', async function () {
    this.timeout(90_000);
    const records = await explorer().records(ALL);
    await records.locator('.records-grid').focus();
    await pressInGrid(records, 'Control+k', 'i');
    await records.locator('#summary-group-0-field:focus').waitFor();
    await type('canton');
    // The unit, the button that removes the group, then the one that adds another.
    await press('Enter', 'Tab', 'Tab', 'Tab', 'Enter');
    await records.locator('#summary-group-1-field:focus').waitFor();
    await type('reported');
    await press('Enter', 'Tab');
    await records.locator('#summary-group-1-unit:focus').waitFor();
    await type('by year');
    // The calculation of the count, the button that adds a calculation.
    await press('Tab', 'Tab', 'Tab');
    await records.locator('#summary-measure-0-calculation:focus').waitFor();
    await press('Tab', 'Enter');
    await records.locator('#summary-measure-1-calculation:focus').waitFor();
    await type('sum');
    await press('Tab');
    await records.locator('#summary-measure-1-field:focus').waitFor();
    await type('damage');
    await press('Enter', 'Enter');
    await consent?.();
    const groups = await explorer().records(SUMMARIZED);
    await groups.locator('.records-grid:focus-within').waitFor();
  });

  it('sorts the groups by keys at a column', async () => {
    await pressInGrid(await explorer().records(SUMMARIZED), 'Control+Home', 'End', 'Control+k', 'a');
    await eventually(sums, descending.toReversed(), 'the least sum comes first');
    await pressInGrid(await explorer().records(SUMMARIZED), 'Control+k', 'Shift+A');
    await eventually(async () => await shownGroups(await explorer().records(SUMMARIZED)), bySum);
  });

  it('opens the records of a group by Enter, and comes back by Alt+Left', async () => {
    await pressInGrid(await explorer().records(SUMMARIZED), 'Control+Home', 'Enter');
    await showsRecordsOfLargest(explorer());
    await pressInGrid(await explorer().panel(), 'Alt+ArrowLeft');
    await eventually(async () => await shownGroups(await explorer().records(SUMMARIZED)), bySum);
  });

  it('exports the groups to Excel from the palette', async function () {
    this.timeout(60_000);
    const file = path.join(folder(), `${name}.xlsx`);
    const { quickInput } = vsc();
    await quickInput.commandByKeys('Datastore: Export Records…');
    await quickInput.title().filter({ hasText: 'Export Records of' }).waitFor();
    await quickInput.hasFocus();
    await type('Excel');
    await quickInput.rows().first().filter({ hasText: 'Excel (XLSX)' }).waitFor();
    await press('Enter');
    await quickInput.saveTo(file, `${name}.xlsx`);
    await vsc()
      .toast(new RegExp(`Saved ${String(GROUPS.length)} `))
      .first()
      .waitFor();
    assert.deepEqual(workbookValues(file), bySum);
    fs.rmSync(file);
  });
}
