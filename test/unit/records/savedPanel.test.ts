import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../../src/datastore/query.ts';
import { readSavedPanel, savedPanel } from '../../../src/records/savedPanel.ts';

const query: DatastoreQuery = {
  resourceId: 'r1',
  q: 'draw',
  filters: '{"n":9007199254740993}',
  fields: ['a'],
  sort: [{ field: 'a', descending: true }],
  distinct: true,
  limit: 5,
};

describe('a panel from the last session', () => {
  it('asks again what it asked', () => {
    const state: unknown = JSON.parse(
      JSON.stringify({ saved: savedPanel('p1', query), view: { topRow: 3 } }),
    );
    assert.deepEqual(readSavedPanel(state), { portalId: 'p1', query });
  });

  const saved = savedPanel('p1', query);
  const broken: readonly [what: string, state: unknown][] = [
    ['nothing was saved', undefined],
    ['another version wrote it', { saved: { ...saved, version: 2 } }],
    ['its query is no JSON', { saved: { ...saved, query: '{' } }],
    ['its query is of another resource', { saved: { ...saved, resourceId: 'r2' } }],
    ['its limit is no number', { saved: { ...saved, query: '{"resourceId":"r1","limit":"5"}' } }],
    ['its sort is broken', { saved: { ...saved, query: '{"resourceId":"r1","sort":[{"field":1}]}' } }],
  ];
  for (const [what, state] of broken)
    it(`is not restored when ${what}`, () => assert.equal(readSavedPanel(state), undefined));

  it('brings no members that a query has not', () => {
    const state = { saved: { ...saved, query: '{"resourceId":"r1","baseUrl":"https://evil"}' } };
    assert.deepEqual(readSavedPanel(state), { portalId: 'p1', query: { resourceId: 'r1' } });
  });
});
