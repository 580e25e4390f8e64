import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hasSeams, seamOf, Seams, type Seam } from '../../../src/export/edition.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { FakeCkan, type FakeCkanOptions } from '../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { itemsResource, range } from '../../support/fakes/fakeResult.ts';

const { signal } = new AbortController();
const FIELDS = ['_id', 'name', 'group'].map((id) => ({ id, type: 'text' }));

const seamAt = (record: number): Seam => ({ record, id: String(record), hash: '' });

describe('the records that tie an export to its table', () => {
  it('are the last ones of the first page, of one page in 50 and of the newest page', () => {
    const seams = new Seams();
    for (const page of range(1, 121)) seams.add(seamAt(page * 10));
    assert.deepEqual(
      seams.all.map(({ record }) => record),
      [10, 510, 1010, 1200],
    );
  });

  it('are never more than 101, however many pages there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), (pages) => {
        const seams = new Seams();
        for (let page = 1; page <= pages; page += 1) seams.add(seamAt(page));
        const records = seams.all.map(({ record }) => record);
        assert.ok(records.length <= 101, String(records.length));
        assert.deepEqual([records[0], records.at(-1)], [1, pages]);
        assert.deepEqual(
          records,
          [...new Set(records)].toSorted((one, other) => one - other),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('tell records apart by every value, down to the digits of a number', () => {
    const { hash } = seamOf([1, 'a', 1.5], FIELDS, 1);
    for (const other of [
      [1, 'a', '1.5'],
      [1, 'b', 1.5],
      [1, 'a', null],
    ])
      assert.notEqual(seamOf(other, FIELDS, 1).hash, hash);
    assert.equal(seamOf([1, 'a', 1.5], FIELDS, 9).hash, hash);
  });
});

describe('whether records that came earlier are still there', () => {
  const rowsOf = (ids: readonly number[]) => ids.map((id) => [id, `item ${String(id - 1)}`, (id - 1) % 7]);
  const seamsOf = (ids: readonly number[]) => rowsOf(ids).map((row, place) => seamOf(row, FIELDS, ids[place] ?? 0));

  async function ask(
    seams: readonly Seam[],
    query: Partial<DatastoreQuery> = {},
    options: Partial<FakeCkanOptions> = {},
  ) {
    const ckan = new FakeCkan({ resources: { r: itemsResource(300) }, ...options });
    const isThere = await hasSeams(
      clientOf(ckan),
      { resourceId: 'r', sort: [{ field: '_id', descending: false }], ...query },
      FIELDS,
      seams,
      signal,
    );
    return { isThere, searches: ckan.searches.length };
  }

  it('is one request for all of them', async () => {
    assert.deepEqual(await ask(seamsOf([3, 90, 300])), { isThere: true, searches: 1 });
  });

  it('is asked again where the server’s cap is lower', async () => {
    assert.deepEqual(await ask(seamsOf([3, 90, 300]), {}, { rowsMax: 1 }), { isThere: true, searches: 3 });
  });

  it('is denied where one is gone, or has another value', async () => {
    assert.equal((await ask(seamsOf([3, 301]))).isThere, false);
    const [first, second] = seamsOf([3, 90]);
    assert.ok(first && second);
    assert.equal((await ask([first, { ...second, hash: first.hash }])).isThere, false);
  });

  it('is asked at their places where the query has a filter of _id itself', async () => {
    const query = { filters: conditionsOf('{"_id": [3, 90, 300]}') };
    const seams = seamsOf([3, 90, 300]).map((seam, place) => ({ ...seam, record: place + 1 }));
    assert.deepEqual(await ask(seams, query), { isThere: true, searches: 3 });
  });

  it('is asked at their places where the server refuses a list', async () => {
    const refusing: FakeCkanOptions['fault'] = (call, honest) =>
      call.body.includes('"filters"')
        ? { status: 409, text: '{"success":false,"error":{"__type":"Validation Error","filters":["no"]}}' }
        : honest;
    assert.equal((await ask(seamsOf([3, 90]), {}, { fault: refusing })).isThere, true);
  });
});
