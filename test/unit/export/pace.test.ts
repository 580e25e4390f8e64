import assert from 'node:assert/strict';
import { Pace } from '../../../src/records/export/exportReport.ts';

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
