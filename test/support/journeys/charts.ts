import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { eventually } from '../drivers/eventually.ts';
import { Explorer, shownRecords } from '../drivers/explorer.ts';
import { pressInGrid } from '../drivers/pressInGrid.ts';
import { groupsBySum, INCIDENT_COUNT, type IncidentGroup } from './incidents.ts';
import type { SummarySubject } from './summaries.ts';

const GROUPS = groupsBySum();
const ALL = new RegExp(`^${String(INCIDENT_COUNT)} matching records`);
const SUMMARIZED = new RegExp(`^${String(GROUPS.length)} groups`);
const SUMS = GROUPS.map(({ sum }) => Number(sum)).sort((one, other) => one - other);

const button = (records: Frame, name: string): Locator => records.getByRole('button', { name, exact: true });
const markOf = (records: Frame, { canton, year }: IncidentGroup): Locator =>
  records.locator(`[data-mark][aria-label*="${canton}"][aria-label*="${year}"]`);

/** The values of the marks, from the least to the greatest. */
async function drawn(records: Frame): Promise<readonly number[]> {
  const values = await records
    .locator('.chart-drawing [data-mark]')
    .evaluateAll((marks) => marks.map((mark) => Number(mark.getAttribute('data-value'))));
  return values.sort((one, other) => one - other);
}

async function showsRecordsOf(explorer: Explorer, { canton, year, count }: IncidentGroup): Promise<void> {
  const records = await explorer.records(new RegExp(`^${String(count)} matching records`));
  const seen = async () =>
    (await shownRecords(records)).map((row) => `${row['canton'] ?? ''} ${row['reported'] ?? ''}`);
  await eventually(async () => (await seen()).every((row) => row.startsWith(`${canton} ${year}`)), true);
}

/** A person sees all incidents by canton and year as bars and as lines, the records of a bar, and saves the picture. */
export function chartByMouse({ vsc, name, folder, consent }: SummarySubject): void {
  const explorer = () => new Explorer(vsc());
  const [group] = GROUPS as readonly [IncidentGroup];

  it('is one click away, and begins with a date', async () => {
    const records = await explorer().records(ALL);
    await button(records, 'Chart').click();
    await consent?.();
    await records.locator('.chip', { hasText: 'month of reported' }).waitFor();
    await records.locator('.chart-drawing').waitFor();
  });

  it('shows cantons and years as stacked bars', async () => {
    const records = await explorer().panel();
    await records.getByLabel('Across').selectOption('canton');
    await records.locator('.chip', { hasText: 'by canton' }).waitFor();
    await records.getByLabel('Color').selectOption('year of reported');
    await explorer().records(SUMMARIZED);
    await records.getByLabel('Up').selectOption('sum of damage');
    await records.locator('.chip', { hasText: 'sum of damage' }).waitFor();
    await records.getByLabel('Kind').selectOption('Bars, stacked');
    await eventually(() => drawn(records), SUMS);
  });

  it('opens the records behind a bar, and comes back by the arrow in the bar', async () => {
    const records = await explorer().panel();
    await markOf(records, group).click();
    await showsRecordsOf(explorer(), group);
    await button(await explorer().panel(), 'Previous Query').click();
    await eventually(async () => drawn(await explorer().records(SUMMARIZED)), SUMS);
  });

  it('shows the years across as lines', async () => {
    const records = await explorer().panel();
    await records.getByLabel('Across').selectOption('year of reported');
    await records.getByLabel('Kind').selectOption('Line');
    await eventually(() => drawn(records), SUMS);
  });

  it('is saved as SVG and PNG', async function () {
    this.timeout(60_000);
    for (const ending of ['svg', 'png']) {
      const file = path.join(folder(), `chart.${ending}`);
      await vsc().command('Datastore: Save Chart…');
      await vsc().quickInput.pick(`${ending.toUpperCase()} 1200 × 675`);
      await vsc().quickInput.saveTo(file, `${name} by canton year of reported sum of damage.${ending}`);
      await (await explorer().panel()).locator('.status').getByText(`Saved the chart as chart.${ending}.`).waitFor();
    }
    const svg = fs.readFileSync(path.join(folder(), 'chart.svg'), 'utf8');
    const values = [...svg.matchAll(/data-value="([\d.]+)"/g)].map(([, value]) => Number(value));
    assert.deepEqual(
      values.sort((one, other) => one - other),
      SUMS,
    );
    assert.match(svg, new RegExp(`Over ${String(INCIDENT_COUNT)} records`));
    const png = fs.readFileSync(path.join(folder(), 'chart.png'));
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2400, 1350]);
  });

  it('gives the records back with the table', async () => {
    await button(await explorer().panel(), 'Table').click();
    await explorer().records(ALL);
  });
}

export function chartByKeyboard({ vsc }: SummarySubject): void {
  const explorer = () => new Explorer(vsc());
  const [group] = GROUPS as readonly [IncidentGroup];

  it('shows a chart, the records of a mark and the table, without the mouse', async function () {
    this.timeout(90_000);
    let records = await explorer().records(ALL);
    await records.locator('.records-grid').focus();
    await pressInGrid(records, 'Control+k', 'Shift+C');
    await records.locator('.chart-drawing [data-mark]:focus').waitFor();
    await records.getByLabel('Across').focus();
    await vsc().page.keyboard.type('canton');
    await records.locator('.chip', { hasText: 'by canton' }).waitFor();
    await records.getByLabel('Color').focus();
    await vsc().page.keyboard.type('year of');
    records = await explorer().records(SUMMARIZED);
    await eventually(async () => (await drawn(records)).length, GROUPS.length);
    await markOf(records, group).focus();
    await pressInGrid(records, 'Enter');
    await showsRecordsOf(explorer(), group);
    await pressInGrid(await explorer().panel(), 'Alt+ArrowLeft');
    records = await explorer().records(SUMMARIZED);
    await records.locator('.chart-drawing [data-mark]:focus').waitFor();
    await pressInGrid(records, 'Control+k', 'Shift+C');
    await explorer().records(ALL);
  });
}
