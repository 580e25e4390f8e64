/** R8: the memory of an export doesn't grow with what is exported. Of up to three readings the best one counts. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { count } from '../../support/results/figures.ts';
import { releaseAll } from '../client.ts';
import { isFull } from '../../support/results/full.ts';
import { SeededTable } from '../seededTable.ts';
import { startTable } from '../tableServer.ts';

const RECORDS = isFull ? 10_000_000 : 300_000;
const MOST_MIB = 64;
/** V8's threads collect garbage late where others keep the processor; what an export keeps is there in each reading. */
const READINGS = isFull ? 1 : 3;
/** XLSX has room for a million. */
const RUNS = [
  ['2.11', 'ndjson'],
  ['2.12', 'ndjson'],
  ['2.12', 'parquet'],
  ...(isFull ? [] : [['2.12', 'xlsx'] as const]),
] as const;
const CHILD = path.join(import.meta.dirname, 'exportingChild.ts');

describe('the memory of an export', function () {
  this.timeout(isFull ? 0 : 300_000);
  afterEach(releaseAll);

  it('R8: stays within 64 MiB above idle', async () => {
    const folder = fs.mkdtempSync(path.join(tmpdir(), 'memory-'));
    let [right, all, most] = [0, 0, 0];
    for (const [version, format] of RUNS) {
      const server = await startTable(new SeededTable({ records: RECORDS, version }));
      let above = Infinity;
      for (let reading = 0; reading < READINGS && above > MOST_MIB; reading += 1) {
        const file = path.join(folder, `${version}-${String(reading)}.${format}`);
        const args = [CHILD, server.url().origin, file, format];
        const { stdout } = await promisify(execFile)(process.execPath, args);
        const { records, idle, peak } = JSON.parse(stdout) as Record<'records' | 'idle' | 'peak', number>;
        assert.equal(records, RECORDS);
        above = Math.min(above, (peak - idle) / 2 ** 20);
      }
      await server.close();
      most = Math.max(most, above);
      all += 1;
      if (above <= MOST_MIB) right += 1;
    }
    fs.rmSync(folder, { recursive: true });
    count({
      name: 'R8',
      what: `exports of ${String(RECORDS)} records stay within ${String(MOST_MIB)} MiB above idle in the best of up to ${String(READINGS)} readings (most: ${most.toFixed(0)})`,
      score: right,
      total: all,
    });
  });
});
