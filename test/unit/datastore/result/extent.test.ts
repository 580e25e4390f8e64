import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Extent } from '../../../../src/datastore/result/extent.ts';

type Sight = [first: number, count: number, ended: boolean];
interface Case {
  readonly what: string;
  readonly total?: number;
  readonly isEstimate?: boolean;
  readonly limit?: number;
  readonly sights: readonly Sight[];
  readonly rowCount: number;
  readonly isFinal: boolean;
  readonly count: readonly [value: number, kind: string];
  readonly correction?: object;
}

const cases: readonly Case[] = [
  {
    what: 'an honest total',
    total: 300,
    sights: [[0, 100, false]],
    rowCount: 300,
    isFinal: true,
    count: [300, 'exact'],
  },
  {
    what: 'a limit below the total',
    total: 300,
    limit: 5,
    sights: [[0, 5, false]],
    rowCount: 5,
    isFinal: true,
    count: [300, 'exact'],
  },
  {
    what: 'a limit above the total',
    total: 3,
    limit: 5,
    sights: [[0, 3, true]],
    rowCount: 3,
    isFinal: true,
    count: [3, 'exact'],
  },
  { what: 'limit 0', total: 300, limit: 0, sights: [[0, 0, false]], rowCount: 0, isFinal: true, count: [300, 'exact'] },
  { what: 'no total', sights: [[0, 100, false]], rowCount: 150, isFinal: false, count: [100, 'unknown'] },
  {
    what: 'no total, end seen',
    sights: [
      [0, 100, false],
      [100, 20, true],
    ],
    rowCount: 120,
    isFinal: true,
    count: [120, 'exact'],
  },
  {
    what: 'no total, but a limit reached',
    limit: 100,
    sights: [[0, 100, false]],
    rowCount: 100,
    isFinal: true,
    count: [100, 'unknown'],
  },
  { what: 'nothing', sights: [[0, 0, true]], rowCount: 0, isFinal: true, count: [0, 'exact'] },
  {
    what: 'a total that is too small',
    total: 50,
    sights: [[0, 100, false]],
    rowCount: 150,
    isFinal: false,
    count: [100, 'unknown'],
    correction: { claimed: 50, found: 100, atLeast: true },
  },
  {
    what: 'a total that is too small, end seen',
    total: 50,
    sights: [
      [0, 100, false],
      [100, 3, true],
    ],
    rowCount: 103,
    isFinal: true,
    count: [103, 'exact'],
    correction: { claimed: 50, found: 103, atLeast: false },
  },
  {
    what: 'a total that is too large',
    total: 1000,
    sights: [
      [0, 100, false],
      [100, 50, true],
    ],
    rowCount: 150,
    isFinal: true,
    count: [150, 'exact'],
    correction: { claimed: 1000, found: 150, atLeast: false },
  },
  {
    what: 'nothing where the total promised records',
    total: 1000,
    sights: [
      [0, 100, false],
      [500, 0, true],
    ],
    rowCount: 150,
    isFinal: false,
    count: [100, 'unknown'],
    correction: { claimed: 1000, found: 100, atLeast: true },
  },
  {
    what: 'an estimate',
    total: 300,
    isEstimate: true,
    sights: [[0, 100, false]],
    rowCount: 300,
    isFinal: false,
    count: [300, 'estimated'],
  },
  {
    what: 'an estimate that was reached',
    total: 300,
    isEstimate: true,
    sights: [[0, 300, false]],
    rowCount: 350,
    isFinal: false,
    count: [300, 'unknown'],
  },
  {
    what: 'an estimate, end seen',
    total: 300,
    isEstimate: true,
    sights: [[0, 250, true]],
    rowCount: 250,
    isFinal: true,
    count: [250, 'exact'],
  },
  {
    what: 'records that were added',
    total: 120,
    sights: [
      [100, 20, true],
      [100, 50, false],
    ],
    rowCount: 200,
    isFinal: false,
    count: [150, 'unknown'],
    correction: { claimed: 120, found: 150, atLeast: true },
  },
  {
    what: 'records that went',
    total: 150,
    sights: [
      [100, 50, true],
      [100, 20, true],
    ],
    rowCount: 120,
    isFinal: true,
    count: [120, 'exact'],
    correction: { claimed: 150, found: 120, atLeast: false },
  },
];

describe('extent of a result', () => {
  for (const { what, sights, rowCount, isFinal, count, correction, isEstimate = false, ...claim } of cases) {
    it(`tells truly: ${what}`, () => {
      const extent = new Extent({ ...claim, isEstimate, step: 50 });
      for (const sight of sights) extent.update(...sight);
      assert.equal(extent.rowCount, rowCount);
      assert.equal(extent.isFinal, isFinal);
      assert.deepEqual(Object.values(extent.count), count);
      assert.deepEqual(extent.correction, correction && { kind: 'totalWrong', ...correction });
    });
  }

  it('always leads to the real end, whatever the server claims and in whatever order pages are seen', () => {
    const world = fc.record({
      real: fc.nat(500),
      total: fc.option(fc.nat(600), { nil: undefined }),
      isEstimate: fc.boolean(),
      seed: fc.array(fc.nat(), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(world, ({ real, total, isEstimate, seed }) => {
        const step = 50;
        const extent = new Extent({ ...(total !== undefined && { total }), isEstimate, step });
        const look = (page: number): void => {
          const first = page * step;
          const seen = Math.max(0, Math.min(step, real - first));
          extent.update(first, seen, seen < step);
        };
        look(0);
        for (const n of seed) look(n % Math.ceil(extent.rowCount / step + 1));
        // People scroll to the bottom again and again.
        for (let scrolls = 0; scrolls < 40; scrolls += 1) look(Math.max(0, Math.ceil(extent.rowCount / step) - 1));
        assert.ok(extent.isFinal);
        if (extent.rowCount === real) return;
        // No request checks the end, so an exact total that ends with a full page is believed.
        assert.ok(!isEstimate && extent.rowCount === total && total < real && total % step === 0);
      }),
    );
  });
});
