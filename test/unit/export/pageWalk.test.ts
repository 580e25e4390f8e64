import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DatastoreError } from '../../../src/datastore/wire/errors.ts';
import { LearnedDialect } from '../../../src/datastore/dialect/learnedDialect.ts';
import type { DialectFacts } from '../../../src/datastore/dialect/facts.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { conditionsOf, parseFilters } from '../../../src/datastore/query/conditions.ts';
import { allRecords, type RunOptions } from '../../../src/export/records.ts';
import { type PagingStrategy, STRATEGIES } from '../../../src/export/strategy.ts';
import { HttpError } from '../../../src/http/errors.ts';
import type { RecordRow } from '../../../src/base/cells.ts';
import type { ExportProgress, ResumeState } from '../../../src/export/runLog.ts';
import type { FakeVersion } from '../../support/fakes/fakeDialects.ts';
import { type FakeAnswer, FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { idsOf, itemsResource, listsOf, range, tamper } from '../../support/fakes/fakeResult.ts';

const { signal } = new AbortController();

/** Returns empty pages from this offset on. Pages that begin before it are whole, even if they reach beyond it. */
function withoutRecordsAt(place: number): ReturnType<typeof tamper> {
  return (call, honest, index) => {
    const offset = Number(/"offset":(\d+)/.exec(call.body)?.[1] ?? 0);
    return offset < place ? honest : tamper((result) => ({ ...result, records: [] }))(call, honest, index);
  };
}

describe('the way from page to page', () => {
  const byName = [{ field: 'name', descending: false }];
  const byId = [{ field: '_id', descending: false }];
  const rows: readonly (readonly [string, DialectFacts, Partial<DatastoreQuery>, PagingStrategy])[] = [
    ['CKAN 2.12', { ranges: true, sql: true }, {}, 'ranges'],
    ['CKAN 2.12 sorted by _id', { ranges: true }, { sort: byId }, 'ranges'],
    ['CKAN 2.12 in another order', { ranges: true }, { sort: byName }, 'offset'],
    ['_id from the highest on', { ranges: true }, { sort: [{ field: '_id', descending: true }] }, 'offset'],
    ['distinct records', { ranges: true }, { distinct: true }, 'offset'],
    ['CKAN 2.9, whose SQL is on and was used', { ranges: false, sql: true }, {}, 'keyset'],
    ['a search there, which SQL would do otherwise', { ranges: false, sql: true }, { q: 'x' }, 'idOffset'],
    ['CKAN 2.11', { ranges: false }, {}, 'idOffset'],
    ['a server of which nothing is known', {}, {}, 'idOffset'],
  ];
  for (const [what, facts, query, way] of rows)
    it(`of ${what}: ${way}`, () => {
      const dialect = new LearnedDialect({ facts, allowsSql: () => true });
      const asked = { query: { resourceId: 'r', ...query }, dialect, hasIds: true, records: 100, filled: 1 };
      assert.equal(STRATEGIES.find(({ fits }) => fits(asked))?.way, way);
      const without = STRATEGIES.find(({ fits }) => fits({ ...asked, hasIds: false }));
      assert.equal(without?.way, 'offset', 'and where the records have no _id');
    });

  const far = { records: 200_000, filled: 0.9 };
  const lists: readonly (readonly [string, object, Partial<DatastoreQuery>, PagingStrategy])[] = [
    ['far behind', far, {}, 'idLists'],
    ['not so far', { ...far, records: 199_999 }, {}, 'idOffset'],
    ['where there are gaps', { ...far, filled: 0.89 }, {}, 'idOffset'],
    ['with a filter of another field', far, { filters: conditionsOf('{"a": 1}') }, 'idLists'],
    ['with a filter of _id', far, { filters: conditionsOf('{"_id": [1, 2]}') }, 'idOffset'],
    ['with filters that are a text', far, { filters: conditionsOf('[1]') }, 'idOffset'],
    ['in another order', far, { sort: byName }, 'offset'],
  ];
  for (const [what, facts, query, way] of lists)
    it(`of CKAN 2.11 ${what}: ${way}`, () => {
      const dialect = new LearnedDialect({ facts: { ranges: false } });
      const asked = { query: { resourceId: 'r', ...query }, dialect, hasIds: true, ...far, ...facts };
      assert.equal(STRATEGIES.find(({ fits }) => fits(asked))?.way, way);
    });

  it('takes lists by POST alone: an address has no room for them', () => {
    const dialect = new LearnedDialect({ facts: { ranges: false, method: 'GET' } });
    const asked = { query: { resourceId: 'r' }, dialect, hasIds: true, ...far };
    assert.equal(STRATEGIES.find(({ fits }) => fits(asked))?.way, 'idOffset');
  });

  it('needs leave for SQL', () => {
    const dialect = new LearnedDialect({ facts: { ranges: false, sql: true } });
    const asked = { query: { resourceId: 'r' }, dialect, hasIds: true, records: 100, filled: 1 };
    assert.equal(STRATEGIES.find(({ fits }) => fits(asked))?.way, 'idOffset');
  });
});

describe('records that come and go while others are read by offset', () => {
  it('make none get lost, and none come twice, in _id order', async () => {
    const moves = fc.array(fc.array(fc.integer({ min: 1, max: 299 }), { maxLength: 60 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(moves, fc.integer({ min: 3, max: 60 }), async (deleted, rowsMax) => {
        const gone = new Set<number>();
        const fault = (call: { body: string }, _honest: FakeAnswer, index: number): FakeAnswer => {
          for (const id of index === 0 ? [] : (deleted[index] ?? [])) gone.add(id);
          const { offset = 0, limit = 100 } = JSON.parse(call.body) as { offset?: number; limit?: number };
          const ids = range(1, 301).filter((id) => !gone.has(id));
          const used = Math.min(limit, rowsMax);
          const page = ids.slice(offset, offset + used);
          const isLists = call.body.includes('"lists"');
          const records = page.map((id) => (isLists ? [id, 'x'] : { _id: id, name: 'x' }));
          const fields = ['_id', 'name'].map((id) => ({ id, type: 'text' }));
          const echoes = { include_total: true, records_format: isLists ? 'lists' : 'objects' };
          const result = { fields, records, limit: used, total: ids.length, ...echoes };
          return { status: 200, text: JSON.stringify({ success: true, result }) };
        };
        const ckan = new FakeCkan({ resources: { r: itemsResource(1) }, fault });
        const came: unknown[] = [];
        // The record that ties two pages together may be among the deleted ones.
        const options = { acceptsChanges: true, pause: () => Promise.resolve() };
        for await (const batch of allRecords(clientOf(ckan), { resourceId: 'r' }, signal, options))
          came.push(...idsOf(batch.rows));
        const lasting = range(1, 301).filter((id) => !gone.has(id));
        assert.deepEqual(
          came.toSorted((a, b) => Number(a) - Number(b)),
          [...new Set(came)],
          'none twice',
        );
        assert.deepEqual(
          lasting.filter((id) => !came.includes(id)),
          [],
          'none lost',
        );
      }),
      { numRuns: 60 },
    );
  });

  it('end an export where the server has none from some offset on, though it counts them', async () => {
    const lacking = withoutRecordsAt(100);
    const ckan = new FakeCkan({ resources: { r: itemsResource(300) }, rowsMax: 100, fault: lacking });
    const came: unknown[] = [];
    const reading = async (): Promise<void> => {
      const options = { pause: () => Promise.resolve() };
      for await (const batch of allRecords(clientOf(ckan), { resourceId: 'r' }, signal, options))
        came.push(...idsOf(batch.rows));
    };
    await assert.rejects(reading(), { kind: 'incomplete' });
    assert.deepEqual(came, range(1, 200));
    assert.ok(ckan.calls.length < 30, String(ckan.calls.length));
  });

  it('stop an export in another order, and are a notice where people accept changes', async () => {
    const fault = tamper((result, index) =>
      index < 2 ? result : { ...result, records: listsOf(result).map(([id, ...rest]) => [id + 5000, ...rest]) },
    );
    const kinds = new Set<string>();
    const query = { resourceId: 'r', sort: [{ field: 'name', descending: false }] };
    const onProgress = ({ notices }: { notices: readonly { kind: string }[] }) =>
      notices.forEach(({ kind }) => kinds.add(kind));
    const read = async (options: RunOptions) => {
      const ckan = new FakeCkan({ resources: { r: itemsResource(100) }, rowsMax: 40, fault });
      for await (const { rows } of allRecords(clientOf(ckan), query, signal, options)) assert.ok(rows);
    };
    await assert.rejects(read({}), { kind: 'dataChanged' });
    await read({ acceptsChanges: true, onProgress });
    assert.deepEqual([...kinds], ['recordsMoved']);
  });
});

describe('a run that broke off', () => {
  const byName = [{ field: 'name', descending: false }];
  const cases: readonly (readonly [FakeVersion, Partial<DatastoreQuery>])[] = [
    ['2.12', {}],
    ['2.12', { q: 'item 1', fields: ['name'] }],
    ['2.11', {}],
    ['2.11', { sort: byName }],
    ['2.11', { limit: 130 }],
  ];
  for (const [version, query] of cases)
    it(`goes on behind any of its pages: ${version} ${JSON.stringify(query)}`, async () => {
      const ckan = new FakeCkan({ resources: { r: itemsResource(300) }, rowsMax: 40, version });
      const asked = { resourceId: 'r', ...query };
      const whole: (readonly [RecordRow[], ResumeState | undefined])[] = [];
      for await (const { rows, state } of allRecords(clientOf(ckan), asked, signal)) whole.push([[...rows], state]);
      const all = whole.flatMap(([rows]) => rows);
      assert.ok(whole.length > 2);
      for (const [at, [, from]] of whole.entries()) {
        assert.ok(from !== undefined, 'each page says how to go on');
        const rest: RecordRow[] = [];
        let last: ExportProgress | undefined;
        const options = { from, onProgress: (progress: ExportProgress) => (last = progress) };
        for await (const { rows } of allRecords(clientOf(ckan), asked, signal, options)) rest.push(...rows);
        const before = whole.slice(0, at + 1).flatMap(([rows]) => rows);
        assert.deepEqual([...before, ...rest], all);
        if (rest.length > 0) assert.equal(last?.records, all.length);
      }
    });
});

describe('keyset paging', () => {
  it('asks by SQL for what is behind the last _id', async () => {
    const ckan = new FakeCkan({ resources: { r: itemsResource(300) }, rowsMax: 40, version: '2.9' });
    const client = clientOf(ckan, undefined, new LearnedDialect({ facts: { sql: true }, allowsSql: () => true }));
    const filters = parseFilters('{"group": 3}');
    assert.ok(!('problem' in filters));
    const ids: unknown[] = [];
    const ways: PagingStrategy[] = [];
    const options = { onWay: (way: PagingStrategy) => ways.push(way) };
    for await (const { rows } of allRecords(client, { resourceId: 'r', filters }, signal, options))
      ids.push(...idsOf(rows));
    assert.deepEqual(
      ids,
      range(0, 300)
        .filter((index) => index % 7 === 3)
        .map((index) => index + 1),
    );
    // This server doesn't accept SQL after all.
    assert.deepEqual(ways, ['keyset', 'idOffset']);
    const [sql = ''] = ckan.calls.filter(({ action }) => action === 'datastore_search_sql').map(({ body }) => body);
    assert.match(sql, /AND \\"_id\\" >= 277 ORDER BY/);
  });
});

describe('a limit that is too much for one answer', () => {
  it('is read in pages', async () => {
    const fault = (call: { body: string }, honest: FakeAnswer): FakeAnswer =>
      (JSON.parse(call.body) as { limit?: number }).limit! > 1000 ? { status: 413, text: '' } : honest;
    const ckan = new FakeCkan({ resources: { r: itemsResource(5000) }, fault });
    const ids: unknown[] = [];
    for await (const { rows } of allRecords(clientOf(ckan), { resourceId: 'r', limit: 4000 }, signal))
      ids.push(...idsOf(rows));
    assert.deepEqual(ids, range(1, 4001));
  });

  const tooMuch = { 'a 504': { status: 504 }, 'no answer in time': { kind: 'timeout' } } as const;

  /** `fails` returns whether the search with this limit fails, which is the one with this index among all. */
  function setUp(
    how: keyof typeof tooMuch,
    fails: (limit: number | undefined, index: number) => boolean,
    rowsMax = 500,
  ) {
    const limits: (number | undefined)[] = [];
    const client = clientOf(new FakeCkan({ resources: { r: itemsResource(5000) }, rowsMax }));
    const search = client.search.bind(client);
    client.search = async (query, window, abort) => {
      const limit = window?.limit ?? query.limit;
      limits.push(limit);
      if (!fails(limit, limits.length - 1)) return search(query, window, abort);
      throw how === 'a 504'
        ? new DatastoreError('server', 'ckan.test', { status: 504 })
        : new HttpError('timeout', 'ckan.test');
    };
    return { client, limits };
  }

  for (const how of ['a 504', 'no answer in time'] as const) {
    it(`${how}: is said after two smaller pages were too much as well`, async () => {
      const { client, limits } = setUp(how, (_limit, index) => index > 0);
      const records = allRecords(client, { resourceId: 'r' }, signal);
      await records.next();
      await assert.rejects(records.next(), tooMuch[how]);
      const [, first = 0] = limits;
      assert.deepEqual(limits, [undefined, first, Math.ceil(first / 4), Math.ceil(Math.ceil(first / 4) / 4)]);
    });

    const firsts: readonly (readonly [number | undefined, readonly (number | undefined)[]])[] = [
      [4000, [4000, 1000, 250]],
      [100, [100, 25, 7]],
      [undefined, [undefined, 25, 7]],
      [1, [1]],
    ];
    for (const [limit, asked] of firsts)
      it(`${how}: of the first page too, from ${String(limit)} on`, async () => {
        const { client, limits } = setUp(how, () => true);
        const query = { resourceId: 'r', ...(limit !== undefined && { limit }) };
        await assert.rejects(allRecords(client, query, signal).next(), tooMuch[how]);
        assert.deepEqual(limits, asked);
      });

    it(`${how}: a server that was too slow once is asked for as much as before soon`, async () => {
      const { client, limits } = setUp(how, (_limit, index) => index === 3);
      const ids: unknown[] = [];
      for await (const { rows } of allRecords(client, { resourceId: 'r' }, signal)) ids.push(...idsOf(rows));
      assert.deepEqual(ids, range(1, 5001));
      assert.deepEqual(limits.slice(2, 12), [500, 500, 125, 500, 249, 249, 497, 500, 500, 500]);
    });

    it(`${how}: a server that is too slow for more than 1,700 records gives all the same`, async () => {
      const { client } = setUp(how, (limit = 0) => limit > 1700, 32_000);
      const ids: unknown[] = [];
      for await (const { rows } of allRecords(client, { resourceId: 'r' }, signal)) ids.push(...idsOf(rows));
      assert.deepEqual(ids, range(1, 5001));
    });
  }
});
