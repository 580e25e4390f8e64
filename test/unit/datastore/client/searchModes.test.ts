import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { FakeCkan } from '../../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';

const signal = new AbortController().signal;
const fields = [
  { id: 'tree', type: 'text' },
  { id: 'park', type: 'text' },
];
const rows = [
  ['red oak', 'ash lane'],
  ['ash', 'oakwood'],
];

describe('a search', () => {
  const setUp = (version: '2.11' | 'plain') => {
    const ckan = new FakeCkan({ resources: { r: { fields, rows } }, version });
    const client = clientOf(ckan);
    const find = async (search: Partial<DatastoreQuery>) => {
      const page = await client.search({ resourceId: 'r', ...search }, undefined, signal);
      return page.rows.map(([id]) => id).sort();
    };
    return { ckan, client, find };
  };

  it('finds beginnings of words, expressions and words of one field', async () => {
    const { find, client } = setUp('2.11');
    assert.deepEqual(await find({ q: 'oakw', qMode: 'startsWith' }), [2]);
    assert.deepEqual(await find({ q: 'oa', qMode: 'startsWith', qField: 'tree' }), [1]);
    assert.deepEqual(await find({ q: 'oak & as:*', qMode: 'expression' }), []);
    assert.deepEqual(await find({ q: 'ash', qField: 'park' }), [1]);
    assert.equal(client.dialect.facts.expressions, true);
  });

  it('sends a look-alike nothing but what it knows, and learns what it refuses', async () => {
    const { find, client, ckan } = setUp('plain');
    assert.deepEqual(await find({ q: 'oak' }), [1, 2]);
    assert.equal(client.dialect.facts.expressions, undefined);
    await assert.rejects(find({ q: 'oa', qMode: 'startsWith' }), { kind: 'noExpressions', part: 'q' });
    assert.equal(client.dialect.facts.expressions, false);
    assert.deepEqual(ckan.searches, ['{"resource_id":"r","q":"oak"}', '{"resource_id":"r","q":"oa:*","plain":false}']);
  });
});
