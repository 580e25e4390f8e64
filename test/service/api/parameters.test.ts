/** Parameters and refusals are compared with CKAN 2.12.0. */
import assert from 'node:assert/strict';
import { type ExactValue, member } from '../../../src/base/cells.ts';
import { TestDatastore } from '../datastore.ts';

const csv = [
  't,n,b,"with, comma",$d',
  'one,1,true,x,1',
  '"",0,false,x,2',
  ',,,,',
  '25,25,true,y,3',
  'True,-1,false,Y,4',
  'None,2147483647,true,"z""z",5',
];

describe('parameters of datastore_search', () => {
  let datastore: TestDatastore;

  before(async () => {
    datastore = await TestDatastore.open({
      'r.csv': { content: `${csv.join('\n')}\n` },
      'nested.json': { content: '[{"j":{"a":1},"t":"x"},{"j":[2],"t":"y"}]' },
      'many.csv': { content: `n\n${Array.from({ length: 32_010 }, (_, index) => index).join('\n')}\n` },
    });
  });
  after(() => datastore.close());

  const search = (body: object, name = 'r.csv') =>
    datastore.post('datastore_search', { resource_id: datastore.id(name), ...body });
  const ids = async (body: object, name = 'r.csv') => {
    const reply = await search({ fields: ['_id'], ...body }, name);
    assert.equal(reply.status, 200, reply.text);
    return (member(reply.result, 'records') as { _id: number }[]).map(({ _id }) => _id);
  };
  const refused = async (body: object, error: object, name = 'r.csv') => {
    const reply = await search(body, name);
    assert.equal(reply.status, 409, reply.text);
    const members = Object.entries(reply.error as Record<string, ExactValue>).filter(([key]) => key !== 'info');
    assert.deepEqual(Object.fromEntries(members), { ...error, __type: 'Validation Error' });
  };

  describe('good ones', () => {
    for (const [what, body, expected] of [
      ['limit as text', { limit: '2' }, [1, 2]],
      ['limit: true is 1', { limit: true }, [1]],
      ['limit: null and "" mean the default', { limit: null, offset: null }, [1, 2, 3, 4, 5, 6]],
      ['offset', { offset: 4 }, [5, 6]],
      ['offset behind the end', { offset: 1000 }, []],
      ['offset behind the end, sorted', { offset: 1000, sort: 't' }, []],
      ['sort, NULL last', { sort: 'n' }, [5, 2, 1, 4, 6, 3]],
      ['sort descending, NULL first', { sort: 'n desc' }, [3, 6, 4, 1, 2, 5]],
      ['nulls last', { sort: 'n DESC NULLS LAST' }, [6, 4, 1, 2, 5, 3]],
      ['nulls first', { sort: 'n nulls first' }, [3, 5, 2, 1, 4, 6]],
      ['sort by bytes of the text', { sort: '"t"' }, [2, 4, 6, 5, 1, 3]],
      ['two keys', { sort: 'b desc, n desc' }, [3, 6, 4, 1, 2, 5]],
      [
        'sort as a list, for a name with a comma',
        { sort: ['with, comma desc nulls last', '_id desc'] },
        [6, 4, 2, 1, 5, 3],
      ],
      ['sort by _id', { sort: '_id desc' }, [6, 5, 4, 3, 2, 1]],
      ['sort by _id, a page', { sort: '_id desc', limit: 2, offset: 3 }, [3, 2]],
      ['sort by _id, the last page', { sort: '_id desc', limit: 3, offset: 5 }, [1]],
      ['sort by _id, behind the end', { sort: '_id desc', offset: 6 }, []],
      ['sort by _id and more', { sort: '_id, n desc', limit: 2 }, [1, 2]],
      ['a filter without the total stops early', { filters: { b: true }, include_total: false, limit: 2 }, [1, 4]],
      ['and goes on', { filters: { b: true }, include_total: false, offset: 1 }, [4, 6]],
      ['no sort', { sort: '' }, [1, 2, 3, 4, 5, 6]],
      ['empty q', { q: '' }, [1, 2, 3, 4, 5, 6]],
      ['q that is a number', { q: 25 }, [4]],
      ['q in one field', { q: { t: 'NE' } }, [1, 6]],
      ['q in one field, as JSON text', { q: '{"t": "ne", "b": "TR"}' }, [1, 6]],
      ['full_text beside q', { q: { t: 'e' }, full_text: '2147' }, [6]],
      ['filters as JSON text', { filters: '{"n": 1}' }, [1]],
      ['filters: null', { filters: null }, [1, 2, 3, 4, 5, 6]],
      ['no filters', { filters: {} }, [1, 2, 3, 4, 5, 6]],
      ['a list of filters means any', { filters: [{ n: 1 }, { t: '25' }] }, [1, 4]],
      ['an empty list matches nothing', { filters: { t: [] } }, []],
      ['null matches nothing', { filters: { n: null } }, []],
      ['null in a list', { filters: { n: [null, 1] } }, [1]],
      ['a number on a text field', { filters: { t: 25 } }, [4]],
      ['true on a text field is Python’s word', { filters: { t: true } }, [5]],
      ['null on a text field is Python’s word', { filters: { t: null } }, [6]],
      ['a text on a number field', { filters: { n: ' 25 ' } }, [4]],
      ['booleans', { filters: { b: [true] } }, [1, 4, 6]],
      ['PostgreSQL’s texts for booleans', { filters: { b: 'no' } }, [2, 5]],
      ['text filters keep upper and lower case apart', { filters: { 'with, comma': 'y' } }, [4]],
      ['_id', { filters: { _id: [1, '3', 99] } }, [1, 3]],
      ['a range of _id', { filters: { _id: { gt: 2, lte: 4 } } }, [3, 4]],
      ['an _id that is no whole number', { filters: { _id: { gt: 5.5 } } }, [6]],
      ['eq and in', { filters: { t: { eq: 'one' }, n: { in: [1, 2] } } }, [1]],
      ['ranges', { filters: { n: { gte: 1, lt: 30 } } }, [1, 4]],
      ['values and ranges in one list', { filters: { n: [-1, { gt: 100 }] } }, [5, 6]],
      ['$or', { filters: { b: true, $or: [{ n: 1 }, { n: 25 }] } }, [1, 4]],
      ['$and', { filters: { $and: [{ b: true }, { n: [1, 25] }] } }, [1, 4]],
      ['a field that begins with $', { filters: { $$d: 3 } }, [4]],
      ['an old parameter that 2.12 ignores', { total_estimation_threshold: 'x' }, [1, 2, 3, 4, 5, 6]],
    ] as const)
      it(`${what}: ${JSON.stringify(body)}`, async () => {
        assert.deepEqual(await ids(body), expected);
      });

    it('fields: their order is the order of the answer', async () => {
      for (const fields of ['b,t', ['b', 't'], ' b , "t" ']) {
        const { result } = await search({ fields, limit: 1 });
        assert.deepEqual(member(result, 'fields'), [
          { id: 'b', type: 'bool' },
          { id: 't', type: 'text' },
        ]);
        assert.deepEqual(Object.entries((member(result, 'records') as object[])[0] ?? {}), [
          ['b', true],
          ['t', 'one'],
        ]);
      }
    });

    it('records_format lists', async () => {
      const { result } = await search({ records_format: 'lists', limit: 2 });
      assert.deepEqual(member(result, 'records'), [
        [1, 'one', 1, true, 'x', 1],
        [2, '', 0, false, 'x', 2],
      ]);
    });

    it('a limit above 32000 is lowered without a word, and the answer shows it', async () => {
      const { result, text } = await search({ limit: 99_999, include_total: true }, 'many.csv');
      assert.equal(member(result, 'limit'), 32_000, text.slice(0, 500));
      assert.equal((member(result, 'records') as unknown[]).length, 32_000);
      assert.equal(member(result, 'total'), 32_010);
    });

    it('total counts what matches, not the page; include_total: false leaves it out', async () => {
      for (const [body, total] of [
        [{ limit: 1 }, 6],
        [{ limit: 0 }, 6],
        [{ limit: 1, filters: { b: true } }, 3],
        [{ limit: 1, filters: { b: true }, offset: 99 }, 3],
        [{ filters: { t: 'nothing' } }, 0],
        [{ limit: 1, sort: 'n' }, 6],
        [{ limit: 1, distinct: true, fields: 'b' }, 3],
        [{ include_total: false }, undefined],
        [{ include_total: 'False', filters: { b: true } }, undefined],
      ] as const)
        assert.equal(member((await search(body)).result, 'total'), total, JSON.stringify(body));
    });

    it('distinct takes each combination once, in the order of the records, before limit', async () => {
      const records = async (body: object) => member((await search({ distinct: true, ...body })).result, 'records');
      assert.deepEqual(await records({ fields: 'b' }), [{ b: true }, { b: false }, { b: null }]);
      assert.deepEqual(await records({ fields: 'b', sort: 'b desc', limit: 2 }), [{ b: null }, { b: true }]);
      assert.equal((await ids({ distinct: true })).length, 6);
    });

    it('the answer repeats the parameters and the defaults, and no others', async () => {
      const keys = async (body: object) => Object.keys((await search(body)).result as object).sort();
      const always = [
        'fields',
        'include_next_page',
        'include_total',
        'limit',
        'records',
        'records_format',
        'resource_id',
      ];
      assert.deepEqual(await keys({ include_total: false }), always);
      assert.deepEqual(
        await keys({ q: 'x', filters: {}, sort: 'n', offset: 1, distinct: false, plain: true, language: 'simple' }),
        [...always, 'distinct', 'filters', 'language', 'offset', 'plain', 'q', 'sort', 'total'].sort(),
      );
    });

    it('include_next_page says how to go on', async () => {
      const next = async (body: object) =>
        member((await search({ include_next_page: true, limit: 2, ...body })).result, 'next_page');
      assert.deepEqual(await next({}), { _id: { gt: 2 } });
      assert.deepEqual(await next({ sort: '_id desc' }), { _id: { lt: 5 } });
      assert.equal(await next({ sort: 'n' }), undefined);
      assert.equal(await next({ filters: { t: 'nothing' } }), undefined);
    });

    it('no rank field beside a search', async () => {
      const { result } = await search({ q: 'one' });
      assert.ok(!JSON.stringify(result).includes('rank'));
    });

    it('a page of more than 16 Mi characters ends early and says so in limit', async () => {
      const large = await TestDatastore.open({
        'large.csv': { content: `t\n${Array.from({ length: 40 }, () => 'x'.repeat(1 << 20)).join('\n')}\n` },
      });
      const { result } = await large.post('datastore_search', { resource_id: large.id('large.csv') });
      const { length } = member(result, 'records') as unknown[];
      assert.equal(length, 15);
      assert.equal(member(result, 'limit'), length);
      assert.equal(member(result, 'total'), 40);
      await large.close();
    });
  });

  describe('bad ones', () => {
    for (const [body, error] of [
      [{ limit: -1 }, { limit: ['Must be a natural number'] }],
      [{ limit: 'ten' }, { limit: ['Invalid integer', 'Please enter an integer value'] }],
      [{ limit: '1.5' }, { limit: ['Invalid integer', 'Please enter an integer value'] }],
      [{ limit: 1.5 }, { limit: ['Invalid integer'] }],
      [{ limit: [1] }, { limit: ['Invalid integer'] }],
      [
        { limit: 'x', offset: 'y' },
        { limit: ['Invalid integer', 'Please enter an integer value'], offset: ['Invalid integer'] },
      ],
      [{ offset: -1 }, { offset: ['invalid value "-1"'] }],
      [{ offset: '' }, { query: ['Invalid query'] }],
      [{ filters: '' }, { filters: ['Cannot parse JSON'] }],
      [{ filters: '{' }, { filters: ['Cannot parse JSON'] }],
      [{ filters: '5' }, { filters: ['Filters must be defined as a dict or a list of dicts'] }],
      [{ filters: ['x'] }, { filters: ['Filters must be defined as a dict or a list of dicts'] }],
      [{ filters: { nope: 1 } }, { filters: ['Unknown field: nope'] }],
      [{ filters: { T: 1 } }, { filters: ['Unknown field: T'] }],
      [{ filters: { c0: 1 } }, { filters: ['Unknown field: c0'] }],
      [{ filters: { rowid: 1 } }, { filters: ['Unknown field: rowid'] }],
      [{ filters: { $not: [] } }, { filters: ['Unknown operators (must be one of $or, $and): $not'] }],
      [{ filters: { $or: [] } }, { filters: ['invalid value "$or"'] }],
      [{ filters: { $or: { t: 1 } } }, { filters: ["Filter operations must be defined as a list of dicts: {'t': 1}"] }],
      [
        { filters: { t: { like: 's%' } } },
        { filters: ["Unknown filter operation: FilterOp(field='t', op='like', value='s%')"] },
      ],
      [{ filters: { t: {} } }, { filters: ['invalid value "t"'] }],
      [{ filters: { n: 'abc' } }, { query: ['Invalid query'] }],
      [{ filters: { n: '' } }, { query: ['Invalid query'] }],
      [{ filters: { n: [1, 'abc'] } }, { query: ['Invalid query'] }],
      [{ filters: { n: true } }, { query: ['Invalid query'] }],
      [{ filters: { b: 1 } }, { query: ['Invalid query'] }],
      [{ filters: { b: 'maybe' } }, { query: ['Invalid query'] }],
      [{ filters: { _id: 'x' } }, { query: ['Invalid query'] }],
      [{ filters: { n: { eq: ['a'] } } }, { query: ['Invalid query'] }],
      [{ fields: ['nope'] }, { fields: ['invalid value "nope"'] }],
      [{ fields: 't,nope' }, { fields: ['invalid value "nope"'] }],
      [{ fields: 5 }, { fields: ['Not a list'] }],
      [{ q: 'one', fields: 'rank' }, { fields: ['invalid value "rank"'] }],
      [{ sort: 'nope' }, { sort: ['invalid value "nope"'] }],
      [{ sort: 'n sideways' }, { sort: ['invalid value "n sideways"'] }],
      [{ sort: 'n, ' }, { sort: ['invalid value ""'] }],
      [{ q: 'one', sort: 'rank' }, { sort: ['invalid value "rank"'] }],
      [{ q: { nope: 'x' } }, { q: ['invalid value "nope"'] }],
      [{ q: { n: 12 } }, { q: ['invalid value "n"'] }],
      [{ distinct: true, fields: 't', sort: 'n' }, { query: ['Invalid query'] }],
      [{ q: 'one', language: 'klingon' }, { query: ['Invalid query'] }],
      [{ records_format: 'xml' }, { records_format: ["Value must be one of ['objects', 'lists', 'csv', 'tsv']"] }],
      [{ _: 123 }, { __extras: ['invalid value "_"'] }],
    ] as const)
      it(JSON.stringify(body), () => refused(body, error));

    it('too many operations, too deep nesting', async () => {
      const deep = Array.from({ length: 12 }).reduce<object>((inner) => ({ $or: [inner] }), { t: 'x' });
      await refused({ filters: deep }, { filters: ['Maximum nesting depth for filter operations reached'] });
      const many = { $or: Array.from({ length: 101 }, () => ({ t: 'x' })) };
      await refused({ filters: many }, { filters: ['Maximum number of filter operations exceeded'] });
    });

    it('nested fields have neither equality nor order', async () => {
      for (const body of [{ filters: { j: 'x' } }, { sort: 'j' }, { distinct: true, fields: 'j' }])
        await refused(body, { query: ['Invalid query'] }, 'nested.json');
    });

    it('an unknown resource: 404, before unknown parameters are', async () => {
      for (const id of ['x', 5, '../../etc/passwd', '00000000-0000-4000-8000-000000000000']) {
        const reply = await search({ resource_id: id, foo: 1 });
        assert.equal(reply.status, 404);
        assert.deepEqual(reply.error, {
          __type: 'Not Found Error',
          message: `Not found: Resource "${String(id)}" was not found.`,
        });
      }
    });

    it('an unknown action: 400 with a bare text', async () => {
      const reply = await datastore.post('nope', {});
      assert.equal(reply.status, 400);
      assert.equal(reply.json, 'Bad request: Action name not known: nope');
    });
  });

  describe('the other actions', () => {
    it('the envelope', async () => {
      const { text, headers } = await datastore.post('status_show', {});
      assert.ok(
        text.startsWith(
          `{"help":"${datastore.server.baseUrl}/api/3/action/help_show?name=status_show","success":true,"result":{`,
        ),
      );
      assert.equal(headers.get('content-type'), 'application/json;charset=utf-8');
      assert.equal(headers.get('cache-control'), 'no-store');
    });

    it('status_show says what can be asked, and that this is not CKAN itself', async () => {
      const { result } = await datastore.get('status_show', {});
      assert.deepEqual(member(result, 'extensions'), ['datastore']);
      assert.equal(member(result, 'ckan_version'), '2.12.0+datastore.explorer');
    });

    it('resource_show', async () => {
      const { result } = await datastore.post('resource_show', { id: datastore.id('r.csv') });
      assert.equal(member(result, 'name'), 'r.csv');
      assert.equal(member(result, 'format'), 'CSV');
      assert.equal(member(result, 'datastore_active'), true);
      assert.equal((await datastore.post('resource_show', { id: 'x' })).status, 404);
      assert.deepEqual(member((await datastore.post('resource_show', {})).error, 'id'), ['Missing value']);
    });

    it('package_search and package_show: one dataset with all resources', async () => {
      const { result } = await datastore.post('package_search', { rows: 1000 });
      assert.equal(member(result, 'count'), 1);
      const [found] = member(result, 'results') as ExactValue[];
      const { result: shown } = await datastore.post('package_show', { id: 'local-files' });
      assert.deepEqual(found, shown);
      const names = (member(shown, 'resources') as { name: string }[]).map(({ name }) => name);
      assert.deepEqual(names, ['many.csv', 'nested.json', 'r.csv']);
      const { result: second } = await datastore.post('package_search', { start: 1 });
      assert.deepEqual(member(second, 'results'), []);
      const { result: other } = await datastore.post('package_search', { q: 'nothing like it' });
      assert.equal(member(other, 'count'), 0);
    });

    it('datastore_info', async () => {
      const { result } = await datastore.post('datastore_info', { id: datastore.id('r.csv') });
      assert.equal(member(member(result, 'meta'), 'count'), 6);
      const [first] = member(result, 'fields') as ExactValue[];
      assert.equal(member(first, 'id'), 't');
      assert.equal(member(member(first, 'schema'), 'native_type'), 'text');
      assert.equal((await datastore.post('datastore_info', { id: 'x' })).status, 404);
    });

    it('help_show', async () => {
      assert.match(
        JSON.stringify((await datastore.get('help_show', { name: 'datastore_search' })).result),
        /contained in any field/,
      );
      assert.equal((await datastore.get('help_show', { name: 'constructor' })).status, 404);
    });
  });
});
