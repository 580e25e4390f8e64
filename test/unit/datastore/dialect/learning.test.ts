import assert from 'node:assert/strict';
import type { ExactValue, RecordRow } from '../../../../src/base/cells.ts';
import { type DialectFacts, readFacts } from '../../../../src/datastore/dialect/facts.ts';
import {
  factsOfLists,
  factsOfRefusal,
  factsOfSearch,
  factsOfStatus,
} from '../../../../src/datastore/dialect/learning.ts';

const rows: readonly RecordRow[] = [[1, 'a']];
const unranked = { searches: false };
const searched = { searches: true };

describe('what answers teach about a portal', () => {
  const echoes: [what: string, result: ExactValue, facts: DialectFacts][] = [
    ['CKAN 2.6 and look-alikes', { records: [] }, { totals: false, lists: false, ranges: false }],
    [
      'CKAN 2.11',
      { include_total: true, records_format: 'objects', total_was_estimated: false },
      { totals: true, lists: true, ranges: false },
    ],
    [
      'CKAN 2.12',
      { include_total: true, records_format: 'objects', include_next_page: false },
      { totals: true, lists: true, ranges: true },
    ],
    [
      'a server whose parameters are inherited names',
      JSON.parse('{"__proto__":{"include_total":true}}') as ExactValue,
      { totals: false, lists: false, ranges: false },
    ],
    ['a server whose result is a list', [], {}],
  ];
  for (const [what, result, facts] of echoes)
    it(`reads the parameters that ${what} echoes`, () => {
      const answer = { result, asked: unranked, limit: undefined, page: { rows } };
      assert.deepEqual(factsOfSearch(answer, {}), facts);
    });

  const limits: [
    what: string,
    asked: number | undefined,
    used: number | undefined,
    known: number | undefined,
    learned: object,
  ][] = [
    ['is not said', 5, undefined, undefined, {}],
    ['is the one asked for', 5, 5, undefined, {}],
    ['is lower than asked for', 5, 2, undefined, { maxLimit: 2 }],
    ['is lower again', 5, 1, 2, { maxLimit: 1 }],
    ['is higher than the known one', 5, 5, 2, { maxLimit: undefined }],
    ['is the server’s own', undefined, 100, undefined, {}],
    ['is the server’s own, above the known one', undefined, 100, 2, { maxLimit: undefined }],
  ];
  for (const [what, limit, used, known, learned] of limits)
    it(`learns the highest limit where the limit that was used ${what}`, () => {
      const page = { rows, ...(used !== undefined && { limit: used }) };
      const before = known === undefined ? {} : { maxLimit: known };
      assert.deepEqual(factsOfSearch({ result: null, asked: unranked, limit, page }, before), learned);
    });

  const ranks: [what: string, asked: object, found: readonly RecordRow[], learned: object][] = [
    ['a search of all fields', searched, rows, { ranks: true }],
    ['a search that finds nothing', searched, [], {}],
    ['a search that names its fields', { ...searched, fields: ['a'] }, rows, {}],
    ['no search', unranked, rows, {}],
  ];
  for (const [what, asked, found, learned] of ranks)
    it(`learns from ${what} whether searches are ranked`, () => {
      const page = { rows: found, rank: { ownField: false } };
      const answer = { result: null, asked: asked as typeof searched, limit: undefined, page };
      assert.deepEqual(factsOfSearch(answer, {}), learned);
    });

  it('learns that searches are not ranked', () => {
    const answer = { result: null, asked: searched, limit: undefined, page: { rows } };
    assert.deepEqual(factsOfSearch(answer, {}), { ranks: false });
  });

  const lists: [rows: readonly RecordRow[], known: DialectFacts, learned: object][] = [
    [[[1, null]], {}, { listsLoseNulls: false }],
    [[[1, 'a']], {}, {}],
    [[[1, null]], { listsLoseNulls: true }, {}],
  ];
  for (const [found, known, learned] of lists)
    it(`learns from lists ${JSON.stringify(found)}, knowing ${JSON.stringify(known)}`, () => {
      assert.deepEqual(factsOfLists(found, known), learned);
    });

  it('learns from an unknown action that there is no SQL, and from nothing else', () => {
    assert.deepEqual(factsOfRefusal('datastore_search_sql', 'actionUnknown'), { sql: false });
    assert.deepEqual(factsOfRefusal('datastore_search_sql', 'forbidden'), {});
    assert.deepEqual(factsOfRefusal('datastore_search', 'actionUnknown'), {});
  });

  it('forgets everything but the way when people ask for the status', () => {
    const known: DialectFacts = { path: '/api/3/action', method: 'GET', version: '2.11.6', sql: false };
    const way = { path: '/api/3/action', method: 'GET' };
    assert.deepEqual(factsOfStatus('2.12.0', known), { ...way, version: '2.12.0', sql: undefined });
    assert.deepEqual(factsOfStatus(undefined, known), { ...way, version: undefined, sql: undefined });
  });
});

describe('facts that are stored', () => {
  const stored: [saved: unknown, facts: DialectFacts][] = [
    [
      { version: '2.11.6', sql: false, maxLimit: 500 },
      { version: '2.11.6', sql: false, maxLimit: 500 },
    ],
    [{ sql: 'no', maxLimit: -1, version: 'x'.repeat(101), lists: true, more: 1 }, { lists: true }],
    [null, {}],
    ['facts', {}],
    [[], {}],
  ];
  for (const [saved, facts] of stored)
    it(`reads ${JSON.stringify(saved).slice(0, 60)}`, () => {
      assert.deepEqual(readFacts(saved), facts);
    });
});
