import assert from 'node:assert/strict';
import type { CellValue } from '../../../../src/base/cells.ts';
import { searchBody } from '../../../../src/datastore/wire/request.ts';
import {
  DATABASE_DIALECT,
  OUR_DIALECT,
  sqlOf,
  takesListsForChoices,
} from '../../../../src/datastore/dialect/dialect.ts';
import { LearnedDialect } from '../../../../src/datastore/dialect/learnedDialect.ts';
import {
  factsOfAnswer,
  factsOfLists,
  factsOfRefusal,
  factsOfSearch,
} from '../../../../src/datastore/dialect/learning.ts';
import { requestWindow } from '../../../../src/datastore/dialect/pageWindow.ts';
import type { DialectFacts } from '../../../../src/datastore/dialect/facts.ts';

const window = { offset: 200, limit: 100, fields: ['_id', 'name'] };
const modern: DialectFacts = { totals: true, lists: true };
const q = { resourceId: 'r', q: 'x' };

describe('dialect', () => {
  const windows: [what: string, facts: DialectFacts, query: object, sent: object][] = [
    ['an unknown server', {}, {}, {}],
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
      const asked = requestWindow(facts, { resourceId: 'r', ...query }, window);
      assert.deepEqual(asked, { offset: 200, limit: 100, ...sent });
    });

  it('has every condition on a server of ours, also on a database that takes no SQL of people', () => {
    for (const ours of [OUR_DIALECT, DATABASE_DIALECT, new LearnedDialect({ facts: { isOurs: true } })])
      assert.equal(ours.takesConditions, true);
    const { takesConditions, mayHaveSql } = new LearnedDialect({ facts: { sql: false } });
    assert.deepEqual([takesConditions, mayHaveSql], [false, false]);
  });

  it('asks for the total where it is wanted', () => {
    const asked = requestWindow(modern, { resourceId: 'r' }, { ...window, counts: true });
    assert.deepEqual(asked, { offset: 200, limit: 100, recordsFormat: 'lists' });
  });

  it('asks servers of ours alone for a total without an estimate', () => {
    const counting = { ...window, counts: true, exactTotal: true };
    const sent = (facts: DialectFacts) =>
      searchBody({ resourceId: 'r' }, requestWindow(facts, { resourceId: 'r' }, counting));
    assert.doesNotMatch(sent(modern), /total/);
    for (const { facts } of [OUR_DIALECT, DATABASE_DIALECT])
      assert.match(sent(facts), /"total_estimation_threshold":9007199254740991/);
  });

  it('knows the embedded datastore before it is asked', () => {
    const { hasRanges, facts } = OUR_DIALECT;
    assert.deepEqual([hasRanges, facts.ranges, facts.ranks], [true, true, false]);
    assert.equal(sqlOf(OUR_DIALECT), undefined, 'its own conditions and summaries need none');
  });

  it('takes lists for choices, whatever the field, once an answer of CKAN 2.12 has shown it', () => {
    const takes = (facts: DialectFacts): boolean => takesListsForChoices(new LearnedDialect({ facts }));
    assert.equal(takes({ ranges: true }), true);
    assert.equal(takes({ ranges: false }), false);
    assert.equal(takes({ version: '2.12.0' }), false);
    assert.equal(takesListsForChoices(OUR_DIALECT), false);
  });

  it('has SQL until the portal refuses it', () => {
    const dialect = new LearnedDialect();
    assert.deepEqual(sqlOf(dialect), { hasRanges: false, isAllowed: false });
    dialect.learn(factsOfRefusal({ action: 'datastore_search_sql', error: { kind: 'server' } }, {}));
    assert.notEqual(sqlOf(dialect), undefined);
    dialect.learn(factsOfRefusal({ action: 'datastore_search_sql', error: { kind: 'actionUnknown' } }, {}));
    assert.equal(sqlOf(dialect), undefined);
  });

  it('asks no SQL of our own service, once a header has shown it', () => {
    const dialect = new LearnedDialect({ allowsSql: () => true });
    assert.deepEqual(sqlOf(dialect), { hasRanges: false, isAllowed: true });
    dialect.learn(factsOfAnswer('datastore_search', new Map([['x-datastore-explorer', '1']])));
    assert.equal(sqlOf(dialect), undefined);
  });

  it('trusts lists that keep nulls, for good', () => {
    const dialect = new LearnedDialect({ facts: modern });
    const lose = (...row: readonly CellValue[]) => {
      dialect.learn(factsOfLists([row], dialect.facts));
      return dialect.facts.listsLoseNulls;
    };
    assert.deepEqual([lose(1, 'a'), lose(1, null), lose(1, 'a')], [undefined, false, false]);
  });

  it('says what it has learned, and nothing that it knew', () => {
    const heard: DialectFacts[] = [];
    const facts: DialectFacts = { version: '2.11.6' };
    const dialect = new LearnedDialect({ facts, onLearn: (learned) => heard.push(learned) });
    const answer = {
      result: { include_total: true, records_format: 'objects' },
      scope: { searches: false },
      limit: 500,
      page: { fields: [], rows: [], limit: 200 },
    };
    dialect.learn(factsOfSearch(answer, dialect.facts));
    dialect.learn(factsOfSearch(answer, dialect.facts));
    const known = { version: '2.11.6', totals: true, lists: true, estimates: false, ranges: false };
    assert.deepEqual(heard, [{ ...known, maxLimit: 200 }]);
    dialect.learn(factsOfSearch({ ...answer, page: { fields: [], rows: [], limit: 500 } }, dialect.facts));
    assert.deepEqual(Object.keys(dialect.facts), ['version', 'totals', 'lists', 'estimates', 'ranges']);
    assert.equal(dialect.facts.maxLimit, undefined);
    dialect.learnStatus({ version: '2.11.6', title: 'City' }, false);
    assert.deepEqual(heard.at(-1), { ...known, title: 'City' });
    dialect.learnStatus({ version: '2.11.6', title: 'City' }, true);
    assert.deepEqual(heard.at(-1), { version: '2.11.6', title: 'City' });
  });

  it('takes a search by rank for unknown before the first one', () => {
    const dialect = new LearnedDialect();
    assert.equal(dialect.facts.ranks, undefined);
    dialect.learn(
      factsOfSearch(
        {
          result: {},
          scope: { searches: true },
          limit: undefined,
          page: { fields: [], rows: [[1]], rank: { ownField: false } },
        },
        dialect.facts,
      ),
    );
    assert.equal(dialect.facts.ranks, true);
    assert.deepEqual(requestWindow(dialect.facts, q, window), { offset: 200, limit: 100 });
  });
});
