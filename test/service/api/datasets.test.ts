/** Datasets and resources are shown as CKAN's catalogue actions show them. */
import assert from 'node:assert/strict';
import { member } from '../../../src/base/cells.ts';
import { TestDatastore } from '../datastore.ts';

describe('datasets', () => {
  let datastore: TestDatastore;

  before(async () => {
    datastore = await TestDatastore.open({
      'lakes.csv': { content: 'a\n1\n' },
      'rivers.json': { content: '[{"a": 1}]' },
    });
  });
  after(() => datastore.close());

  const result = async (action: string, body: object = {}) => {
    const { status, result: found, text } = await datastore.post(action, body);
    assert.equal(status, 200, text);
    return found;
  };

  it('one dataset has all resources', async () => {
    assert.deepEqual(await result('package_list'), ['local-files']);
    assert.deepEqual(await result('package_list', { offset: 1 }), []);
    assert.equal(member(await result('package_show', { id: 'local-files' }), 'num_resources'), 2);
    assert.deepEqual(await result('organization_list'), []);
    assert.equal((await datastore.post('organization_show', { id: 'x' })).status, 404);
    assert.equal(await result('site_read'), true);
  });

  for (const [body, count] of [
    [{}, 1],
    [{ q: '*:*' }, 1],
    [{ q: 'lakes' }, 1],
    [{ q: 'lakes rivers' }, 1],
    [{ q: 'lakes oceans' }, 0],
    [{ q: 'lakes -oceans' }, 1],
    [{ q: 'name:local-files' }, 1],
    [{ q: 'title:"Local files"' }, 1],
    [{ fq: 'res_format:(PDF OR JSON)' }, 1],
    [{ fq: 'res_format:PDF' }, 0],
    [{ fq: '-res_format:CSV' }, 0],
    [{ fq_list: ['res_format:CSV', 'res_name:riv*'] }, 1],
    [{ fq: 'organization:anyone' }, 0],
  ] as const)
    it(`package_search ${JSON.stringify(body)}: ${String(count)}`, async () => {
      assert.equal(member(await result('package_search', body), 'count'), count);
    });

  it('package_search: start and rows; other names are refused', async () => {
    assert.deepEqual(member(await result('package_search', { rows: 0 }), 'results'), []);
    assert.deepEqual(member(await result('package_search', { start: 1 }), 'results'), []);
    const reply = await datastore.post('package_search', { limit: 5 });
    assert.equal(reply.status, 400);
    assert.deepEqual(reply.error, {
      __type: 'Search Query Error',
      message: `Search Query is invalid: ("Invalid search parameters: ['limit']",)`,
    });
  });
});
