/** Query documents, written and changed: no query loses anything, and nothing else in the text changes. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defined, filled } from '../../../../src/base/defined.ts';
import type { Condition } from '../../../../src/datastore/query/condition.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import {
  addQuery,
  changeQuery,
  newQueryDocument,
  UneditableDocument,
} from '../../../../src/document/kept/editQueryDocument.ts';
import { fillQuery } from '../../../../src/document/kept/fillQuery.ts';
import type { ParameterValues, QueryToKeep } from '../../../../src/document/kept/keptQuery.ts';
import { memberJson, queryObject } from '../../../../src/document/kept/queryObject.ts';
import { readQueryDocument } from '../../../../src/document/kept/readQueryDocument.ts';
import { changedText } from './changedText.ts';
import { anyKept, hostileText } from './keptArbitrary.ts';
import { memberTexts, scattered, trivia, withoutMember } from './scatteredDocument.ts';
import { isFull } from '../../../support/results/full.ts';

/** The query of a document as it was kept. Fails if anything is wrong with the document. */
function keptIn(text: string, name: string, values: ParameterValues = new Map()): QueryToKeep {
  const { queries, problems } = readQueryDocument(text);
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
    text,
  );
  const kept = queries.find((each) => each.name === name);
  assert.ok(kept, text);
  const filled = fillQuery(kept, values);
  assert.ok('query' in filled, text);
  return { place: kept.place, query: filled.query, ...(kept.chart && { chart: kept.chart }) };
}

/** Random documents take their time on a busy machine. */
const TIMEOUT_MS = isFull ? 300_000 : 30_000;

const lines = (...texts: readonly string[]): string => texts.join('\n');

describe('a new query document', function () {
  this.timeout(TIMEOUT_MS);

  it('holds any query without loss', () => {
    fc.assert(
      fc.property(hostileText, anyKept, (name, keep) => {
        assert.deepEqual(keptIn(newQueryDocument(name, keep), name), keep);
      }),
      { numRuns: isFull ? 5000 : 100 },
    );
  });
});

type Edit = (keep: QueryToKeep, other: QueryToKeep, place: number) => QueryToKeep;

/** Takes some members of the query from another one. */
function taken(...names: readonly (keyof DatastoreQuery)[]): Edit {
  return (keep, { query: other }) => {
    const rest = Object.entries(keep.query).filter(([name]) => !names.some((each) => each === name));
    const query = {
      ...Object.fromEntries(rest),
      ...defined(Object.fromEntries(names.map((name) => [name, other[name]]))),
    };
    return { ...keep, query: query as unknown as DatastoreQuery };
  };
}

function filtered(
  change: (filters: readonly Condition[], more: Condition | undefined, place: number) => readonly Condition[],
): Edit {
  return (keep, { query: { filters: others = [] } }, place) => {
    const { filters = [], ...query } = keep.query;
    const next = filled(change(filters, others[0], place));
    return { ...keep, query: { ...query, ...(next && { filters: next }) } };
  };
}

/** What people do in the form: one part of the query becomes another one. */
const EDITS: readonly Edit[] = [
  taken('q', 'qMode', 'qField'),
  ...(['limit', 'sort', 'fields', 'distinct', 'summary', 'filters'] as const).map((name) => taken(name)),
  filtered((filters, _, place) => filters.filter(({ field }) => field !== filters[place % filters.length]?.field)),
  filtered((filters, more) =>
    filters.some(({ field }) => field === more?.field) || !more ? filters : [...filters, more],
  ),
  filtered((filters, more) =>
    filters.some(({ field }) => field === more?.field) || !more ? filters : [more, ...filters],
  ),
  filtered((filters, more, place) => {
    const { field = '' } = filters[place % filters.length] ?? {};
    const rest = filters.filter(
      (each, at) => each.field !== field || filters.findIndex((one) => one.field === field) === at,
    );
    return more ? rest.map((each) => (each.field === field ? ({ ...more, field } as Condition) : each)) : filters;
  }),
  ({ query }, { place, query: { resourceId } }) => ({ place, query: { ...query, resourceId } }),
  ({ place, query }, { chart }) => ({ place, query, ...(chart && { chart }) }),
];

function haveOneOrder([one = [], other = []]: readonly (readonly string[])[]): boolean {
  return String(one.filter((name) => other.includes(name))) === String(other.filter((name) => one.includes(name)));
}

const anyCase = fc
  .tuple(anyKept, anyKept, fc.constantFrom(...EDITS), fc.nat(10))
  .chain(([keep, other, edit, place]) =>
    fc.tuple(fc.constant(keep), fc.constant(edit(keep, other, place)), scattered(keep)),
  );

describe('a change of a query in a document', function () {
  this.timeout(TIMEOUT_MS);

  it('means what the form says, and leaves comments, blank lines and all other members byte for byte', () => {
    fc.assert(
      fc.property(anyCase, ([before, after, { text, name }]) => {
        assert.deepEqual(keptIn(text, name), before, 'the test writes another query');
        const changes = changeQuery(text, name, after);
        const changed = changedText(text, changes);
        assert.deepEqual(keptIn(changed, name), after, changed);
        const path = ['queries', name];
        const [old, now] = [text, changed].map((each) => memberTexts(each, path));
        const [was, is] = [memberJson(before), memberJson(after)];
        const isSame = (member: string): boolean => was.get(member) === is.get(member);
        for (const [member, written] of old ?? []) if (isSame(member)) assert.equal(now?.get(member), written, member);
        assert.deepEqual(trivia(changed, path, isSame), trivia(text, path, isSame), changed);
        const filters = [was, is].map((each) => memberTexts(each.get('filters') ?? '', []));
        if (filters.every(({ size }) => size > 0) && haveOneOrder(filters.map((each) => [...each.keys()]))) {
          const isSameFilter = (field: string): boolean => filters[0]?.get(field) === filters[1]?.get(field);
          const inside = [...path, 'filters'];
          for (const [field, written] of memberTexts(text, inside))
            if (isSameFilter(field)) assert.equal(memberTexts(changed, inside).get(field), written, field);
          assert.deepEqual(trivia(changed, inside, isSameFilter), trivia(text, inside, isSameFilter), changed);
        }
        const [around, surrounding] = [text, changed].map((each) => withoutMember(each, path));
        assert.equal(surrounding, around);
      }),
      { numRuns: isFull ? 5000 : 100 },
    );
  });

  const document = lines(
    '{',
    '  // Cases that the council asks for.',
    '  "queries": {',
    '    "open-in-city": {',
    '      "file": "cases.csv",',
    '',
    '      "q": "road", // a word',
    '      "filters": {',
    '        "city": "${city}",',
    '        "state": ["open", /* not shut */ "new"], // two',
    '        "amount": { "gte": 1.50 }',
    '      },',
    '      "sort": "id", "limit": 100,',
    '      "parameters": { "city": { "default": "Bern" } },',
    '      "owner": "council" // the last member',
    '    }',
    '  }',
    '}',
  );
  /** The lines that an edit of the query removes (-) and adds (+). */
  const changedLines = (
    edit: (query: DatastoreQuery) => DatastoreQuery,
    values?: ParameterValues,
  ): readonly string[] => {
    const { place, query } = keptIn(document, 'open-in-city', values);
    const changed = changedText(document, changeQuery(document, 'open-in-city', { place, query: edit(query) }, values));
    const [old, now] = [document, changed].map((each) => each.split('\n'));
    return [
      ...(old ?? []).filter((line) => now?.includes(line) === false).map((line) => `-${line}`),
      ...(now ?? []).filter((line) => old?.includes(line) === false).map((line) => `+${line}`),
    ];
  };
  const withFilters = (json: string) => (query: DatastoreQuery) => ({ ...query, filters: conditionsOf(json) });

  const edits: readonly (readonly [string, (query: DatastoreQuery) => DatastoreQuery, readonly string[]])[] = [
    ['nothing', (query) => query, []],
    [
      'another search',
      (query) => ({ ...query, q: 'bridge' }),
      ['-      "q": "road", // a word', '+      "q": "bridge", // a word'],
    ],
    ['no search', ({ q: _, ...query }) => query, ['-      "q": "road", // a word', '+      // a word']],
    ['no limit', ({ limit: _, ...query }) => query, ['-      "sort": "id", "limit": 100,', '+      "sort": "id",']],
    ['the same sort', (query) => ({ ...query, sort: [{ field: 'id', descending: false }] }), []],
    [
      'another value beside a parameter',
      withFilters('{"city":"Bern","state":["open","shut"],"amount":{"gte":1.50}}'),
      [
        '-        "state": ["open", /* not shut */ "new"], // two',
        '+        "state": ["open", /* not shut */ "shut"], // two',
      ],
    ],
    [
      'one value less, and another number of the same value',
      withFilters('{"city":"Bern","state":["new"],"amount":{"gte":1.5}}'),
      [
        '-        "state": ["open", /* not shut */ "new"], // two',
        '-        "amount": { "gte": 1.50 }',
        '+        "state": [/* not shut */ "new"], // two',
        '+        "amount": { "gte": 1.5 }',
      ],
    ],
    [
      'a filter less and one more',
      withFilters('{"city":"Bern","state":["open","new"],"note":{"empty":true}}'),
      ['-        "amount": { "gte": 1.50 }', '+        "note": { "empty": true }'],
    ],
    [
      'another value of the parameter',
      withFilters('{"city":"Basel","state":["open","new"],"amount":{"gte":1.50}}'),
      ['-        "city": "${city}",', '+        "city": "Basel",'],
    ],
    [
      'a new part, which stands where it stands in other queries',
      (query) => ({ ...query, fields: ['id', 'city'] }),
      ['+      "fields": ["id", "city"],'],
    ],
  ];
  for (const [what, edit, expected] of edits)
    it(`to ${what} changes ${expected.length === 0 ? 'nothing' : 'these lines'}`, () => {
      assert.deepEqual(changedLines(edit), expected);
    });

  it('keeps a parameter whose value of this run is part of the query', () => {
    const values = new Map([['city', '"Basel"']]);
    const edit = withFilters('{"city":"Basel","state":["open"],"amount":{"gte":1.50}}');
    assert.deepEqual(changedLines(edit, values), [
      '-        "state": ["open", /* not shut */ "new"], // two',
      '+        "state": ["open" /* not shut */], // two',
    ]);
  });

  it("is refused for a text that isn't JSON, and for a query that isn't there", () => {
    const keep: QueryToKeep = { place: { kind: 'file', path: 'a.csv' }, query: { resourceId: '' } };
    const reason = (act: () => unknown): unknown => {
      try {
        return act();
      } catch (error) {
        return error instanceof UneditableDocument ? error.reason : error;
      }
    };
    assert.equal(
      reason(() => changeQuery('{"queries": {"a": {}', 'a', keep)),
      'broken',
    );
    assert.equal(
      reason(() => changeQuery(document, 'b', keep)),
      'noQuery',
    );
    assert.equal(
      reason(() => addQuery('[]', 'a', keep)),
      'broken',
    );
    assert.equal(
      reason(() => addQuery('{"queries": []}', 'a', keep)),
      'broken',
    );
    assert.equal(
      reason(() => addQuery(document, 'open-in-city', keep)),
      'nameTaken',
    );
  });
});

describe('a query that is added to a document', function () {
  this.timeout(TIMEOUT_MS);

  const keep: QueryToKeep = {
    place: { kind: 'file', path: 'cases.csv', choices: { encoding: 'windows-1252', headerLine: 4 } },
    query: { resourceId: '', limit: 5 },
  };

  const documents: readonly (readonly [string, string])[] = [
    ['', newQueryDocument('new', keep)],
    ['\n\n', newQueryDocument('new', keep)],
    [
      '{}',
      '{\n  "queries": {\n    "new": {\n      "file": "cases.csv",\n      "reading": { "encoding": "windows-1252", "headerRow": 4 },\n      "limit": 5\n    }\n  }\n}',
    ],
    [
      '{ "queries": {} }',
      '{ "queries": {\n  "new": {\n    "file": "cases.csv",\n    "reading": { "encoding": "windows-1252", "headerRow": 4 },\n    "limit": 5\n  }\n} }',
    ],
    [
      '{\r\n\t"queries": {\r\n\t\t"a": { "file": "a.csv" } // one\r\n\t}\r\n}',
      '{\r\n\t"queries": {\r\n\t\t"a": { "file": "a.csv" }, // one\r\n\t\t"new": {\r\n\t\t\t"file": "cases.csv",\r\n\t\t\t"reading": { "encoding": "windows-1252", "headerRow": 4 },\r\n\t\t\t"limit": 5\r\n\t\t}\r\n\t}\r\n}',
    ],
  ];
  for (const [text, expected] of documents)
    it(`stands behind the others of ${JSON.stringify(text)}`, () => {
      assert.equal(changedText(text, addQuery(text, 'new', keep)), expected);
    });

  it('changes nothing else, wherever comments and blanks stand', () => {
    fc.assert(
      fc.property(
        anyKept.chain((each) => fc.tuple(fc.constant(each), scattered(each))),
        anyKept,
        ([old, { text, name }], added) => {
          const changes = addQuery(text, 'new', added);
          assert.deepEqual(
            changes.filter(({ range }) => range.end > range.start),
            [],
          );
          const changed = changedText(text, changes);
          assert.deepEqual(keptIn(changed, 'new'), added, changed);
          assert.deepEqual(keptIn(changed, name), old);
        },
      ),
      { numRuns: isFull ? 2000 : 50 },
    );
  });
});

describe('the JSON of a query', () => {
  it('has the names of the API, and a member of its own for what the API has no word for', () => {
    const query: DatastoreQuery = {
      ...{ resourceId: 'r', q: 'road ${x}', qMode: 'startsWith', qField: 'note', distinct: true, limit: 7 },
      filters: conditionsOf('{"id":9007199254740993,"city":"${city}"}'),
      ...{ fields: ['id', 'a,b'], sort: [{ field: 'a,b', descending: true, nullsLast: true }] },
      summary: { groups: [{ field: 'day', unit: 'month' }, { field: 'x:100' }], measures: [{ calculate: 'count' }] },
    };
    assert.equal(
      queryObject({ place: { kind: 'portal', baseUrl: 'https://d.org', resourceId: 'r' }, query }),
      lines(
        '{',
        '  "base_url": "https://d.org",',
        '  "resource_id": "r",',
        '  "q": { "note": "road ${x}" },',
        '  "q_mode": "starts-with",',
        '  "filters": { "id": 9007199254740993, "city": "$${city}" },',
        '  "fields": ["id", "a,b"],',
        '  "sort": ["\\"a,b\\" desc nulls last"],',
        '  "distinct": true,',
        '  "limit": 7,',
        '  "summarize": { "by": ["day:month", { "field": "x:100" }], "measures": ["count"] }',
        '}',
      ),
    );
  });
});
