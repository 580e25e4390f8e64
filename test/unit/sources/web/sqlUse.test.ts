import assert from 'node:assert/strict';
import { neededStatement } from '../../../../src/datastore/client/sqlSearch.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { changeSqlUse } from '../../../../src/sources/web/sqlUse.ts';
import { FakeCkan } from '../../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../../support/host/twoPortals.ts';
import { people } from '../../../support/host/vscode.ts';

const never = new AbortController().signal;
const EMPTY: DatastoreQuery = { resourceId: 'r', filters: conditionsOf('{"name":{"empty":true}}') };

describe('SQL where filters have no words', () => {
  const setUp = async (fault?: ConstructorParameters<typeof FakeCkan>[0]['fault']) => {
    people.forget();
    const fields = [{ id: 'name', type: 'text' }];
    const ckan = new FakeCkan({ resources: { r: { fields, rows: [['a'], [''], [null]] } }, ...(fault && { fault }) });
    const host = await hostWith({ 'old.test': ckan });
    const { directory } = host;
    const ref = { portalId: host.portal.id, resourceId: 'r' };
    const search = async (query = EMPTY) => {
      await directory.askForSql(ref, query);
      return (await directory.client(ref, never)).search(query, undefined, never);
    };
    const offersSql = () => directory.filterSupport(host.portal.id).answersSql;
    return { ...host, ckan, search, offersSql };
  };

  it('is asked for by a modal when a condition first needs it, and never again once it is allowed', async () => {
    const { search, store, portal, ckan } = await setUp(({ action, body }, honest) => {
      if (action !== 'datastore_search_sql') return honest;
      const records = body.includes('count(') ? [{ n: 2 }] : [{ _id: 2 }, { _id: 3 }];
      const columns = Object.keys(records[0] ?? {}).map((id) => ({ id, type: 'int4' }));
      return { status: 200, text: JSON.stringify({ help: '', success: true, result: { records, fields: columns } }) };
    });
    await search({ resourceId: 'r' });
    assert.equal(people.asked.length, 0);
    people.answer = () => 'Use SQL';
    const page = await search();
    assert.deepEqual(page.rows, [
      [2, ''],
      [3, null],
    ]);
    assert.equal(page.total, 2);
    await search();
    assert.deepEqual(
      people.asked.map(({ isModal, buttons }) => [isModal, buttons]),
      [[true, ['Use SQL']]],
    );
    assert.match(people.asked[0]!.text, /^old\.test can answer this query only with SQL\. Use SQL for this portal\?/);
    assert.equal(store.find(portal.id)?.allowSql, true);
    assert.ok(ckan.calls.some(({ body }) => body.includes('"_id\\" FROM \\"r\\" WHERE')));
  });

  it('is not asked where people say no: they are told what it needs', async () => {
    const { search, store, portal, ckan, offersSql } = await setUp();
    await assert.rejects(search(), { kind: 'sqlNotAllowed' });
    assert.deepEqual(ckan.calls, []);
    assert.equal(store.find(portal.id)?.allowSql, undefined);
    assert.equal(offersSql(), true);
  });

  it('is tried once where the portal has none: its conditions are greyed then', async () => {
    const { search, ckan, offersSql } = await setUp();
    people.answer = () => 'Use SQL';
    await assert.rejects(search(), { kind: 'unsupportedFilter' });
    assert.equal(offersSql(), false);
    const asked = () => ckan.calls.filter(({ action }) => action === 'datastore_search_sql').length;
    const before = asked();
    await assert.rejects(search(), { kind: 'unsupportedFilter' });
    assert.equal(asked(), before);
    assert.equal(people.asked.length, 1);
  });

  it('leaves what a search can say to the search, where there is no SQL', async () => {
    const { search } = await setUp();
    people.answer = () => 'Use SQL';
    const page = await search({ resourceId: 'r', filters: conditionsOf('{"name":null}') });
    assert.equal(page.rows.length, 1);
  });

  it('is switched on and off in the menu of the portal', async () => {
    const { store, portal } = await setUp();
    people.answer = (question) => (question.startsWith('Stop') ? 'Stop Using SQL' : 'Use SQL');
    await changeSqlUse(portal, store);
    assert.equal(store.find(portal.id)?.allowSql, true);
    await changeSqlUse(store.find(portal.id)!, store);
    assert.equal(store.find(portal.id)?.allowSql, false);
  });

  it('is in the preview before it is asked', async () => {
    const { directory, portal } = await setUp();
    const fields = [{ id: 'name', type: 'text' }];
    assert.match(
      neededStatement(EMPTY, fields, directory.dialect(portal.id)) ?? '',
      /^SELECT "_id" FROM "r" WHERE .* LIMIT 100 OFFSET 0$/,
    );
    assert.equal(neededStatement({ resourceId: 'r' }, fields, directory.dialect(portal.id)), undefined);
  });
});
