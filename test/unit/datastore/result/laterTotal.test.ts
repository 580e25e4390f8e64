import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { OUR_DIALECT } from '../../../../src/datastore/dialect/dialect.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { ResultSet } from '../../../../src/datastore/result/resultSet.ts';
import { FakeCkan, type FakeCkanOptions } from '../../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';
import { itemsResource } from '../../../support/fakes/fakeResult.ts';

const { signal } = new AbortController();

/** A result of a resource on this machine, whose requests are listed without what only our service knows. */
async function openLocal(
  count: number,
  query: Partial<DatastoreQuery>,
  options: Partial<FakeCkanOptions> = {},
  rowsInView?: number,
) {
  const ckan = new FakeCkan({ resources: { r: itemsResource(count) }, ...options });
  const answer = ckan.answer.bind(ckan);
  const sent: string[] = [];
  ckan.answer = (method, path, body, token) => {
    const plain = body.replace(',"x_file_texts":true', '');
    sent.push(plain);
    return answer(method, path, plain, token);
  };
  const asking = { resourceId: 'r', ...query };
  const set = await ResultSet.open(clientOf(ckan, undefined, OUR_DIALECT), asking, signal, { rowsInView });
  return { ckan, set, sent };
}

function changed(set: ResultSet): Promise<void> {
  return new Promise((resolve) => {
    const stop = set.onDidChange(() => {
      stop();
      resolve();
    });
  });
}

describe('total of a search on this machine', () => {
  it('has a request of its own, which waits until the page is shown', async () => {
    const { set, sent } = await openLocal(2500, { q: 'item 1' });
    const page = '{"resource_id":"r","q":"item 1","limit":60,"include_total":false}';
    await setTimeout(20);
    assert.deepEqual(sent, [page]);
    assert.deepEqual([set.isCounting, set.count.kind, set.rowCountIsFinal], [true, 'unknown', false]);
    assert.equal((await set.rows(0, 3, signal)).length, 3, 'the page is there before');
    const counted = changed(set);
    set.resumeCount();
    set.resumeCount();
    await counted;
    assert.deepEqual(sent, [page, '{"resource_id":"r","q":"item 1","limit":0}']);
    assert.deepEqual([set.isCounting, set.count, set.rowCount], [false, { kind: 'exact', value: 1111 }, 1111]);
    assert.equal((await set.rows(1100, 1200, signal)).length, 11);
  });

  it('is not requested where the page holds all that match', async () => {
    const { set, sent } = await openLocal(2500, { q: 'item 249', limit: 500 });
    set.resumeCount();
    assert.deepEqual(sent, ['{"resource_id":"r","q":"item 249","limit":60,"include_total":false}']);
    assert.deepEqual([set.isCounting, set.count], [false, { kind: 'exact', value: 11 }]);
  });

  it('comes with all rows up to the limit, of which the first page has those in view', async () => {
    for (const [rowsInView, rows] of [
      [undefined, 60],
      [31, 31],
      [2, 20],
      [150, 80],
    ] as const) {
      const { set } = await openLocal(2500, { q: 'item 24', limit: 80 }, {}, rowsInView);
      assert.equal(set.firstPageRows, rows);
      const counted = changed(set);
      set.resumeCount();
      await counted;
      assert.deepEqual([set.count.value, set.rowCount], [111, 80]);
      assert.equal((await set.rows(0, 200, signal)).length, 80);
    }
  });

  it('stays in the request of the page for everything, in an order, and for distinct records', async () => {
    const sort = [{ field: 'name', descending: false }];
    for (const query of [{}, { q: 'item 1', sort }, { q: 'item 1', distinct: true, fields: ['group'] }]) {
      const { set, sent } = await openLocal(2500, query);
      set.resumeCount();
      assert.deepEqual([sent.length, set.isCounting, set.count.kind], [1, false, 'exact'], JSON.stringify(query));
    }
  });

  it('leaves the rows as they are if it fails', async () => {
    const { set } = await openLocal(
      2500,
      { q: 'item 1' },
      { fault: ({ body }, honest) => (body.includes('"limit":0') ? { status: 500, text: 'no' } : honest) },
    );
    set.resumeCount();
    await changed(set);
    assert.deepEqual([set.isCounting, set.count.kind], [false, 'unknown']);
    assert.equal((await set.rows(0, 100, signal)).length, 100);
  });

  it('stays unknown if the file was imported again after the page', async () => {
    for (const [edition, kind] of [
      ['first', 'exact'],
      ['second', 'unknown'],
    ]) {
      const fault: FakeCkanOptions['fault'] = ({ body }, honest) => {
        const said = body.includes('"limit":0') ? edition : 'first';
        return { ...honest, text: honest.text.replace('"result":{', `"result":{"x_edition":"${String(said)}",`) };
      };
      const { set } = await openLocal(2500, { q: 'item 1' }, { fault });
      set.resumeCount();
      await changed(set);
      assert.deepEqual([set.isCounting, set.count.kind], [false, kind], edition);
    }
  });

  it('is aborted when the result is closed', async () => {
    const { set } = await openLocal(2500, { q: 'item 1' });
    const reported = new EventTarget();
    set.onDidChange(() => reported.dispatchEvent(new Event('change')));
    const change = once(reported, 'change').then(() => 'changed');
    set.resumeCount();
    set.dispose();
    assert.equal(await Promise.race([change, setTimeout(50, 'silent')]), 'silent');
  });

  it('is stopped while a newer question is asked, and requested again if that fails', async () => {
    let isStuck = true;
    const late = Promise.withResolvers<undefined>();
    const { set, sent } = await openLocal(
      2500,
      { q: 'item 1' },
      {
        fault: ({ body }, honest) => (isStuck && body.includes('"limit":0') ? late.promise.then(() => honest) : honest),
      },
    );
    set.resumeCount();
    await setTimeout(5);
    set.pauseCount();
    late.resolve(undefined);
    await setTimeout(20);
    assert.deepEqual([set.isCounting, set.count.kind, sent.length], [true, 'unknown', 2]);
    isStuck = false;
    const counted = changed(set);
    set.resumeCount();
    await counted;
    assert.deepEqual([set.isCounting, set.count, sent.length], [false, { kind: 'exact', value: 1111 }, 3]);
    set.resumeCount();
    assert.equal(sent.length, 3);
  });

  it('is requested again if the newer question fails at once, before the count has stopped', async () => {
    const { set, sent } = await openLocal(2500, { q: 'item 1' });
    set.resumeCount();
    set.pauseCount();
    set.resumeCount();
    await changed(set);
    assert.deepEqual([set.isCounting, set.count, sent.length], [false, { kind: 'exact', value: 1111 }, 2]);
  });
});
