import assert from 'node:assert/strict';
import { Pace, recordsReport } from '../../../src/records/export/exportReport.ts';

describe('the progress of an export', () => {
  for (const [what, expected, said] of [
    [
      'of a known number',
      41_000,
      ['1,000 of 41,000 records', '11,000 of 41,000 records · 1,000 records/s · 30 sec left'],
    ],
    [
      'of many',
      10_000_000,
      ['1,000 of 10,000,000 records', '11,000 of 10,000,000 records · 1,000 records/s · 3 hr left'],
    ],
    ['at its end', 11_000, ['1,000 of 11,000 records', '11,000 of 11,000 records · 1,000 records/s']],
    ['of an unknown number', undefined, ['1,000 records', '11,000 records · 1,000 records/s']],
  ] as const)
    it(`says how many have come, how fast, and how long the rest takes: ${what}`, () => {
      let now = 0;
      const texts: string[] = [];
      const show = recordsReport((text) => texts.push(text), new Pace(() => now));
      for (const records of [1000, 11_000]) {
        show({ records, notices: [], ...(expected && { expected }) });
        now += 10_000;
      }
      assert.deepEqual(texts, said);
    });
});

/** The number of records at a second. */
type Point = readonly [second: number, records: number];

describe('the pace of an export', () => {
  const paceAfter = (points: readonly Point[]) => {
    let now = 0;
    const pace = new Pace(() => now);
    for (const [seconds, records] of points) {
      now = seconds * 1000;
      pace.take(records);
    }
    return pace;
  };
  const cases: readonly (readonly [string, readonly Point[], number | undefined, number | undefined])[] = [
    ['isn’t known of nothing', [], undefined, undefined],
    ['isn’t known of the first answer', [[5, 100]], undefined, undefined],
    [
      'isn’t known in the first two seconds',
      [
        [0, 100],
        [1.9, 2000],
      ],
      undefined,
      undefined,
    ],
    [
      'is of what came behind the first answer',
      [
        [0, 100],
        [2, 300],
      ],
      100,
      7000,
    ],
    [
      'doesn’t count what was there before',
      [
        [0, 900],
        [4, 940],
      ],
      10,
      6000,
    ],
    [
      'isn’t known where nothing comes',
      [
        [0, 100],
        [60, 100],
      ],
      undefined,
      undefined,
    ],
    [
      'knows when all are there',
      [
        [0, 0],
        [10, 1000],
      ],
      100,
      0,
    ],
    [
      'never says that less than nothing is left',
      [
        [0, 0],
        [10, 2000],
      ],
      200,
      0,
    ],
  ];
  for (const [what, points, perSecond, left] of cases)
    it(what, () => {
      const pace = paceAfter(points);
      assert.deepEqual([pace.perSecond, pace.left(1000)], [perSecond, left]);
    });
});
