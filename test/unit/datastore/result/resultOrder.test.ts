import assert from 'node:assert/strict';
import { ResultSet } from '../../../../src/datastore/result/resultSet.ts';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';
import { idsOf, openItems, range, tamper } from '../../../support/fakes/fakeResult.ts';

const { signal } = new AbortController();

describe('order of a result set', () => {
  const sorted = { sort: [{ field: 'group', descending: true }] };

  it('by a sort gets _id as last key when more than the first page is asked for', async () => {
    const { ckan, set } = await openItems(1500, sorted);
    assert.equal(set.order, 'total');
    assert.match(ckan.searches[0] ?? '', /"sort":"group desc"}$/);
    const shown = await set.rows(0, 100, signal);
    let changes = 0;
    set.onDidChange(() => (changes += 1));
    const rows = [...(await set.rows(0, 750, signal)), ...(await set.rows(750, 1500, signal))];
    assert.match(ckan.searches[1] ?? '', /"sort":"group desc, _id asc"/);
    const expected = range(0, 1500)
      .sort((a, b) => (b % 7) - (a % 7) || a - b)
      .map((index) => index + 1);
    assert.deepEqual(idsOf(rows), expected);
    assert.notDeepEqual(idsOf(shown), expected.slice(0, 100));
    assert.deepEqual([changes, set.notices], [1, [{ kind: 'tiesReordered' }]]);
  });

  it('by a sort stays as it was, without a word, where no ties change places', async () => {
    const { set } = await openItems(1500, { sort: [{ field: '_id', descending: true }] });
    assert.deepEqual(idsOf(await set.rows(90, 110, signal)), range(1391, 1411).reverse());
    assert.deepEqual(set.notices, []);
  });

  it('by rank goes no further than its first page, and names the query that does', async () => {
    const { ckan, set } = await openItems(1500, { q: 'item' });
    assert.deepEqual([set.order, set.rowCount, set.firstPageRows], ['unstable', 1500, 100]);
    assert.deepEqual(set.continuation, { resourceId: 'r', q: 'item', sort: [{ field: '_id', descending: false }] });
    assert.deepEqual(idsOf(await set.rows(90, 300, signal)), range(1401, 1411).reverse());
    assert.deepEqual(await set.rows(300, 400, signal), []);
    assert.equal(ckan.searches.length, 1);
    assert.deepEqual(set.notices, [{ kind: 'rankHidden', ownField: false }]);
    assert.deepEqual(
      set.fields.map(({ id }) => id),
      ['_id', 'name', 'group'],
    );
  });

  it('of the continuation is total, to the last record', async () => {
    const { ckan, set } = await openItems(1500, { q: 'item', limit: 1200 }, { rowsMax: 400 });
    assert.ok(set.continuation);
    const next = await ResultSet.open(clientOf(ckan), set.continuation, signal);
    assert.deepEqual([next.order, next.rowCount, next.continuation], ['total', 1200, undefined]);
    assert.deepEqual(idsOf(await next.rows(300, 1300, signal)), range(301, 1201));
  });

  it('of hits that fit the first page is as it came', async () => {
    const { set } = await openItems(1500, { q: 'item 99' });
    assert.deepEqual([set.order, set.rowCount, set.continuation], ['total', 11, undefined]);
  });

  it('of a search without rank, as the embedded datastore answers, is total', async () => {
    const fault = tamper((result) => ({ ...result, include_total: true, records_format: 'objects' }));
    const { set } = await openItems(1500, { q: 'item' }, { version: 'plain', fault });
    assert.deepEqual([set.order, set.continuation], ['total', undefined]);
    assert.deepEqual(set.notices, []);
  });

  it('of a first page that came in none is that of the next pages, with which it is asked for again', async () => {
    const fault = tamper((result, index) =>
      index > 0 ? result : { ...result, x_page_is_unsorted: true, records: result.records.toReversed() },
    );
    const { ckan, set } = await openItems(1500, {}, { fault });
    assert.deepEqual(idsOf(await set.rows(0, 100, signal)), range(1, 101).reverse());
    assert.deepEqual([ckan.searches.length, set.notices], [1, [{ kind: 'unsortedPage' }]]);
    let changes = 0;
    set.onDidChange(() => (changes += 1));
    assert.deepEqual(idsOf(await set.rows(50, 150, signal)), range(51, 151));
    assert.match(ckan.searches[1] ?? '', /"offset":0/);
    assert.deepEqual(idsOf(await set.rows(0, 100, signal)), range(1, 101));
    assert.deepEqual([changes, set.notices], [1, []]);
  });

  it('of a first page that came in none stays, without a word, where there is no other page', async () => {
    const fault = tamper((result) => ({ ...result, x_page_is_unsorted: true }));
    const { ckan, set } = await openItems(20, {}, { fault });
    assert.equal((await set.rows(0, 100, signal)).length, 20);
    assert.deepEqual([ckan.searches.length, set.notices, set.order], [1, [], 'total']);
  });

  it('of CKAN 2.6, which has none, is asked for', async () => {
    const { set } = await openItems(300, {}, { version: '2.6' });
    assert.equal(set.order, 'unstable');
    assert.deepEqual(set.continuation, { resourceId: 'r', sort: [{ field: '_id', descending: false }] });
  });

  it('without any _id is by offset, and says that it is unstable', async () => {
    const fault = tamper(({ fields: described, records, ...result }) => ({
      ...result,
      fields: described.filter(({ id }) => id !== '_id'),
      records: records.map(({ name }) => ({ name, group: 1 })),
    }));
    const { set } = await openItems(1500, {}, { version: 'plain', fault });
    assert.deepEqual([set.order, set.continuation, set.rowCount], ['unstable', undefined, 1500]);
    assert.deepEqual((await set.rows(1499, 1500, signal))[0], ['item 1499', 1]);
  });
});

describe('distinct result set', () => {
  const distinct = { distinct: true, fields: ['group'] };

  it('before 2.12 is one page, and says what is missing', async () => {
    const { ckan, set } = await openItems(
      1000,
      { ...distinct, limit: 3 },
      { fault: tamper((result) => ({ ...result, records: result.records.slice(0, 2) })) },
    );
    assert.deepEqual([set.rowCount, set.rowCountIsFinal, set.count.value], [2, true, 7]);
    assert.deepEqual(set.notices, [{ kind: 'distinctPage', shown: 2 }]);
    assert.equal((await set.rows(0, 100, signal)).length, 2);
    assert.equal(ckan.searches.length, 1);
  });

  it('before 2.12 says nothing when all is there', async () => {
    const { set } = await openItems(1000, distinct);
    assert.deepEqual([set.rowCount, set.count.value, set.notices.length], [7, 7, 0]);
  });

  it('from 2.12 on goes on in the order of all its fields', async () => {
    const { set } = await openItems(1000, { distinct: true, fields: ['name', 'group'] }, { version: '2.12' });
    assert.equal(set.order, 'unstable');
    assert.deepEqual(set.continuation?.sort, [
      { field: 'name', descending: false },
      { field: 'group', descending: false },
    ]);
  });
});
