/** R3 and R4: all records, each once and unchanged, where many requests fail; and what that costs. */
import assert from 'node:assert/strict';
import { count } from '../support/figures.ts';
import { releaseAll, undici } from './client.ts';
import { Failures } from './failures.ts';
import { isFull } from './random.ts';
import { SeededTable } from './seededTable.ts';
import { checkedExport, clientOf, startTable } from './tableServer.ts';

const RECORDS = isFull ? 10_000_000 : 100_000;
/** So many pages that each kind of failure is met often. */
const CAP = isFull ? 5000 : 200;

const impatient = { headersMs: 100, bodyIdleMs: 100 };

async function exportOf(version: '2.11' | '2.12', share: number) {
  const table = new SeededTable({ records: RECORDS, version, cap: CAP });
  const failures = new Failures(share, 7);
  const server = await startTable(table, { fault: failures.next });
  const client = clientOf(server, { transport: undici({}, impatient) });
  const check = await checkedExport(client, table);
  const requests = server.requests.length;
  await server.close();
  return { check, requests, failed: failures.count };
}

describe('where requests fail', function () {
  this.timeout(isFull ? 0 : 300_000);
  afterEach(releaseAll);

  let [right, all] = [0, 0];
  const overheads: number[] = [];
  for (const version of ['2.11', '2.12'] as const) {
    for (const share of [0.05, 0.2]) {
      it(`${String(share * 100)} % of them, CKAN ${version}: every record is there once, as it is`, async () => {
        const { check, requests, failed } = await exportOf(version, share);
        const { records, lost, doubled, altered } = check;
        all += RECORDS;
        right += RECORDS - lost - doubled - altered;
        if (share === 0.05) overheads.push(requests / Math.ceil(RECORDS / CAP));
        assert.deepEqual(
          { records, lost, doubled, altered },
          { records: RECORDS, lost: 0, doubled: 0, altered: 0 },
        );
        assert.ok(failed > (share * RECORDS) / CAP / 2, `${String(failed)} requests failed`);
      });
    }
  }

  it('R3: none is lost, doubled or altered', () => {
    count({ name: 'R3', what: 'records whole at 5 and 20 % failing requests', score: right, total: all });
  });

  it('R4: at 5 % at most a tenth more requests', () => {
    const most = Math.max(...overheads);
    count({
      name: 'R4',
      what: `runs at 5 % failing requests stay within 1.10 times the requests (most: ${most.toFixed(2)})`,
      score: overheads.filter((overhead) => overhead <= 1.1).length,
      total: 2,
    });
  });
});
