import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LearnedDialect } from '../../../src/datastore/dialect/learnedDialect.ts';
import { seamOf } from '../../../src/export/edition.ts';
import { allRecords } from '../../../src/export/records.ts';
import type { PagingStrategy } from '../../../src/export/strategy.ts';
import { FakeCkan, type FakeAnswer } from '../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { idsOf, itemsResource, range } from '../../support/fakes/fakeResult.ts';

const { signal } = new AbortController();
/** Number of records from which lists are faster than offsets. */
const FAR = 200_000;
const FIELDS = [{ id: '_id', type: 'int' }];

interface Asked {
  readonly offset?: number;
  readonly limit?: number;
  readonly filters?: { readonly _id?: readonly number[] };
}

interface Server {
  readonly cap?: number;
  readonly deleted?: readonly (readonly number[])[];
  /** The server's reaction to a list, if it differs from CKAN's. */
  readonly ofList?: 'ignored' | 'tooLong' | 'refused';
  readonly has?: (id: number) => boolean;
}

/** A table with 300 records behind the first 200,000. `has` returns whether one exists. */
function farTable({ cap = 32_000, deleted = [], ofList, has = () => true }: Server) {
  const gone = new Set<number>();
  const fault = (call: { body: string }, _honest: FakeAnswer, index: number): FakeAnswer => {
    for (const id of deleted[index] ?? []) gone.add(FAR + id);
    const { offset = 0, limit = 100, filters } = JSON.parse(call.body) as Asked;
    const list = ofList === 'ignored' ? undefined : filters?._id;
    if (list && ofList === 'tooLong') return { status: 413, text: '' };
    if (list && ofList === 'refused')
      return { status: 409, text: '{"success":false,"error":{"__type":"Validation Error","filters":["no lists"]}}' };
    const named = new Set(list);
    // The earlier records have `_id` from 1 on, and none is missing.
    const behind = range(FAR + 1, FAR + 301).filter((id) => has(id - FAR) && !gone.has(id));
    const ids =
      list === undefined
        ? offset < FAR
          ? [...range(offset + 1, FAR + 1), ...behind]
          : behind.slice(offset - FAR)
        : [FAR, ...behind].filter((id) => named.has(id));
    const records = ids.slice(0, Math.min(limit, cap)).map((id) => [id]);
    const counts = !call.body.includes('"include_total":false');
    const total = { include_total: counts, ...(counts && { total: FAR + behind.length }) };
    const echoes = { records_format: 'lists', limit: Math.min(limit, cap), ...total };
    const result = { fields: FIELDS, records, ...echoes };
    return { status: 200, text: JSON.stringify({ success: true, result }) };
  };
  const ckan = new FakeCkan({ resources: { r: itemsResource(1) }, fault });
  const facts = { ranges: false, lists: true, maxLimit: cap };
  return { ckan, gone, client: clientOf(ckan, undefined, new LearnedDialect({ facts })) };
}

async function rest(table: ReturnType<typeof farTable>, total?: number) {
  const ways: PagingStrategy[] = [];
  const ids: unknown[] = [];
  const query = { resourceId: 'r' };
  const counted = total === undefined ? {} : { total: FAR + total };
  const from = {
    fields: FIELDS,
    query: { ...query, sort: [{ field: '_id', descending: false }] },
    records: FAR,
    seams: [seamOf([FAR], FIELDS, FAR)],
    notices: [],
    ...counted,
  };
  const options = {
    from,
    acceptsChanges: true,
    onWay: (way: PagingStrategy) => ways.push(way),
    pause: () => Promise.resolve(),
  };
  for await (const { rows } of allRecords(table.client, query, signal, options))
    ids.push(...idsOf(rows).map((id) => Number(id) - FAR));
  return { ids, ways };
}

describe('records far behind in a table, on a server without ranges', () => {
  it('are asked for by their _id, which no offset makes slower', async () => {
    const table = farTable({ cap: 40 });
    assert.deepEqual(await rest(table, 300), { ids: range(1, 301), ways: ['idOffset', 'idLists'] });
    const offsets = table.ckan.searches.map((body) => (JSON.parse(body) as Asked).offset ?? 0);
    assert.ok(offsets.filter((offset) => offset > 0).length <= 3, String(offsets));
  });

  it('end where the server has no more, whatever was promised', async () => {
    assert.deepEqual((await rest(farTable({ cap: 40 }))).ids, range(1, 301));
  });

  for (const ofList of ['ignored', 'tooLong', 'refused'] as const)
    it(`are asked for by offset where a list is ${ofList}`, async () => {
      const { ids, ways } = await rest(farTable({ cap: 40, ofList }), 300);
      assert.deepEqual([ids, ways], [range(1, 301), ['idOffset', 'idLists', 'idOffset']]);
    });

  it('are asked for by offset where there are gaps between the _id', async () => {
    const has = (id: number) => id % 3 !== 0;
    const { ids, ways } = await rest(farTable({ cap: 40, has }), 200);
    assert.deepEqual([ids, ways], [range(1, 301).filter(has), ['idOffset']]);
  });

  it('go on behind a gap that is longer than a list', async () => {
    const has = (id: number) => id < 100 || id > 220;
    const { ids } = await rest(farTable({ cap: 40, has }), 179);
    assert.deepEqual(ids, range(1, 301).filter(has));
  });

  it('come once each, and none is lost, while others are taken away', async () => {
    const moves = fc.array(fc.array(fc.integer({ min: 1, max: 299 }), { maxLength: 20 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(moves, fc.integer({ min: 3, max: 60 }), async (deleted, cap) => {
        const table = farTable({ cap, deleted: [[], ...deleted] });
        const { ids } = await rest(table, 300);
        assert.deepEqual(
          ids,
          [...new Set(ids)].toSorted((one, other) => Number(one) - Number(other)),
        );
        const lasting = range(1, 301).filter((id) => !table.gone.has(FAR + id));
        assert.deepEqual(
          lasting.filter((id) => !ids.includes(id)),
          [],
        );
      }),
      { numRuns: 60 },
    );
  });
});
