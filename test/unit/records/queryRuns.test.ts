import assert from 'node:assert/strict';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';
import { QueryRuns } from '../../../src/records/queryRuns.ts';
import type { GridScreen } from '../../../src/records/gridScreen.ts';
import { FakeCkan, success } from '../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { people } from '../../support/host/vscode.ts';

const query = { resourceId: 'r', filters: conditionsOf('{"height":{"gt":2}}') };

describe('a run of a range on a portal that has never been asked', () => {
  async function setUp() {
    people.forget();
    const ckan = new FakeCkan({
      resources: { r: { fields: [{ id: 'height', type: 'int4' }], rows: [[1], [2], [3]] } },
      version: '2.11',
      fault: ({ action, body }, honest) => {
        if (action !== 'datastore_search_sql') return honest;
        const records = body.includes('count(') ? [{ n: 1 }] : [{ _id: 3 }];
        return success({ records, fields: Object.keys(records[0] ?? {}).map((id) => ({ id, type: 'int4' })) });
      },
    });
    const { directory, portal, failures } = await hostWith({ 'old.test': ckan });
    const states: string[] = [];
    const note = (state: string) => () => void states.push(state);
    const screen = {
      setState: ({ kind }: { readonly kind: string }) => void states.push(kind),
      shown: { result: { pauseCount: note('the count before stops'), resumeCount: note('it goes on') } },
    };
    const runs = new QueryRuns({
      ...{ portalId: portal.id, portals: directory },
      screen: screen as unknown as GridScreen,
      problem: (error) => ({ text: failures.describe(error).message, buttons: [] }) as never,
    });
    return { runs, states, ckan };
  }

  it('offers SQL once the portal has refused it, and goes on by it', async () => {
    const { runs, states } = await setUp();
    people.answer = () => 'Use SQL';
    const opened = await runs.open({ query });
    assert.deepEqual(opened?.head, [[3, 3]]);
    assert.equal(people.asked.length, 1);
    assert.deepEqual(states, ['loading', 'the count before stops']);
  });

  it('is asked about once where people say no', async () => {
    const { runs, states, ckan } = await setUp();
    await assert.rejects(runs.open({ query }), { kind: 'sqlNotAllowed' });
    assert.equal(people.asked.length, 1);
    assert.deepEqual(states, ['loading', 'the count before stops', 'it goes on', 'failed']);
    ckan.calls.splice(0);
    await assert.rejects(runs.open({ query }), { kind: 'sqlNotAllowed' });
    assert.deepEqual([people.asked.length, ckan.calls], [2, []]);
  });
});
