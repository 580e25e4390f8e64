/**
 * What reference charts look like in a browser. Their pictures lie in build/shots/, to be looked at, and those of every day
 * are compared with stored ones.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { shotsDir } from '../../../tools/vscode/projectPaths.ts';
import { REFERENCE_CHARTS } from '../../support/charts.ts';
import { type ChartDriver, useChart } from '../../support/pages/chart/useChart.ts';
import { differenceFromStored, pictureDifference } from '../../support/pages/chart/storedPicture.ts';
import { themes } from '../../support/pages/themes.ts';
import { violations } from '../../support/pages/violations.ts';
import { isFull } from '../../support/results/full.ts';

/** The greatest share of pixels that may differ: edges of letters, which depend on the fonts of the machine. */
const MOST_DIFFERENT = 0.015;

describe('the picture of each reference chart', () => {
  const chart = useChart();
  const [dark, light, ...others] = themes;
  const narrow = { theme: dark!, width: 400, height: 480 };
  // A window of 1200 px at 200 %.
  const zoomed = { theme: light!, width: 600, height: 310, emulate: { deviceScaleFactor: 2 } };
  const wide = [dark!, light!, ...others.slice(0, 2)].map((theme) => ({ theme, width: 1200, height: 620 }));
  // The panel's tests see a chart in each theme every day.
  const compared = [narrow, wide[2]!];
  const looks = isFull ? [...wide, narrow, zoomed] : compared;
  for (const look of looks)
    it(`has texts that are whole and apart in the theme ${look.theme.name}, ${look.width} px wide`, async () => {
      await chart.reopen(look);
      for (const { name } of REFERENCE_CHARTS) {
        await chart.showReference(name);
        const file = `chart-${name.replace(/\W+/g, '-')}-${look.theme.name}-${look.width}.png`;
        const shot = await chart.page.screenshot({ path: path.join(shotsDir, file) });
        assert.deepEqual(await touchingTexts(chart), [], name);
        if (!compared.includes(look)) continue;
        const difference = await differenceFromStored(chart.page, path.parse(file).name, shot);
        assert.ok(difference <= MOST_DIFFERENT, `${name}: ${(100 * difference).toFixed(2)} % of the picture differs`);
      }
      for (const { name } of REFERENCE_CHARTS.slice(0, 4)) {
        await chart.showReference(name);
        await chart.focus();
        assert.deepEqual(await violations(chart.page), []);
      }
    });

  it('differs from that of another chart and from that of other values', async () => {
    await chart.reopen(narrow);
    const shots: Buffer[] = [];
    for (const { name } of REFERENCE_CHARTS.slice(0, 3)) {
      await chart.showReference(name);
      shots.push(await chart.page.screenshot());
    }
    const [first, ...others] = shots;
    assert.equal(await pictureDifference(chart.page, first!, first!), 0);
    for (const other of others) assert.ok((await pictureDifference(chart.page, first!, other)) > MOST_DIFFERENT);
  });
});

/** Texts of the drawing that lie on each other or are cut off. Turned ones are left out. */
function touchingTexts({ page }: ChartDriver): Promise<readonly string[]> {
  return page.evaluate(() => {
    const drawing = document.querySelector<SVGSVGElement>('.chart-drawing');
    const [width, height] = [drawing?.clientWidth ?? 0, drawing?.clientHeight ?? 0];
    const texts = [...document.querySelectorAll<SVGTextElement>('.chart-drawing text')].map((element) => {
      const { x, y, width: wide, height: high } = element.getBBox();
      const turn = element.getAttribute('transform');
      return { text: element.textContent, turn, left: x, right: x + wide, top: y + 2, bottom: y + high - 2 };
    });
    const cut = texts.filter((one) => !one.turn && (one.left < 0 || one.right > width || one.bottom > height));
    const touching = texts.flatMap((a, at) =>
      texts
        .slice(at + 1)
        .filter((b) => !a.turn && !b.turn)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((b) => `${a.text} | ${b.text}`),
    );
    return [...cut.map(({ text }) => text), ...touching];
  });
}
