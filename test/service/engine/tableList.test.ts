/** The list of a database's tables, and what is remembered of each table, are requested no more often than needed. */
import assert from 'node:assert/strict';
import { openTrino } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore } from '../../../src/service/http/serving.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { FakeTrino } from './fakeTrino.ts';

const PLACE = { catalog: 'lake', schema: 'school' };
/** After this time, the list has expired. */
const LATER_MS = 11_000;

describe('the list of tables', () => {
  const clock = Date.now;
  let trino: FakeTrino;
  let served: ServedTables;
  beforeEach(async () => {
    const table = { columns: [['subject', 'varchar']], rows: [['art']] } as const;
    trino = await FakeTrino.start({ ...PLACE, tables: { lessons: table, rooms: table } });
    const { origin } = new URL(trino.address('ann'));
    const options = { origin, user: 'ann', password: undefined, scannedBytes: undefined, ...PLACE };
    served = new ServedTables(await serveDatastore(await openTrino(options), {}));
    trino.statements.length = 0;
  });
  afterEach(async () => {
    Date.now = clock;
    await served.server.close();
    await trino.stop();
  });

  const search = async (resource_id: string): Promise<number> =>
    (await served.post('datastore_search', { resource_id, include_total: false })).status;
  const count = (part: string): number => trino.statements.filter((statement) => statement.includes(part)).length;

  for (const [when, laterMs] of [
    ['is fresh', 0],
    ['has expired', LATER_MS],
  ] as const)
    it(`is requested once for a table that isn't in it, where it ${when}`, async () => {
      Date.now = () => clock() + laterMs;
      assert.equal(await search('nowhere'), 404);
      assert.equal(count('information_schema.tables'), 1);
    });

  it('is kept after a failed question, and only the table of that question is described again', async () => {
    for (const name of ['lessons', 'rooms']) assert.equal(await search(name), 200);
    trino.refusal = { errorName: 'NO_NODES_AVAILABLE', errorType: 'INTERNAL_ERROR' };
    assert.notEqual(await search('lessons'), 200);
    trino.refusal = undefined;
    for (const name of ['lessons', 'rooms']) assert.equal(await search(name), 200);
    assert.deepEqual([count(`table_name = 'lessons'`), count(`table_name = 'rooms'`)], [2, 1]);
    assert.equal(count('information_schema.tables'), 0);
  });
});
