/** Agents on the command line: the official client of the Model Context Protocol, on files and a CKAN. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { AGENT_TOOLS } from '../../../src/agents/agentTool.ts';
import { cliPath } from '../../support/drivers/builtProgram.ts';
import { childIds } from '../../support/drivers/childIds.ts';
import { runCli } from '../../support/drivers/commandLine.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

const TOKEN = 's3cret-token';
/** It has several sheets. */
const BOOK = 'openpyxl.xlsx';

interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

describe('agents on the command line', function () {
  this.timeout(60_000);

  const ckan = new FakeCkan({
    token: TOKEN,
    resources: {
      r1: {
        fields: [
          { id: 'city', type: 'text' },
          { id: 'amount', type: 'numeric' },
        ],
        rows: [
          ['Bern', 1],
          ['Basel', 2],
        ],
      },
    },
    catalog: {
      datasets: [
        { name: 'cases', title: 'Cases', resources: [{ id: 'r1', name: 'cases by city', datastore_active: true }] },
      ],
    },
  });
  const other = new FakeCkan({ resources: {} });
  let [folder, file, portal, foreign] = ['', '', '', ''];
  const clients: Client[] = [];

  before(async () => {
    portal = new URL(await ckan.listen()).origin;
    foreign = new URL(await other.listen()).origin;
    folder = await mkdtemp(path.join(tmpdir(), 'agents-'));
    file = path.join(folder, 'fees.csv');
    await writeFile(file, 'city,fee\nBern,1.50\nBasel,9007199254740993.10\nBern,\n');
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });
  after(async () => {
    await ckan.close();
    await other.close();
    await rm(folder, { recursive: true });
  });

  /** A client whose server has these arguments, and whose temporary folders are in the folder of the tests. */
  async function connect(
    args: readonly string[],
    options: ClientOptions = {},
    env: Readonly<Record<string, string>> = {},
  ): Promise<{
    readonly client: Client;
    readonly pid: number;
    readonly call: (name: string, input?: object) => Promise<ToolAnswer>;
  }> {
    const client = new Client({ name: 'tests', version: '1' }, options);
    clients.push(client);
    const child = { command: process.execPath, args: [cliPath, 'mcp', ...args], stderr: 'ignore' as const };
    const transport = new StdioClientTransport({ ...child, cwd: folder, env: { TMPDIR: folder, ...env } });
    await client.connect(transport);
    const call = async (name: string, input: object = {}): Promise<ToolAnswer> => {
      const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
      assert.deepEqual(
        content.map(({ type }) => type),
        ['text'],
      );
      return { text: content.map((each) => ('text' in each ? each.text : '')).join(''), isError };
    };
    return { client, pid: transport.pid ?? 0, call };
  }

  const served = async () => (await readdir(folder)).filter((name) => name.startsWith('datastore-explorer-'));

  for (const [revision, options] of [
    ['2025-06-18', { supportedProtocolVersions: ['2025-06-18'] }],
    ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ] as const satisfies readonly (readonly [string, ClientOptions])[])
    it(`offers clients of ${revision} six tools that only read, in 12,000 characters, and opens no file`, async () => {
      const mutable = structuredClone(options) as ClientOptions;
      const { client, pid } = await connect([file, path.join(folder, 'absent.csv')], mutable);
      assert.equal(client.getNegotiatedProtocolVersion(), revision);
      assert.equal(client.getServerVersion()?.name, 'datastore-explorer');
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        AGENT_TOOLS,
      );
      assert.ok(JSON.stringify(tools).length <= 12_000, String(JSON.stringify(tools).length));
      for (const { annotations, inputSchema } of tools)
        assert.deepEqual([annotations?.readOnlyHint, inputSchema['additionalProperties']], [true, false]);
      assert.deepEqual([childIds(pid), await served()], [[], []]);
    });

  it('answers from a file: what there is, its fields, records, groups and SQL, and a link', async () => {
    const { call } = await connect([file]);
    const steps = [
      ['datastore_find', {}, /fees\.csv/],
      ['datastore_describe', { resource: 'fees.csv' }, /"city"/],
      ['datastore_search', { resource: 'fees.csv', filters: { city: 'Basel' } }, /9007199254740993\.10/],
      ['datastore_summarize', { resource: 'fees.csv', by: ['city'], measures: ['count', 'sum:fee'] }, /Bern/],
      ['datastore_sql', { sql: 'select count(*) as n from "fees.csv"' }, /3/],
      [
        'datastore_show',
        { resource: 'fees.csv', filters: { city: 'Bern' } },
        /vscode:\/\/datastore-explorer\S+file=fees\.csv&query=~/,
      ],
    ] as const;
    for (const [name, input, words] of steps) {
      const { text, isError } = await call(name, input);
      assert.match(text, words, name);
      assert.ok(!isError, `${name}: ${text}`);
      assert.ok(
        !text.includes(folder) && !text.includes('127.0.0.1'),
        `${name} names a place of this machine: ${text}`,
      );
    }
  });

  it('reads a file again after it has changed', async () => {
    const changing = path.join(folder, 'changing.csv');
    await writeFile(changing, 'a\n1\n');
    const { call } = await connect([changing]);
    const count = async () => (await call('datastore_search', { resource: 'changing.csv' })).text;
    assert.match(await count(), /^total: 1$/m);
    await writeFile(changing, 'a\n1\n2\n3\n');
    assert.match(await count(), /^total: 3$/m);
    await rm(changing);
    const { text, isError } = await call('datastore_search', { resource: 'changing.csv' });
    assert.ok(isError && text.includes("changing.csv isn't there any more."), text);
  });

  it('takes each sheet of a file for a resource, once it is read', async () => {
    const book = path.join(projectRoot, 'test/fixtures', BOOK);
    const { call } = await connect([book]);
    const { text, isError } = await call('datastore_search', { resource: BOOK });
    assert.ok(isError && text.includes(`${BOOK} has several tables.`), text);
    const { words } = JSON.parse(/^\{.*\}$/m.exec(text)?.[0] ?? '{}') as { readonly words: string };
    const names = JSON.parse(`[${words}]`) as readonly string[];
    assert.ok(names.length > 1);
    const { text: list } = await call('datastore_find', {});
    assert.match(list, new RegExp(`^total: ${String(names.length)}$`, 'm'));
    const [name] = names;
    const answer = await call('datastore_search', { resource: name });
    assert.ok(!answer.isError, answer.text);
  });

  it('sends the token to the origin that is named for it, and puts it into no answer', async () => {
    const env = { DATASTORE_TOKEN: TOKEN };
    const tokens = () => new Set(ckan.calls.splice(0).map(({ authorization }) => authorization));
    const search = { resource: 'r1', q: TOKEN };
    const plain = await connect(['--portal', portal], {}, env);
    const without = await plain.call('datastore_search', search);
    assert.deepEqual([without.isError, tokens()], [false, new Set([undefined])]);
    const named = await connect(['--portal', portal, '--token-for', portal], {}, env);
    const answer = await named.call('datastore_search', search);
    assert.deepEqual([answer.isError, tokens()], [false, new Set([TOKEN])]);
    assert.ok(!answer.text.includes(TOKEN), answer.text);
  });

  it('asks no other host, whatever a call names', async () => {
    const { call } = await connect(['--portal', portal, file]);
    for (const resource of [`${foreign}/dataset/x/resource/r1`, `${foreign}:r1`, file, '../fees.csv', '/etc/passwd']) {
      const { text, isError } = await call('datastore_search', { resource });
      assert.ok(isError, text);
    }
    assert.deepEqual(other.calls, []);
  });

  it('refuses arguments that make no sense', async () => {
    for (const [args, words] of [
      [[], /^Name a file, or a portal with --portal\./],
      [['https://data.example.org'], /^Name a portal with --portal\./],
      [['--portal', 'https://ada:pw@data.example.org'], /^--portal: /],
      [[file, '--token-for', portal], /^--token-for: no --portal has this origin\./],
      [['--portal', portal, '--token-for', portal, '--token-for', foreign], /^--token-for can be used once/],
      [[file, '--schema', 'schema.json'], /'--schema'/],
    ] as const) {
      const { code, stdout, stderr } = await runCli(['mcp', ...args], { DATASTORE_TOKEN: TOKEN });
      assert.deepEqual([code, stdout], [2, ''], stderr);
      assert.match(stderr, words);
      assert.ok(!stderr.includes(TOKEN) && !stderr.includes('ada:pw'));
    }
  });

  it('answers what it understands after messages that are none', async () => {
    const child = start([file]);
    const lines = answersOf(child);
    child.stdin?.write('this is no JSON\n{"jsonrpc":"2.0"}\n[]\n');
    const clientInfo = { name: 'tests', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'initialize', params })}\n`);
    const { value } = await lines.next();
    assert.equal((JSON.parse(value ?? '') as { readonly id: number }).id, 7);
    child.stdin?.end();
    assert.deepEqual(await once(child, 'close'), [0, null]);
  });

  for (const how of ['the end of standard input', 'SIGTERM'])
    it(`ends with ${how}, and leaves neither a process nor a folder`, async () => {
      const child = start([file]);
      const lines = answersOf(child);
      const ask = (id: number, method: string, params: object): void =>
        void child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      ask(1, 'initialize', {
        ...{ protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tests', version: '1' } },
      });
      await lines.next();
      ask(2, 'tools/call', { name: 'datastore_search', arguments: { resource: 'fees.csv' } });
      await lines.next();
      const ids = childIds(child.pid ?? 0);
      assert.ok(ids.length > 0);
      assert.equal((await served()).length, 1);
      if (how === 'SIGTERM') child.kill();
      else child.stdin?.end();
      assert.deepEqual(await once(child, 'close'), [0, null]);
      assert.deepEqual(await served(), []);
    });

  function start(args: readonly string[]): ChildProcess {
    const env = { ...process.env, TMPDIR: folder, DATASTORE_TOKEN: '' };
    return spawn(process.execPath, [cliPath, 'mcp', ...args], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  }
});

/** Lines of standard output, as they come. */
async function* answersOf({ stdout }: ChildProcess): AsyncGenerator<string, void> {
  let rest = '';
  for await (const chunk of stdout ?? []) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
