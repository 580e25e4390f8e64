/** Ranges on servers whose support for ranges is still unknown. */
import assert from 'node:assert/strict';
import { DatastoreClient } from '../../../../src/datastore/client/client.ts';
import { describeError } from '../../../../src/datastore/wire/errorWords.ts';
import { LearnedDialect } from '../../../../src/datastore/dialect/learnedDialect.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { FakeCkan, type FakeCkanOptions, success } from '../../../support/fakes/fakeCkan.ts';
import { exchangeWith } from '../../../support/fakes/fakeExchange.ts';

const never = new AbortController().signal;
const RANGE: DatastoreQuery = { resourceId: 'r', filters: conditionsOf('{"height":{"gt":2}}') };
const resources = { r: { fields: [{ id: 'height', type: 'int4' }], rows: [[1], [2], [3]] } };

function setUp(options: Omit<FakeCkanOptions, 'resources'>, allowsSql = false) {
  const ckan = new FakeCkan({ resources, ...options });
  const dialect = new LearnedDialect({ allowsSql: () => allowsSql });
  const exchange = exchangeWith({ 'ckan.test': ckan });
  const access = () => Promise.resolve({ baseUrl: 'https://ckan.test' });
  const client = new DatastoreClient({ exchange, access, dialect });
  const search = (query = RANGE) => client.search(query, undefined, never);
  const actions = () => ckan.calls.splice(0).map(({ action }) => action);
  return { dialect, search, actions, ckan };
}

/** Answers the SELECTs that replace a range. */
const answersSql: FakeCkanOptions['fault'] = ({ action, body }, honest) => {
  if (action !== 'datastore_search_sql') return honest;
  const records = body.includes('count(') ? [{ n: 1 }] : [{ _id: 3 }];
  return success({ records, fields: Object.keys(records[0] ?? {}).map((id) => ({ id, type: 'int4' })) });
};

describe('a condition that only our own server understands', () => {
  it('is a filter in its first search, too, because the answer about the fields shows whose server it is', async () => {
    const none = success({ records: [], fields: resources.r.fields });
    const { search, actions, ckan } = setUp(
      {
        fault: ({ body }, honest) => {
          const answer = body.includes('"not"') ? none : honest;
          return { ...answer, headers: { ...answer.headers, 'x-datastore-explorer': '1' } };
        },
      },
      true,
    );
    const bodies = () => ckan.calls.map(({ body }) => body);
    await search({ resourceId: 'r', filters: conditionsOf('{"height":{"not":"#5"}}') });
    assert.match(bodies().at(-1) ?? '', /"filters":\{"height":\{"not":"#5"\}\}/);
    assert.deepEqual(actions(), ['datastore_search', 'datastore_search']);
  });
});

describe('a range that a portal is asked for the first time', () => {
  it('is one request where the portal understands it', async () => {
    const { search, actions, dialect } = setUp({ version: '2.12' });
    assert.deepEqual((await search()).rows, [[3, 3]]);
    assert.equal(dialect.hasRanges, true);
    assert.deepEqual(actions(), ['datastore_search']);
  });

  for (const version of ['2.2', '2.6', '2.9', '2.11', 'plain', 'dkan'] as const)
    it(`is tried once on ${version}, and refused in words`, async () => {
      const { search, actions, dialect } = setUp({ version });
      // People haven't allowed SQL. The error says so as long as the portal hasn't refused SQL.
      await assert.rejects(search(), { kind: 'sqlNotAllowed' });
      assert.equal(dialect.facts.ranges, false);
      actions();
      await assert.rejects(search(), { kind: 'sqlNotAllowed' });
      assert.deepEqual(actions(), []);
    });

  it('goes by SQL where people let it, once the portal has refused it', async () => {
    const { search, actions } = setUp({ version: '2.11', fault: answersSql }, true);
    assert.deepEqual((await search()).rows, [[3, 3]]);
    assert.deepEqual(actions(), [
      'datastore_search',
      // One request shows that the server has no ranges, and returns the fields that SQL needs.
      'datastore_search',
      'datastore_search_sql',
      'datastore_search_sql',
      'datastore_search',
    ]);
    await search();
    assert.deepEqual(actions(), ['datastore_search_sql', 'datastore_search_sql', 'datastore_search']);
  });

  it('says that there are none where SQL is refused, too', async () => {
    const { search, actions } = setUp({ version: '2.11' }, true);
    const refused = await search().then(
      () => undefined,
      (error: unknown) => describeError(error),
    );
    assert.deepEqual(refused, {
      message: "ckan.test can't filter by a range.",
      hint: 'This requires CKAN 2.12 or later. Filter by values, or download a local copy and filter that.',
      offersToken: false,
      part: 'filters',
    });
    actions();
    await assert.rejects(search(), { kind: 'noRanges' });
    assert.deepEqual(actions(), []);
  });

  it('shows no records of a server that ignores it', async () => {
    const all = new FakeCkan({ resources, version: 'plain' });
    const { search, dialect } = setUp({
      version: 'plain',
      fault: ({ action, body }, honest) =>
        body.includes('"gt"') ? all.answer('POST', `/api/action/${action}`, '{"resource_id":"r"}') : honest,
    });
    await assert.rejects(search(), { kind: 'sqlNotAllowed' });
    assert.equal(dialect.facts.ranges, false);
  });

  it('that is refused for its value is refused as such', async () => {
    const { search, dialect } = setUp({ version: '2.12' });
    const unknown = { ...RANGE, filters: conditionsOf('{"width":{"gt":2}}') };
    await assert.rejects(search(unknown), { kind: 'validation', part: 'filters' });
    assert.equal(dialect.hasRanges, true);
  });

  it('leaves other refusals alone, and asks nothing behind them', async () => {
    const { search, actions, dialect } = setUp({
      version: '2.11',
      firewall: () => ({ status: 503, text: '<html><title>Down</title></html>' }),
    });
    await assert.rejects(search(), { kind: 'server' });
    assert.deepEqual([dialect.facts.ranges !== false, actions().length], [true, 1]);
  });
});
