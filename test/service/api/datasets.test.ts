/** The one dataset and its resources, as clients of CKAN's catalogue look for them. */
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
    const shown = await result('package_show', { id: 'local-files' });
    assert.equal(member(shown, 'num_resources'), 2);
    const names = (member(shown, 'resources') as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(names, ['lakes.csv', 'rivers.json']);
    assert.deepEqual(await result('package_show', { id: member(shown, 'id') }), shown);
    assert.equal((await datastore.post('package_show', { id: 'other' })).status, 404);
    assert.equal(await result('site_read'), true);
  });

  for (const action of ['package_search', 'resource_search', 'organization_list', 'organization_show'])
    it(`${action} is no action here`, async () => {
      const { status, text } = await datastore.post(action, {});
      assert.deepEqual(
        [status, text],
        [400, JSON.stringify(`Bad request: Action name not known: ${action}`)],
      );
    });
});
