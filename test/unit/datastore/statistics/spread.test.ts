/** Median, quartiles and standard deviation against plain definitions over all values. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseExact } from '../../../../src/base/exactJson.ts';
import { isList } from '../../../../src/base/cells.ts';
import { readSpread } from '../../../../src/datastore/statistics/spread.ts';
import { statisticsOf } from '../../../../src/datastore/statistics/statistics.ts';
import { ValueTally } from '../../../../src/datastore/statistics/valueTally.ts';

const { signal } = new AbortController();

async function spread(json: string) {
  const values = parseExact(json);
  assert.ok(isList(values));
  const tally = new ValueTally('number');
  for (const value of values) tally.take(value);
  const found = await statisticsOf(tally, { id: 'f', kind: 'number', hasRanges: true }, signal);
  return [found.quartile1, found.median, found.quartile3, found.deviation];
}

describe('the spread of a field’s numbers', () => {
  const cases: readonly (readonly [json: string, ...expected: (string | undefined)[]])[] = [
    ['[7]', '7', '7', '7', undefined],
    ['[2,1]', '1', '1.5', '2', '0.707106781186548'],
    ['[3,1,2,null]', '1', '2', '3', '1'],
    ['[1,2,3,4]', '1', '2.5', '3', '1.29099444873581'],
    ['[5,5,5,5]', '5', '5', '5', '0'],
    ['[-1.5,-1.50,10,"NaN","-Infinity"]', '-1.5', '-1.5', '10', '6.6395280956807'],
    ['[0.1,0.2]', '0.1', '0.15', '0.2', '0.0707106781186548'],
    ['[9007199254740993,9007199254740992]', '9007199254740992', '9007199254740992.5', '9007199254740993', '0.707106781186548'],
    ['[0,12345678901234567890123456789012345678]', '0', '6172839450617283945061728394506172839', '12345678901234567890123456789012345678', '8729713269414650000000000000000000000'],
    ['[1e-30,2e-30]', '0.000000000000000000000000000001', '0.0000000000000000000000000000015', '0.000000000000000000000000000002', '0.000000000000000000000000000000707106781186548'],
    ['[]', undefined, undefined, undefined, undefined],
    ['["NaN"]', undefined, undefined, undefined, undefined],
    ['[1,"x"]', undefined, undefined, undefined, undefined],
  ]; // prettier-ignore
  for (const [json, ...expected] of cases)
    it(json, async () => {
      assert.deepEqual(await spread(json), expected);
    });

  it('has quartiles by rank, and floats agree about its deviation', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -999, max: 999 }), { minLength: 2, maxLength: 60 }),
        async (values) => {
          const [quartile1, median, quartile3, deviation] = await spread(JSON.stringify(values));
          const least = (share: number) =>
            values
              .toSorted((one, other) => one - other)
              .find((value) => values.filter((other) => other <= value).length >= share * values.length);
          assert.deepEqual([quartile1, quartile3], [least(0.25), least(0.75)].map(String));
          const mirrored = values.toSorted((one, other) => one - other);
          const middle = ((mirrored[(values.length - 1) >> 1] ?? 0) + (mirrored[values.length >> 1] ?? 0)) / 2;
          assert.equal(median, String(middle + 0));
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
          assert.ok(Math.abs(Number(deviation) - Math.sqrt(variance)) <= 1e-9);
        },
      ),
    );
  });

  it('is read from texts of a server, also from none or hostile ones', () => {
    const read = readSpread(['1', '2', '3', '4', '0.70710678118654752440']);
    assert.deepEqual(read, { quartile1: '1', median: '2.5', quartile3: '4', deviation: '0.707106781186548' });
    assert.deepEqual(readSpread([]), {});
    assert.deepEqual(readSpread(['<b>', '1', '1e999999999', undefined, 'NaN']), {});
  });
});
