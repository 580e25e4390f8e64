import assert from 'node:assert/strict';
import type { DatastoreClient } from '../../../src/datastore/client/client.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { QueryChangeError } from '../../../src/datastore/query/applyChange.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { HttpError } from '../../../src/http/errors.ts';
import { type ExploredResult, Exploration } from '../../../src/records/exploration.ts';
import type { QueryChange } from '../../../src/datastore/query/queryChange.ts';
import { equalTo } from '../../support/samples/conditions.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import type { FakeVersion } from '../../support/fakes/fakeDialects.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { itemsResource } from '../../support/fakes/fakeResult.ts';
import { conditionsOf, filtersJson } from '../../../src/datastore/query/conditions.ts';

const { signal } = new AbortController();
const START: DatastoreQuery = { resourceId: 'r', limit: 50 };

const group = (...texts: string[]): QueryChange => ({ kind: 'filter', filter: equalTo('group', 'number', ...texts) });
const byName: QueryChange = { kind: 'sort', keys: [{ field: 'name', descending: false }] };

describe('exploration of a panel', () => {
  let asked: DatastoreQuery[];
  let exploration: Exploration;
  let shown: ExploredResult;

  async function open(query: DatastoreQuery, version: FakeVersion = '2.11'): Promise<ExploredResult> {
    const client = clientOf(new FakeCkan({ resources: { r: itemsResource(50) }, version }));
    return { query, client, result: await ResultSet.open(client, query, signal) };
  }

  beforeEach(async () => {
    asked = [];
    exploration = new Exploration((query) => {
      asked.push(query);
      exploration.visit(query);
    });
    exploration.visit(START);
    shown = await open(START);
  });

  const change = (given: QueryChange) => exploration.change(shown, given, signal);
  const filters = () => asked.map(({ filters }) => filters && filtersJson(filters));

  it('asks the changed question, once', async () => {
    await change(group('3'));
    await change(group('3'));
    assert.deepEqual(asked, [{ ...START, filters: conditionsOf('{"group":3}') }]);
  });

  it('builds on a change that is not answered yet', async () => {
    await change(group('3'));
    await change(byName);
    assert.deepEqual(asked.at(-1), {
      ...START,
      filters: conditionsOf('{"group":3}'),
      sort: [{ field: 'name', descending: false }],
    });
  });

  it('takes the exact value of a record', async () => {
    await change({ kind: 'filterByRecord', row: 9, field: 'group', add: false });
    await change({ kind: 'filterByRecord', row: 10, field: 'group', add: true });
    assert.deepEqual(filters(), ['{"group":2}', '{"group":[2,3]}']);
  });

  it('says what cannot be asked, and asks nothing', async () => {
    await assert.rejects(change({ kind: 'filter', filter: equalTo('gone', 'text', 'x') }), QueryChangeError);
    await assert.rejects(change({ kind: 'filterByRecord', row: 99, field: 'group', add: false }), QueryChangeError);
    assert.deepEqual(asked, []);
  });

  it('sorts nothing where the server has refused to, and says so', async () => {
    shown = await open(START, 'bare');
    const sorted = { ...START, sort: [{ field: 'name', descending: false }] };
    await assert.rejects(shown.client.search(sorted, undefined, signal), { kind: 'noSort' });
    await assert.rejects(change(byName), { name: 'QueryChangeError', problem: 'sort' });
    assert.deepEqual(asked, []);
  });

  it('goes back and forward', async () => {
    await change(group('3'));
    exploration.go(-1);
    exploration.go(-1);
    exploration.go(1);
    assert.deepEqual(filters(), ['{"group":3}', undefined, '{"group":3}']);
    assert.deepEqual([exploration.canGo(-1), exploration.canGo(1)], [true, false]);
  });

  describe('after a refusal', () => {
    beforeEach(async () => {
      await change(group('3'));
      exploration.markFailed(shown.query);
    });

    it('builds on the records that are shown, and forgets what was refused', async () => {
      await change(byName);
      assert.equal(asked.at(-1)?.filters, undefined);
      assert.deepEqual(exploration.history.changes, [START, asked.at(-1)]);
    });

    it('leads back, and forward to another try', () => {
      exploration.go(-1);
      exploration.go(1);
      assert.deepEqual(filters(), ['{"group":3}', undefined, '{"group":3}']);
    });

    it('may ask the same again', () => {
      exploration.visit({ ...START, filters: conditionsOf('{"group":3}') });
      assert.equal(exploration.history.changes.length, 2);
    });
  });

  it('forgets nothing when it could not be asked again for what is shown', async () => {
    exploration.markFailed(START);
    await change(byName);
    assert.equal(exploration.history.changes.length, 2);
  });

  it('describes the question for the grid', async () => {
    await change(group('3'));
    const query: DatastoreQuery = {
      ...START,
      q: 'x',
      filters: conditionsOf('{"group":{"gt":1,"lte":5}}'),
      sort: [{ field: 'name', descending: true }],
    };
    assert.deepEqual(exploration.question({ ...shown, query }), {
      q: 'x',
      filters: null,
      sort: [{ field: 'name', descending: true }],
      hasRanges: false,
      answersSql: true,
      findsWords: true,
      canGoBack: true,
      canGoForward: false,
    });
  });

  it('counts over the loaded records only where the portal refuses SQL: other errors are errors', async () => {
    for (const wrong of [new TypeError('a mistake of ours'), new HttpError('timeout', 'p.test')]) {
      const { client, result } = shown;
      const broken = { dialect: client.dialect, sql: () => Promise.reject(wrong) } as unknown as DatastoreClient;
      await assert.rejects(
        exploration.frequentValues({ query: START, client: broken, result }, 'group', '', signal),
        (error) => error === wrong,
      );
    }
  });

  it('counts over the loaded records where the portal refuses SQL', async () => {
    const { values, counted, isAll } = await exploration.frequentValues(shown, 'group', '', signal);
    assert.deepEqual(
      [counted, isAll, values[0]],
      [50, false, { value: { type: 'number', text: '0' }, label: '0', records: 8 }],
    );
  });
});
