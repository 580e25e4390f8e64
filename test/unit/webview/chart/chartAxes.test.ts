import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dayOf, periodText } from '../../../../src/base/calendarDay.ts';
import { add, compare, decimalText, parseDecimal, ZERO } from '../../../../src/base/exactDecimal.ts';
import type { FieldKind } from '../../../../src/base/field.ts';
import type { SummaryGroup } from '../../../../src/datastore/query/summary.ts';
import type { ChartChoice } from '../../../../src/datastore/query/chartChoice.ts';
import type { Drawing } from '../../../../src/webview/chart/chartContract.ts';
import { drawChart } from '../../../../src/webview/chart/chartDrawing.ts';
import { tickTexts } from '../../../../src/webview/chart/chartNumbers.ts';
import { chartFrame, chartSummary } from '../../../support/charts.ts';

type Counts = readonly (readonly [string | number, number | string])[];

/** A chart of counts, or sums of texts, by one group. */
function drawing(
  group: SummaryGroup,
  counts: Counts,
  choice: ChartChoice = {},
  kind?: FieldKind,
  width = 800,
): Drawing {
  const rows = counts.map(([value, count]) => [value, typeof count === 'string' ? { n: count } : count]);
  const measure = counts.some(([, count]) => typeof count === 'string')
    ? ({ calculate: 'sum', field: 'amount' } as const)
    : ({ calculate: 'count' } as const);
  const drawn = drawChart(
    chartSummary([group], [measure], rows, kind && { kinds: [kind] }),
    choice,
    chartFrame({ width }),
  );
  assert.ok('marks' in drawn, JSON.stringify(drawn));
  return drawn;
}

/** Texts below the axis, from left to right. */
function labels({ shapes }: Drawing): readonly string[] {
  return shapes.flatMap((shape) =>
    shape.is === 'text' && (shape.anchor === 'middle' || shape.turn) ? [shape.text] : [],
  );
}

describe('The axes of a chart', () => {
  for (const [ticks, power, texts] of [
    [[0, 5000, 10_000], 0, ['0', '5,000', '10,000']],
    [[0, 500_000, 1_000_000, 1_500_000], 0, ['0', '500K', '1M', '1.5M']],
    [[0, 0.1, 0.2, 0.30000000000000004], 0, ['0', '0.1', '0.2', '0.3']],
    [[-2e-7, 0], 0, ['-2E-7', '0']],
    [[0, 1e15], 0, ['0', '1E15']],
    [[0, 1.5], 400, ['0', '1.5E400']],
    [[0, 2], -500, ['0', '2E-500']],
  ] as const)
    it(`have short numbers: ${texts.join(', ')}`, () => {
      assert.deepEqual(tickTexts(ticks, 'en', power), texts);
    });

  it('write numbers as the language does', () => {
    assert.deepEqual(tickTexts([0, 2.5, 5000], 'de', 0), ['0', '2,5', '5.000']);
    assert.deepEqual(tickTexts([200_000], 'de', 0), ['200.000']);
  });

  it('place moments by their time of day, with names where no day begins', () => {
    const times = ['2021-03-05T23:00:00', '2021-03-05T00:00:00', '2021-03-05T12:00:00'];
    const drawn = drawing(
      { field: 'at' },
      times.map((time, place) => [time, place + 1]),
      { kind: 'line' },
      'date',
    );
    assert.deepEqual(
      drawn.marks.map(({ tip }) => tip[0]),
      times.toSorted(),
    );
    const [first = 0, middle = 0, last = 0] = drawn.marks.map(({ box }) => box.x);
    assert.ok(Math.abs((middle - first) / (last - first) - 12 / 23) < 0.01);
    assert.ok(labels(drawn).some((text) => text.startsWith('2021-03-05T')));
  });

  it('have ticks at rounder periods where each has no room', () => {
    const weeks = Array.from({ length: 3000 }, (_, place) => periodText(dayOf(-3 + 7 * place), 'week'));
    const drawn = drawing(
      { field: 'day', unit: 'week' },
      weeks.map((week, place) => [week, place]),
    );
    assert.deepEqual(drawn.remarks, [
      'Drawn by week of day in steps of 13, because there are more groups than pixels.',
    ]);
    assert.deepEqual(labels(drawn).slice(0, 3), ['1970', '1975', '1980']);
    const months = drawing({ field: 'day', unit: 'month' }, [
      ['2021-11', 1],
      ['2021-12', 2],
      ['2022-01', 3],
    ]);
    assert.deepEqual(labels(months), ['2021-11', '2021-12', '2022-01', 'month of day']);
  });

  it('have numbers to scale, and codes as names', () => {
    const years = drawing(
      { field: 'year' },
      [
        [2010, 1],
        [2011, 2],
        [2015, 3],
      ],
      {},
      'number',
    );
    const [first = 0, second = 0, third = 0] = years.marks.map(({ box }) => box.x);
    assert.ok(Math.abs((third - first) / (second - first) - 5) < 0.01);
    assert.ok(labels(years).includes('2013'));
    const codes = drawing(
      { field: 'code' },
      [
        [9000, 1],
        [1001, 2],
        [1002, 3],
      ],
      {},
      'number',
    );
    assert.deepEqual(labels(codes), ['1001', '1002', '9000', 'code']);
    const decimals = drawing(
      { field: 'x' },
      Array.from({ length: 3000 }, (_, place) => [place * 3.5, 1]),
      {},
      'number',
    );
    assert.equal(decimals.used.kind, 'histogram');
    assert.deepEqual(decimals.remarks, ['Drawn by x in steps of 20, because there are more groups than pixels.']);
  });

  it('place numbers beyond doubles behind all others', () => {
    const drawn = drawing(
      { field: 'x' },
      [
        ['9'.repeat(400), 1],
        ['NaN', 2],
        [1e299, 3],
        [-5, 4],
      ],
      {},
      'number',
    );
    assert.deepEqual(
      drawn.marks.map(({ value }) => value),
      ['4', '3', '1', '2'],
    );
  });

  it('have every row in one mark, and add exactly, whatever the period or bin', () => {
    const sums = fc.array(
      fc.tuple(fc.integer({ min: -9e5, max: 9e5 }), fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(20)),
      { minLength: 1, maxLength: 300 },
    );
    const groups = fc.constantFrom(
      { unit: 'day' as const },
      { unit: 'week' as const },
      { unit: 'month' as const },
      { width: '0.25' },
    );
    fc.assert(
      fc.property(groups, sums, fc.integer({ min: 170, max: 400 }), (group, values, width) => {
        const counts = new Map(
          values.map(([at, digits, scale]) => [
            'unit' in group
              ? periodText(dayOf(at - ((at + 3) % 7)), group.unit)
              : decimalText({ digits: BigInt(at) * 25n, scale: 2 }),
            decimalText({ digits, scale }),
          ]),
        );
        const { marks } = drawing({ field: 'at', ...group }, [...counts], {}, undefined, width);
        const total = (texts: Iterable<string>) => [...texts].map((text) => parseDecimal(text)!).reduce(add, ZERO);
        assert.equal(compare(total(marks.map(({ value }) => value)), total(counts.values())), 0);
        const rows = marks.flatMap((mark) => mark.rows).sort((one, other) => one - other);
        assert.deepEqual(
          rows,
          [...counts.keys()].map((_, row) => row),
        );
      }),
      { numRuns: 60 },
    );
  });
});
