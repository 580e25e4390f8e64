/** Values are returned as the file has them, and numbers compare as numbers. */
import assert from 'node:assert/strict';
import { member } from '../../../src/base/cells.ts';
import { sampleFiles, TestDatastore } from '../datastore.ts';

const numbers = [
  '9007199254740993', '1.50', '1.5', '-0', '0.000', '1e400', '-1E-400', '100000000000000000000.0000000001', '15e-1',
  '9007199254740992', '-9007199254740993', '2', '10', '123456789012345678901234567890123456789012345678901234567890',
]; // prettier-ignore

describe('exactness', () => {
  let datastore: TestDatastore;

  before(async () => {
    const rows = numbers.map((number, index) => `${number},00${String(index)},${index % 2 ? 'true' : 'false'}`);
    datastore = await TestDatastore.open({
      'n.csv': { content: `number,code,flag\n${rows.join('\n')}\n,,\n` },
      'n.json': { content: `[${numbers.map((number) => `{"number": ${number}}`).join(',')}]` },
      'kinds.csv': {
        content: 'empty,mixed,dates,upper,plus,zeros,nan,half\n"",1,2020-01-02,TRUE,+1,01,NaN,.5\n,x,,FALSE,2,2,1,5\n',
      },
      'marked.json': { content: '[{"a":"\\ufeffx"},{"a":"x"}]' },
      'kinds.json': {
        content: '[{"a":1,"b":true,"c":"1","d":{"x":[1.50]},"e":1,"f":null},{"a":"1","b":null,"c":"2","d":"t","e":2}]',
      },
    });
  });
  after(() => datastore.close());

  const fields = async (name: string) => {
    const reply = await datastore.post('datastore_search', { resource_id: datastore.id(name) });
    const list = member(reply.result, 'fields') as readonly { id: string; type: string }[];
    return Object.fromEntries(list.map(({ id, type }) => [id, type]));
  };

  for (const [name, format] of [
    ['n.csv', 'objects'],
    ['n.csv', 'lists'],
    ['n.json', 'objects'],
    ['n.json', 'lists'],
  ] as const)
    it(`numbers of ${name} go out digit for digit as ${format}`, async () => {
      const body = { resource_id: datastore.id(name), fields: ['number'], records_format: format };
      const { text } = await datastore.post('datastore_search', body);
      const before = format === 'objects' ? '{"number":' : '[';
      const after = format === 'objects' ? '}' : ']';
      const values = name === 'n.csv' ? [...numbers, 'null'] : numbers;
      const expected = `"records":[${values.map((number) => before + number + after).join(',')}]`;
      assert.ok(text.includes(expected), text);
    });

  it('a field is a number or a boolean only if every value is one', async () => {
    assert.deepEqual(await fields('n.csv'), { _id: 'int', number: 'numeric', code: 'text', flag: 'bool' });
    assert.deepEqual(await fields('kinds.csv'), {
      _id: 'int', empty: 'text', mixed: 'text', dates: 'date', upper: 'bool', plus: 'text', zeros: 'text', nan: 'text',
      half: 'text',
    }); // prettier-ignore
    assert.deepEqual(await fields('kinds.json'), {
      _id: 'int', a: 'text', b: 'bool', c: 'text', d: 'json', e: 'numeric', f: 'text',
    }); // prettier-ignore
  });

  it('a nested value is given out as it stands; in its field, texts keep their quotes', async () => {
    const { text } = await datastore.post('datastore_search', {
      resource_id: datastore.id('kinds.json'),
      fields: ['d'],
    });
    assert.ok(text.includes('"records":[{"d":{"x":[1.50]}},{"d":"t"}]'), text);
  });

  it('NULL and empty text are two things', async () => {
    assert.deepEqual(await datastore.values('kinds.csv', 'empty'), ['', null]);
    assert.deepEqual(await datastore.values('kinds.csv', '_id', { filters: { empty: '' } }), [1]);
    assert.deepEqual(await datastore.values('kinds.json', 'b'), [true, null]);
  });

  it('a text keeps a byte order mark that it begins with', async () => {
    assert.deepEqual(await datastore.values('marked.json', 'a'), ['\ufeffx', 'x']);
    assert.deepEqual(await datastore.values('marked.json', 'a', { filters: { a: '\ufeffx' } }), ['\ufeffx']);
  });

  it('numbers sort by value at any length, NULL last when ascending', async () => {
    const text = await sorted('number');
    const expected = [
      '-9007199254740993', '-1E-400', '-0', '0.000', '1.50', '1.5', '15e-1', '2', '10', '9007199254740992',
      '9007199254740993', '100000000000000000000.0000000001',
      '123456789012345678901234567890123456789012345678901234567890', '1e400', 'null',
    ]; // prettier-ignore
    assert.equal(text, expected.map((number) => `[${number}]`).join(','));
    assert.ok((await sorted('number desc')).startsWith('[null],[1e400],'));
    assert.ok((await sorted('number desc nulls last')).endsWith(',[null]'));
  });

  const sorted = async (sort: string) => {
    const body = { resource_id: datastore.id('n.csv'), fields: ['number'], sort, records_format: 'lists' };
    const { text } = await datastore.post('datastore_search', body);
    return /"records":\[(.*)\]\}\}$/.exec(text)?.[1] ?? text;
  };

  for (const [filter, ids] of [
    ['1.5', [2, 3, 9]],
    ['"1.500"', [2, 3, 9]],
    ['9007199254740993', [1]],
    ['9007199254740992', [10]],
    ['0', [4, 5]],
    ['[10, "2"]', [12, 13]],
    ['{"gt": 9007199254740992, "lte": 100000000000000000000.0000000001}', [1, 8]],
    ['{"lt": -1}', [11]],
    ['null', []],
  ] as const)
    it(`a filter {"number": ${filter}} compares by value`, async () => {
      const body = `{"resource_id":"${datastore.id('n.csv')}","fields":"_id","filters":{"number":${filter}}}`;
      const records = member((await datastore.post('datastore_search', body)).result, 'records') as { _id: number }[];
      assert.deepEqual(
        records.map(({ _id }) => _id),
        ids,
      );
    });

  it('the sample holds its trailing zeros: a formatter that touched it took them away', async () => {
    const sample = await TestDatastore.open({ stations: { path: sampleFiles.stations } });
    const { text } = await sample.post('datastore_search', { resource_id: sample.id('stations'), limit: 1 });
    await sample.close();
    assert.ok(text.includes('"lat":40.000000,"lon":-20.00000,"elevation_m":0.00,'), text);
    assert.ok(text.includes('"operator":{"name": "Městská doprava", "share": 0.00}'), text);
  });

  it('distinct takes numbers that are equal for one', async () => {
    const body = { resource_id: datastore.id('n.json'), fields: 'number', distinct: true, records_format: 'lists' };
    const reply = await datastore.post('datastore_search', body);
    assert.equal(member(reply.result, 'total'), 11);
    assert.ok(reply.text.includes('[1.50],[-0],[1e400]'), reply.text);
  });
});

describe('numbers that PostgreSQL can not store', () => {
  /** Ascending numbers, each with another value. */
  const numbers = [
    ...['-1e999999999', '-7E131072', `-${'9'.repeat(5000)}.5`, '-1e400', '-1', `-0.${'3'.repeat(20_000)}`],
    ...['-1e-999999999', '0', '1e-999999999', '1e-16384', `0.${'1'.repeat(5000)}`, '5', '1e400', '1e131072'],
    ...['2'.repeat(140_000), '1e200000', '9.5e+999999999'],
  ];
  let datastore: TestDatastore;
  before(async () => {
    datastore = await TestDatastore.open({
      'n.csv': { content: `n,place\n${numbers.map((number, at) => `${number},${String(at)}`).join('\n')}\n` },
      'n.json': { content: `[${numbers.map((number, at) => `{"n":${number},"place":${String(at)}}`).join(',')}]` },
    });
  });
  after(() => datastore.close());

  const found = async (name: string, query: string): Promise<string> => {
    const fixed = `"resource_id":"${datastore.id(name)}","fields":["place"],"records_format":"csv"`;
    const { result, text } = await datastore.post('datastore_search', `{${fixed},${query}}`);
    const records = member(result, 'records');
    return typeof records === 'string' ? records.trim().replaceAll('\n', ' ') : text;
  };
  const places = (from: number, to: number): string =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => String(from + index)).join(' ');

  for (const name of ['n.csv', 'n.json']) {
    for (const [at, number] of numbers.entries())
      it(`${name}: filters find ${number.slice(0, 20)} as a number and as a text`, async () => {
        for (const value of [number, `"${number}"`]) {
          assert.equal(await found(name, `"filters":{"n":${value}}`), String(at));
          assert.equal(await found(name, `"filters":{"n":[${value}]}`), String(at));
          assert.equal(await found(name, `"filters":{"n":{"gte":${value}}}`), places(at, numbers.length));
          assert.equal(await found(name, `"filters":{"n":{"lt":${value}}}`), places(0, at));
        }
      });

    it(`${name}: sorts and tells apart all of them`, async () => {
      assert.equal(await found(name, '"sort":"n"'), places(0, numbers.length));
      const body = { resource_id: datastore.id(name), fields: ['n'], distinct: true, records_format: 'lists' };
      const { result } = await datastore.post('datastore_search', body);
      assert.equal((member(result, 'records') as readonly unknown[]).length, numbers.length);
    });

    for (const [beyond, from] of [
      ['-1e9999999999', 0],
      ['1e-9999999999', 8],
      ['1e9999999999', numbers.length],
    ] as const)
      it(`${name}: ${beyond} stands beyond those that a file can have`, async () => {
        for (const value of [beyond, `"${beyond}"`]) {
          assert.equal(await found(name, `"filters":{"n":${value}}`), '');
          assert.equal(await found(name, `"filters":{"n":{"gte":${value}}}`), places(from, numbers.length));
          assert.equal(await found(name, `"filters":{"n":{"lte":${value}}}`), places(0, from));
        }
      });
  }

  it('what is no number is refused', async () => {
    assert.match(await found('n.csv', '"filters":{"n":"1e"}'), /invalid input syntax for type numeric: \\"1e\\"/);
  });
});
