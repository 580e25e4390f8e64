import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { NO_HISTORY } from '../../../src/datastore/query/queryHistory.ts';
import { readSavedPanel, savedPanel } from '../../../src/records/savedPanel.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';

const query: DatastoreQuery = {
  resourceId: 'r1',
  q: 'draw',
  filters: conditionsOf('{"n":9007199254740993}'),
  fields: ['a'],
  sort: [{ field: 'a', descending: true }],
  distinct: true,
  limit: 5,
  summary: {
    groups: [{ field: 'a' }, { field: 'at', unit: 'year' }, { field: 'n', width: '0.5' }],
    measures: [{ calculate: 'count' }, { calculate: 'sum', field: 'n' }],
    top: 6,
    zone: 'Europe/Zurich',
  },
};

describe('a panel from the last session', () => {
  it('asks again what it asked', () => {
    const state: unknown = JSON.parse(JSON.stringify({ saved: savedPanel('p1', query), view: { topRow: 3 } }));
    assert.deepEqual(readSavedPanel(state), { ...{ portalId: 'p1', query, history: NO_HISTORY }, isReusable: false });
  });

  it('is read as version 0.1.0 stored it', () => {
    const texts = ['{"resourceId":"r1"}', '{"resourceId":"r1","q":"draw","filters":"{\\"n\\":1.50}","limit":5}'];
    const [, text] = texts;
    const saved = { version: 1, portalId: 'p1', resourceId: 'r1', query: text };
    const state = { saved: { ...saved, history: { queries: texts, place: 1 } }, view: {} };
    const restored = readSavedPanel(state);
    assert.deepEqual(restored?.query, { resourceId: 'r1', q: 'draw', filters: conditionsOf('{"n":1.50}'), limit: 5 });
    assert.deepEqual(restored.history, { changes: [{ resourceId: 'r1' }, restored.query], place: 1 });
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
    assert.deepEqual(readSavedPanel(state)?.query, { resourceId: 'r1' });
  });

  describe('and its history', () => {
    const first = { resourceId: 'r1' };
    const last = { resourceId: 'r1', q: 'x' };
    const history = { changes: [first, query, last], place: 1 };
    const restored = (saved: unknown) => readSavedPanel(JSON.parse(JSON.stringify({ saved })))?.history;

    it('comes back', () => {
      assert.deepEqual(restored(savedPanel('p1', query, history)), history);
    });

    it('comes back with the layouts between its queries', () => {
      const layouts = { before: { places: [], frozen: 0 }, layout: { places: [{ id: 'a', hidden: true }], frozen: 0 } };
      const mixed = { changes: [first, { ...layouts, title: 'Hide a' }, query], place: 2 };
      assert.deepEqual(restored(savedPanel('p1', query, mixed)), mixed);
    });

    it('is not saved where there is one question only', () => {
      assert.equal(savedPanel('p1', query, { changes: [query], place: 0 }).history, undefined);
    });

    it('loses its oldest questions where it is too long', () => {
      const long = (letter: string) => ({ resourceId: 'r1', q: letter.repeat(40_000) });
      const queries = ['a', 'b', 'c'].map(long);
      const saved = savedPanel('p1', long('c'), { changes: queries, place: 2 });
      assert.deepEqual(restored(saved), { changes: queries.slice(1), place: 1 });
    });

    const broken: readonly [what: string, history: unknown][] = [
      ['it is no history', 5],
      ['a question is broken', { queries: ['{', JSON.stringify(query)], place: 1 }],
      ['its place is beyond', { queries: [JSON.stringify(query)], place: 7 }],
      ['it leads elsewhere', { queries: [JSON.stringify(first)], place: 0 }],
      ['it is of another resource', { queries: ['{"resourceId":"r2"}', JSON.stringify(query)], place: 1 }],
    ];
    for (const [what, kept] of broken)
      it(`is left out when ${what}`, () => {
        assert.deepEqual(restored({ ...savedPanel('p1', query), history: kept }), NO_HISTORY);
      });
  });
});
