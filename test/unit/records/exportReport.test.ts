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
