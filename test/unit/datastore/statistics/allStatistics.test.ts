/** Statistics over all records of a portal by the means it offers: few requests, and only true numbers. */
import assert from 'node:assert/strict';
import { allStatistics, MOST_READ } from '../../../../src/datastore/statistics/allStatistics.ts';
import { NotCountable } from '../../../../src/datastore/statistics/valueTally.ts';
import { ResultSet } from '../../../../src/datastore/result/resultSet.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { allRecords } from '../../../../src/export/records.ts';
import type { RecordRow } from '../../../../src/base/cells.ts';
import { FakeCkan, NOT_FOUND, success, type FakeCkanOptions } from '../../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';

const { signal } = new AbortController();

interface World extends Partial<FakeCkanOptions> {
  readonly rows?: readonly RecordRow[];
  readonly query?: Partial<DatastoreQuery>;
  /** The total of the result, if it differs from the portal's. */
  readonly total?: number;
}

const ROWS: readonly RecordRow[] = Array.from({ length: 2500 }, (_, index) => [
  index % 10 === 3 ? null : index % 7,
  `item ${String(index)}`,
]);

async function openWorld({ rows = ROWS, query = {}, total, ...options }: World = {}) {
  const fields = [
    { id: 'stage', type: 'int4' },
    { id: 'name', type: 'text' },
  ];
  const ckan = new FakeCkan({ resources: { r: { fields, rows } }, ...options });
  const client = clientOf(ckan);
  const set = await ResultSet.open(client, { resourceId: 'r', ...query }, signal);
  const read: number[] = [];
  const count = (id: string) => {
    const field = set.fields.find((each) => each.id === id);
    assert.ok(field);
    const known = total ?? (set.count.kind === 'exact' ? set.count.value : undefined);
    const asked = { client, query: set.query, fields: set.fields, field, readAll: allRecords };
    return allStatistics(
      {
        ...asked,
        hasSpread: true,
        onRead: (records) => read.push(records),
        ...(known !== undefined && { total: known }),
      },
      signal,
    );
  };
  ckan.calls.splice(0);
  return { ckan, count, read };
}

const actions = (ckan: FakeCkan) => ckan.calls.map(({ action }) => action);

describe('statistics over all records of a portal', () => {
  it('without SQL read this field alone, and tell how far they are', async () => {
    const { ckan, count, read } = await openWorld({
      query: { limit: 20, sort: [{ field: 'name', descending: true }] },
    });
    const { statistics, isWhole } = await count('stage');
    assert.deepEqual([isWhole, statistics.isAll], [true, true]);
    assert.partialDeepStrictEqual(statistics, { records: 2500, nulls: 250, distinct: 7, min: '0', max: '6' });
    assert.deepEqual(read, [100, 2500, 2500]);
    assert.equal(
      ckan.searches[0],
      '{"resource_id":"r","fields":["_id","stage"],"sort":"_id asc"}',
      'neither the limit nor the order of the question',
    );
    const [first, ...later] = actions(ckan);
    assert.equal(first, 'datastore_search_sql');
    assert.deepEqual(later.filter((action) => action === 'datastore_search').length, 3);
    ckan.calls.splice(0);
    await count('name');
    assert.ok(!actions(ckan).includes('datastore_search_sql'), 'SQL is not asked for again');
  });

  it('of a search are read too, because SQL would find other words', async () => {
    const { ckan, count } = await openWorld({ query: { q: 'item 1' } });
    const { statistics } = await count('stage');
    assert.equal(statistics.records, 1111);
    assert.ok(ckan.searches.every((body) => body.includes('"q":"item 1"')));
    assert.ok(!actions(ckan).includes('datastore_search_sql'));
  });

  it('by SQL take its word only when it found the same records', async () => {
    for (const [records, requests] of [
      [2500, 3],
      [2499, 7],
    ] as const) {
      const { ckan, count } = await openWorld({
        fault: ({ action, body }, honest) => {
          if (action !== 'datastore_search_sql') return honest;
          const [fields, record] = body.includes('AS filled')
            ? [
                ['records', 'filled', 'different', 'blank', 'min', 'max', 'total'],
                [records, 2250, 7, 0, '0', '6', '6750'],
              ]
            : body.includes('AS deviation')
              ? [
                  ['lower', 'middle', 'next', 'upper', 'deviation'],
                  ['1', '3', '3', '5', '2.00066733388992'],
                ]
              : [
                  ['bin', 'records', 'last'],
                  [6, 2250, '6'],
                ];
          return success({
            fields: fields.map((id) => ({ id, type: 'text' })),
            records: [Object.fromEntries(fields.map((id, place) => [id, record[place]]))],
          });
        },
      });
      const { statistics } = await count('stage');
      assert.equal(ckan.calls.length, requests);
      assert.partialDeepStrictEqual(statistics, { records: 2500, nulls: 250, distinct: 7, min: '0', max: '6' });
      assert.partialDeepStrictEqual(statistics, { quartile1: '1', median: '3', quartile3: '5' });
    }
  });

  it('by SQL lack the spread alone where its functions are refused', async () => {
    const { count } = await openWorld({
      fault: ({ action, body }, honest) => {
        if (action !== 'datastore_search_sql') return honest;
        if (body.includes('stddev_samp')) return { status: 403, text: '{"success":false}' };
        const isFirst = body.includes('AS filled');
        const record = isFirst
          ? { a: 2500, b: 2250, c: 7, d: 0, e: '0', f: '6', g: '6750' }
          : { a: 6, b: 2250, c: '6' };
        return success({ fields: Object.keys(record).map((id) => ({ id, type: 'text' })), records: [record] });
      },
    });
    const { statistics } = await count('stage');
    assert.partialDeepStrictEqual(statistics, { mean: '3', shape: 'histogram' });
    assert.deepEqual([statistics.median, statistics.deviation], [undefined, undefined]);
  });

  it('of too many records are asked for in a few searches, and say no more than these do', async () => {
    const total = MOST_READ + 1;
    const { ckan, count } = await openWorld({ total, rows: ROWS.filter(([stage]) => stage !== null) });
    const { statistics, isWhole } = await count('stage');
    assert.deepEqual(
      [isWhole, statistics],
      [false, { records: total, isAll: true, nulls: 0, distinct: 7, min: '0', max: '6', shape: 'values', bars: [] }],
    );
    assert.equal(ckan.searches.length, 3);
    const withNulls = await (await openWorld({ total })).count('stage');
    assert.deepEqual(withNulls.statistics, { records: total, isAll: true, min: '0', shape: 'values', bars: [] });
  });

  const size = MOST_READ + 1;
  const claims: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['an estimate', { total: 10_000_000, total_was_estimated: true }],
    ['an estimate that is far too low', { total: 3, total_was_estimated: true }],
    ['no total', { total: null }],
    ['a total that is no number', { total: 'many' }],
  ];
  for (const [what, claim] of claims) {
    const opened = (rows: number) =>
      openWorld({
        version: '2.9',
        rows: Array.from({ length: rows }, (_, index) => [index, 'x']),
        fault: ({ action }, honest) => {
          if (action !== 'datastore_search') return NOT_FOUND;
          const { result } = JSON.parse(honest.text) as { readonly result: object };
          return success({ ...result, ...claim });
        },
      });

    it(`of too many records with ${what} are refused after two searches for at most one record`, async () => {
      const { ckan, count } = await opened(size);
      await assert.rejects(count('stage'), (error) => error instanceof NotCountable && error.reason === 'tooMany');
      const limits = ckan.searches.map((body) => (JSON.parse(body) as { readonly limit: number }).limit);
      assert.deepEqual(limits, [0, 1]);
    });

    it(`of few records with ${what} are of all of them`, async () => {
      const { count } = await opened(1500);
      assert.partialDeepStrictEqual((await count('stage')).statistics, { records: 1500, isAll: true, max: '1499' });
    });
  }

  it('of too many distinct records are refused before anything is asked', async () => {
    const query = { distinct: true, fields: ['stage'] };
    const { ckan, count } = await openWorld({ version: '2.12', total: size, query });
    await assert.rejects(count('stage'), (error) => error instanceof NotCountable && error.reason === 'tooMany');
    assert.deepEqual(ckan.searches, []);
  });

  it('of records that an older portal makes distinct are refused before anything is asked', async () => {
    const { ckan, count } = await openWorld({ query: { distinct: true, fields: ['stage'] } });
    await assert.rejects(count('stage'), (error) => error instanceof NotCountable && error.reason === 'distinct');
    assert.equal(ckan.calls.length, 0);
  });
});
