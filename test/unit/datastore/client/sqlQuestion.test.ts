import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { matchingSql } from '../../../../src/datastore/client/sqlQuestion.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import { quotedName } from '../../../../src/base/quotes.ts';

const fields = [
  { id: 'subject', type: 'text' },
  { id: 'price', type: 'numeric' },
  { id: 'open', type: 'bool' },
  { id: 'starts', type: 'timestamp' },
  { id: 'tags', type: '_text' },
  { id: '"; --', type: 'text' },
  { id: '$cost', type: 'int4' },
  { id: 'open :time', type: 'text' },
];
const ckan = { hasRanges: false, isAllowed: false };
const modern = { hasRanges: true, isAllowed: false };
/** People have allowed SQL for this portal. */
const allowed = { hasRanges: false, isAllowed: true };
const newest = { hasRanges: true, isAllowed: true };

const where = (query: Partial<DatastoreQuery>, dialect = newest) =>
  matchingSql({ resourceId: 'r', ...query }, fields, dialect)?.replace(/^FROM "r"(?: WHERE )?/, '');

describe('matching records in SQL', () => {
  const said: [what: string, query: Partial<DatastoreQuery>, sql: string][] = [
    ['everything', { limit: 5, sort: [{ field: 'price', descending: true }] }, ''],
    ['a search', { q: "o'clock" }, `"_full_text" @@ plainto_tsquery('o''clock')`],
    ['a text', { filters: conditionsOf('{"subject":"a\'b"}') }, `"subject" = 'a''b'`],
    ['a number with its digits', { filters: conditionsOf('{"price":1.50}') }, '"price" = 1.50'],
    ['a number as text', { filters: conditionsOf('{"price":"1.50"}') }, `"price" = '1.50'`],
    ['a boolean', { filters: conditionsOf('{"open":true}') }, '"open" = true'],
    ['one of several', { filters: conditionsOf('{"subject":["a","b"]}') }, `"subject" IN ('a', 'b')`],
    ['one of none', { filters: conditionsOf('{"subject":[]}') }, 'false'],
    ['a range', { filters: conditionsOf('{"price":{"gte":1,"lt":1e3}}') }, '"price" >= 1 AND "price" < 1e3'],
    ['no value', { filters: conditionsOf('{"price":null}') }, '"price" IS NULL'],
    ['a value or none', { filters: conditionsOf('{"price":[1,null]}') }, '("price" IN (1) OR "price" IS NULL)'],
    [
      'a text in one field',
      { filters: conditionsOf('{"subject":{"contains":"o\'c"}}') },
      `to_tsvector("subject"::text) @@ plainto_tsquery('o''c')`,
    ],
    [
      'a range with exceptions',
      { filters: conditionsOf('{"price":{"gte":1,"not":[2,3]}}') },
      '"price" >= 1 AND ("price" IS NULL OR "price" NOT IN (2, 3))',
    ],
    [
      'any value but one',
      { filters: conditionsOf('{"price":{"not":[2,null]}}') },
      '"price" IS NOT NULL AND "price" NOT IN (2)',
    ],
    [
      'empty texts',
      { filters: conditionsOf('{"subject":{"empty":true}}') },
      `("subject" IS NULL OR "subject"::text = '')`,
    ],
    ['any number', { filters: conditionsOf('{"price":{"empty":false}}') }, '"price" IS NOT NULL'],
    ['a hostile name', { filters: conditionsOf('{"\\"; --":"x"}') }, `"""; --" = 'x'`],
    ['a name with $', { filters: conditionsOf('{"$$cost":1}') }, '"$cost" = 1'],
    [
      'two conditions and a search',
      { q: 'x', filters: conditionsOf('{"open":false,"price":1}') },
      `"_full_text" @@ plainto_tsquery('x') AND "open" = false AND "price" = 1`,
    ],
  ];
  for (const [what, query, sql] of said) it(`says ${what}`, () => assert.equal(where(query), sql));

  const allowedSaid: [what: string, query: Partial<DatastoreQuery>, sql: string][] = [
    ['words', { q: "o'clock" }, `"_full_text" @@ plainto_tsquery('o''clock')`],
    ['words of one field', { q: 'a', qField: 'price' }, `to_tsvector("price"::text) @@ plainto_tsquery('a')`],
    ['beginnings of words', { q: 'a b', qMode: 'startsWith' }, `"_full_text" @@ to_tsquery('a:* & b:*')`],
    ['an expression', { q: 'a | b', qMode: 'expression' }, `"_full_text" @@ to_tsquery('a | b')`],
    [
      'words in a field beside words in all',
      { q: 'a', filters: conditionsOf('{"subject":{"contains":"b"}}') },
      `"_full_text" @@ plainto_tsquery('a') AND to_tsvector("subject"::text) @@ plainto_tsquery('b')`,
    ],
    [
      "a range that filters of an old server can't say",
      { filters: conditionsOf('{"price":{"gte":1}}') },
      '"price" >= 1',
    ],
    ['no value', { filters: conditionsOf('{"subject":null}') }, '"subject" IS NULL'],
    [
      'how a text begins, in any case',
      { filters: conditionsOf('{"subject":{"startsWith":"a#"}}') },
      String.raw`strpos(lower("subject"::text), lower(U&'a\0023')) = 1`,
    ],
    [
      'words that a field does not have',
      { filters: conditionsOf('{"subject":{"notContains":"b"}}') },
      `("subject" IS NULL OR NOT (to_tsvector("subject"::text) @@ plainto_tsquery('b')))`,
    ],
    ['a strict range', { filters: conditionsOf('{"price":{"gt":1,"lt":2}}') }, '"price" > 1 AND "price" < 2'],
    [
      'what CKAN would take for the end of a statement, or for a parameter',
      { filters: conditionsOf(String.raw`{"subject":["a#b","\\'"," :x","plain"]}`) },
      String.raw`"subject" IN (U&'a\0023b', U&'\005C''', U&' \003Ax', 'plain')`,
    ],
    [
      'a field whose name CKAN would take for a parameter',
      { filters: conditionsOf('{"open :time":{"empty":true}}') },
      String.raw`(U&"open \003Atime" IS NULL OR U&"open \003Atime"::text = '')`,
    ],
    [
      'words of such a field',
      { q: 'x', qField: 'open :time' },
      String.raw`to_tsvector(U&"open \003Atime"::text) @@ plainto_tsquery('x')`,
    ],
  ];
  it('says times of day to every CKAN: behind a letter or a digit a colon is no parameter', () => {
    const filters = conditionsOf('{"subject":"from 10:30 to 12:00"}');
    assert.equal(where({ filters }, newest), String.raw`"subject" = U&'from 10\003A30 to 12\003A00'`);
  });

  for (const [what, query, sql] of allowedSaid)
    it(`says ${what} to PostgreSQL, where people let it be asked`, () => assert.equal(where(query, allowed), sql));

  const unsaid: [what: string, query: Partial<DatastoreQuery>, dialect: typeof newest][] = [
    ['a search by words', { q: 'x' }, ckan],
    ['words with :name on CKAN 2.12, which takes it for a parameter', { q: 'at :noon' }, newest],
    ['a text with :name there', { filters: conditionsOf('{"subject":"at :noon"}') }, newest],
    ['a field with :name there', { filters: conditionsOf('{"open :time":"x"}') }, newest],
    ['words of such a field there', { q: 'x', qField: 'open :time' }, newest],
    ['the start of such a text there', { filters: conditionsOf('{"subject":{"startsWith":" :x"}}') }, newest],
    ['distinct records', { distinct: true }, newest],
    ['NULL, which text fields of CKAN compare as a word', { filters: conditionsOf('{"subject":null}') }, modern],
    ['a text in one field, by words', { filters: conditionsOf('{"subject":{"contains":"a"}}') }, ckan],
    ['a number that a text is not', { filters: conditionsOf('{"subject":{"not":[5]}}') }, newest],
    ['a number in a text field', { filters: conditionsOf('{"subject":5}') }, newest],
    ['a boolean in a number field', { filters: conditionsOf('{"price":[true]}') }, newest],
    ['a list field', { filters: conditionsOf('{"tags":"a"}') }, newest],
    ['any of several conditions', { filters: conditionsOf('{"$or":[{"price":1}]}') }, newest],
    ['a range on an old server', { filters: conditionsOf('{"price":{"gte":1}}') }, ckan],
    ['an unknown comparison', { filters: conditionsOf('{"price":{"like":1}}') }, newest],
    ['an empty one', { filters: conditionsOf('{"price":{}}') }, newest],
    ['a field that is not there', { filters: conditionsOf('{"gone":1}') }, newest],
    ['no JSON', { filters: conditionsOf('{') }, newest],
    ['a character that PostgreSQL does not take', { filters: conditionsOf('{"subject":"\\u0000"}') }, newest],
    ['that character in a search', { q: '\0' }, newest],
  ];
  for (const [what, query, dialect] of unsaid)
    it(`does not say ${what}`, () => assert.equal(where(query, dialect), undefined));

  it('quotes the resource', () => {
    assert.equal(matchingSql({ resourceId: 'a"b' }, [], ckan), 'FROM "a""b"');
    assert.equal(quotedName('x'), '"x"');
  });

  it('takes one condition more, whatever the resource is called', () => {
    assert.equal(matchingSql({ resourceId: 'a WHERE b' }, [], ckan, 'true'), 'FROM "a WHERE b" WHERE true');
    const query = { resourceId: 'r', filters: conditionsOf('{"price":1}') };
    assert.equal(matchingSql(query, fields, ckan, 'true'), 'FROM "r" WHERE "price" = 1 AND true');
  });
});
