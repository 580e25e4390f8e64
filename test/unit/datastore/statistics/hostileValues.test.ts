/** Statistics and sums of values that are meant to exhaust memory or time. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Counted } from './hostileValues.ts';

/** VS Code gives all extensions together about 4 GB. A process that needs more than this limit dies. */
const HEAP_MB = 384;

async function count(values: string): Promise<Counted> {
  const script = fileURLToPath(new URL('hostileValues.ts', import.meta.url));
  const flag = `--max-old-space-size=${String(HEAP_MB)}`;
  const { stdout } = await promisify(execFile)(process.execPath, [flag, script, values]);
  return JSON.parse(stdout) as Counted;
}

describe('Hostile values', function () {
  this.timeout(120_000);

  const cases: readonly (readonly [title: string, values: string, outcome: unknown])[] = [
    ['250,000 texts of 20 kB', 'texts', 'NotCountable: tooLarge'],
    ['250,000 different numbers', 'numbers', { distinct: 250_000, min: '0' }],
    ['30,000 numbers of 2,000 digits', 'manyDigits', { distinct: 30_000 }],
    [
      '20 numbers of 500,000 digits',
      'mostDigits',
      { distinct: 20, hasLongNumbers: true, selection: { cells: 20, values: 20, numbers: 0, longNumbers: 20 } },
    ],
  ];
  for (const [title, values, expected] of cases)
    it(`${title} neither fill the memory nor hold up what else the process does`, async () => {
      const { outcome, heapMb, stallMs } = await count(values);
      assert.partialDeepStrictEqual({ outcome }, { outcome: expected });
      assert.ok(heapMb < HEAP_MB, `${String(heapMb)} MB`);
      assert.ok(stallMs < 250, `${String(stallMs)} ms without a turn for others`);
    });
});
