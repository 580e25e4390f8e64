/** Agents on the command line: the official client of the Model Context Protocol, on files and a CKAN. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import { AGENT_TOOLS } from '../../../src/agents/agentTool.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { type AgentClient, startAgent } from '../../support/drivers/agentClient.ts';
import { cliPath } from '../../support/drivers/builtProgram.ts';
import { childIds } from '../../support/drivers/childIds.ts';
import { runCli } from '../../support/drivers/commandLine.ts';
import { FakeCkan, refusal } from '../../support/fakes/fakeCkan.ts';
import { isFull } from '../../support/results/full.ts';

const TOKEN = 's3cret-token';
const INITIALIZE = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tests', version: '1' } };
/** A workbook with several sheets. */
const BOOK = 'openpyxl.xlsx';

describe('agents on the command line', function () {
  this.timeout(isFull ? 300_000 : 60_000);

  let ckan: FakeCkan;
  const other = new FakeCkan({ resources: {} });
  let [folder, file, portal, foreign] = ['', '', '', ''];
  const clients: Client[] = [];

  before(async () => {
    foreign = new URL(await other.listen()).origin;
    // What the catalog says of a resource names another server.
    const url = `${foreign}/data.csv`;
    const fields = [
      { id: 'city', type: 'text' },
      { id: 'amount', type: 'numeric' },
    ];
    const rows = [
      ['Bern', 1],
      ['Basel', 2],
      [url, null],
    ];
    const resources = [{ id: 'r1', name: 'cases by city', url, datastore_active: true }];
    ckan = new FakeCkan({
      token: TOKEN,
      fault: ({ body, authorization }, honest) =>
        body.includes('"echo"')
          ? refusal(409, 'Validation Error', { message: `Wrong: ${authorization ?? ''}` })
          : honest,
      resources: { r1: { url, fields, rows } },
      catalog: { datasets: [{ name: 'cases', title: 'Cases', resources }] },
    });
    portal = new URL(await ckan.listen()).origin;
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

  async function connect(...from: Parameters<typeof startAgent>): Promise<AgentClient> {
    const agent = await startAgent(...from);
    clients.push(agent.client);
    return agent;
  }

  const served = async () => (await readdir(folder)).filter((name) => name.startsWith('datastore-explorer-'));

  for (const [revision, options] of [
    ['2025-06-18', { supportedProtocolVersions: ['2025-06-18'] }],
    ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ] as const satisfies readonly (readonly [string, ClientOptions])[])
    it(`offers clients of ${revision} six tools that only read, in 12,000 characters, and opens no file`, async () => {
      const files = [file, path.join(folder, 'absent.csv')];
      const { client, pid } = await connect(files, folder, { options: structuredClone(options) });
      assert.equal(client.getNegotiatedProtocolVersion(), revision);
      assert.equal(client.getServerVersion()?.name, 'datastore-explorer');
      assert.deepEqual(client.getServerCapabilities(), { tools: { listChanged: false } });
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
    const { call } = await connect([file], folder);
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

  it('answers from a portal, with its requests counted, and asks no address that data names', async () => {
    const { call } = await connect(['--portal', portal], folder);
    const { host } = new URL(portal);
    ckan.calls.splice(0);
    const steps = [
      ['datastore_find', { q: 'cases' }, '"resource":"r1"'],
      ['datastore_describe', { resource: 'r1' }, '"field":"amount"'],
      ['datastore_search', { resource: 'r1', filters: { city: 'Basel' } }, '[2,"Basel",2]'],
      ['datastore_summarize', { resource: 'r1', by: ['city'], measures: ['sum:amount'] }, '["Bern",1]'],
      ['datastore_show', { resource: 'r1' }, `base_url=${portal}&resource_id=r1`],
    ] as const;
    for (const [name, input, words] of steps) {
      const { text, isError } = await call(name, input);
      assert.ok(!isError && text.includes(words), `${name}: ${text}`);
      assert.ok(text.includes(host), text);
    }
    assert.ok(ckan.calls.length <= 15, String(ckan.calls.length));
    assert.deepEqual(other.calls, []);
  });

  it("finds the other files where one can't be read", async () => {
    const broken = path.join(folder, 'broken.csv');
    await writeFile(broken, 'a,b\n1\n');
    const { call } = await connect([broken, file, path.join(folder, 'absent.csv')], folder);
    const { text, isError } = await call('datastore_find');
    assert.ok(!isError && text.includes('"resource":"fees.csv"'), text);
    assert.match(text, /^complete: false\ncut: A file that can't be read\. Use datastore_describe with its name/m);
    const { text: why } = await call('datastore_describe', { resource: 'broken.csv' });
    assert.match(why, /broken\.csv, line 2: The row has 1 value, but the header has 2\./);
    assert.ok(!why.includes(folder), why);
  });

  it('reads a file again after it has changed', async () => {
    const changing = path.join(folder, 'changing.csv');
    await writeFile(changing, 'a\n1\n');
    const { call } = await connect([changing], folder);
    const count = async () => (await call('datastore_search', { resource: 'changing.csv' })).text;
    assert.match(await count(), /^total: 1$/m);
    await writeFile(changing, 'a\n1\n2\n3\n');
    assert.match(await count(), /^total: 3$/m);
    await rm(changing);
    const { text, isError } = await call('datastore_search', { resource: 'changing.csv' });
    assert.ok(isError && /^error: The file isn't there any more\..*"words":"changing\.csv"/s.test(text), text);
  });

  it('takes each sheet of a file for a resource, once it is read', async () => {
    const book = path.join(projectRoot, 'test/fixtures', BOOK);
    const { call } = await connect([book], folder);
    const { text, isError } = await call('datastore_search', { resource: BOOK });
    assert.ok(isError && text.startsWith('error: The file has several tables.'), text);
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
    const plain = await connect(['--portal', portal], folder, { env });
    const without = await plain.call('datastore_search', search);
    assert.deepEqual([without.isError, tokens()], [false, new Set([undefined])]);
    const named = await connect(['--portal', portal, '--token-for', portal], folder, { env });
    const answer = await named.call('datastore_search', search);
    assert.deepEqual([answer.isError, tokens()], [false, new Set([TOKEN])]);
    assert.ok(!answer.text.includes(TOKEN), answer.text);
    const { text, isError } = await named.call('datastore_search', { resource: 'echo' });
    assert.ok(isError && text.includes(String.raw`Wrong: \u003ctoken\u003e`), text);
  });

  it('asks no other host, whatever a call names', async () => {
    const { call } = await connect(['--portal', portal, file], folder);
    for (const resource of [`${foreign}/dataset/x/resource/r1`, `${foreign}:r1`, file, '../fees.csv', '/etc/passwd']) {
      const { text, isError } = await call('datastore_search', { resource });
      assert.ok(isError, text);
    }
    assert.deepEqual(other.calls, []);
  });

  it('answers within its bounds on many groups of a file', async () => {
    const groups = isFull ? 1_000_000 : 120_000;
    const many = path.join(folder, 'many.csv');
    await writeFile(many, `id\n${Array.from({ length: groups }, (_, id) => `group ${String(id)}\n`).join('')}`);
    const { call } = await connect([many], folder);
    const { text, isError } = await call('datastore_summarize', { resource: 'many.csv', by: ['id'] });
    assert.ok(!isError && text.length <= 8000, text);
    assert.match(text, new RegExp(`^total: ${String(groups)}\nreturned: 101\ncomplete: false$`, 'm'));
    const { text: described } = await call('datastore_describe', { resource: 'many.csv' });
    assert.match(described, new RegExp(`"distinct":${String(groups)}`));
    await rm(many);
  });

  it('answers many calls in a small heap', async () => {
    // After its first calls, the server has 21 MB that it needs.
    const { call } = await connect([file], folder, { nodeArgs: ['--max-old-space-size=40'] });
    for (let index = 0; index < (isFull ? 2000 : 30); index += 1) {
      const { isError } = await call('datastore_search', { resource: 'fees.csv', filters: { fee: { gt: index } } });
      assert.ok(!isError);
    }
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
    ask(child, 7, 'initialize', INITIALIZE);
    const { value } = await lines.next();
    assert.equal((JSON.parse(value ?? '') as { readonly id: number }).id, 7);
    child.stdin?.end();
    assert.deepEqual(await once(child, 'close'), [0, null]);
  });

  for (const how of ['the end of standard input', 'SIGTERM'])
    it(`ends with ${how}, and leaves neither a process nor a folder`, async () => {
      const child = start([file]);
      const lines = answersOf(child);
      ask(child, 1, 'initialize', INITIALIZE);
      await lines.next();
      ask(child, 2, 'tools/call', { name: 'datastore_search', arguments: { resource: 'fees.csv' } });
      await lines.next();
      const ids = childIds(child.pid ?? 0);
      assert.ok(ids.length > 0);
      assert.equal((await served()).length, 1);
      if (how === 'SIGTERM') child.kill();
      else child.stdin?.end();
      assert.deepEqual(await once(child, 'close'), [0, null]);
      assert.deepEqual(await served(), []);
    });

  it('ends while a file is read, and leaves no folder', async () => {
    const large = path.join(folder, 'large.csv');
    await writeFile(large, `a,b,c\n${'1,2.50,a text\n'.repeat(1_000_000)}`);
    const child = start([large]);
    const lines = answersOf(child);
    ask(child, 1, 'initialize', INITIALIZE);
    await lines.next();
    ask(child, 2, 'tools/call', { name: 'datastore_search', arguments: { resource: 'large.csv' } });
    while (childIds(child.pid).length === 0) await pause(10);
    await pause(500);
    child.stdin?.end();
    assert.deepEqual(await once(child, 'close'), [0, null]);
    assert.deepEqual(await served(), []);
  });

  it('ends while a portal is silent', async () => {
    const silent = new FakeCkan({ resources: {}, fault: () => new Promise(() => undefined) });
    const child = start(['--portal', await silent.listen()]);
    const lines = answersOf(child);
    ask(child, 1, 'initialize', INITIALIZE);
    await lines.next();
    ask(child, 2, 'tools/call', { name: 'datastore_search', arguments: { resource: 'r' } });
    while (silent.calls.length === 0) await pause(10);
    const began = performance.now();
    child.stdin?.end();
    assert.deepEqual(await once(child, 'close'), [0, null]);
    assert.ok(performance.now() - began < 5000);
    await silent.close();
  });

  function ask({ stdin }: ChildProcess, id: number, method: string, params: object): void {
    stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  }

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
