import assert from 'node:assert/strict';
import { searchBody } from '../../../../src/datastore/wire/request.ts';
import { Dialect, type DialectOptions } from '../../../../src/datastore/dialect/dialect.ts';
import type { DialectFacts } from '../../../../src/datastore/dialect/facts.ts';

const window = { offset: 200, limit: 100, fields: ['_id', 'name'] };
const modern: DialectFacts = { totals: true, lists: true };
const q = { resourceId: 'r', q: 'x' };

describe('dialect', () => {
  const windows: [what: string, facts: DialectFacts, query: object, sent: object][] = [
    ['a server that nobody knows', {}, {}, {}],
    ['CKAN 2.7+', modern, {}, { includeTotal: false, recordsFormat: 'lists' }],
    [
      'CKAN 2.7+ with a search',
      modern,
      { q: 'x' },
      { fields: ['_id', 'name'], includeTotal: false, recordsFormat: 'lists' },
    ],
    [
      'CKAN 2.7+ with a search of named fields',
      modern,
      { q: 'x', fields: ['name'] },
      { includeTotal: false, recordsFormat: 'lists' },
    ],
    ['CKAN 2.7+ with distinct', modern, { distinct: true }, { includeTotal: false }],
    ['a server whose lists lose nulls', { ...modern, listsLoseNulls: true }, {}, { includeTotal: false }],
  ];
  for (const [what, facts, query, sent] of windows)
    it(`asks ${what} for a window`, () => {
      const asked = new Dialect({ facts }).requestWindow({ resourceId: 'r', ...query }, window);
      assert.deepEqual(asked, { offset: 200, limit: 100, ...sent });
    });

  it('has every condition on a server of ours, also on a database that takes no SQL of people', () => {
    for (const options of [
      { isEmbedded: true, facts: { sql: false } },
      { facts: { isOurs: true } },
    ] satisfies DialectOptions[]) {
      const { takesConditions, mayTakeConditions } = new Dialect(options);
      assert.deepEqual([takesConditions, mayTakeConditions], [true, true]);
    }
    const { takesConditions, mayTakeConditions } = new Dialect({ facts: { sql: false } });
    assert.deepEqual([takesConditions, mayTakeConditions], [false, false]);
  });

  it('asks for the total where it is wanted', () => {
    const asked = new Dialect({ facts: modern }).requestWindow({ resourceId: 'r' }, { ...window, counts: true });
    assert.deepEqual(asked, { offset: 200, limit: 100, recordsFormat: 'lists' });
  });

  it('asks servers of ours alone for a total without an estimate', () => {
    const counting = { ...window, counts: true, exactTotal: true };
    const sent = (options: DialectOptions) =>
      searchBody({ resourceId: 'r' }, new Dialect(options).requestWindow({ resourceId: 'r' }, counting));
    assert.doesNotMatch(sent({ facts: modern }), /total/);
    for (const isOnThisMachine of [true, false])
      assert.match(sent({ isEmbedded: true, isOnThisMachine }), /"total_estimation_threshold":9007199254740991/);
  });

  it('knows the embedded datastore before it is asked', () => {
    const { hasRanges, ranksSearches, sql } = new Dialect({ isEmbedded: true });
    assert.deepEqual([hasRanges, ranksSearches], [true, false]);
    assert.equal(sql, undefined, 'its own conditions and summaries need none');
  });

  it('takes lists for choices, whatever the field, once an answer of CKAN 2.12 has shown it', () => {
    const takes = (facts: DialectFacts, isEmbedded = false): boolean =>
      new Dialect({ facts, isEmbedded }).takesListsForChoices;
    assert.equal(takes({ ranges: true }), true);
    assert.equal(takes({ ranges: false }), false);
    assert.equal(takes({ version: '2.12.0' }), false);
    assert.equal(takes({ ranges: true }, true), false);
  });

  it('has SQL until the portal refuses it', () => {
    const dialect = new Dialect();
    assert.deepEqual(dialect.sql, { hasRanges: false, isAllowed: false });
    dialect.learnFromRefusal({ action: 'datastore_search_sql', error: { kind: 'server' } });
    assert.notEqual(dialect.sql, undefined);
    dialect.learnFromRefusal({ action: 'datastore_search_sql', error: { kind: 'actionUnknown' } });
    assert.equal(dialect.sql, undefined);
  });

  it('asks no SQL of our own service, once a header has shown it', () => {
    const dialect = new Dialect({ allowsSql: () => true });
    assert.deepEqual(dialect.sql, { hasRanges: false, isAllowed: true });
    dialect.learnFromAnswer('datastore_search', new Map([['x-datastore-explorer', '1']]));
    assert.equal(dialect.sql, undefined);
  });

  it('trusts lists that keep nulls, for good', () => {
    const dialect = new Dialect({ facts: modern });
    assert.equal(dialect.mayHaveLostRecords([[1, 'a']], 2), true);
    assert.equal(dialect.mayHaveLostRecords([[1, null]], 2), false);
    assert.equal(dialect.mayHaveLostRecords([[1, 'a']], 2), false);
  });

  it('says what it has learned, and nothing that it knew', () => {
    const heard: DialectFacts[] = [];
    const facts: DialectFacts = { version: '2.11.6' };
    const dialect = new Dialect({ facts, onLearn: (learned) => heard.push(learned) });
    const answer = {
      result: { include_total: true, records_format: 'objects' },
      asked: { searches: false },
      limit: 500,
      page: { fields: [], rows: [], limit: 200 },
    };
    dialect.learnFromSearch(answer);
    dialect.learnFromSearch(answer);
    const known = { version: '2.11.6', totals: true, lists: true, estimates: false, ranges: false };
    assert.deepEqual(heard, [{ ...known, maxLimit: 200 }]);
    dialect.learnFromSearch({ ...answer, page: { fields: [], rows: [], limit: 500 } });
    assert.deepEqual(Object.keys(dialect.facts), ['version', 'totals', 'lists', 'estimates', 'ranges']);
    assert.equal(dialect.maxLimit, undefined);
    dialect.learnFromStatus({ version: '2.11.6', title: 'City' }, false);
    assert.deepEqual(heard.at(-1), { ...known, title: 'City' });
    dialect.learnFromStatus({ version: '2.11.6', title: 'City' }, true);
    assert.deepEqual(heard.at(-1), { version: '2.11.6', title: 'City' });
  });

  it('takes a search by rank for unknown before the first one', () => {
    const dialect = new Dialect();
    assert.equal(dialect.ranksSearches, undefined);
    dialect.learnFromSearch({
      result: {},
      asked: { searches: true },
      limit: undefined,
      page: { fields: [], rows: [[1]], rank: { ownField: false } },
    });
    assert.equal(dialect.ranksSearches, true);
    assert.deepEqual(dialect.requestWindow(q, window), { offset: 200, limit: 100 });
  });
});
