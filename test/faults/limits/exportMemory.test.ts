/** R8: the memory of an export doesn't grow with what is exported. */
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
      const args = [CHILD, server.url().origin, path.join(folder, `${version}.${format}`), format];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      await server.close();
      const { records, idle, peak } = JSON.parse(stdout) as Record<'records' | 'idle' | 'peak', number>;
      assert.equal(records, RECORDS);
      const above = (peak - idle) / 2 ** 20;
      most = Math.max(most, above);
      all += 1;
      if (above <= MOST_MIB) right += 1;
    }
    fs.rmSync(folder, { recursive: true });
    count({
      name: 'R8',
      what: `exports of ${String(RECORDS)} records stay within ${String(MOST_MIB)} MiB above idle (most: ${most.toFixed(0)})`,
      score: right,
      total: all,
    });
  });
});
