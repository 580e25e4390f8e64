/** What people do with a chart of incidents by canton and year, beginning with all records as a table. */
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
const SIZE = { width: 1200, height: 675 };
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

/** The colors of a PNG at points of the picture that it shows, as texts such as `rgb(1,2,3)`. */
function colorsOf(frame: Frame, png: Buffer, points: readonly (readonly [number, number])[]) {
  return frame.evaluate(
    async ({ base64, width, places }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('There is no canvas');
      context.drawImage(image, 0, 0);
      const scale = image.width / width;
      return places.map(([x, y]) => {
        const [red, green, blue] = context.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data;
        return `rgb(${[red, green, blue].join(',')})`;
      });
    },
    { base64: png.toString('base64'), width: SIZE.width, places: points },
  );
}

/** The bars of an SVG file: the middle of each, its color, and its value. */
function barsOf(svg: string) {
  const bars = svg.matchAll(
    /<g data-value="([^"]*)">.*?<path d="M([\d.]+),([\d.]+)H([\d.]+)V([\d.]+)H[\d.]+Z" fill="(#[\da-f]{6})"/gs,
  );
  return [...bars].map(([, value = '', left, top, right, bottom, fill = '']) => ({
    value,
    middle: [(Number(left) + Number(right)) / 2, (Number(top) + Number(bottom)) / 2] as const,
    color: `rgb(${[1, 3, 5].map((at) => String(Number.parseInt(fill.slice(at, at + 2), 16))).join(',')})`,
  }));
}

/** A person sees all incidents by canton and year as bars and as lines, the records of a bar, and saves the picture. */
export function chartByMouse({ vsc, folder, consent }: SummarySubject): void {
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
    await records.locator('#chart-across').selectOption('canton');
    await records.locator('.chip', { hasText: 'by canton' }).waitFor();
    await records.locator('#chart-color').selectOption('year of reported');
    await explorer().records(SUMMARIZED);
    await records.locator('#chart-up').selectOption('sum of damage');
    await records.locator('.chip', { hasText: 'sum of damage' }).waitFor();
    await records.locator('#chart-kind').selectOption('Bars, stacked');
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
    await records.locator('#chart-across').selectOption('year of reported');
    await records.locator('#chart-kind').selectOption('Line');
    await eventually(() => drawn(records), SUMS);
  });

  it('is saved as SVG and as PNG, which show the same', async function () {
    this.timeout(60_000);
    const panel = await explorer().panel();
    await panel.locator('#chart-kind').selectOption('Bars, stacked');
    const [svg, png] = ['svg', 'png'].map((ending) => path.join(folder(), `chart.${ending}`)) as [string, string];
    for (const file of [svg, png]) {
      const ending = path.extname(file);
      await vsc().command('Datastore: Save Chart…');
      await vsc().quickInput.pick(`${ending.slice(1).toUpperCase()} ${String(SIZE.width)} × ${String(SIZE.height)}`);
      await vsc().quickInput.saveTo(file, ending);
      await panel
        .locator('.status')
        .getByText(`Saved the chart as ${path.basename(file)}.`)
        .waitFor();
    }
    const text = fs.readFileSync(svg, 'utf8');
    assert.match(text, new RegExp(`Over ${String(INCIDENT_COUNT)} records`));
    const bars = barsOf(text);
    const values = bars.map(({ value }) => Number(value));
    assert.deepEqual(
      values.sort((one, other) => one - other),
      SUMS,
    );
    const places = bars.map(({ middle }) => middle);
    const colors = bars.map(({ color }) => color);
    assert.deepEqual(await colorsOf(panel, fs.readFileSync(png), places), colors);
    for (const file of [svg, png]) fs.rmSync(file);
  });

  it('gives the records back with the table', async () => {
    await button(await explorer().panel(), 'Table').click();
    await explorer().records(ALL);
  });
}

export function chartByKeyboard({ vsc }: SummarySubject): void {
  const explorer = () => new Explorer(vsc());

  it('shows a chart, the records of a mark and the table, without the mouse', async function () {
    this.timeout(90_000);
    let records = await explorer().records(ALL);
    await records.locator('.records-grid').focus();
    await pressInGrid(records, 'Control+k', 'Shift+C');
    await records.locator('.chart-drawing [data-mark]:focus').waitFor();
    await records.locator('#chart-across').focus();
    await vsc().page.keyboard.type('canton');
    await records.locator('.chip', { hasText: 'by canton' }).waitFor();
    await records.locator('#chart-color').focus();
    await vsc().page.keyboard.type('year of');
    records = await explorer().records(SUMMARIZED);
    await eventually(async () => (await drawn(records)).length, GROUPS.length);
    await records.locator('[data-mark][tabindex="0"]').focus();
    await pressInGrid(records, 'ArrowRight', 'ArrowUp');
    const spoken = (await records.locator('[data-mark]:focus').getAttribute('aria-label')) ?? '';
    const [, canton, year] = /^(\S+), (\d{4})/.exec(spoken) ?? assert.fail(spoken);
    await pressInGrid(records, 'Enter');
    const behind = GROUPS.find((group) => group.canton === canton && group.year === year) ?? assert.fail(spoken);
    await showsRecordsOf(explorer(), behind);
    await pressInGrid(await explorer().panel(), 'Alt+ArrowLeft');
    records = await explorer().records(SUMMARIZED);
    await records.locator('.chart-drawing [data-mark]:focus').waitFor();
    await records.locator('#chart-across').focus();
    await vsc().page.keyboard.type('year of');
    await records.locator('#chart-kind').focus();
    await vsc().page.keyboard.type('Line');
    await records.locator('.chart-drawing path[stroke-width="2"]').first().waitFor({ state: 'attached' });
    await eventually(async () => (await drawn(records)).length, GROUPS.length);
    // Lists take all keys for themselves.
    await records.locator('[data-mark][tabindex="0"]').focus();
    await pressInGrid(records, 'Control+k', 'Shift+C');
    await explorer().records(ALL);
  });
}
