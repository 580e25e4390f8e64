/** Summaries of our own service: the request, the answer and its pages. */
import assert from 'node:assert/strict';
import { ExactNumber, type RecordRow } from '../../../../src/base/cells.ts';
import { DATABASE_DIALECT } from '../../../../src/datastore/dialect/dialect.ts';
import { LearnedDialect } from '../../../../src/datastore/dialect/learnedDialect.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { ResultSet } from '../../../../src/datastore/result/resultSet.ts';
import { allStatistics } from '../../../../src/datastore/statistics/allStatistics.ts';
import { previewRequest } from '../../../../src/datastore/wire/request.ts';
import { allRecords } from '../../../../src/export/records.ts';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';
import { type FakeGroups, fakeSummaries } from '../../../support/fakes/fakeSummaries.ts';

const never = new AbortController().signal;

const QUERY: DatastoreQuery = {
  resourceId: 'r',
  q: 'oak',
  filters: conditionsOf('{"amount":{"not":3}}'),
  sort: [{ field: 'sum:amount', descending: true }],
  summary: {
    groups: [{ field: 'day', unit: 'month' }],
    measures: [{ calculate: 'count' }, { calculate: 'sum', field: 'amount' }],
    top: 2,
    zone: 'Europe/Zurich',
  },
};

const GROUPS: FakeGroups = {
  fields: [
    { id: 'day:month', type: 'text' },
    { id: 'count', type: 'int8' },
    { id: 'sum:amount', type: 'float8', isRounded: true },
  ],
  rows: [
    ['2024-01', 3, new ExactNumber('9007199254740993.5')],
    [null, 2, 1.5],
    ['(others)', 2, null],
  ],
  facts: { others: 4, notFinite: 1, zone: 'Europe/Zurich' },
};

/** Groups by `_id`, sorted by something else. */
function manyGroups(count: number): FakeGroups {
  const rows = Array.from({ length: count }, (_, at) => [(at * 7919) % count, 1]);
  return {
    fields: [
      { id: '_id', type: 'int4' },
      { id: 'count', type: 'int8' },
    ],
    rows,
  };
}

const BY_ID: DatastoreQuery = {
  resourceId: 'r',
  summary: { groups: [{ field: '_id' }], measures: [{ calculate: 'count' }] },
};

describe('a summary of our own service', () => {
  it('is one request with the members of a search, and its facts and exact values are read', async () => {
    const server = fakeSummaries(GROUPS);
    const page = await clientOf(server, undefined, DATABASE_DIALECT).search(QUERY, undefined, never);
    assert.deepEqual(
      server.calls.map(({ action, body }) => [action, JSON.parse(body) as unknown]),
      [
        [
          'x_datastore_summarize',
          {
            resource_id: 'r',
            q: 'oak',
            filters: { amount: { not: 3 } },
            sort: '"sum:amount" desc',
            summary: {
              groups: [{ field: 'day', unit: 'month' }],
              measures: [{ calculate: 'count' }, { calculate: 'sum', field: 'amount' }],
              top: 2,
              zone: 'Europe/Zurich',
            },
          },
        ],
      ],
    );
    assert.deepEqual(page.fields, GROUPS.fields);
    assert.deepEqual(page.rows, GROUPS.rows);
    assert.deepEqual(page.summary, { records: 7, others: 4, notFinite: 1, tooLong: [], zone: 'Europe/Zurich' });
    assert.equal(page.mayNotMatch, undefined);
  });

  it('is asked of a server that is only found to be ours by its first answer', async () => {
    const server = fakeSummaries(GROUPS);
    const dialect = new LearnedDialect({ allowsSql: () => true });
    const page = await clientOf(server, undefined, dialect).search(QUERY, undefined, never);
    assert.deepEqual(
      server.calls.map(({ action }) => action),
      ['datastore_search', 'x_datastore_summarize'],
    );
    assert.equal(page.summary?.others, 4);
    // The answer teaches nothing about searches.
    assert.equal(dialect.facts.ranges, false);
    assert.equal(dialect.facts.lists, true);
  });

  it('without facts is no summary', async () => {
    const server = fakeSummaries({ ...GROUPS, facts: { records: -1 } });
    const search = clientOf(server, undefined, DATABASE_DIALECT).search(QUERY, undefined, never);
    await assert.rejects(search, { kind: 'unfit' });
  });

  it('is refused in words for a summary by an older service that lacks the action', async () => {
    const unknown = { status: 400, text: '"Bad request - Action name not known: x_datastore_summarize"' };
    const server = fakeSummaries(GROUPS, { fault: () => unknown });
    const search = clientOf(server, undefined, DATABASE_DIALECT).search(QUERY, undefined, never);
    await assert.rejects(search, { kind: 'noSummary' });
  });

  it('has pages in its own order, to which no key is added, even if a group is called _id', async () => {
    const groups = manyGroups(40_000);
    const server = fakeSummaries(groups);
    const client = clientOf(server, undefined, DATABASE_DIALECT);
    const result = await ResultSet.open(client, BY_ID, never);
    assert.deepEqual([result.count, result.order], [{ value: 40_000, kind: 'exact' }, 'total']);
    assert.deepEqual(await result.rows(0, 40_000, never), groups.rows);
    // Each page groups all records again, so they are large.
    assert.equal(server.calls.length, 3);
    assert.deepEqual([result.notices, result.resourceCount], [[], undefined]);
    assert.deepEqual(result.summary, { records: 7, others: 0, notFinite: 0, tooLong: [] });
    assert.ok(server.calls.every(({ action, body }) => action === 'x_datastore_summarize' && !body.includes('sort')));
    assert.ok(server.calls.every(({ body }) => !/x_file_texts|records_format|threshold/.test(body)));
  });

  it('is exported completely', async () => {
    const groups = manyGroups(40_000);
    const server = fakeSummaries(groups);
    const rows: RecordRow[] = [];
    const client = clientOf(server, undefined, DATABASE_DIALECT);
    for await (const batch of allRecords(client, BY_ID, never)) rows.push(...batch.rows);
    assert.deepEqual(rows, groups.rows);
    assert.ok(server.calls.every(({ body }) => !body.includes('filters')));
    // Each page groups all records again, so they are as large as possible.
    assert.ok(server.calls.filter(({ action }) => action === 'x_datastore_summarize').length <= 4);
  });

  it('that changes while it is exported fails', async () => {
    const rows = manyGroups(3000).rows.map((row) => [...row]);
    const server = fakeSummaries({ ...manyGroups(3000), rows });
    const client = clientOf(server, undefined, DATABASE_DIALECT);
    const read = async () => {
      for await (const { rows: some } of allRecords(client, BY_ID, never))
        if (some.length > 0) rows.forEach((row) => (row[1] = 2));
    };
    await assert.rejects(read(), { kind: 'dataChanged' });
  });

  it('has statistics of its columns, which are read', async () => {
    const server = fakeSummaries(manyGroups(1200));
    const client = clientOf(server, undefined, DATABASE_DIALECT);
    const [, field] = manyGroups(0).fields;
    assert.ok(field);
    const counted = { client, query: BY_ID, fields: manyGroups(0).fields, field, readAll: allRecords };
    const { statistics, isWhole } = await allStatistics({ ...counted, onRead: () => undefined }, never);
    assert.deepEqual([isWhole, statistics.records, statistics.distinct], [true, 1200, 1]);
    assert.ok(!server.calls.some(({ action }) => /^datastore_search|summary/.test(action)));
  });

  it('is shown as its request', () => {
    const preview = previewRequest('', QUERY, { hasToken: false, takesConditions: true });
    assert.match(preview, /^POST \/api\/action\/x_datastore_summarize\n[^]*"summary":\{"groups":\[\{"field":"day"/);
  });
});
