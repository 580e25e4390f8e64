import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { WireCell } from '../../../../src/base/cells.ts';
import { CHART_KINDS } from '../../../../src/datastore/query/chartChoice.ts';
import type { Drawing, NoDrawing } from '../../../../src/webview/chart/chartContract.ts';
import { drawChart } from '../../../../src/webview/chart/chartDrawing.ts';
import { chartFrame, chartSummary, REFERENCE_CHARTS } from '../../../support/charts.ts';
import { checkDrawing } from '../../../support/drawings.ts';

const check = (drawing: Drawing | NoDrawing): void => {
  if ('problem' in drawing) assert.notEqual(drawing.problem, '');
  else checkDrawing(drawing);
};

const anyNumber = fc.oneof(
  fc.integer(),
  fc.double().map((n) => ({ n: String(n) })),
  fc.constant(null),
  fc.constantFrom<WireCell[]>(
    { n: '1e999' },
    { n: '-1e-999' },
    { n: '1e308' },
    { n: '-1e308' },
    'Infinity',
    'NaN',
    true,
  ),
  fc.constantFrom<WireCell[]>({ t: 'abc', length: 9000 }, { j: '[1]' }),
);
const size = (from: number, most: number) => fc.integer({ min: from, max: most });

describe('Any chart', () => {
  it('is drawn for any names, numbers and sizes, or says why not', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constant(null),
      fc.integer(),
      fc.constantFrom('NaN', '2021-W53', '2021-13-77', '-44', '9'.repeat(500)),
    );
    const group = fc.constantFrom(
      { field: 'f' },
      { field: 'f', unit: 'week' as const },
      { field: 'f', unit: 'weekday' as const },
      { field: 'f', unit: 'year' as const },
      { field: 'f', width: '0.001' },
    );
    const rows = fc.array(fc.tuple(cell, cell, anyNumber), { maxLength: 40 });
    const kind = fc.constantFrom(...CHART_KINDS);
    const measure = fc.constantFrom('sum' as const, 'max' as const, 'mean' as const);
    fc.assert(
      fc.property(
        group,
        rows,
        kind,
        measure,
        size(0, 900),
        fc.boolean(),
        (one, cells, chosen, calculate, width, hasOthers) => {
          const source = chartSummary([one, { field: 'color' }], [{ calculate, field: 'v' }], cells, { hasOthers });
          check(drawChart(source, { kind: chosen }, chartFrame({ width })));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is drawn of any points', () => {
    const fields = ['a', 'b'].map((id) => ({ id, type: 'numeric', kind: 'number' as const }));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyNumber, anyNumber), { maxLength: 50 }),
        size(50, 1200),
        size(50, 900),
        size(9, 40),
        (rows, width, height, fontSize) => {
          const source = { fields, rows, rowCount: rows.length, hasOthers: false, title: 't'.repeat(200) };
          check(drawChart(source, {}, chartFrame({ width }, { height, fontSize })));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is drawn in any size and kind', () => {
    const charts = REFERENCE_CHARTS.filter(({ source }) => source.rows.length < 2000);
    fc.assert(
      fc.property(
        fc.constantFrom(...charts),
        size(100, 1200),
        size(100, 900),
        size(9, 26),
        fc.constantFrom(...CHART_KINDS),
        (chart, width, height, fontSize, kind) => {
          check(drawChart(chart.source, { kind }, chartFrame({ width }, { height, fontSize })));
        },
      ),
      { numRuns: 300 },
    );
  });
});
