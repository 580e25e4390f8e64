/** `records_format` is written as PostgreSQL's COPY and CKAN write it. */
import assert from 'node:assert/strict';
import { member } from '../../../src/base/cells.ts';
import { TestDatastore } from '../datastore.ts';

const records = [
  { t: 'plain', n: 1.5, b: true, j: { a: [1, 'x'] } },
  { t: 'comma, tab\t "quotes"', n: -2, b: false, j: ['y'] },
  { t: 'two\nlines', n: 0, b: true, j: 'text' },
  { t: '', n: null, b: null, j: null },
  { t: null, n: 3, b: false, j: 4 },
  { t: '\\.', n: 5, b: false, j: true },
];

describe('records_format', () => {
  let datastore: TestDatastore;

  before(async () => {
    datastore = await TestDatastore.open({
      'r.json': { content: JSON.stringify(records).replace('1.5', '1.50') },
      'empty.csv': { content: 'a,b\n' },
      'alone.csv': { content: 'a\n\\.\n""\n' },
    });
  });
  after(() => datastore.close());

  const search = async (body: object, name = 'r.json') => {
    const reply = await datastore.post('datastore_search', { resource_id: datastore.id(name), ...body });
    assert.equal(reply.status, 200, reply.text);
    return reply.result;
  };
  const text = async (body: object, name = 'r.json') => member(await search(body, name), 'records');

  it('csv: one text, no header, \\n behind each record; NULL is empty, an empty text is quoted, nested NULL is a word', async () => {
    assert.equal(
      await text({ records_format: 'csv' }),
      [
        '1,plain,1.50,t,"{""a"":[1,""x""]}"',
        '2,"comma, tab\t ""quotes""",-2,f,"[""y""]"',
        '3,"two\nlines",0,t,"""text"""',
        '4,"",,,null',
        '5,,3,f,4',
        '6,\\.,5,f,true',
        '',
      ].join('\n'),
    );
  });

  it('tsv: the same with tabs, and commas need no quotes', async () => {
    const tsv = await text({ records_format: 'tsv', fields: ['b', 't'], limit: 2 });
    assert.equal(tsv, 't\tplain\nf\t"comma, tab\t ""quotes"""\n');
  });

  it('a line that would end COPY is quoted', async () => {
    assert.equal(await text({ records_format: 'csv', fields: 'a' }, 'alone.csv'), '"\\."\n""\n');
  });

  it('lists: values in the order of the fields, numbers as they are written', async () => {
    const reply = await datastore.post('datastore_search', {
      resource_id: datastore.id('r.json'),
      records_format: 'lists',
      fields: ['n', '_id', 'j'],
      limit: 1,
    });
    assert.match(reply.text, /"records":\[\[1\.50,1,\{"a":\[1,"x"\]\}\]\]/);
  });

  it('objects, unless another format is asked for', async () => {
    assert.deepEqual(await text({ limit: 1, fields: 'b' }), [{ b: true }]);
    assert.deepEqual(await text({ limit: 1, fields: 'b', records_format: '' }), [{ b: true }]);
  });

  for (const [format, none] of [
    ['objects', []],
    ['lists', []],
    ['csv', ''],
    ['tsv', ''],
  ] as const)
    it(`${format} without a record: ${JSON.stringify(none)}, and still the fields and the total`, async () => {
      for (const body of [{ limit: 0 }, { q: 'nothing of the kind' }]) {
        const result = await search({ records_format: format, ...body });
        assert.deepEqual(member(result, 'records'), none);
        assert.equal((member(result, 'fields') as unknown[]).length, 5);
        assert.equal(member(result, 'records_format'), format);
      }
      assert.deepEqual(await text({ records_format: format }, 'empty.csv'), none);
    });
});
