/** R12: records that come and go while others are read. */
import { count } from '../support/results/figures.ts';
import { releaseAll } from './client.ts';
import { isFull } from '../support/results/full.ts';
import { seeded } from './random.ts';
import { SeededTable } from './seededTable.ts';
import { checkedExport, clientOf, startTable } from './tableServer.ts';

const RECORDS = 20_000;
const TABLES = isFull ? 50 : 10;

/** Before each answer a few records are added at the end, and a few taken away anywhere. */
async function exportWhileMoving(version: '2.11' | '2.12', seed: number) {
  const random = seeded(seed);
  const table = new SeededTable({ records: RECORDS, version, cap: 200 + Math.floor(random() * 1800) });
  const server = await startTable(table, {
    fault: () => {
      const moves = Math.floor(random() * 20);
      for (let move = 0; move < moves; move += 1) {
        if (random() < 0.5) table.insert();
        else table.delete(1 + Math.floor(random() * table.highest));
      }
      return undefined;
    },
  });
  const check = await checkedExport(clientOf(server), table, { acceptsChanges: true });
  await server.close();
  return check;
}

describe('R12: a table that changes while it is read', function () {
  this.timeout(isFull ? 0 : 120_000);
  afterEach(releaseAll);

  it('loses no record that was there all the time, and gives none twice', async () => {
    let [right, all] = [0, 0];
    for (let seed = 1; seed <= TABLES; seed += 1) {
      // By ranges of `_id`, and by offset.
      const version = seed % 2 === 0 ? '2.11' : '2.12';
      const { lost, doubled, altered } = await exportWhileMoving(version, seed);
      all += RECORDS;
      right += RECORDS - lost - doubled - altered;
    }
    count({ name: 'R12', what: `records of ${String(TABLES)} tables that change meanwhile`, score: right, total: all });
  });
});
