/** Tests which records a field's statistics cover before people ask for all of them. */
import assert from 'node:assert/strict';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { DATABASE_DIALECT, OUR_DIALECT, type Dialect } from '../../../src/datastore/dialect/dialect.ts';
import { LearnedDialect } from '../../../src/datastore/dialect/learnedDialect.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { answerStatistics } from '../../../src/records/statisticsAnswer.ts';
import { FakeCkan, success } from '../../support/fakes/fakeCkan.ts';
import { exchangeWith } from '../../support/fakes/fakeExchange.ts';

const { signal } = new AbortController();
const asked = { field: 0, ofAll: false, hasSpread: true, onRead: () => undefined };

interface Summary {
  readonly groups?: readonly { readonly starts: readonly number[] }[];
  readonly calculations: readonly { readonly calculate: string }[];
}

/** The statistics of `_id`, which counts the records from 1, as our own service calculates them. */
function summarized({ groups, calculations }: Summary, records: number): readonly (readonly string[])[] {
  const ids = Array.from({ length: records }, (_, place) => place + 1);
  const starts = groups?.[0]?.starts ?? [];
  const bins = Map.groupBy(ids, (id) => starts.filter((start) => start <= id).length);
  return [...bins].map(([bin, some]) => {
    const results: Readonly<Record<string, number>> = {
      ...{ count: some.length, values: some.length, distinct: some.length, empty: 0 },
      ...{ min: Math.min(...some), max: Math.max(...some), sum: some.reduce((sum, id) => sum + id, 0) },
    };
    const calculated = calculations.map(({ calculate }) => String(results[calculate]));
    return groups === undefined ? calculated : [String(bin), ...calculated];
  });
}

async function explored(dialect: Dialect, claim: Readonly<Record<string, unknown>> = {}) {
  const rows = Array.from({ length: 2500 }, (_, index) => [index % 7, `item ${String(index)}`]);
  const fields = [
    { id: 'stage', type: 'int4' },
    { id: 'name', type: 'text' },
  ];
  const host = dialect.takesConditions ? '127.0.0.1' : 'ckan.test';
  const ckan = new FakeCkan({
    resources: { r: { fields, rows } },
    fault: ({ action, body }, honest) => {
      if (action === 'x_datastore_summary')
        return success({ records: summarized(JSON.parse(body) as Summary, rows.length) });
      if (action !== 'datastore_search' || honest.status !== 200) return honest;
      const { result } = JSON.parse(honest.text) as { readonly result: object };
      return success({ ...result, ...claim });
    },
  });
  const client = new DatastoreClient({
    exchange: exchangeWith({ [host]: ckan }),
    access: () => Promise.resolve({ baseUrl: `http://${host}` }),
    dialect,
  });
  const query = { resourceId: 'r' };
  const result = await ResultSet.open(client, query, signal);
  ckan.calls.length = 0;
  return { client, query, result, calls: ckan.calls };
}

describe('statistics of a field, at once', () => {
  it('are of all records of a local file', async () => {
    const found = await answerStatistics(await explored(OUR_DIALECT), asked, signal);
    assert.partialDeepStrictEqual(found, { isAll: true, records: 2500 });
  });

  it('are of the loaded ones while it is still loading', async () => {
    const isWhole = Promise.resolve(true);
    const partial = { name: 'a.csv', records: 2500, fraction: 0.5, isWhole };
    const found = await answerStatistics({ ...(await explored(OUR_DIALECT)), partial }, asked, signal);
    assert.partialDeepStrictEqual(found, { isAll: false, isFirst: true, records: 100 });
  });

  it('are of the loaded ones of a portal, which are its first unless people went further', async () => {
    const shown = await explored(new LearnedDialect());
    const first = await answerStatistics(shown, asked, signal);
    assert.partialDeepStrictEqual(first, { isAll: false, isFirst: true, records: 100, total: 2500 });
    await shown.result.rows(2000, 2100, signal);
    const apart = await answerStatistics(shown, asked, signal);
    assert.equal(apart.isFirst, undefined);
    assert.equal(apart.records, 600);
  });

  const claims: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['a counted total', {}],
    ['an estimated total', { total: 10_000_000, total_was_estimated: true }],
    ['an estimate that is small', { total: 120, total_was_estimated: true }],
    ['no total', { total: null }],
  ];
  for (const [what, claim] of claims) {
    it(`are of the loaded ones of a database with ${what}, and ask it nothing`, async () => {
      const shown = await explored(DATABASE_DIALECT, claim);
      for (const field of [0, 1, 2]) {
        const found = await answerStatistics(shown, { ...asked, field }, signal);
        assert.partialDeepStrictEqual(found, { isAll: false, isFirst: true, records: 100 });
      }
      assert.deepEqual(shown.calls, []);
    });

    it(`are of all records of a database with ${what} once people ask`, async () => {
      const found = await answerStatistics(await explored(DATABASE_DIALECT, claim), { ...asked, ofAll: true }, signal);
      assert.partialDeepStrictEqual(found, { isAll: true, records: 2500, mean: '1250.5' });
    });
  }
});
