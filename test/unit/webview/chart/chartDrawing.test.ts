import assert from 'node:assert/strict';
import { add, compare, type ExactDecimal, parseDecimal, ZERO } from '../../../../src/base/exactDecimal.ts';
import type { ChartSource, Drawing, Mark } from '../../../../src/webview/chart/chartContract.ts';
import { drawChart } from '../../../../src/webview/chart/chartDrawing.ts';
import { wireText } from '../../../../src/webview/chart/chartColumns.ts';
import { checkDrawing } from '../../../support/drawings.ts';
import { chartFrame, chartSummary, REFERENCE_CHARTS, type ReferenceChart } from '../../../support/charts.ts';

const drawingOf = ({ source, choice, ...look }: Omit<ReferenceChart, 'name'>): Drawing => {
  const drawing = drawChart(source, choice, chartFrame(look));
  assert.ok('marks' in drawing, JSON.stringify(drawing));
  return drawing;
};
const charts = new Map(REFERENCE_CHARTS.map((chart) => [chart.name, chart]));
const named = (name: string): ReferenceChart => charts.get(name)!;
const drawn = REFERENCE_CHARTS.map((chart) => ({
  ...chart,
  drawing: drawChart(chart.source, chart.choice, chartFrame(chart)),
}));

/** Words of a drawing in place of marks. */
const problems = new Map([
  ['none', 'There is nothing to draw: the result is empty.'],
  ['all NULL', 'There is nothing to draw: "mean of damage" has no finite numbers.'],
]);

/** The exact combination of a mark's rows: their sum. */
function sumOf({ source }: ReferenceChart, { rows }: Mark, up: string): ExactDecimal {
  const place = source.fields.findIndex(({ id }) => id === up);
  return rows.map((row) => parseDecimal(wireText(source.rows[row]?.[place]))!).reduce(add, ZERO);
}

describe('A chart', () => {
  for (const { name, drawing, source } of drawn)
    it(`is drawn inside its frame, without overlapping texts, or says why not: ${name}`, () => {
      assert.equal('problem' in drawing ? drawing.problem : undefined, problems.get(name));
      if ('problem' in drawing) return;
      checkDrawing(drawing);
      assert.ok(drawing.marks.length > 0 && drawing.sentence !== '');
      assert.deepEqual(
        drawing.marks.flatMap(({ rows }) => rows).filter((row) => source.rows[row] === undefined),
        [],
      );
    });

  for (const chart of drawn)
    it(`draws exactly the values of its result: ${chart.name}`, () => {
      if ('problem' in chart.drawing) return;
      const { marks, used } = chart.drawing;
      for (const mark of marks)
        assert.equal(compare(parseDecimal(mark.value)!, sumOf(chart, mark, used.up ?? '')), 0, mark.spoken);
      const rows = marks.flatMap((mark) => mark.rows);
      assert.equal(new Set(rows).size, rows.length, 'a row is in two marks');
    });

  it('has bars from 0 whose heights are proportional to their values', () => {
    for (const name of ['bars', 'grouped', 'stacked', 'negative', 'stacked negatives', 'a quadrillion', 'histogram']) {
      const { marks } = drawingOf(named(name));
      const heights = marks.map((mark) => {
        const [, top = '', bottom = ''] =
          /^M[^,]+,([-\d.]+)H[-\d.]+V([-\d.]+)/.exec((mark.shapes[0] as { d: string }).d) ?? [];
        return { value: Math.abs(Number(mark.value)), height: Number(bottom) - Number(top) };
      });
      const most = heights.reduce((one, other) => (other.value > one.value ? other : one));
      for (const { value, height } of heights)
        assert.ok(Math.abs(height - (value / most.value) * most.height) < 0.05, `${name}: ${value} is ${height} px`);
    }
  });

  it('has bars of 0 in missing months of a count, and gaps in its line', () => {
    const bars = drawingOf(named('bars with missing months'));
    assert.equal(bars.marks.filter(({ rows, value }) => rows.length === 0 && value === '0').length, 10);
    const means: ReferenceChart = { ...named('bars with missing months'), choice: { kind: 'line' } };
    const line = drawingOf(means);
    assert.equal(line.marks.length, 30);
    assert.match(line.sentence, /30 values\..* Smallest: 2024-01: count 113\.$/);
    const path = line.shapes.find((shape) => shape.is === 'path' && shape.strokeWidth === 2);
    assert.equal(path?.is === 'path' ? path.d.split('M').length - 1 : 0, 6);
  });

  it('has a place for each weekday, which is 0 only in a count', () => {
    assert.deepEqual(
      drawingOf(named('weekdays')).marks.map(({ value }) => value),
      ['30', '50', '0', '10', '0', '0', '80'],
    );
    const group = { field: 'day', unit: 'weekday' } as const;
    const source = chartSummary([group], [{ calculate: 'mean', field: 'age' }], [[6, 2.5]], { kinds: ['number'] });
    const { marks, shapes } = drawingOf({ source, choice: {} });
    assert.deepEqual(marks[0]?.tip, ['Saturday', 'mean of age: 2.5']);
    assert.equal(marks.length, 1);
    assert.ok(shapes.some((shape) => shape.is === 'text' && shape.text === 'Mon'));
  });

  it('draws the largest 20 of many groups and adds up the rest exactly', () => {
    const { marks, remarks } = drawingOf(named('1,000 groups'));
    assert.equal(marks.length, 21);
    assert.equal(marks.at(-1)?.rows.length, 980);
    assert.deepEqual(remarks, ['Added up in (others): 980 more of municipality.']);
  });

  it('says its kind, extent and ends in one sentence', () => {
    const { sentence } = drawingOf(named('1,000 groups'));
    assert.match(
      sentence,
      /^Bars: count by municipality\. 21 values\. Largest: Municipality \d+: count 4,99\d\. Smallest: /,
    );
    assert.equal(drawingOf(named('one record')).sentence, 'Bars: count by canton. One value: Bern: count 1.');
  });

  it('leaves out what it cannot combine, and says so', () => {
    const rows = Array.from({ length: 30 }, (_, place) => [`Municipality ${place}`, place]);
    const source = chartSummary([{ field: 'municipality' }], [{ calculate: 'mean', field: 'age' }], rows);
    const { marks, remarks } = drawingOf({ source, choice: {} });
    assert.equal(marks.length, 20);
    assert.deepEqual(remarks, [
      'Left out, because "mean of age" can\'t be combined: 10 more of municipality. The table has them.',
    ]);
  });

  it('goes over to larger periods and bins where there are more groups than pixels', () => {
    const { marks, remarks } = drawingOf(named('300 years of days'));
    assert.equal(marks.length, 300);
    assert.deepEqual(remarks, ['Drawn by year of observed, because there are more groups than pixels.']);
    const rows = Array.from({ length: 3000 }, (_, place) => [place * 5, 1]);
    const bins = drawingOf({
      source: chartSummary([{ field: 'age', width: '5' }], [{ calculate: 'count' }], rows),
      choice: {},
    });
    assert.equal(bins.marks.length, 600);
    assert.deepEqual(bins.remarks, ['Drawn by age in steps of 25, because there are more groups than pixels.']);
    assert.deepEqual(bins.marks[1]?.tip, ['25 to 50', 'count: 5', '5 groups together']);
  });

  it('combines the greatest values of many groups', () => {
    const rows = Array.from({ length: 30 }, (_, place) => [`Municipality ${place}`, { n: `${place}.50` }]);
    const source = chartSummary([{ field: 'municipality' }], [{ calculate: 'max', field: 'age' }], rows);
    const { marks, remarks } = drawingOf({ source, choice: {} });
    assert.equal(marks.at(-1)?.value, '29.50');
    assert.deepEqual(remarks, ['Together in (others): 10 more of municipality.']);
  });

  it('chooses the kind by the groups, and what is across', () => {
    const count = { calculate: 'count' } as const;
    const used = (source: ChartSource, choice = {}) => drawingOf({ source, choice }).used;
    const kinds = ['bars', 'stacked', 'means', 'line', 'lines of series', 'histogram', 'weekdays', 'points'];
    assert.deepEqual(
      kinds.map((name) => used(named(name).source).kind),
      ['bars', 'stacked', 'grouped', 'line', 'line', 'histogram', 'bars', 'scatter'],
    );
    assert.equal(used(named('means').source, { kind: 'stacked' }).kind, 'grouped');
    assert.equal(used(named('bars').source, { kind: 'histogram' }).kind, 'bars');
    const years = Array.from({ length: 20 }, (_, place) => ['Bern', String(2000 + place), place]);
    const source = chartSummary([{ field: 'canton' }, { field: 'day', unit: 'year' }], [count], years);
    assert.deepEqual(used(source), { kind: 'line', across: 'day:year', up: 'count', color: 'canton' });
    assert.deepEqual(used(source, { across: 'canton', kind: 'grouped' }), {
      ...{ kind: 'grouped', across: 'canton', up: 'count', color: 'day:year' },
    });
  });

  it('draws points of the loaded records, and tells what each stands for', () => {
    const { marks, remarks, sentence } = drawingOf(named('points'));
    assert.equal(marks.length, 376);
    assert.deepEqual(remarks, [
      'Drawn are the first 400 of 1,000,000.',
      'NULL or not finite, so not drawn: 24 of 400 values of temperature.',
    ]);
    assert.match(
      sentence,
      /^Points: temperature against depth\. 376 values\. Largest: depth: [\d.]+, temperature: 259\. /,
    );
    assert.deepEqual(marks[0]?.tip, ['depth: 3.5', 'temperature: 211']);
    const groups = drawingOf({ ...named('stacked'), choice: { kind: 'scatter', across: 'canton' } });
    assert.deepEqual(groups.used, { kind: 'scatter', across: 'count', up: 'sum:damage' });
    assert.ok(groups.marks.some(({ spoken }) => spoken.includes('canton: Bern, year of reported: 2023, count: ')));
  });

  it('tells exact values with their units, and all calculations of a group', () => {
    const { marks, shapes } = drawingOf(named('grouped'));
    assert.deepEqual(marks[0]?.tip, ['Zürich, 2021', 'count: 4,729', 'sum of damage: 329.50 CHF']);
    assert.equal(marks[0].spoken, 'Zürich, 2021: count 4,729');
    const sums = drawingOf({ ...named('grouped'), choice: { up: 'sum:damage' } });
    assert.ok(sums.shapes.some((shape) => shape.is === 'text' && shape.text === 'sum of damage (CHF)'));
    assert.ok(shapes.some((shape) => shape.is === 'text' && shape.text === 'canton'));
    const german = drawChart(named('grouped').source, {}, chartFrame({}, { language: 'de' }));
    assert.ok('marks' in german && german.marks[0]?.spoken === 'Zürich, 2021: count 4.729');
  });

  it('tells series apart by patterns in high contrast, and where colours repeat', () => {
    const patterns = (drawing: Drawing) => new Set(drawing.marks.map(({ shapes }) => shapes.length > 1));
    assert.deepEqual([...patterns(drawingOf(named('stacked')))], [false]);
    assert.deepEqual([...patterns(drawingOf(named('high contrast')))], [false, true]);
    const { colors } = chartFrame({});
    const few = chartFrame({}, { colors: { ...colors, series: colors.series.slice(0, 2) } });
    const drawing = drawChart(named('stacked').source, {}, few);
    assert.ok('marks' in drawing);
    assert.deepEqual([...patterns(drawing)], [false, true]);
  });

  it('cuts long names, in their own direction', () => {
    const { shapes, marks } = drawingOf(named('long and right-to-left names'));
    const texts = shapes.flatMap((shape) => (shape.is === 'text' ? [shape.text] : []));
    assert.ok(texts.some((text) => text.startsWith('Eidgenössisches') && text.endsWith('…')));
    assert.ok(texts.some((text) => text.startsWith('\u2068وزارة') && text.endsWith('…\u2069')));
    assert.equal(marks[0]?.tip[0], 'Eidgenössisches Departement für Umwelt, Verkehr, Energie und Kommunikation');
    assert.equal(marks[4]?.tip[0], 'a‹U+202E›b↵c‹U+0000›');
  });

  it("says when an axis doesn't begin at 0", () => {
    const rows = [2019, 2020, 2021].map((year, place) => [String(year), { n: `${place + 4000}.5` }]);
    const source = chartSummary([{ field: 'day', unit: 'year' }], [{ calculate: 'mean', field: 'height' }], rows);
    assert.deepEqual(drawingOf({ source, choice: { kind: 'line' } }).remarks, ["The axis doesn't begin at 0."]);
    assert.deepEqual(drawingOf({ source, choice: {} }).remarks, []);
  });

  it('is drawn of many groups of three fields in little time', () => {
    const rows = Array.from({ length: 20_000 }, (_, place) => [
      `a${place % 30}`,
      `b${place % 700}`,
      `c${place}`,
      place,
    ]);
    const groups = [{ field: 'a' }, { field: 'b' }, { field: 'c' }];
    const begin = performance.now();
    const { marks } = drawingOf({ source: chartSummary(groups, [{ calculate: 'count' }], rows), choice: {} });
    assert.ok(performance.now() - begin < 3000);
    assert.equal(marks.flatMap((mark) => mark.rows).length, 20_000);
  });

  it("doesn't take a value for NULL or the others", () => {
    const { marks } = drawingOf(named('NULL and others'));
    assert.deepEqual(
      marks.slice(-5).map(({ tip }) => tip[0]),
      ['"NULL"', '"(others)"', 'empty text', '(others)', 'NULL'],
    );
    assert.deepEqual(marks.map(({ rows }) => rows[0]).slice(-2), [10, 6]);
  });

  it('says what cannot be drawn', () => {
    const { source } = named('bars');
    const problemOf = (of: ChartSource, choice = {}, look = chartFrame({})) => {
      const drawing = drawChart(of, choice, look);
      return 'problem' in drawing ? drawing.problem : 'drawn';
    };
    const gone = (name: string) => `The result has no column "${name}" to draw. Choose another one.`;
    assert.equal(problemOf(source, { across: 'gone' }), gone('gone'));
    assert.equal(problemOf(source, { up: 'gone' }), gone('gone'));
    assert.equal(problemOf(source, { color: 'a\u202E' }), gone('a‹U+202E›'));
    assert.equal(
      problemOf(chartSummary([], [{ calculate: 'count' }], [[3]])),
      'A chart needs groups. Add one to the summary.',
    );
    assert.equal(problemOf(source, {}, chartFrame({ width: 100 })), 'There is too little room for a chart.');
    const rows = Array.from({ length: 6000 }, (_, place) => [place * 7, 0.5]);
    const means = chartSummary([{ field: 'age', width: '7' }], [{ calculate: 'mean', field: 'age' }], rows);
    assert.equal(
      problemOf(means),
      'There are too many values to draw: 6,000. Up to 5,000 can be drawn. The table has them all.',
    );
  });
});
