/** What people do with a chart of incidents by canton and year, beginning with the groups as a table. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { eventually } from '../drivers/eventually.ts';
import { Explorer } from '../drivers/explorer.ts';
import { pressInGrid } from '../drivers/pressInGrid.ts';
import { groupsBySum } from './incidents.ts';
import type { SummarySubject } from './summaries.ts';

const GROUPS = groupsBySum();
const SUMMARIZED = new RegExp(`^${String(GROUPS.length)} groups`);
const SIZE = { width: 1200, height: 675 };

/** The values that are drawn, in the order of their texts. */
async function drawnValues(records: Frame): Promise<readonly string[]> {
  const marks = await records.locator('.chart-drawing [data-mark]').all();
  const values = await Promise.all(marks.map((mark) => mark.getAttribute('data-value')));
  return values.map((value) => value ?? '').sort();
}

const counts = GROUPS.map(({ count }) => String(count)).sort();
const sums = GROUPS.map(({ sum }) => sum).sort();

/** The records behind the mark of a group. */
function recordsOf({ canton, year }: { readonly canton: string; readonly year: string }): RegExp {
  const count = GROUPS.find((group) => group.canton === canton && group.year === year)?.count;
  return new RegExp(`^${String(count)} matching records`);
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

export function chartByMouse({ vsc, name, folder }: SummarySubject): void {
  const explorer = () => new Explorer(vsc());
  const shown = () => explorer().records(SUMMARIZED);
  const choose = async (list: 'kind' | 'across' | 'up', label: string) => {
    await (await shown()).locator(`#chart-${list}`).selectOption({ label });
  };

  it('draws the groups by the switch in the bar', async () => {
    const records = await shown();
    await records.getByRole('button', { name: 'Chart', exact: true }).click();
    await choose('kind', 'Bars, stacked');
    await eventually(() => drawnValues(records), counts);
    await choose('up', 'sum of damage');
    await eventually(async () => drawnValues(await shown()), sums);
  });

  it('draws them as a line for each canton, from year to year', async () => {
    await choose('across', 'year of reported');
    const ofYears = async () => (await shown()).locator('.chart-drawing', { hasText: '2021' });
    await eventually(async () => (await ofYears()).count(), 1);
    await choose('kind', 'Line');
    await eventually(async () => drawnValues(await shown()), sums);
    assert.equal(await (await shown()).locator('#chart-color option:checked').textContent(), 'canton');
    await choose('across', 'canton');
    await choose('kind', 'Bars, stacked');
  });

  it('saves them as SVG and as PNG, which show the same', async function () {
    this.timeout(60_000);
    const records = await shown();
    for (const format of ['SVG', 'PNG']) {
      await records.getByRole('button', { name: 'Save as SVG or PNG…' }).click();
      await vsc().quickInput.pick(`${format} ${String(SIZE.width)} × ${String(SIZE.height)}`);
      const file = path.join(folder(), `${name}.${format.toLowerCase()}`);
      await vsc().quickInput.saveTo(file, path.extname(file));
      await records.getByText(`Saved the chart as ${path.basename(file)}.`).first().waitFor();
    }
    const [svg, png] = ['svg', 'png'].map((ending) => path.join(folder(), `${name}.${ending}`)) as [string, string];
    const bars = barsOf(fs.readFileSync(svg, 'utf8'));
    assert.deepEqual(bars.map(({ value }) => value).sort(), sums);
    const painted = await colorsOf(
      records,
      fs.readFileSync(png),
      bars.map(({ middle }) => middle),
    );
    assert.deepEqual(
      painted,
      bars.map(({ color }) => color),
    );
    for (const file of [svg, png]) fs.rmSync(file);
  });

  it('opens the records behind a bar, and comes back to the chart', async () => {
    const bar = (await shown()).getByRole('button', { name: /^Bern, 2022/ });
    await bar.locator('path').first().click();
    await explorer().records(recordsOf({ canton: 'Bern', year: '2022' }));
    await (await explorer().panel()).getByRole('button', { name: 'Previous Query' }).click();
    const records = await shown();
    await eventually(() => drawnValues(records), sums);
    await records.getByRole('button', { name: 'Table', exact: true }).click();
    await records.locator('.chart-drawing').waitFor({ state: 'hidden' });
  });
}

export function chartByKeyboard({ vsc }: SummarySubject): void {
  const explorer = () => new Explorer(vsc());

  it('draws the groups, goes from bar to bar, opens the records behind one and comes back', async function () {
    this.timeout(60_000);
    let records = await explorer().records(SUMMARIZED);
    await records.locator('.records-grid:focus-within').waitFor();
    await pressInGrid(records, 'Control+k', 'Shift+C');
    await records.locator('[data-mark]:focus').waitFor();
    await pressInGrid(records, 'ArrowRight', 'ArrowUp');
    const spoken = (await records.locator('[data-mark]:focus').getAttribute('aria-label')) ?? '';
    const [, canton = '', year = ''] = /^(\S+), (\d{4})/.exec(spoken) ?? assert.fail(spoken);
    await pressInGrid(records, 'Enter');
    await explorer().records(recordsOf({ canton, year }));
    await pressInGrid(await explorer().panel(), 'Alt+ArrowLeft');
    records = await explorer().records(SUMMARIZED);
    await records.locator('[data-mark]:focus').waitFor();
    await pressInGrid(records, 'Control+k', 'Shift+C');
    await records.locator('.records-grid:focus-within').waitFor();
  });
}
