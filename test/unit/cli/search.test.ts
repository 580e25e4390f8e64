import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ExactNumber } from '../../../src/base/cells.ts';
import { runCli as run, startCli as start } from '../../support/drivers/commandLine.ts';
import { FakeCkan, type FakeAnswer } from '../../support/fakes/fakeCkan.ts';
import { itemsResource, range, tamper } from '../../support/fakes/fakeResult.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');

describe('command line', function () {
  this.timeout(30_000);

  let release: () => void = () => undefined;
  let busyAnswers = 0;
  const ckan = new FakeCkan({
    resources: {
      fruit: {
        fields: [
          { id: 'subject', type: 'text' },
          { id: 'price', type: 'numeric' },
        ],
        rows: [
          ['apple', new ExactNumber('1.50')],
          ['', null],
          ['pear', new ExactNumber('9007199254740993')],
        ],
      },
      secret: { fields: [], rows: [[]], isPrivate: true },
      many: itemsResource(30_000),
      slow: itemsResource(500),
      emptied: itemsResource(500),
      busy: itemsResource(2),
    },
    token: 's3cret-token',
    fault: async (call, honest, index): Promise<FakeAnswer> => {
      if (call.body.includes('"busy"') && (busyAnswers += 1) === 1)
        return { status: 429, text: '', headers: { 'retry-after': '1' } };
      if (call.body.includes('"emptied"') && call.body.includes('offset'))
        return tamper((result) => ({ ...result, records: [] }))(call, honest, index);
      if (call.body.includes('"slow"') && call.body.includes('offset')) {
        await new Promise<void>((resolve) => (release = resolve));
      }
      return honest;
    },
  });
  let baseUrl = '';
  before(async () => {
    baseUrl = await ckan.listen();
  });
  after(() => ckan.close());

  const search = (resource: string, ...args: string[]) => [
    'search',
    '--base-url',
    baseUrl,
    '--resource',
    resource,
    ...args,
  ];

  const formats: [format: string, text: string][] = [
    [
      'table',
      '_id  subject             price\n───  ───────  ────────────────\n  1  apple                1.50\n  2                       NULL\n  3  pear     9007199254740993\n',
    ],
    [
      'ndjson',
      '{"_id":1,"subject":"apple","price":1.50}\n{"_id":2,"subject":"","price":null}\n{"_id":3,"subject":"pear","price":9007199254740993}\n',
    ],
    ['csv', '_id,subject,price\r\n1,apple,1.50\r\n2,"",\r\n3,pear,9007199254740993\r\n'],
    [
      'json',
      '[\n  {\n    "_id": 1,\n    "subject": "apple",\n    "price": 1.50\n  },\n  {\n    "_id": 2,\n    "subject": "",\n    "price": null\n  },\n  {\n    "_id": 3,\n    "subject": "pear",\n    "price": 9007199254740993\n  }\n]\n',
    ],
  ];
  for (const [format, text] of formats) {
    it(`writes ${format}, digit for digit`, async () => {
      assert.deepEqual(await run(search('fruit', '--format', format)), { code: 0, stdout: text, stderr: '' });
    });
  }

  it('says at once that this Node is too old, before anything is asked', async () => {
    const asOld = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.5' } })`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(asOld)}`;
    const { code, stdout, stderr } = await run(['--version'], { NODE_OPTIONS });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /needs Node 22 or newer\. This is Node 20\.19\.5\./);
  });

  it('says on standard error how long a server asks to wait, and waits', async () => {
    const { code, stdout, stderr } = await run(search('busy', '--format', 'ndjson'));
    assert.deepEqual([code, stdout.split('\n').length], [0, 3]);
    assert.match(stderr, /^127\.0\.0\.1:\d+ is busy and asks to wait until .+\n$/);
  });

  it('asks exactly the question that was typed', async () => {
    ckan.calls.length = 0;
    const { code, stdout } = await run(
      search(
        'fruit',
        '--q',
        'a',
        '--filters',
        '{"price": 1.50}',
        '--fields',
        'price, subject',
        '--sort',
        'subject desc',
        '--limit',
        '5',
        '--format',
        'csv',
      ),
    );
    assert.deepEqual([code, stdout], [0, 'price,subject\r\n1.50,apple\r\n']);
    assert.deepEqual(ckan.searches, [
      '{"resource_id":"fruit","q":"a","filters":{"price":1.50},"fields":["price","subject"],"sort":"subject desc","limit":5}',
    ]);
  });

  it('takes a pasted address for the resource', async () => {
    const { code, stdout } = await run([
      'search',
      '--resource',
      `${baseUrl}/datastore/dump/fruit`,
      '--format',
      'csv',
      '--limit',
      '1',
    ]);
    assert.deepEqual([code, stdout], [0, '_id,subject,price\r\n1,apple,1.50\r\n']);
  });

  it('gives every matching record without a limit', async () => {
    const { code, stdout } = await run(search('many', '--format', 'ndjson', '--fields', '_id'));
    assert.equal(code, 0);
    assert.equal(
      stdout,
      range(1, 30_001)
        .map((id) => `{"_id":${id}}\n`)
        .join(''),
    );
  });

  it('says on standard error what is to know about a result', async () => {
    const { stdout, stderr } = await run(search('fruit', '--q', 'apple', '--format', 'csv'));
    assert.equal(stdout, '_id,subject,price\r\n1,apple,1.50\r\n');
    assert.match(stderr, /^The rank .* isn't included\.\n$/);
  });

  it('reads the token from the environment, and shows it nowhere', async () => {
    const opened = await run(search('secret', '--format', 'json'), { DATASTORE_TOKEN: 's3cret-token' });
    assert.deepEqual([opened.code, opened.stdout], [0, '[\n  {\n    "_id": 1\n  }\n]\n']);
    const refused = await run(search('secret'), { DATASTORE_TOKEN: 'wr0ng-token' });
    assert.equal(refused.code, 3);
    assert.doesNotMatch(refused.stdout + refused.stderr, /wr0ng/);
  });

  const wrong: [what: string, args: string[], code: number, message: RegExp][] = [
    ['no command', [], 2, /Enter a command/],
    ['another command', ['dance'], 2, /Unknown command "dance"/],
    ['a limit that is no number', ['search', '--resource', 'https://h/datastore/dump/r', '--limit', 'ten'], 2, /"ten"/],
    [
      'a closed port',
      ['search', '--base-url', 'http://127.0.0.1:1', '--resource', 'r'],
      4,
      /127\.0\.0\.1:1 \(connection refused\)/,
    ],
  ];
  for (const [what, args, code, message] of wrong) {
    it(`ends with ${code} and one message for ${what}`, async () => {
      const outcome = await run(args);
      assert.deepEqual([outcome.code, outcome.stdout], [code, '']);
      assert.match(outcome.stderr, message);
      assert.match(outcome.stderr, /^[^\n]+\n$/);
    });
  }

  it('refuses a token with a line break without repeating it', async () => {
    const { code, stderr } = await run(search('fruit'), { DATASTORE_TOKEN: 'abc\ndef' });
    assert.equal(code, 2);
    assert.match(stderr, /DATASTORE_TOKEN has a line break/);
    assert.doesNotMatch(stderr, /abc|def/);
    assert.doesNotMatch(stderr.trim(), /\n/);
  });

  it('ends with 3 and the server’s own words when it says no', async () => {
    const unknown = await run(search('nothing'));
    assert.deepEqual([unknown.code, unknown.stdout], [3, '']);
    assert.match(unknown.stderr, /Resource "nothing" was not found/);
    const filter = await run(search('fruit', '--filters', '{"nosuch":1}'));
    assert.equal(filter.code, 3);
    assert.match(filter.stderr, /filters: invalid value "nosuch"/);
  });

  it('ends with 3 when the server runs out of records before its own total', async () => {
    const { code, stdout, stderr } = await run(search('emptied', '--format', 'ndjson', '--fields', '_id'));
    assert.equal(code, 3);
    assert.equal(stdout.split('\n').length - 1, 100, 'what came is given');
    assert.match(stderr, /^127\.0\.0\.1:\d+ stopped after 100 of 500 records\. [^\n]+\n$/);
  });

  it('ends with 4 when the server hangs up', async () => {
    const rude = createServer((socket) => socket.on('error', () => undefined).destroy());
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(rude.address() as AddressInfo).port}`;
    const { code, stderr } = await run(['search', '--base-url', url, '--resource', 'r']);
    rude.close();
    assert.equal(code, 4);
    assert.match(stderr, /closed the connection/);
  });

  it('ends with 130 when it is interrupted, while the server is still thinking', async () => {
    const { child, done } = start(search('slow', '--format', 'csv'));
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    const { code, stderr } = await done;
    release();
    assert.deepEqual([code, stderr], [130, '']);
  });

  it('ends quietly when its reader has enough', async () => {
    const { child, done } = start(search('many', '--format', 'json'));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const { code, stderr } = await done;
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('says its version, and helps', async () => {
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
    assert.deepEqual(await run(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
    for (const args of [['--help'], ['search', '--help']]) {
      const { code, stdout } = await run(args);
      assert.equal(code, 0);
      assert.match(stdout, /^Usage: datastore-explorer/);
    }
  });
});
