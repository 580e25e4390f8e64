/** A short run of `npm run test:fuzzFiles`, in parts, so that each planted defect (test/planted.json) needs only one. */
import assert from 'node:assert/strict';
import { ALONE, fuzzFiles, WITH_OPTION, type FuzzResult } from './fuzzFiles.ts';

const SEED = 1;
const PART = 80;
const PARTS = 5;
/** A part is too small for the shares of all. */
const LEAST_OF_PART = 90;

describe('files of a reference writer', () => {
  const results: FuzzResult[] = [];

  for (let part = 0; part < PARTS; part += 1) {
    const range = { from: part * PART, to: (part + 1) * PART };
    it(`from ${range.from} on: none is read wrong without a word`, async () => {
      const result = await fuzzFiles(SEED, range, ({ number, verdict }) => {
        const { outcome, last } = verdict;
        assert.notEqual(outcome, 'silent', `npm run test:fuzzFiles -- --seed ${SEED} --only ${number}: ${last}`);
      });
      assert.ok(result.alone >= LEAST_OF_PART, result.figures.join('\n'));
      results.push(result);
    });
  }

  it('are nearly all right by themselves, or with the option that is named', () => {
    const mean = (share: (result: FuzzResult) => number): number =>
      results.reduce((sum, result) => sum + share(result), 0) / PARTS;
    assert.equal(results.length, PARTS);
    assert.ok(mean(({ alone }) => alone) >= ALONE);
    assert.ok(mean(({ withOption }) => withOption) >= WITH_OPTION);
  });
});
