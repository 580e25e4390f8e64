import assert from 'node:assert/strict';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { queryFromUrl } from '../../../../src/datastore/wire/request.ts';
import { type CodePlace, codeRequest } from '../../../../src/document/code/codeRequest.ts';
import { CODE_LANGUAGE_NAMES, queryCode } from '../../../../src/document/code/codes.ts';
import { getUrl } from '../../../../src/document/code/getUrl.ts';

const BASE_URL = 'https://data.example.org/en';

function of(filters: string, more: Partial<DatastoreQuery> = {}): DatastoreQuery {
  return { resourceId: 'abc', filters: conditionsOf(filters), ...more };
}

const UNSAID: readonly (readonly [what: string, query: DatastoreQuery, reason: string])[] = [
  ['an exclusion', of('{"city":{"not":"Bern"}}'), 'condition'],
  ['an empty field', of('{"city":{"empty":true}}'), 'condition'],
  ['the beginning of a text', of('{"city":{"startsWith":"B"}}'), 'condition'],
  ['NULL among others', of('{"city":["Bern",null]}'), 'isNull'],
  ['a search in all fields beside one in a field', of('{"city":{"contains":"B"}}', { q: 'road' }), 'search'],
  ['a summary', { resourceId: 'abc', summary: { groups: [], measures: [{ calculate: 'count' }] } }, 'summary'],
];

describe('the URL of a query', () => {
  it('asks the same by GET, with lists as repeated parameters', () => {
    const query = of('{"city":["Bern","Biel"],"n":{"gte":1.50}}', {
      q: 'a & b',
      fields: ['id', 'a,b'],
      sort: [{ field: 'id', descending: true }],
      limit: 7,
    });
    const url = getUrl(BASE_URL, query);
    assert.ok(url instanceof URL);
    assert.equal(url.origin + url.pathname, `${BASE_URL}/api/action/datastore_search`);
    assert.deepEqual(url.searchParams.getAll('fields'), ['id', 'a,b']);
    assert.deepEqual(queryFromUrl(url)?.query, query);
  });

  for (const [what, query, reason] of UNSAID)
    it(`can't say ${what}, and neither can the codes`, () => {
      assert.equal((getUrl(BASE_URL, query) as { reason?: string }).reason, reason);
      for (const name of CODE_LANGUAGE_NAMES)
        assert.equal((queryCode(name, { baseUrl: BASE_URL, query }) as { reason?: string }).reason, reason);
    });

  it("doesn't name one field that has a comma, which CKAN splits", () => {
    assert.deepEqual(getUrl(BASE_URL, { resourceId: 'abc', fields: ['a,b'] }), { reason: 'notSame' });
    assert.equal(
      typeof queryCode('python', { baseUrl: BASE_URL, query: { resourceId: 'abc', fields: ['a,b'] } }),
      'string',
    );
  });

  it('is refused where most servers would', () => {
    const unsaid = getUrl(BASE_URL, of(JSON.stringify({ id: Array.from({ length: 2000 }, (_, at) => at) })));
    assert.equal((unsaid as { reason?: string }).reason, 'tooLong');
  });
});

function textOf(code: ReturnType<typeof queryCode>): string {
  return typeof code === 'string' ? code : code.reason;
}

describe('the request of a program', () => {
  const sortOf = (query: Partial<DatastoreQuery>, facts: CodePlace['facts'] = {}): unknown => {
    const request = codeRequest({ baseUrl: BASE_URL, query: { resourceId: 'abc', ...query }, facts });
    assert.ok('body' in request);
    return (JSON.parse(request.body) as { sort?: string }).sort;
  };

  it('sorts by _id behind all else where there may be a second page', () => {
    assert.equal(sortOf({}), '_id asc');
    assert.equal(sortOf({ q: 'road' }), '_id asc');
    assert.equal(sortOf({ sort: [{ field: 'city', descending: true }] }), 'city desc, _id asc');
    assert.equal(sortOf({ sort: [{ field: '_id', descending: true }] }), '_id desc');
    assert.equal(
      sortOf({ distinct: true, fields: ['a', 'b'], sort: [{ field: 'b', descending: true }] }),
      'b desc, a asc',
    );
    assert.equal(sortOf({ q: 'road', limit: 32_000 }), undefined);
    assert.equal(sortOf({ q: 'road', limit: 32_001 }), '_id asc');
    assert.equal(sortOf({ q: 'road', limit: 600 }, { maxLimit: 500 }), '_id asc');
  });

  it('is refused where the server compares only the records of one page', () => {
    const query = { resourceId: 'abc', distinct: true, fields: ['a'] };
    assert.deepEqual(codeRequest({ baseUrl: BASE_URL, query, facts: { distinctByPage: true } }), {
      reason: 'distinctByPage',
    });
  });

  it('names no token, and reads it from the environment alone', () => {
    for (const name of CODE_LANGUAGE_NAMES) {
      const place = { baseUrl: BASE_URL, query: { resourceId: 'abc' } };
      assert.doesNotMatch(textOf(queryCode(name, place)), /DATASTORE_TOKEN/);
      const code = queryCode(name, { ...place, tokenHeader: 'X-Own-Key' });
      if (name === 'duckdb') assert.deepEqual(code, { reason: 'needsToken' });
      else assert.match(textOf(code), /DATASTORE_TOKEN[^]*X-Own-Key|X-Own-Key[^]*DATASTORE_TOKEN/);
    }
  });

  it('shows characters that turn the text around as escapes', () => {
    const query = of('{"city":"\u202eevil\u2066 \u200b"}');
    for (const name of CODE_LANGUAGE_NAMES)
      assert.doesNotMatch(textOf(queryCode(name, { baseUrl: BASE_URL, query })), /[\p{Cf}]/u, name);
  });
});
