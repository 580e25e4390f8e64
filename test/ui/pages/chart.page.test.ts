/** A chart in a page: its marks by pointer, keyboard and screen reader, and its pictures. */
import assert from 'node:assert/strict';
import { eventually } from '../../support/drivers/eventually.ts';
import { useChart } from '../../support/pages/chart/useChart.ts';
import { REFERENCE_CHARTS } from '../../support/charts.ts';
import { themes } from '../../support/pages/themes.ts';
import { wireText } from '../../../src/webview/chart/chartColumns.ts';
import type { ChartSource } from '../../../src/webview/chart/chartContract.ts';

const HOSTILE = '</title><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\u0001';
const cantons = ['Bern', 'Zürich', HOSTILE];
const years = ['2021', '2022'];
/** The count of a canton is 100 more than that of the one before, and of a year 10 more. */
const rows = cantons.flatMap((canton, at) =>
  years.map((year, place) => [canton, year, String(100 * (at + 1) + 10 * place)]),
);

const INCIDENTS: ChartSource = {
  fields: [
    { id: 'canton', type: 'text', kind: 'text' },
    { id: 'reported:year', type: 'text', kind: 'text' },
    { id: 'count', type: 'numeric', kind: 'number' },
  ],
  rows,
  rowCount: rows.length,
  summary: { groups: [{ field: 'canton' }, { field: 'reported', unit: 'year' }], measures: [{ calculate: 'count' }] },
  hasOthers: false,
  title: 'Number of incidents',
};
const SIZE = { width: 800, height: 450 };
const FOOTER = ['Local files, 28 November 2026', `Over 660 records of ${'incidents and '.repeat(40)}others`];

describe('a chart in a page', () => {
  const chart = useChart();
  /** The marks in the order of the rows that they stand for, each with its box and value. */
  const markNamed = (name: RegExp) => chart.page.getByRole('button', { name });
  const middleOf = async (name: RegExp): Promise<readonly [x: number, y: number]> => {
    const box = (await markNamed(name).locator('path').first().boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2];
  };

  beforeEach(async () => {
    await chart.show(INCIDENTS, { kind: 'grouped' });
    await chart.page.evaluate(() => window.fakeChart.calls.splice(0));
  });

  it('has a mark for each value, which is called what it is', async () => {
    const values = await chart.marks.evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-value')));
    assert.deepEqual(values.sort(), rows.map((row) => row[2]).sort());
    assert.equal(await markNamed(/Bern.*2022.*110/).count(), 1);
    const picture = chart.page.getByRole('application', { name: 'Number of incidents' });
    const description = await picture.evaluate((element) => {
      const id = element.getAttribute('aria-describedby') ?? '';
      return document.getElementById(id)?.textContent ?? '';
    });
    assert.match(description, /310.*100.*Arrow keys move/);
  });

  it('is one stop of the Tab key, and arrows go from mark to mark', async () => {
    await chart.press('Tab');
    assert.match((await chart.focusedName()) ?? '', /Bern.*2021/);
    await chart.press('ArrowRight');
    assert.match((await chart.focusedName()) ?? '', /Zürich.*2021/);
    await chart.press('ArrowDown');
    assert.match((await chart.focusedName()) ?? '', /Zürich.*2022/);
    await chart.press('Home');
    assert.match((await chart.focusedName()) ?? '', /Bern.*2022/);
    await chart.press('ArrowLeft', 'ArrowDown');
    assert.match((await chart.focusedName()) ?? '', /Bern.*2022/);
    await chart.press('End', 'ArrowUp');
    assert.match((await chart.focusedName()) ?? '', /2021.*300/);
    await chart.press('Tab');
    assert.equal(await chart.focusedName(), null);
    await chart.press('Shift+Tab');
    assert.match((await chart.focusedName()) ?? '', /2021.*300/);
  });

  it('goes up in a stacked bar as its parts are stacked', async () => {
    await chart.show(INCIDENTS, { kind: 'stacked' });
    await chart.focus();
    const [, before] = await middleOf(/Bern.*2021/);
    await chart.press('ArrowUp');
    assert.match((await chart.focusedName()) ?? '', /Bern.*2022/);
    assert.ok((await middleOf(/Bern.*2022/))[1] < before);
  });

  it('opens the records of a mark by Enter and by click', async () => {
    await chart.focus();
    await chart.press('ArrowRight', 'Enter');
    await chart.page.mouse.click(...(await middleOf(/Bern.*2022/)));
    assert.deepEqual(await chart.calls(), [
      ['onOpen', 2],
      ['onOpen', 1],
    ]);
  });

  it('says why a mark that stands for several groups isn’t opened', async () => {
    const many = Array.from({ length: 30 }, (_, at) => [`canton ${String(at)}`, '2021', String(100 - at)]);
    await chart.show({ ...INCIDENTS, rows: many, rowCount: many.length }, { kind: 'bars' });
    await chart.focus();
    await chart.press('End', 'Enter');
    const said = ['announce', 'This stands for several groups. The table shows each.'];
    assert.deepEqual((await chart.calls()).at(-1), said);
    assert.match(await chart.tip.innerText(), /several groups/);
    await chart.page.locator('.chart-notes', { hasText: '(others)' }).waitFor();
  });

  it('shows exact values beside a mark that has the focus, until Escape, which then leaves the chart', async () => {
    assert.equal(await chart.tip.isVisible(), false);
    await chart.press('Tab');
    assert.match(await chart.tip.innerText(), /^Bern.*2021\n[^]*100[^]*\nClick or Enter: show these records$/);
    await chart.press('Escape');
    assert.equal(await chart.tip.isVisible(), false);
    assert.equal(await chart.page.locator('.chart-ring').isVisible(), true);
    assert.deepEqual(await chart.calls(), []);
    await chart.press('Escape');
    assert.deepEqual(await chart.calls(), [['onEscape']]);
  });

  it('shows them beside the pointer, which can move onto the tooltip', async () => {
    await chart.page.mouse.move(...(await middleOf(/Zürich.*2022/)));
    assert.match(await chart.tip.innerText(), /Zürich/);
    const { x, y, width, height } = (await chart.tip.boundingBox())!;
    assert.ok(x >= 0 && y >= 0 && x + width <= 1200 && y + height <= 700);
    await chart.page.mouse.move(x + width / 2, y + height / 2);
    await chart.page.waitForTimeout(400);
    assert.match(await chart.tip.innerText(), /Zürich/);
    await chart.press('Escape');
    assert.equal(await chart.tip.isVisible(), false);
    await chart.page.mouse.move(...(await middleOf(/Bern.*2021/)));
    assert.match(await chart.tip.innerText(), /Bern/);
    await chart.page.mouse.move(2, 2);
    await eventually(() => chart.tip.isVisible(), false);
  });

  it('is drawn anew in another size and in another theme, and keeps the focus', async () => {
    await chart.focus();
    await chart.press('ArrowRight');
    const name = await chart.focusedName();
    const fills = () =>
      chart.marks.locator('path').evaluateAll((paths) => paths.map((path) => path.getAttribute('fill')));
    const before = await fills();
    await chart.page.evaluate(() => document.documentElement.style.setProperty('--vscode-charts-blue', '#00000080'));
    await eventually(async () => (await fills())[0] !== before[0], true);
    assert.ok((await fills()).every((fill) => /^#[\da-f]{6}$/.test(fill ?? '')));
    await chart.page.setViewportSize({ width: 400, height: 600 });
    await eventually(async () => Number(await chart.page.locator('.chart-drawing').getAttribute('width')), 400);
    assert.equal(await chart.focusedName(), name);
  });

  it('scrolls where it has too little room', async () => {
    await chart.page.setViewportSize({ width: 200, height: 150 });
    const scrolled = () =>
      chart.page.locator('.chart').evaluate((element) => [element.scrollWidth > 200, element.scrollHeight > 200]);
    await eventually(scrolled, [true, true]);
    assert.equal(await chart.marks.count(), rows.length);
  });

  it('tells screen readers in a sentence what another chart shows', async () => {
    await chart.show(INCIDENTS, { kind: 'grouped' });
    await chart.show(INCIDENTS, { kind: 'stacked' });
    const [said, ...others] = await chart.calls();
    assert.deepEqual(others, []);
    assert.match(String(said?.[1]), /^Bars, stacked: .*count 310/);
  });

  it('says in words why nothing is drawn, and draws again afterwards', async () => {
    await chart.focus();
    const answer = await chart.show({ ...INCIDENTS, rows: [], rowCount: 0 });
    assert.ok('problem' in answer);
    assert.equal(await chart.page.locator('.chart-problem').innerText(), answer.problem);
    assert.equal(await chart.page.evaluate(() => document.activeElement?.className), 'chart-problem');
    assert.deepEqual((await chart.calls()).at(-1), ['announce', answer.problem]);
    await chart.show(INCIDENTS);
    assert.equal(await chart.marks.count(), rows.length);
  });

  it('becomes an SVG document with every value, in which no text is markup', async () => {
    const text = await chart.svg({ ...SIZE, footer: FOOTER });
    const read = await chart.page.evaluate((source) => {
      const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
      const all = [...parsed.querySelectorAll('*')];
      return {
        names: [...new Set(all.map(({ nodeName }) => nodeName))].sort(),
        attributes: [...new Set(all.flatMap((each) => each.getAttributeNames()))].filter((name) =>
          /^on|style/.test(name),
        ),
        values: [...parsed.querySelectorAll('[data-value]')].map((mark) => mark.getAttribute('data-value')),
        titles: [...parsed.querySelectorAll('[data-value] title')].map(({ textContent }) => textContent),
        texts: [...parsed.querySelectorAll('text')].map(({ textContent }) => textContent),
      };
    }, text);
    assert.deepEqual(read.names, ['desc', 'g', 'path', 'svg', 'text', 'title']);
    assert.deepEqual(read.attributes, []);
    assert.deepEqual(read.values.sort(), rows.map((row) => row[2]).sort());
    assert.ok(read.titles.some((title) => /Bern.*2022\n[^]*110/.test(title)));
    assert.ok(read.texts.includes(FOOTER[0]!));
    assert.ok(!text.includes('<!--') && !text.includes('\u0001'));
    // The long line is on several ones, of which none is cut.
    assert.equal(
      read.texts
        .filter((line) => line.includes('incidents and'))
        .join('')
        .trim(),
      FOOTER[1],
    );
  });

  it('becomes one with the values of the result, whatever they are', async () => {
    let compared = 0;
    for (const { name, source } of REFERENCE_CHARTS) {
      await chart.showReference(name);
      const text = await chart.svg({ ...SIZE, footer: [] });
      const values = await chart.page.evaluate((svg) => {
        const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
        if (parsed.querySelector('parsererror')) return undefined;
        return [...parsed.querySelectorAll('[data-value]')].map((mark) => mark.getAttribute('data-value'));
      }, text);
      assert.ok(values, name);
      // Each row is a mark, unless some are together or left out.
      const { groups } = source.summary ?? { groups: [] };
      if (values.length !== source.rows.length || groups.length === 0) continue;
      const ofRows = source.rows.map((row) => wireText(row[groups.length]));
      assert.deepEqual(values.sort(), ofRows.sort(), name);
      compared++;
    }
    assert.ok(compared > 15);
  });

  it('becomes a PNG that looks like the SVG', async () => {
    // In high contrast, bars have patterns.
    for (const theme of themes.slice(0, 2)) {
      await chart.reopen({ theme });
      await chart.show(INCIDENTS, { kind: 'grouped' });
      const options = { ...SIZE, footer: FOOTER };
      const bars = await chart.page.evaluate(
        (source) => {
          const parsed = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement;
          document.body.append(parsed);
          const boxes = [...parsed.querySelectorAll<SVGPathElement>('[data-value] path:first-of-type')].map((path) => {
            const { x, y, width, height } = path.getBBox();
            return { x: x + width / 2, y: y + height / 2, fill: path.getAttribute('fill') };
          });
          parsed.remove();
          return boxes;
        },
        await chart.svg(options),
      );
      const points = bars.map(({ x, y }) => [x, y] as const);
      const colors = await chart.page.evaluate(([how, where]) => window.fakeChart.pngColors(how, where), [
        options,
        [...points, [2, 2] as const],
      ] as const);
      const background = theme.colours['editor-background'];
      assert.deepEqual(colors, [...bars.map(({ fill }) => fill), background], theme.name);
    }
  });
});
