import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { previewRequest, queryFromUrl, searchBody, searchUrl } from '../../../../src/datastore/wire/request.ts';
import { searchOnWire } from '../../../../src/datastore/query/searchText.ts';
import { parseClauses, parseSort } from '../../../../src/datastore/query/sortText.ts';
import { pastedCall } from '../../../support/samples/pastedCall.ts';
import { anyQuery } from '../query/queryArbitrary.ts';
import { conditionsOf, filtersJson } from '../../../../src/datastore/query/conditions.ts';

const SEARCHED = new Set(['filters', 'q', 'qMode', 'qField']);

const everything: DatastoreQuery = {
  resourceId: 'r',
  q: 'apple',
  filters: conditionsOf('{"stage": [1.50, "5"]}'),
  fields: ['subject'],
  sort: [
    { field: 'stage', descending: true },
    { field: 'two words', descending: false },
  ],
  distinct: true,
  limit: 5,
};

describe('search request', () => {
  it('has every condition in its filters for a server of ours', () => {
    const filters = conditionsOf('{"a":{"contains":"x"},"b":[1.50,null],"c":{"not":2}}');
    assert.equal(
      searchBody({ resourceId: 'r', q: 'y', filters }, { takesConditions: true }),
      '{"resource_id":"r","q":"y","filters":{"a":{"contains":"x"},"b":[1.50,{"null":true}],"c":{"not":2}}}',
    );
  });

  it('holds the given members only, resource_id first, in a fixed order', () => {
    assert.equal(searchBody({ resourceId: 'r' }), '{"resource_id":"r"}');
    assert.equal(
      searchBody(everything),
      '{"resource_id":"r","q":"apple","filters":{"stage":[1.50,"5"]},"fields":["subject"],' +
        '"sort":"stage desc, \\"two words\\" asc","distinct":true,"limit":5}',
    );
  });

  it('adds what a later window needs behind that', () => {
    const window = { offset: 500, limit: 1000, includeTotal: false, recordsFormat: 'lists' } as const;
    assert.equal(
      searchBody({ resourceId: 'r', limit: 3000 }, window),
      '{"resource_id":"r","limit":1000,"offset":500,"include_total":false,"records_format":"lists"}',
    );
  });

  it('names fields with commas in a list, because servers split a text at every comma', () => {
    const sort = [{ field: 'a, b', descending: true }];
    assert.equal(searchBody({ resourceId: 'r', sort }), '{"resource_id":"r","sort":["\\"a, b\\" desc"]}');
  });

  const searched: readonly [query: Partial<DatastoreQuery>, members: string][] = [
    [{ q: 'oak' }, '"q":"oak"'],
    [{ q: 'oa tr', qMode: 'startsWith' }, '"q":"oa:* & tr:*","plain":false'],
    [{ q: 'oak | ash', qMode: 'expression' }, '"q":"oak | ash","plain":false'],
    [{ q: 'oak', qField: '$n' }, '"q":{"$n":"oak"}'],
    [{ q: 'oa', qField: 'n', qMode: 'startsWith' }, '"q":{"n":"oa:*"},"plain":false'],
    [{ q: 'oak', qField: 'n', filters: [{ kind: 'contains', field: 'm', text: 'ash' }] }, '"q":{"n":"oak","m":"ash"}'],
  ];
  for (const [query, members] of searched)
    it(`searches: ${members}`, () =>
      assert.equal(searchBody({ resourceId: 'r', ...query }), `{"resource_id":"r",${members}}`));

  it('says in JSON exactly what the query says', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const body = JSON.parse(searchBody(query)) as Record<string, unknown>;
        const { resource_id: resourceId, filters, q, plain, ...rest } = body;
        const sort = body['sort'] as string | string[] | undefined;
        delete rest['sort'];
        const keys = sort === undefined || typeof sort === 'string' ? parseSort(sort ?? 'x') : parseClauses(sort);
        assert.deepEqual(
          { resourceId, ...rest, ...(sort !== undefined && { sort: keys }) },
          Object.fromEntries(Object.entries(query).filter(([name]) => !SEARCHED.has(name))),
        );
        const { qMode, qField } = query;
        const search = query.q === undefined ? undefined : searchOnWire({ q: query.q, ...(qMode && { qMode }) });
        assert.deepEqual(q, search && (qField === undefined ? search.q : Object.fromEntries([[qField, search.q]])));
        assert.equal(plain, search?.isPlain === false ? false : undefined);
        const json = query.filters && filtersJson(query.filters);
        assert.deepEqual(filters, json && JSON.parse(json));
        if (json !== undefined) assert.ok(searchBody(query).includes(json), 'digits as typed');
      }),
    );
  });

  it('becomes an address and comes back from it unchanged', () => {
    fc.assert(
      fc.property(anyQuery, fc.constantFrom('https://h', 'http://h:5000/data/en'), (query, baseUrl) => {
        assert.deepEqual(queryFromUrl(new URL(pastedCall(baseUrl, query).href)), { baseUrl, query });
      }),
      { numRuns: 300 },
    );
  });

  it('has the address of the API document, behind any base URL', () => {
    assert.equal(searchUrl('https://h/en').href, 'https://h/en/api/action/datastore_search');
  });

  const pasted: [text: string, query: DatastoreQuery | undefined][] = [
    ['/api/3/action/datastore_search?resource_id=r&limit=5', { resourceId: 'r', limit: 5 }],
    ['/api/action/datastore_search?id=r&offset=3&limit=-1', { resourceId: 'r' }],
    ['/api/action/datastore_search?id=r&offset=30&limit=10', { resourceId: 'r', limit: 40 }],
    ['/api/action/datastore_search?id=r&limit=5&callback=run', { resourceId: 'r', limit: 5 }],
    ['/en/datastore/dump/r?q=oak&format=json', { resourceId: 'r', q: 'oak' }],
    ['/api/action/datastore_search?resource_id=r&sort=a%20nulls%20first', { resourceId: 'r' }],
    [
      '/api/action/datastore_search?resource_id=r&sort=a%20desc%20nulls%20last',
      { resourceId: 'r', sort: [{ field: 'a', descending: true, nullsLast: true }] },
    ],
    [
      '/api/action/datastore_search?resource_id=r&fields=a, b&distinct=t',
      { resourceId: 'r', fields: ['a', 'b'], distinct: true },
    ],
    ['/api/action/datastore_search?id=r&q=oa:*&plain=f', { resourceId: 'r', q: 'oa', qMode: 'startsWith' }],
    ['/api/action/datastore_search?id=r&q=a|b&plain=no', { resourceId: 'r', q: 'a|b', qMode: 'expression' }],
    ['/api/action/datastore_search?id=r&q={"n":"oak"}', { resourceId: 'r', q: 'oak', qField: 'n' }],
    [
      '/api/action/datastore_search?id=r&q={"n":"oak","m":"ash"}',
      {
        resourceId: 'r',
        filters: [
          { kind: 'contains', field: 'n', text: 'oak' },
          { kind: 'contains', field: 'm', text: 'ash' },
        ],
      },
    ],
    ['/api/action/datastore_search?id=r&q={"n":5}', { resourceId: 'r', q: '{"n":5}' }],
    ['/api/action/datastore_search', undefined],
    ['/api/action/datastore_info?resource_id=r', undefined],
    ['/dataset/r', undefined],
  ];
  for (const [text, query] of pasted) {
    it(`reads ${text}`, () => {
      assert.deepEqual(queryFromUrl(new URL(text, 'https://h'))?.query, query);
    });
  }

  it('is previewed as it will be sent, the token as a placeholder', () => {
    assert.equal(
      previewRequest('https://h/en', everything, { hasToken: true }),
      `POST https://h/en/api/action/datastore_search\nAuthorization: <API token>\nContent-Type: application/json\n\n${searchBody(everything)}`,
    );
    assert.ok(!previewRequest('https://h', everything, { hasToken: false }).includes('Authorization'));
    const sql = 'SELECT * FROM "r"';
    assert.equal(
      previewRequest('', everything, { hasToken: false, statement: sql }),
      `POST /api/action/datastore_search_sql\nContent-Type: application/json\n\n{"sql":"SELECT * FROM \\"r\\""}`,
    );
    assert.ok(previewRequest('', everything, { hasToken: false }).startsWith('POST /api/action/datastore_search\n'));
    const route = { path: '/api/3/action', method: 'GET' } as const;
    assert.equal(
      previewRequest('https://h/en', { resourceId: 'r', q: 'a b', limit: 5 }, { hasToken: true, route }),
      'GET https://h/en/api/3/action/datastore_search?resource_id=r&q=a+b&limit=5\nAuthorization: <API token>',
    );
  });
});
