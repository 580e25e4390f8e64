import assert from 'node:assert/strict';
import { fillIn } from '../../../src/base/words.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { documentOfQuery, sourceNameOf } from '../../../src/document/queryStatement.ts';

const fields = [
  { id: '_id', type: 'int' },
  { id: 'subject', type: 'text' },
  { id: 'price', type: 'numeric' },
  { id: 'at', type: 'timestamptz' },
  { id: 'list', type: '_text' },
];

function documentOf(
  query: Partial<DatastoreQuery>,
  source: { readonly place?: string; readonly qMeans?: 'words' } = {},
) {
  return documentOfQuery(
    { resourceId: 'x', ...query },
    { name: 'lessons', place: 'lessons.csv', qMeans: 'contains', ...source },
    fields,
    (word, details = {}) => fillIn(typeof word === 'string' ? word : word.message, details),
  );
}

describe('documentOfQuery', () => {
  it('writes filters, sort, fields and limit', () => {
    const text = documentOf({
      filters: conditionsOf('{"subject":{"contains":"Art"},"price":{"gte":1.50,"lt":3}}'),
      sort: [{ field: 'price', descending: true }],
      fields: ['subject', 'price'],
      limit: 10,
    });
    assert.equal(
      text,
      `-- @source lessons = lessons.csv
select "subject", "price"
from "lessons"
where strpos(lower("subject"), lower('Art')) > 0
  and "price" >= 1.5 and "price" < 3.0
order by "price" desc nulls first, "_id"
limit 10;
`,
    );
  });

  it('leaves our own columns out of all fields', () => {
    const text = documentOf({ q: 'art', sort: [{ field: 'price', descending: false }] });
    assert.match(text, /^select \* exclude \("_id", "_full_text"\)$/m);
    // A field whose name has that of our column in it may also be taken for it.
    const named = [{ id: 'school_id', type: 'text' }];
    const query = { resourceId: 'x', filters: conditionsOf('{"school_id":"a"}') };
    const source = { name: 'a', place: 'a.csv', qMeans: 'contains' } as const;
    assert.match(documentOfQuery(query, source, named, String), /^select \* exclude \("_id"\)$/m);
  });

  it('quotes a place with blanks, and writes import options behind it', () => {
    const source = { name: 'a', place: 'my "file".csv', choices: { headerRow: 4 }, qMeans: 'contains' } as const;
    const [line] = documentOfQuery({ resourceId: 'x' }, source, fields, String).split('\n');
    assert.equal(line, '-- @source a = "my ""file"".csv" {"headerRow":4}');
  });

  it("says that a portal's search has another meaning", () => {
    assert.match(documentOf({ q: 'art' }, { qMeans: 'words' }), /^-- The portal searches for whole words\./m);
    const filters = conditionsOf('{"subject":{"contains":"art"}}');
    assert.match(documentOf({ filters }, { qMeans: 'words' }), /whole words/);
    assert.doesNotMatch(documentOf({ q: 'art', filters }), /whole words/);
    assert.doesNotMatch(documentOf({ filters: conditionsOf('{"subject":"art"}') }, { qMeans: 'words' }), /whole words/);
  });

  it('names what SQL has no words for, and writes the rest', () => {
    const text = documentOf({
      q: 'art & math',
      qMode: 'expression',
      filters: [...conditionsOf('{"price":5,"at":"yesterday","gone":1,"list":["a"]}')],
      sort: [{ field: 'list', descending: false }],
      summary: { groups: [], measures: [{ calculate: 'count' }] },
    });
    assert.deepEqual(text.split('\n').slice(1), [
      '-- The summary is left out. These are the records that it counts.',
      '-- The search for "art & math" is left out, because SQL has no words for it.',
      '-- The filter of at is left out, because SQL has no words for it.',
      '-- The filter of gone is left out, because SQL has no words for it.',
      '-- The filter of list is left out, because SQL has no words for it.',
      'select *',
      'from "lessons"',
      'where "price" = 5.0;',
      '',
    ]);
  });

  it('keeps texts from outside in their comments', () => {
    const filters = conditionsOf(JSON.stringify({ 'x\n-- @source a = b': 1 }));
    const lines = documentOf({ filters }).split('\n');
    assert.equal(lines.filter((line) => /^--\s*@source/.test(line)).length, 1);
    assert.equal(lines.length, 5);
    assert.match(documentOf({}, { place: 'a\n-- @source b = c.csv' }), /^[^\n]*"a -- @source b = c\.csv"\nselect/);
  });
});

describe('sourceNameOf', () => {
  for (const [resource, name] of [
    ['lessons.csv', 'lessons'],
    ['Umsätze 2024.xlsx: Blatt 1', 'ums_tze_2024_xlsx_blatt_1'],
    ['2024.csv', 'table_2024'],
    ['…', 'table'],
    ['data.csv.gz', 'data'],
  ])
    it(`makes ${name} of ${resource}`, () => assert.equal(sourceNameOf(resource ?? ''), name));
});
