import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readCatalogOptions } from '../../../src/cli/catalog.ts';
import { UsageError } from '../../../src/cli/io.ts';
import { generatedDatasets, type FakeDataset } from '../../support/fakes/fakeCatalog.ts';
import { FakeCkan, refusal } from '../../support/fakes/fakeCkan.ts';
import { range } from '../../support/fakes/fakeResult.ts';
import { runCli, startCli } from '../../support/drivers/commandLine.ts';

const datasets: readonly FakeDataset[] = [
  {
    name: 'noise',
    title: 'Noise levels',
    organization: 'town-hall',
    modified: '2026-01-01T10:00:00',
    resources: [
      { id: 'r1', name: 'By day', format: 'CSV', datastore_active: true, last_modified: '2026-02-03T04:05:06' },
      { id: 'r2', name: 'Report\u001b[31m', format: 'PDF', datastore_active: false },
    ],
  },
  { name: 'empty', title: 'Nothing yet', organization: 'town-hall' },
  { name: 'trees', title: 'Trees "by street"', resources: [{ id: 'r3', name: '', format: '' }] },
  {
    name: 'staff',
    title: 'Staff levels',
    organization: 'town-hall',
    isPrivate: true,
    resources: [{ id: 'r4', name: 'Staff', format: 'XLSX', datastore_active: true, created: '2025-12-24T00:00:00' }],
  },
];

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('command line: catalog', function () {
  this.timeout(30_000);

  const ckan = new FakeCkan({ resources: {}, catalog: { datasets }, token: 's3cret-token' });
  const many = new FakeCkan({ resources: {}, catalog: { datasets: generatedDatasets(1234) } });
  let baseUrl = '';
  let manyUrl = '';
  before(async () => {
    [baseUrl, manyUrl] = await Promise.all([ckan.listen(), many.listen()]);
  });
  after(() => Promise.all([ckan.close(), many.close()]));
  beforeEach(() => {
    ckan.calls.length = 0;
    many.calls.length = 0;
  });

  const catalog = (...args: string[]) => ['catalog', '--base-url', baseUrl, ...args];

  it('writes JSON, an object a resource', async () => {
    const { code, stdout, stderr } = await runCli(catalog('--format', 'json'));
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(JSON.parse(stdout), [
      {
        dataset: 'noise',
        title: 'Noise levels',
        organization: 'town-hall',
        resource: 'r1',
        name: 'By day',
        format: 'CSV',
        datastore: true,
        updated: '2026-02-03T04:05:06',
      },
      {
        dataset: 'noise',
        title: 'Noise levels',
        organization: 'town-hall',
        resource: 'r2',
        name: 'Report [31m',
        format: 'PDF',
        datastore: false,
        updated: '2026-01-01T10:00:00',
      },
      {
        dataset: 'trees',
        title: 'Trees "by street"',
        organization: null,
        resource: 'r3',
        name: 'r3',
        format: '',
        datastore: false,
        updated: '2026-01-02T03:04:05.678901',
      },
    ]);
    assert.equal(ckan.calls.length, 1);
  });

  it('writes JSON lines', async () => {
    const { stdout } = await runCli(catalog('--format', 'ndjson', '--q', 'noise'));
    assert.deepEqual(
      lines(stdout).map(({ resource, datastore }) => [resource, datastore]),
      [
        ['r1', true],
        ['r2', false],
      ],
    );
  });

  it('writes a table unless it is told otherwise', async () => {
    const { stdout } = await runCli(catalog('--q', 'trees'));
    assert.equal(
      stdout,
      'dataset  title              organization  resource  name  format  datastore  updated\n' +
        '───────  ─────────────────  ────────────  ────────  ────  ──────  ─────────  ──────────────────────────\n' +
        'trees    Trees "by street"  NULL          r3        r3            false      2026-01-02T03:04:05.678901\n',
    );
  });

  it('asks for an organization', async () => {
    const { stdout } = await runCli(catalog('--organization', 'town-hall', '--format', 'ndjson'));
    assert.deepEqual([...new Set(lines(stdout).map(({ dataset }) => dataset))], ['noise']);
    assert.match(ckan.calls[0]?.body ?? '', /"fq":"\+organization:\\"town-hall\\""/);
  });

  it('finds private datasets with the token of the environment, and shows it nowhere', async () => {
    const args = catalog('--q', 'levels', '--format', 'ndjson');
    const { stdout, stderr } = await runCli(args, { DATASTORE_TOKEN: 's3cret-token' });
    assert.deepEqual(
      lines(stdout).map(({ resource, updated }) => [resource, updated]),
      [
        ['r1', '2026-02-03T04:05:06'],
        ['r2', '2026-01-01T10:00:00'],
        ['r4', '2025-12-24T00:00:00'],
      ],
    );
    assert.doesNotMatch(stdout + stderr, /s3cret/);
    assert.equal(lines((await runCli(args)).stdout).length, 2);
  });

  it('writes every resource, page by page', async () => {
    const { code, stdout } = await runCli(['catalog', '--base-url', manyUrl, '--format', 'ndjson']);
    assert.equal(code, 0);
    assert.deepEqual(
      lines(stdout).map(({ name }) => name),
      range(0, 1234).flatMap((index) => {
        const number = String(index).padStart(6, '0');
        return [`Records ${number}`, `Report ${number}`];
      }),
    );
    assert.equal(many.calls.length, 13);
  });

  it('stops at the limit, which counts resources', async () => {
    for (const [limit, requests] of [
      [3, 1],
      [7, 1],
      [250, 2],
      [0, 1],
    ] as const) {
      many.calls.length = 0;
      const args = ['catalog', '--base-url', manyUrl, '--format', 'json', '--limit', String(limit)];
      const { stdout } = await runCli(args);
      assert.equal((JSON.parse(stdout) as unknown[]).length, limit);
      assert.equal(many.calls.length, requests);
    }
  });

  it('writes an empty list where nothing is found', async () => {
    const json = await runCli(catalog('--q', 'nothing-like-it', '--format', 'json'));
    assert.deepEqual([json.code, json.stdout], [0, '[]\n']);
    const table = await runCli(catalog('--q', 'nothing-like-it'));
    assert.match(table.stdout, /^dataset .*\n─.*\n$/);
  });

  it('takes the address of any page of the portal', async () => {
    const { code, stdout } = await runCli(['catalog', '--base-url', `${baseUrl}/dataset/noise`, '--q', 'trees']);
    assert.equal(code, 0);
    assert.match(stdout, /Trees/);
  });

  const wrong: [what: string, args: readonly string[], code: number, message: RegExp][] = [
    ['no portal', ['catalog'], 2, /--base-url is missing/],
    ['a closed port', ['catalog', '--base-url', 'http://127.0.0.1:1'], 4, /connection refused/],
  ];
  for (const [what, args, code, message] of wrong)
    it(`ends with ${code} and one message for ${what}`, async () => {
      const outcome = await runCli(args);
      assert.deepEqual([outcome.code, outcome.stdout], [code, '']);
      assert.match(outcome.stderr, message);
      assert.match(outcome.stderr, /^[^\n]+\n$/);
    });

  it('ends with 3 where a portal has no catalog, or fails', async () => {
    const bare = new FakeCkan({ resources: {} });
    const failing = new FakeCkan({
      resources: {},
      fault: () => refusal(409, 'Search Error', { message: 'Solr is down' }),
    });
    try {
      const none = await runCli(['catalog', '--base-url', await bare.listen()]);
      assert.deepEqual([none.code, none.stdout], [3, '']);
      assert.match(none.stderr, /has no catalog to search/);
      const down = await runCli(['catalog', '--base-url', await failing.listen()]);
      assert.equal(down.code, 3);
      assert.match(down.stderr, /Solr is down/);
    } finally {
      await Promise.all([bare.close(), failing.close()]);
    }
  });

  it('ends with 130 when it is interrupted, while the portal is still thinking', async () => {
    let release: () => void = () => undefined;
    const slow = new FakeCkan({
      resources: {},
      catalog: { datasets: generatedDatasets(300) },
      fault: async (_, honest, index) => {
        if (index > 0) await new Promise<void>((resolve) => (release = resolve));
        return honest;
      },
    });
    try {
      const { child, done } = startCli(['catalog', '--base-url', await slow.listen(), '--format', 'ndjson']);
      await once(child.stdout, 'data');
      child.kill('SIGINT');
      const { code, stderr } = await done;
      assert.deepEqual([code, stderr], [130, '']);
    } finally {
      release();
      await slow.close();
    }
  });
});

describe('options of catalog', () => {
  const portal = ['--base-url', 'https://h/en/'];

  it('become a question', () => {
    const { access, query, limit } = readCatalogOptions(portal, { DATASTORE_TOKEN: 'abc' });
    assert.deepEqual(access, { baseUrl: 'https://h/en', token: 'abc' });
    assert.deepEqual(query, { words: '', sort: 'title' });
    assert.equal(limit, Number.MAX_SAFE_INTEGER);
    const more = [...portal, '--q', 'noise levels', '--organization', 'town-hall', '--limit', '7'];
    assert.deepEqual(readCatalogOptions(more, {}).query, {
      words: 'noise levels',
      within: { organization: 'town-hall' },
    });
    assert.equal(readCatalogOptions(more, {}).limit, 7);
  });

  const wrong: [what: string, args: readonly string[], message: RegExp][] = [
    ['a portal that is none', ['--base-url', 'not an address'], /--base-url/],
    ['an id as portal', ['--base-url', 'r1'], /--base-url/],
    ['a limit that is no number', [...portal, '--limit', 'ten'], /"ten"/],
    ['a format for records alone', [...portal, '--format', 'csv'], /"csv".*json, ndjson, table/],
    ['an option of search', [...portal, '--filters', '{}'], /--filters/],
    ['a stray word', [...portal, 'noise'], /noise/],
  ];
  for (const [what, args, message] of wrong)
    it(`refuse ${what}`, () => {
      assert.throws(
        () => readCatalogOptions(args, {}),
        (error) => error instanceof UsageError && message.test(error.message),
      );
    });

  it('repeat nothing of an address with a password', () => {
    assert.throws(
      () => readCatalogOptions(['--base-url', 'https://me:hunter2@h'], {}),
      (error) => error instanceof UsageError && !error.message.includes('hunter2'),
    );
  });
});
