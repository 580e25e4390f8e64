import assert from 'node:assert/strict';
import { ExactNumber, type ExactValue, type RecordRow } from '../../../../src/base/cells.ts';
import { type DialectFacts, readFacts } from '../../../../src/datastore/dialect/facts.ts';
import {
  factsOfAnswer,
  factsOfLists,
  factsOfRefusal,
  factsOfSearch,
  factsOfStatus,
  type Refusal,
} from '../../../../src/datastore/dialect/learning.ts';

const rows: readonly RecordRow[] = [[1, 'a']];
const fields = [
  { id: '_id', type: 'int' },
  { id: 'name', type: 'text' },
];
const unranked = { searches: false };
const searched = { searches: true };

describe('what answers teach about a portal', () => {
  const echoes: [what: string, result: ExactValue, facts: DialectFacts][] = [
    ['CKAN 2.6 and look-alikes', { records: [] }, { totals: false, lists: false, estimates: false, ranges: false }],
    [
      'CKAN 2.11',
      { include_total: true, records_format: 'objects', total_was_estimated: false },
      { totals: true, lists: true, estimates: true, ranges: false },
    ],
    [
      'CKAN 2.12',
      { include_total: true, records_format: 'objects', include_next_page: false },
      { totals: true, lists: true, estimates: false, ranges: true },
    ],
    [
      'what was asked for pages in an order',
      { offset: 100, sort: '_id asc' },
      { totals: false, lists: false, estimates: false, ranges: false, offsets: true, sorts: true },
    ],
    [
      'a server whose parameters are inherited names',
      JSON.parse('{"__proto__":{"include_total":true}}') as ExactValue,
      { totals: false, lists: false, estimates: false, ranges: false },
    ],
    ['a server whose result is a list', [], {}],
  ];
  for (const [what, result, facts] of echoes)
    it(`reads the parameters that ${what} echoes`, () => {
      const answer = { result, scope: unranked, limit: undefined, page: { fields, rows } };
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
    ['is none', 5, 0, undefined, {}],
    ["is the server's own", undefined, 100, undefined, {}],
    ["is the server's own, above the known one", undefined, 100, 2, { maxLimit: undefined }],
  ];
  for (const [what, limit, used, known, learned] of limits)
    it(`learns the highest limit where the limit that was used ${what}`, () => {
      const page = { fields, rows, ...(used !== undefined && { limit: used }) };
      const before = known === undefined ? {} : { maxLimit: known };
      assert.deepEqual(factsOfSearch({ result: null, scope: unranked, limit, page }, before), learned);
    });

  const ranks: [what: string, scope: object, found: readonly RecordRow[], learned: object][] = [
    ['a search of all fields', searched, rows, { ranks: true }],
    ['a search that finds nothing', searched, [], {}],
    ['a search that names its fields', { ...searched, fields: ['a'] }, rows, {}],
    ['no search', unranked, rows, {}],
  ];
  for (const [what, scope, found, learned] of ranks)
    it(`learns from ${what} whether searches are ranked`, () => {
      const page = { fields, rows: found, rank: { ownField: false } };
      const answer = { result: null, scope: scope as typeof searched, limit: undefined, page };
      assert.deepEqual(factsOfSearch(answer, {}), learned);
    });

  it('learns that searches are not ranked', () => {
    const answer = { result: null, scope: searched, limit: undefined, page: { fields, rows } };
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

  const sort = [{ field: 'name', descending: false, nullsLast: true }];
  const questions: [what: string, answer: object, learned: object][] = [
    ['a sort by nulls', { query: { sort } }, { sortsNulls: true }],
    ['another sort', { query: { sort: [{ field: 'name', descending: true }] } }, {}],
    [
      'a page that distinct has cut',
      { query: { distinct: true }, page: { fields, rows, limit: 12, total: 3 } },
      { distinctByPage: true },
    ],
    ['a whole page of distinct records', { query: { distinct: true }, page: { fields, rows, limit: 1, total: 3 } }, {}],
    [
      'the last distinct records',
      { query: { distinct: true }, offset: 2, page: { fields, rows, limit: 12, total: 3 } },
      {},
    ],
    ['a short page of all records', { page: { fields, rows, limit: 12, total: 3 } }, {}],
  ];
  for (const [what, answer, learned] of questions)
    it(`learns from ${what}`, () => {
      const usual = { result: null, scope: unranked, limit: undefined, page: { fields, rows } };
      assert.deepEqual(factsOfSearch({ ...usual, ...answer }, {}), learned);
    });

  const numbers: [values: readonly ExactValue[], known: DialectFacts, learned: DialectFacts][] = [
    [['1.50'], {}, { numbersAsTexts: true }],
    [[null, 'NaN', '-1'], {}, { numbersAsTexts: true }],
    [[null, 'NaN', 1], {}, { numbersAsTexts: false }],
    [[new ExactNumber('1.50')], {}, { numbersAsTexts: false }],
    [[null, 'Infinity'], {}, {}],
    [['1.50'], { numbersAsTexts: false }, {}],
  ];
  for (const [values, known, learned] of numbers)
    it(`learns from numbers ${JSON.stringify(values)}, knowing ${JSON.stringify(known)}`, () => {
      const page = { fields: [{ id: 'n', type: 'numeric' }], rows: [] };
      for (const records of [values.map((n) => ({ n })), values.map((n) => [n])]) {
        const answer = { result: { records }, scope: unranked, limit: undefined, page };
        assert.equal(factsOfSearch(answer, known).numbersAsTexts, learned.numbersAsTexts);
      }
    });

  it('learns that names with # can be read', () => {
    const page = { fields: [{ id: 'a#b', type: 'text' }], rows: [] };
    const answer = { result: null, scope: unranked, limit: undefined, page };
    assert.deepEqual(factsOfSearch(answer, {}), { hashInNames: true });
  });

  const search = 'datastore_search';
  const ofSort = { kind: 'validation', serverMessage: 'sort: invalid value "name nulls last"' } as const;
  const ofDistinct = { kind: 'validation', serverMessage: 'invalid value "distinct"' } as const;
  const strangers = '__extras: invalid value "fields", invalid value "sort", invalid value "offset"';
  const refusals: [what: string, refusal: Refusal, known: DialectFacts, learned: object][] = [
    [
      'SQL as an unknown action',
      { action: 'datastore_search_sql', error: { kind: 'actionUnknown' } },
      {},
      { sql: false },
    ],
    ['one statement', { action: 'datastore_search_sql', error: { kind: 'forbidden' } }, {}, {}],
    ['a search as an unknown action', { action: search, error: { kind: 'actionUnknown' } }, {}, {}],
    ['a name with #', { action: search, error: { kind: 'hashInName' } }, {}, { hashInNames: false }],
    ['an expression', { action: search, error: { kind: 'noExpressions' } }, {}, { expressions: false }],
    ['a sort by nulls', { action: search, error: ofSort, query: { sort } }, {}, { sortsNulls: false }],
    ['another sort', { action: search, error: ofSort, query: {} }, {}, {}],
    ['distinct', { action: search, error: ofDistinct, query: { distinct: true } }, {}, { distinct: false }],
    [
      'parameters that it does not know',
      { action: search, error: { kind: 'validation', serverMessage: strangers } },
      {},
      { offsets: false, sorts: false, fields: false },
    ],
    [
      'a value that is called like a parameter',
      { action: search, error: { kind: 'validation', serverMessage: 'filters: invalid value "offset"' } },
      {},
      {},
    ],
    ['something else that is called so', { action: search, error: ofDistinct, query: {} }, {}, {}],
    [
      'a sort by nulls that its version takes',
      { action: search, error: ofSort, query: { sort } },
      { version: '2.11.6' },
      {},
    ],
    [
      'a filter beside a sort by nulls',
      { action: search, error: { kind: 'validation', serverMessage: 'filters: x' }, query: { sort } },
      {},
      {},
    ],
  ];
  for (const [what, refusal, known, learned] of refusals)
    it(`learns from a portal that refuses ${what}`, () => {
      assert.deepEqual(factsOfRefusal(refusal, known), learned);
    });

  it('learns from an answer to SQL that there is some', () => {
    assert.equal(factsOfAnswer('datastore_search_sql', new Map()).sql, true);
    assert.equal(factsOfAnswer(search, new Map()).sql, undefined);
  });

  it('learns from a header that the portal is served by this program', () => {
    assert.deepEqual(factsOfAnswer(search, new Map([['x-datastore-explorer', '1']])), { isOurs: true });
    assert.deepEqual(factsOfAnswer(search, new Map()), { isOurs: undefined });
  });

  it('learns whether a text can be an expression, from what is echoed and from a refusal', () => {
    const answer = (result: ExactValue) => ({ result, scope: searched, limit: undefined, page: { fields, rows: [] } });
    const learned = (result: ExactValue) => factsOfSearch({ ...answer(result), isExpression: true }, {});
    assert.equal(learned({ plain: false }).expressions, true);
    assert.equal(Object.hasOwn(learned({}), 'expressions'), false);
    assert.equal(Object.hasOwn(factsOfSearch(answer({ plain: false }), {}), 'expressions'), false);
  });

  const known: DialectFacts = { path: '/api/3/action', method: 'GET', version: '2.11.6', sql: false };
  const { sql: _sql, ...route } = known;
  const statuses: [what: string, status: object, isAnew: boolean, learned: object][] = [
    ['keeps what it knows', { version: '2.11.6', extensions: ['datastore'] }, false, { extensions: ['datastore'] }],
    [
      'forgets all but the route where the version is another',
      { version: '2.12.0' },
      false,
      { version: '2.12.0', sql: undefined },
    ],
    ['forgets all but the route when people ask anew', { version: '2.11.6' }, true, { sql: undefined }],
    ['forgets it of a version that is hidden now', {}, false, { version: undefined, sql: undefined }],
  ];
  for (const [what, status, isAnew, learned] of statuses)
    it(`${what}, from the status`, () => {
      const said = { title: undefined, extensions: undefined, isLookAlike: undefined };
      assert.deepEqual(factsOfStatus({ title: '', ...status }, isAnew, known), { ...route, ...said, ...learned });
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
