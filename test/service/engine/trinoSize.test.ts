/** The size of a Trino table without statistics is counted, which may take as long as a page. */
import assert from 'node:assert/strict';
import { member } from '../../../src/base/cells.ts';
import { openTrino } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore } from '../../../src/service/http/serving.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { FakeTrino } from './fakeTrino.ts';

const PLACE = { catalog: 'lake', schema: 'school' };
/** After this time, its fields are described again. */
const LATER_MS = 11_000;

describe('the size of a table without statistics', () => {
  const clock = Date.now;
  let trino: FakeTrino;
  let served: ServedTables;
  before(async () => {
    const lessons = { columns: [['subject', 'varchar']], rows: [['art']], hasStatistics: false } as const;
    const visits = { ...lessons, count: 20_000_000 };
    trino = await FakeTrino.start({ ...PLACE, tables: { lessons, visits } });
    const { origin } = new URL(trino.address('ann'));
    const options = { origin, user: 'ann', password: undefined, scannedBytes: undefined, ...PLACE };
    served = new ServedTables(await serveDatastore(await openTrino(options), {}));
  });
  afterEach(() => (Date.now = clock));
  after(async () => {
    await served.server.close();
    await trino.stop();
  });

  it('is counted once, though its fields are asked again', async () => {
    const asked = (part: RegExp) => trino.statements.filter((statement) => part.test(statement)).length;
    assert.deepEqual(await served.records('lessons', { include_total: false, offset: 0 }), [{ subject: 'art' }]);
    Date.now = () => clock() + LATER_MS;
    assert.deepEqual(await served.records('lessons', { include_total: false, offset: 0 }), [{ subject: 'art' }]);
    assert.deepEqual([asked(/information_schema\.columns/), asked(/count\(\*\).* limit /)], [2, 1]);
  });

  for (const [what, include_total, isMarked] of [
    ['of which the size is unknown, is said to be unsorted', false, true],
    ['comes with its total, and is not to be requested again in an order, because no page follows', true, undefined],
    ['of which the size is known, is not either', false, undefined],
  ] as const)
    it(`a first page of too many records, ${what}`, async () => {
      const { result } = await served.post('datastore_search', { resource_id: 'visits', include_total });
      assert.equal(member(result, 'x_page_is_unsorted'), isMarked);
      assert.doesNotMatch(trino.statements.at(-1) ?? '', / order by /);
    });

  it('is counted in full for datastore_info, even if it is large', async () => {
    const { result } = await served.post('datastore_info', { id: 'visits' });
    assert.equal(member(member(result, 'meta'), 'count'), 20_000_000);
  });
});
