import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import fc from 'fast-check';
import { ResultSet } from '../../../../src/datastore/result/resultSet.ts';
import { FakeCkan, refusal, type FakeAnswer } from '../../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';
import { idsOf, itemsResource, listsOf, openItems, range, tamper } from '../../../support/fakes/fakeResult.ts';

const { signal } = new AbortController();

describe('result set', () => {
  it('of a limit that fits one page is exactly one request with only the given members', async () => {
    const { ckan, set } = await openItems(1000, { q: 'item 1', limit: 50 });
    assert.deepEqual(ckan.searches, ['{"resource_id":"r","q":"item 1","limit":50}']);
    assert.equal((await set.rows(0, 50, signal)).length, 50);
    assert.equal(ckan.searches.length, 1);
    assert.deepEqual([set.rowCount, set.rowCountIsFinal, set.order, set.continuation], [50, true, 'total', undefined]);
    assert.deepEqual(set.count, { value: 111, kind: 'exact' });
  });

  it('without a limit is everything that matches, by windows', async () => {
    const { ckan, set } = await openItems(2500);
    assert.deepEqual(ckan.searches, ['{"resource_id":"r"}']);
    assert.deepEqual([set.rowCount, set.rowCountIsFinal, set.order, set.firstPageRows], [2500, true, 'total', 100]);
    assert.deepEqual(idsOf(await set.rows(0, 100, signal)), range(1, 101));
    assert.equal(ckan.searches.length, 1, 'the first rows are there already');
    assert.deepEqual(idsOf(await set.rows(990, 1190, signal)), range(991, 1191));
    assert.deepEqual(idsOf(await set.rows(2450, 9999, signal)), range(2451, 2501));
    assert.deepEqual(await set.rows(2500, 2600, signal), []);
  });

  it('asks for aligned pages of 500 to 1,000 records, without a total', async () => {
    const { ckan, set } = await openItems(2500);
    await set.rows(1200, 1300, signal);
    assert.deepEqual(ckan.searches.slice(1), [
      '{"resource_id":"r","limit":1000,"offset":1000,"include_total":false,"records_format":"lists"}',
    ]);
    const { fields, rows } = itemsResource(700);
    const long = rows.map(([name]) => [name ?? null, 'x'.repeat(5000)]);
    const wide = new FakeCkan({ resources: { r: { fields, rows: long } } });
    const set2 = await ResultSet.open(clientOf(wide), { resourceId: 'r' }, signal);
    await set2.rows(600, 700, signal);
    assert.match(wide.searches[1] ?? '', /"limit":500,"offset":500,/);
  });

  it('respects a limit over several pages and a learned cap', async () => {
    const { ckan, set } = await openItems(2000, { limit: 700 }, { rowsMax: 300 });
    assert.deepEqual([set.rowCount, set.rowCountIsFinal, set.firstPageRows], [700, true, 300]);
    assert.deepEqual(idsOf(await set.rows(250, 900, signal)), range(251, 701));
    const limits = ckan.searches.slice(1).map((body) => (JSON.parse(body) as { limit: number }).limit);
    assert.deepEqual(limits, [300, 300, 100]);
  });

  it('takes no more rows than the limit from a server that ignores it', async () => {
    const fault = tamper((result) => ({
      ...result,
      records: range(1, 41).map((_id) => ({ _id, name: 'x', group: 1 })),
      total: 40,
    }));
    const { set } = await openItems(40, { limit: 5 }, { version: 'plain', fault });
    assert.deepEqual([set.rowCount, (await set.rows(0, 40, signal)).length], [5, 5]);
  });

  it('of limit 0 has fields and a total, and no rows', async () => {
    const { set } = await openItems(30, { limit: 0 });
    assert.deepEqual([set.rowCount, set.rowCountIsFinal, set.count.value], [0, true, 30]);
    assert.deepEqual(
      set.fields.map(({ id }) => id),
      ['_id', 'name', 'group'],
    );
    assert.deepEqual(await set.rows(0, 100, signal), []);
  });

  it('goes on behind short pages until the end is proven', async () => {
    // The server returns at most 7 records, and doesn't repeat parameters.
    const fault = tamper((result) => ({ ...result, records: result.records.slice(0, 7), total: 40 }));
    const { ckan, set } = await openItems(40, {}, { version: 'plain', fault });
    assert.deepEqual(idsOf(await set.rows(0, 40, signal)), range(1, 8));
    const sorted = await ResultSet.open(
      clientOf(ckan),
      { resourceId: 'r', sort: [{ field: '_id', descending: false }] },
      signal,
    );
    assert.deepEqual(idsOf(await sorted.rows(0, 40, signal)), range(1, 41));
  });

  it('asks for less when an answer is too large', async () => {
    const fault = (call: { body: string }, honest: FakeAnswer) =>
      (JSON.parse(call.body) as { limit?: number }).limit! > 300 ? { status: 413, text: '' } : honest;
    const { set } = await openItems(1500, {}, { fault });
    assert.deepEqual(idsOf(await set.rows(400, 800, signal)), range(401, 801));
  });

  describe('whose limit is too much for one answer', () => {
    const refusing = (status: number) => (call: { body: string }, honest: FakeAnswer) =>
      (JSON.parse(call.body) as { limit?: number }).limit! > 1000 ? { status, text: '' } : honest;
    for (const status of [413, 504])
      it(`goes on by pages: ${String(status)}`, async () => {
        const { set, ckan } = await openItems(5000, { limit: 4000 }, { fault: refusing(status) });
        assert.deepEqual([set.rowCount, set.rowCountIsFinal], [4000, true]);
        assert.deepEqual(idsOf(await set.rows(3000, 4000, signal)), range(3001, 4001));
        assert.deepEqual(idsOf(await set.rows(0, 10, signal)), range(1, 11));
        assert.equal(ckan.searches[1], '{"resource_id":"r","limit":1000}');
      });

    it('is told at once where that is small already', async () => {
      const ckan = new FakeCkan({ resources: { r: itemsResource(50) }, fault: () => ({ status: 504, text: '' }) });
      await assert.rejects(ResultSet.open(clientOf(ckan), { resourceId: 'r', limit: 100 }, signal));
      assert.equal(ckan.searches.length, 1);
    });
  });

  it('notices a record that comes on two pages', async () => {
    // Earlier records were deleted between the requests.
    const fault = tamper((result, index) => {
      const lists = listsOf(result);
      return index < 2 ? result : { ...result, records: lists.map(([id, ...rest]) => [id - 600, ...rest]) };
    });
    const { set } = await openItems(1500, {}, { fault });
    await set.rows(100, 200, signal);
    assert.deepEqual(set.notices, []);
    let changes = 0;
    set.onDidChange(() => (changes += 1));
    await set.rows(1100, 1200, signal);
    const kinds = set.notices.map(({ kind }) => kind);
    assert.deepEqual([kinds, changes], [['repeatedRecords', 'recordsMoved'], 1]);
  });

  describe('of a table that is replaced while people scroll', () => {
    /** From `place` on, answers come from another table with the same `_id`s. */
    const replacedFrom = (place: number) =>
      tamper((result, index) => {
        if (index < place) return result;
        return { ...result, records: listsOf(result).map(([id]) => [id, `other ${String(id)}`, 1]) };
      });

    it('says so when a page that was dropped is read again', async () => {
      const { ckan, set } = await openItems(3000, {}, { fault: replacedFrom(4) }, 1);
      for (const first of [500, 1500, 2500]) await set.rows(first, first + 100, signal);
      assert.deepEqual(set.notices, []);
      await set.rows(500, 600, signal);
      assert.deepEqual(set.notices, [{ kind: 'recordsMoved' }]);
      assert.equal(ckan.searches.length, 5, 'one request for each page');
    });

    it('says so when a page begins with the records of the first answer', async () => {
      const { set } = await openItems(3000, {}, { fault: replacedFrom(1) });
      await set.rows(50, 150, signal);
      assert.deepEqual(set.notices, [{ kind: 'recordsMoved' }]);
    });

    it('says nothing where the order isn’t total', async () => {
      const fault = tamper((result, index) => ({
        ...result,
        fields: [{ id: 'name' }],
        records: Array.from({ length: index === 0 ? 100 : 500 }, (_, at) =>
          index === 0 ? { name: `a${String(at)}` } : [`b${String(at)}`],
        ),
      }));
      const { set } = await openItems(3000, { sort: [{ field: 'name', descending: false }] }, { fault });
      await set.rows(50, 150, signal);
      assert.deepEqual(set.notices, []);
    });
  });

  it('notices fields that came to the others, and keeps the first ones', async () => {
    const fields = ['new', '_id', 'group', 'name'].map((id) => ({ id, type: 'text' }));
    const fault = tamper((result, index) =>
      index === 0 ? result : { ...result, fields, records: index === 1 ? [['n', 1, 'g', 'x']] : [] },
    );
    const { set } = await openItems(101, {}, { fault });
    assert.deepEqual(await set.rows(0, 101, signal), [[1, 'x', 'g']]);
    assert.ok(set.notices.some(({ kind }) => kind === 'fieldsChanged'));
  });

  it('draws no empty cell for a field that is not there any more', async () => {
    const fields = ['_id', 'label', 'group'].map((id) => ({ id, type: 'text' }));
    const fault = tamper((result, index) => (index < 2 ? result : { ...result, fields }));
    const { set } = await openItems(3000, {}, { fault });
    assert.equal((await set.rows(100, 200, signal)).length, 100);
    await assert.rejects(set.rows(1100, 1200, signal), { kind: 'fieldsChanged', host: 'ckan.test' });
    assert.equal((await set.rows(100, 200, signal)).length, 100, 'what was loaded stays');
  });

  it('shares one request between windows that overlap', async () => {
    const { ckan, set } = await openItems(3000);
    const windows = await Promise.all([
      set.rows(1100, 1300, signal),
      set.rows(1200, 1400, signal),
      set.rows(1900, 2100, signal),
    ]);
    assert.deepEqual(
      windows.map((rows) => rows.length),
      [200, 200, 200],
    );
    assert.equal(ckan.searches.length, 3);
  });

  it('ends a window’s request when its caller leaves, and no other’s', async () => {
    const gate = new EventEmitter();
    const fault = async (_: unknown, honest: FakeAnswer, index: number) => {
      if (index > 0) await once(gate, 'open');
      return honest;
    };
    const { ckan, set } = await openItems(3000, {}, { fault });
    const leaver = new AbortController();
    const left = assert.rejects(set.rows(1000, 1100, leaver.signal), /scrolled on/);
    const stays = set.rows(2000, 2100, signal);
    while (ckan.searches.length < 3) await new Promise(setImmediate);
    leaver.abort(new Error('scrolled on'));
    await left;
    gate.emit('open');
    assert.deepEqual(idsOf(await stays), range(2001, 2101));
  });

  it('keeps no more pages than its cache holds, and asks again for the others', async () => {
    const { ckan, set } = await openItems(5000, {}, {}, 1);
    await set.rows(1000, 1100, signal);
    await set.rows(2000, 2100, signal);
    await set.rows(2100, 2200, signal);
    assert.equal(ckan.searches.length, 3);
    await set.rows(1000, 1100, signal);
    assert.equal(ckan.searches.length, 4);
    assert.deepEqual(set.notices, [], 'the same page again is no repeated record');
  });

  it('keeps of a first answer that is over the budget what fits beside pages, and asks for the rest again', async () => {
    const { ckan, set } = await openItems(5000, { limit: 5000 }, {}, 100_000);
    const loaded = () => [...set.loadedRows()].map(({ first, rows }) => [first, rows.length]);
    const [[, kept = 0] = []] = loaded();
    assert.ok(kept >= 200 && kept < 3000, String(kept));
    assert.deepEqual(idsOf(await set.rows(0, kept, signal)), range(1, kept + 1));
    assert.equal(ckan.searches.length, 1);
    assert.deepEqual(idsOf(await set.rows(4900, 5000, signal)), range(4901, 5001));
    assert.equal(ckan.searches.length, 2);
    assert.deepEqual([set.rowCount, set.order, set.notices], [5000, 'total', []]);
  });

  it('keeps all of a first answer that can’t be asked for again', async () => {
    const { ckan, set } = await openItems(1000, { q: 'item', limit: 1000 }, {}, 1);
    assert.deepEqual(idsOf(await set.rows(900, 1000, signal)).length, 100);
    assert.equal(ckan.searches.length, 1);
  });

  it('says which rows are here already, without asking', async () => {
    const { ckan, set } = await openItems(3500);
    const loaded = () => [...set.loadedRows()].map(({ first, rows }) => [first, idsOf(rows)]);
    assert.deepEqual(loaded(), [[0, range(1, 101)]]);
    await set.rows(2100, 2200, signal);
    await set.rows(500, 600, signal);
    assert.deepEqual(loaded(), [
      [0, range(1, 101)],
      [100, range(101, 1001)],
      [2000, range(2001, 3001)],
    ]);
    assert.equal(ckan.searches.length, 3);
    set.dispose();
    assert.deepEqual(loaded(), []);
  });

  it('rejects what fails, and works again afterwards', async () => {
    let fails = true;
    const fault = (_: unknown, honest: FakeAnswer, index: number) =>
      index > 0 && fails ? refusal(409, 'Validation Error', { query: ['Search took too long'] }) : honest;
    const { set } = await openItems(3000, {}, { fault });
    await assert.rejects(set.rows(1000, 1100, signal), { kind: 'validation' });
    fails = false;
    assert.equal((await set.rows(1000, 1100, signal)).length, 100);
  });

  it('ends all waiting when it is closed', async () => {
    const fault = (_: unknown, honest: FakeAnswer, index: number) =>
      index === 0 ? honest : new Promise<FakeAnswer>(() => undefined);
    const { set } = await openItems(3000, {}, { fault });
    const waiting = set.rows(1000, 1100, signal);
    set.dispose();
    await assert.rejects(waiting, { name: 'AbortError' });
    await assert.rejects(set.rows(0, 10, signal), { name: 'AbortError' });
  });

  it('gives every window of any resource as the server has it, through any cache, cap and version', async () => {
    const world = fc.record({
      count: fc.nat(2600),
      limit: fc.option(fc.nat(2600), { nil: undefined }),
      rowsMax: fc.integer({ min: 40, max: 3000 }),
      cacheSize: fc.constantFrom(1, 60_000, 10_000_000),
      version: fc.constantFrom('2.8', '2.11', '2.12'),
      windows: fc.array(fc.tuple(fc.nat(2600), fc.nat(300)), { minLength: 1, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ count, limit, rowsMax, cacheSize, version, windows }) => {
        const query = limit === undefined ? {} : { limit };
        const { set } = await openItems(count, query, { rowsMax, version }, cacheSize);
        const end = Math.min(count, limit ?? Infinity);
        assert.equal(set.rowCount, end);
        for (const [first, length] of windows) {
          const expected = range(Math.min(first, end), Math.min(first + length, end)).map((index) => index + 1);
          assert.deepEqual(idsOf(await set.rows(first, first + length, signal)), expected);
        }
        let next = 0;
        for (const { first, rows } of set.loadedRows()) {
          assert.ok(first >= next, 'stretches do not overlap');
          next = first + rows.length;
          assert.deepEqual(idsOf(rows), range(first + 1, next + 1));
        }
        assert.ok(next <= end);
        assert.deepEqual(set.notices, []);
      }),
      { numRuns: 25 },
    );
  });
});
