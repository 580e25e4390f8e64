import assert from 'node:assert/strict';
import type { FakeCkanOptions } from '../../../support/fakes/fakeCkan.ts';
import { idsOf, openItems, range, tamper } from '../../../support/fakes/fakeResult.ts';

const { signal } = new AbortController();

describe('total of a result set', () => {
  const claims = (total: number | undefined, estimated = false) =>
    tamper(({ total: _, ...result }) => ({
      ...result,
      ...(total !== undefined && { total }),
      total_was_estimated: estimated,
    }));

  /** A look-alike that returns at most 50 records, and whose total counts only the page. */
  const silentCap: FakeCkanOptions['fault'] = (_, { status, text }) => {
    const { success, result } = JSON.parse(text) as { success: boolean; result: { records: unknown[] } };
    const records = result.records.slice(0, 50);
    return { status, text: JSON.stringify({ success, result: { ...result, records, total: records.length } }) };
  };

  const sort = [{ field: '_id', descending: false }];
  for (const count of [50, 51, 300])
    it(`that counts the page alone does not hide the records behind it, of ${String(count)}`, async () => {
      const { set } = await openItems(count, { sort }, { version: 'plain', fault: silentCap });
      assert.deepEqual([set.count.kind, set.rowCountIsFinal], ['unknown', false]);
      assert.deepEqual(idsOf(await set.rows(0, 500, signal)), range(1, count + 1));
      assert.deepEqual([set.rowCount, set.rowCountIsFinal], [count, true]);
    });

  it('of all records ends a result of CKAN, and a limit that is reached ends any, in one request', async () => {
    const whole = await openItems(50);
    const limited = await openItems(300, { limit: 50 }, { version: 'plain', fault: silentCap });
    for (const { set, ckan } of [whole, limited]) {
      assert.equal((await set.rows(0, 500, signal)).length, 50);
      assert.deepEqual([set.rowCountIsFinal, ckan.calls.length], [true, 1]);
    }
  });

  it('that is too large is corrected when the end is seen', async () => {
    const { set } = await openItems(1300, {}, { fault: claims(5000) });
    const counts: unknown[] = [];
    set.onDidChange(() => counts.push([set.rowCount, set.rowCountIsFinal]));
    assert.equal(set.rowCount, 5000);
    assert.deepEqual(await set.rows(4500, 4700, signal), []);
    assert.deepEqual([set.rowCount, set.rowCountIsFinal], [1100, false], 'looks on from where records were seen');
    assert.equal((await set.rows(1000, 1100, signal)).length, 100);
    assert.deepEqual([set.rowCount, set.rowCountIsFinal, set.count.kind], [1300, true, 'exact']);
    assert.deepEqual(set.notices, [{ kind: 'totalWrong', claimed: 5000, found: 1300, atLeast: false }]);
    assert.equal(counts.length, 2);
  });

  it('that is too small does not hide records', async () => {
    const { set } = await openItems(1300, {}, { fault: claims(20) });
    assert.deepEqual([set.rowCount, set.rowCountIsFinal, set.count], [1100, false, { value: 100, kind: 'unknown' }]);
    await set.rows(1000, 1100, signal);
    assert.deepEqual(idsOf(await set.rows(1250, 1400, signal)), range(1251, 1301));
    assert.deepEqual([set.rowCount, set.rowCountIsFinal], [1300, true]);
  });

  it('that is missing is found out', async () => {
    const { set } = await openItems(130, {}, { fault: claims(undefined) });
    assert.deepEqual([set.rowCountIsFinal, set.count.kind], [false, 'unknown']);
    assert.equal((await set.rows(100, 300, signal)).length, 30);
    assert.deepEqual([set.rowCount, set.rowCountIsFinal, set.count], [130, true, { value: 130, kind: 'exact' }]);
  });

  it('that is estimated is called so', async () => {
    const { set } = await openItems(1300, {}, { fault: claims(1250, true) });
    assert.deepEqual([set.count, set.rowCountIsFinal], [{ value: 1250, kind: 'estimated' }, false]);
    await set.rows(1200, 1250, signal);
    assert.deepEqual([set.count, set.notices], [{ value: 1300, kind: 'exact' }, []]);
  });
});
