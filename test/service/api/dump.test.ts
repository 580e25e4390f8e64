/** Compares `/datastore/dump/ID` with CKAN 2.12 (ckanext/datastore/blueprint.py and writer.py). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { member } from '../../../src/base/cells.ts';
import { send } from '../../../src/service/http/answer.ts';
import { TestDatastore } from '../datastore.ts';

const MANY = 200_000;
const odd = [
  '',
  ' ',
  '"',
  '""',
  ',',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\\.',
  'a"b',
  'a,b\tc',
  '\ufeffx',
  'null',
  '𝄞',
  "'",
  '\u0000',
];

describe('the dump', () => {
  let datastore: TestDatastore;

  before(async () => {
    const padding = 'x'.repeat(60);
    const many = Array.from({ length: MANY }, (_, index) => `${String(index)},${padding}`);
    datastore = await TestDatastore.open({
      'r.csv': { content: 'name,n,"a, b"\nÄpfel & <Birnen>,1.50,x\n"zwei ""Zeilen""\nda",,\n,20,y\n' },
      'nested.json': { content: '[{"j": {"a": [1, null], "b<": true}, "1st col": "x"}, {"j": [], "1st col": null}]' },
      'odd.json': {
        content: JSON.stringify(odd.map((text, index) => ({ text, n: index, flag: index % 2 === 0, list: [text] }))),
      },
      'many.csv': { content: `n,padding\n${many.join('\n')}\n` },
    });
  });
  after(() => datastore.close());

  const get = (query = '', name = 'r.csv', init: RequestInit = {}) =>
    datastore.send(`/datastore/dump/${datastore.id(name)}${query}`, {
      headers: { Authorization: datastore.server.token },
      ...init,
    });
  const body = async (query: string, name?: string) => {
    const { status, text } = await get(query, name);
    assert.equal(status, 200, text);
    return text;
  };

  for (const [format, type, text] of [
    [
      'csv',
      'text/csv; charset=utf-8',
      '_id,name,n,"a, b"\r\n1,Äpfel & <Birnen>,1.50,x\n2,"zwei ""Zeilen""\nda",,\n3,,20,y\n',
    ],
    [
      'json',
      'application/json; charset=utf-8',
      '{\n  "fields": [{"id":"_id","type":"int"},{"id":"name","type":"text"},{"id":"n","type":"numeric"},{"id":"a, b","type":"text"}],\n  "records": [\n    [1,"Äpfel & <Birnen>",1.50,"x"],\n    [2,"zwei \\"Zeilen\\"\\nda",null,null],\n    [3,null,20,"y"]\n]}\n',
    ],
  ] as const)
    // prettier-ignore
    it(`${format}: everything, with its type and file name`, async () => {
      const { headers, text: got } = await get(`?format=${format}`);
      assert.equal(got, text);
      assert.equal(headers.get('content-type'), type);
      assert.equal(
        headers.get('content-disposition'),
        `attachment; filename="${datastore.id('r.csv')}.${format}"`,
      );
      const bytes = await fetch(`${datastore.server.baseUrl}/datastore/dump/${datastore.id('r.csv')}?format=${format}&bom=true`, {
        headers: { Authorization: datastore.server.token },
      });
      assert.equal(Buffer.from(await bytes.arrayBuffer()).toString('utf8'), `\ufeff${text}`);
    });

  it('lines that the engine makes are those that a search gives', async () => {
    const { result } = await datastore.post('datastore_search', {
      resource_id: datastore.id('odd.json'),
      records_format: 'csv',
    });
    const dumped = await body('?format=csv', 'odd.json');
    assert.equal(dumped.slice(dumped.indexOf('\r\n') + 2), member(result, 'records'));
  });

  it('nested values: compact in JSON', async () => {
    assert.match(await body('?format=json', 'nested.json'), /\[1,\{"a":\[1,null\],"b<":true\},"x"\]/);
  });

  for (const [query, text] of [
    ['?fields=n,name&limit=1', 'n,name\r\n1.50,Äpfel & <Birnen>\n'],
    ['?fields=n&sort=n desc nulls last', 'n\r\n20\n1.50\n\n'],
    ['?fields=_id&sort=_id desc', '_id\r\n3\n2\n1\n'],
    ['?fields=_id&offset=1&limit=1', '_id\r\n2\n'],
    ['?fields=_id&offset=9', '_id\r\n'],
    ['?fields=_id&q=BIRNEN', '_id\r\n1\n'],
    ['?fields=_id&q=birnen | zwei&plain=false', '_id\r\n1\n2\n'],
    ['?fields=_id&q=birnen | zwei&plain=false&offset=1', '_id\r\n2\n'],
    ['?fields=_id&filters={"n":[20,1.5]}', '_id\r\n1\n3\n'],
    ['?fields=a, b&filters={"n":20}', undefined],
    ['?limit=0', ''],
    ['?limit=0&format=json&fields=n', '{\n  "fields": [{"id":"n","type":"numeric"}],\n  "records": [\n]}\n'],
  ] as const)
    it(`${query}: ${JSON.stringify(text)}`, async () => {
      if (text === undefined) assert.equal((await get(encodeURI(query))).status, 400);
      else assert.equal(await body(encodeURI(query)), text);
    });

  it('distinct', async () => {
    assert.equal(await body('?distinct=true&fields=padding', 'many.csv'), `padding\r\n${'x'.repeat(60)}\n`);
  });

  for (const [what, query, status] of [
    ['an unknown format', '?format=pdf', 400],
    ['a format of CKAN that is not offered', '?format=xml', 400],
    ['an unknown field', '?fields=nope', 400],
    ['a negative offset', '?offset=-1', 400],
    ['a negative limit', '?limit=-1', 400],
    ['filters that are none', '?filters=x', 400],
    ['an expression that is none', '?q=a b&plain=false', 400],
  ] as const)
    it(`${what}: ${String(status)}`, async () => {
      assert.equal((await get(encodeURI(query))).status, status);
    });

  it('what is not there: 404; a slash behind: 404; POST: 405; HEAD: the same heads, no body', async () => {
    const init = { headers: { Authorization: datastore.server.token } };
    assert.equal((await datastore.send('/datastore/dump/nothing-here', init)).status, 404);
    assert.equal((await get('/')).status, 404);
    assert.equal((await get('', 'r.csv', { method: 'POST', body: new URLSearchParams() })).status, 405);
    const head = await get('?format=json', 'r.csv', { method: 'HEAD', ...init });
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(head.text, '');
  });

  it('every record of a large resource in its order, in one stream', async () => {
    const lines = (await body('?fields=_id,n', 'many.csv')).split('\n');
    assert.equal(lines.length, MANY + 2);
    assert.ok(lines.slice(1, -1).every((line, index) => line === `${String(index + 1)},${String(index)}`));
  });

  it('with a search too', async () => {
    const lines = (await body('?fields=n&q=7', 'many.csv')).trimEnd().split('\n').slice(1).map(Number);
    const wanted = Array.from({ length: MANY }, (_, index) => index).filter((n) => String(n).includes('7'));
    assert.deepEqual(lines, wanted);
  });

  const open = (name: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const url = `${datastore.server.baseUrl}/datastore/dump/${datastore.id(name)}`;
      request(url, { headers: { Authorization: datastore.server.token }, agent: false }, resolve)
        .on('error', reject)
        .end();
    });

  it('a client that reads nothing holds up the dump, not the service; when it goes, the dump ends', async () => {
    const response = await open('many.csv');
    await once(response, 'readable');
    const before = process.memoryUsage().arrayBuffers;
    assert.equal((await body('?fields=_id', 'r.csv')).length > 0, true);
    assert.ok(process.memoryUsage().arrayBuffers - before < 1 << 26);
    response.destroy();
    assert.equal((await body('?limit=1&fields=n', 'many.csv')).split('\n')[1], '0');
  });

  it('an answer that breaks off breaks the connection off', async () => {
    async function* halfOf(): AsyncGenerator<string> {
      yield await Promise.resolve('first half');
      throw new Error('the engine failed');
    }
    const server = createServer((sent, response) => {
      const answer = { status: 200, type: 'text/csv', body: halfOf() };
      send(sent, response, answer, new AbortController().signal).catch(() => undefined);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      await assert.rejects(async () => (await fetch(`http://127.0.0.1:${String(port)}/`)).text());
    } finally {
      server.close();
    }
  });
});

describe('a dump', () => {
  it('has the rank of each record that was looked for, where searches have it', async () => {
    const datastore = await TestDatastore.open({ 'a.csv': { content: 'a,b\none two,x\ntwo,y\n' } }, { ranks: true });
    const { text } = await datastore.send(`/datastore/dump/${datastore.id('a.csv')}?q=one`, {
      headers: { Authorization: datastore.server.token },
    });
    await datastore.close();
    assert.equal(text, '_id,a,b,rank\r\n1,one two,x,0.05660377358490576\n');
  });

  it('has 2,000 fields as well as two', async () => {
    const places = Array.from({ length: 2000 }, (_, at) => String(at));
    const header = places.map((at) => `field ${at}`).join(',');
    const values = places.join(',');
    const datastore = await TestDatastore.open({ 'wide.csv': { content: `${header}\n${values}\n` } });
    const { text } = await datastore.send(`/datastore/dump/${datastore.id('wide.csv')}`, {
      headers: { Authorization: datastore.server.token },
    });
    await datastore.close();
    assert.equal(text, `_id,${header}\r\n1,${values}\n`);
  });
});
