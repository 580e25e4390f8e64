import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { matchingSql } from '../../../../src/datastore/client/sqlQuestion.ts';
import { quotedName } from '../../../../src/base/sqlQuoting.ts';

const fields = [
  { id: 'subject', type: 'text' },
  { id: 'price', type: 'numeric' },
  { id: 'open', type: 'bool' },
  { id: 'starts', type: 'timestamp' },
  { id: 'tags', type: '_text' },
  { id: '"; --', type: 'text' },
  { id: '$cost', type: 'int4' },
];
const embedded = { searchesByContaining: true, hasRanges: true };
const ckan = { searchesByContaining: false, hasRanges: false };

const where = (query: Partial<DatastoreQuery>, dialect = embedded) =>
  matchingSql({ resourceId: 'r', ...query }, fields, dialect)?.replace(/^FROM "r"(?: WHERE )?/, '');

describe('matching records in SQL', () => {
  const said: [what: string, query: Partial<DatastoreQuery>, sql: string][] = [
    ['everything', { limit: 5, sort: [{ field: 'price', descending: true }] }, ''],
    ['a search', { q: "o'clock" }, `strpos("_full_text", lower('o''clock')) > 0`],
    ['a text', { filters: '{"subject":"a\'b"}' }, `"subject" = 'a''b'`],
    ['a number with its digits', { filters: '{"price":1.50}' }, '"price" = 1.50'],
    ['a number as text', { filters: '{"price":"1.50"}' }, `"price" = '1.50'`],
    ['a boolean', { filters: '{"open":true}' }, '"open" = true'],
    ['one of several', { filters: '{"subject":["a","b"]}' }, `"subject" IN ('a', 'b')`],
    ['one of none', { filters: '{"subject":[]}' }, 'false'],
    ['a range', { filters: '{"price":{"gte":1,"lt":1e3}}' }, '"price" >= 1 AND "price" < 1e3'],
    ['a hostile name', { filters: '{"\\"; --":"x"}' }, `"""; --" = 'x'`],
    ['a name with $', { filters: '{"$$cost":1}' }, '"$cost" = 1'],
    [
      'two conditions and a search',
      { q: 'x', filters: '{"open":false,"price":1}' },
      `strpos("_full_text", lower('x')) > 0 AND "open" = false AND "price" = 1`,
    ],
  ];
  for (const [what, query, sql] of said) it(`says ${what}`, () => assert.equal(where(query), sql));

  const unsaid: [what: string, query: Partial<DatastoreQuery>, dialect: typeof embedded][] = [
    ['a search by words', { q: 'x' }, ckan],
    ['distinct records', { distinct: true }, embedded],
    ['NULL, which text fields of CKAN compare as a word', { filters: '{"subject":null}' }, embedded],
    ['a number in a text field', { filters: '{"subject":5}' }, embedded],
    ['a boolean in a number field', { filters: '{"price":[true]}' }, embedded],
    ['a list field', { filters: '{"tags":"a"}' }, embedded],
    ['any of several conditions', { filters: '{"$or":[{"price":1}]}' }, embedded],
    ['a range on an old server', { filters: '{"price":{"gte":1}}' }, ckan],
    ['an unknown comparison', { filters: '{"price":{"like":1}}' }, embedded],
    ['an empty one', { filters: '{"price":{}}' }, embedded],
    ['a field that is not there', { filters: '{"gone":1}' }, embedded],
    ['no JSON', { filters: '{' }, embedded],
    ['a character that PostgreSQL does not take', { filters: '{"subject":"\\u0000"}' }, embedded],
    ['that character in a search', { q: '\0' }, embedded],
  ];
  for (const [what, query, dialect] of unsaid)
    it(`does not say ${what}`, () => assert.equal(where(query, dialect), undefined));

  it('quotes the resource', () => {
    assert.equal(matchingSql({ resourceId: 'a"b' }, [], ckan), 'FROM "a""b"');
    assert.equal(quotedName('x'), '"x"');
  });
});
