import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { LearnedDialect } from '../../../src/datastore/dialect/learnedDialect.ts';
import type { DialectFacts } from '../../../src/datastore/dialect/facts.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { allRecords, type RunOptions } from '../../../src/export/records.ts';
import { FakeCkan, type FakeAnswer } from '../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { idsOf, itemsResource, range } from '../../support/fakes/fakeResult.ts';

const { signal } = new AbortController();

interface Asked {
  readonly offset?: number;
  readonly limit?: number;
  readonly filters?: { readonly _id?: { readonly gt?: number; readonly gte?: number } };
}

/**
 * A table with only `_id`, from which records disappear at the request with a given index. Each answer has at most the
 * next number of records in `caps`, and doesn't say so.
 */
function shrinking(
  facts: DialectFacts,
  caps: readonly number[],
  deleted: readonly (readonly number[])[],
  lies = false,
) {
  const gone = new Set<number>();
  const fault = (call: { body: string }, _honest: FakeAnswer, index: number): FakeAnswer => {
    for (const id of deleted[index] ?? []) gone.add(id);
    const { offset = 0, limit = 100, filters } = JSON.parse(call.body) as Asked;
    const { gt = 0, gte = 0 } = filters?._id ?? {};
    const ids = range(1, 301).filter((id) => !gone.has(id) && id > gt && id >= gte);
    const used = Math.min(limit, caps[index % caps.length] ?? limit);
    const page = ids.slice(offset, offset + used);
    const isLists = call.body.includes('"lists"');
    const records = page.map((id) => (isLists ? [id] : { _id: id }));
    const echoes = {
      include_total: true,
      records_format: isLists ? 'lists' : 'objects',
      ...(facts.ranges && { include_next_page: false }),
    };
    const result = {
      fields: [{ id: '_id', type: 'int' }],
      records,
      limit: lies ? limit : used,
      total: ids.length,
      ...echoes,
    };
    return { status: 200, text: JSON.stringify({ success: true, result }) };
  };
  const ckan = new FakeCkan({ resources: { r: itemsResource(1) }, fault });
  return { ckan, gone, client: clientOf(ckan, undefined, new LearnedDialect({ facts })) };
}

/** Each answer takes a turn of the event loop. `most` is the greatest number of requests at a time. */
function watched(client: DatastoreClient): { most: number } {
  const seen = { most: 0 };
  const search = client.search.bind(client);
  let underWay = 0;
  client.search = async (...asked) => {
    underWay += 1;
    seen.most = Math.max(seen.most, underWay);
    await turn();
    return search(...asked).finally(() => (underWay -= 1));
  };
  return seen;
}

async function idsFrom(
  client: DatastoreClient,
  query: Partial<DatastoreQuery> = {},
  how: Pick<RunOptions, 'pagesAtOnce'> = {},
): Promise<unknown[]> {
  const ids: unknown[] = [];
  const options = { acceptsChanges: true, pause: () => Promise.resolve(), ...how };
  for await (const { rows } of allRecords(client, { resourceId: 'r', ...query }, signal, options))
    ids.push(...idsOf(rows));
  return ids;
}

describe('the page behind the one that is read', () => {
  const ways: readonly (readonly [string, DialectFacts])[] = [
    ['ranges of _id', { ranges: true }],
    ['offsets in _id order', { ranges: false }],
  ];
  for (const [what, facts] of ways) {
    it(`is asked for before that one has come: ${what}`, async () => {
      const { client, ckan } = shrinking(facts, [40], []);
      const seen = watched(client);
      assert.deepEqual(await idsFrom(client), range(1, 301));
      assert.equal(seen.most, 2);
      const bodies = ckan.searches;
      assert.equal(new Set(bodies).size, bodies.length, 'none is asked for twice');
    });

    for (const pagesAtOnce of [1, 2, 3])
      it(`is asked for with as many others as people allow, ${String(pagesAtOnce)}: ${what}`, async () => {
        const { client, ckan } = shrinking(facts, [40], []);
        const seen = watched(client);
        assert.deepEqual(await idsFrom(client, {}, { pagesAtOnce }), range(1, 301));
        assert.equal(seen.most, pagesAtOnce);
        const bodies = ckan.searches;
        assert.equal(new Set(bodies).size, bodies.length, 'none is asked for twice');
      });

    it(`begins with the record before it: ${what}`, async () => {
      const { client, ckan } = shrinking(facts, [40], []);
      watched(client);
      await idsFrom(client);
      const asked = ckan.searches.map((body) => JSON.parse(body) as Asked);
      const firsts = asked.map(({ offset = 0, filters }) => filters?._id?.gte ?? offset + 1);
      // Each page repeats one record, so that 40 bring 39 new ones.
      assert.deepEqual(firsts.filter((id) => id > 1).slice(0, 5), [40, 79, 118, 157, 196]);
    });

    it(`is asked for once where pages grow, because each request costs the server time: ${what}`, async () => {
      const { client, ckan } = shrinking(facts, [300], []);
      const search = client.search.bind(client);
      const limits: (number | undefined)[] = [];
      client.search = async (...asked) => {
        const page = await search(...asked);
        limits.push(asked[1]?.limit);
        // The records are said to be large, so that a page has few.
        return { ...page, elapsedMs: 1000, size: page.rows.length * 64 * 1024 };
      };
      watched(client);
      assert.deepEqual(await idsFrom(client), range(1, 301));
      assert.equal(new Set(ckan.searches).size, ckan.searches.length, 'none is asked for twice');
      const [first = 0] = limits.slice(1);
      assert.ok(limits.includes(2 * (first - 1) + 1), limits.join());
    });

    it(`is asked for anew where fewer records came: none is lost, none comes twice: ${what}`, async () => {
      const moves = fc.array(fc.array(fc.integer({ min: 1, max: 299 }), { maxLength: 20 }), { maxLength: 12 });
      const caps = fc.array(fc.integer({ min: 3, max: 60 }), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(
          moves,
          caps,
          fc.boolean(),
          fc.integer({ min: 1, max: 3 }),
          async (deleted, most, lies, pages) => {
            const { client, gone } = shrinking(facts, most, [[], ...deleted], lies);
            watched(client);
            const ids = await idsFrom(client, {}, { pagesAtOnce: pages });
            assert.deepEqual(
              ids,
              [...new Set(ids)].toSorted((one, other) => Number(one) - Number(other)),
            );
            const lasting = range(1, 301).filter((id) => !gone.has(id));
            assert.deepEqual(
              lasting.filter((id) => !ids.includes(id)),
              [],
            );
          },
        ),
        { numRuns: 100 },
      );
    });
  }

  it('is no page behind the last one that was promised', async () => {
    const { client, ckan } = shrinking({ ranges: true }, [100], []);
    await idsFrom(client, { limit: 250 });
    assert.ok(!ckan.searches.some((body) => (JSON.parse(body) as Asked).filters?._id?.gte === 250));
  });

  it('waits for the one before where the order is another', async () => {
    const { client } = shrinking({ ranges: true }, [40], []);
    const seen = watched(client);
    await idsFrom(client, { sort: [{ field: '_id', descending: true }] }).catch(() => undefined);
    assert.equal(seen.most, 1);
  });

  it('waits where there are gaps between the _id, so that nothing is asked for in vain', async () => {
    const { client, ckan } = shrinking({ ranges: true }, [40], [range(1, 301).filter((id) => id % 3 === 0)]);
    const seen = watched(client);
    assert.equal((await idsFrom(client)).length, 200);
    assert.equal(seen.most, 1);
    assert.ok(ckan.searches.length <= 8, String(ckan.searches.length));
  });
});
