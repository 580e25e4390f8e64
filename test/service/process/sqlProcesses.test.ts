/** SQL runs in separate processes. A statement that takes too much ends its process, and everything else goes on. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { startServer } from '../../../src/service/http/server.ts';
import type { RunningServer } from '../../../src/service/http/serving.ts';
import { SqlProcesses } from '../../../src/service/process/sqlProcesses.ts';
import { servicePath } from '../../support/drivers/builtProgram.ts';
import { childIds } from '../../support/drivers/childIds.ts';
import { until } from '../../../tools/vscode/until.ts';
import { TestDatastore } from '../datastore.ts';

const TIME_VARIABLE = 'DATASTORE_EXPLORER_SQL_SECONDS';
const ENDLESS = 'select count(*) from "ID" a, "ID" b, "ID" c where a.n + b.n + c.n = 7.5';
/** Each WITH doubles what DuckDB plans, so that 40 would take more memory than there is. */
const CHAIN = `with c0 as (select 1 x), ${Array.from(
  { length: 39 },
  (_, at) => `c${at + 1} as (select a.x from c${at} a, c${at} b)`,
).join(', ')} select count(*) from c39`;
/** Planning this statement takes some GB within seconds. */
const JOINS = `with t as (select 1 as x) select count(*) from t a0 ${Array.from(
  { length: 500 },
  (_, at) => `join t a${at + 1} on a${at + 1}.x = a0.x`,
).join(' ')}`;

interface Reply {
  readonly status: number;
  readonly text: string;
}

function errorOf({ text }: { readonly text: string }): unknown {
  return (JSON.parse(text) as { error: unknown }).error;
}

class SqlSite {
  readonly server: RunningServer;
  readonly #processes: SqlProcesses;

  private constructor(server: RunningServer, processes: SqlProcesses) {
    this.server = server;
    this.#processes = processes;
  }

  static async open(directory: string): Promise<SqlSite> {
    const processes = new SqlProcesses({ servicePath, directory, memoryLimitMb: () => 1024, log: () => undefined });
    const options = { directory, memoryLimitMb: 256, runSql: processes.run };
    return new SqlSite(await startServer(options), processes);
  }

  async ask(action: string, body: object, signal?: AbortSignal): Promise<Reply> {
    const answer = await fetch(`${this.server.baseUrl}/api/action/${action}`, {
      method: 'POST',
      headers: { Authorization: this.server.token, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  sql(sql: string, signal?: AbortSignal): Promise<Reply> {
    return this.ask('datastore_search_sql', { sql }, signal);
  }

  async close(): Promise<void> {
    await this.server.close();
    this.#processes.end();
    await until(() => childIds().length === 0, 'its processes have ended');
  }
}

describe('SQL in processes of its own', function () {
  this.timeout(120_000);
  let datastore: TestDatastore;
  let site: SqlSite;
  let id: string;

  before(async () => {
    const lines = Array.from({ length: 32_005 }, (_, at) => String(at));
    datastore = await TestDatastore.open({ 'many.csv': { content: `n\n${lines.join('\n')}\n` } });
    id = datastore.id('many.csv');
  });
  beforeEach(async () => {
    site = await SqlSite.open(datastore.data);
  });
  afterEach(async () => {
    Reflect.deleteProperty(process.env, TIME_VARIABLE);
    await site.close();
  });
  after(() => datastore.close());

  const sql = (text: string, signal?: AbortSignal) => site.sql(text.replaceAll('ID', id), signal);
  const isOne = async () => {
    const reply = await sql('select 1 as x');
    assert.equal(reply.status, 200, reply.text);
    assert.match(reply.text, /"records":\[\{"x":1\}\]/);
  };

  it('begins with the first statement; the same process runs the next one', async () => {
    await site.ask('datastore_search', { resource_id: id });
    assert.deepEqual(childIds(), []);
    await isOne();
    const [first] = childIds();
    await isOne();
    assert.deepEqual(childIds(), [first]);
  });

  it('gives the same answer as in the process that serves, up to the largest', async () => {
    const text = `select n, repeat('é€', 150) as t from "${id}"`;
    const here = await datastore.post('datastore_search_sql', { sql: text });
    const there = await site.sql(text);
    const help = (reply: string) => reply.replace(/^\{"help":"[^"]*"/, '');
    assert.equal(help(there.text), help(here.text));
    assert.ok(there.text.length > 9_000_000);
  });

  for (const [what, text, pattern] of [
    ['an error of the statement', 'select nope from "ID"', /nope/],
    ['a refusal', "select * from read_csv('/etc/passwd')", /Not authorized to call function read_csv/],
    ['another file', "select * from '/etc/passwd'", /Not found|Not authorized|Invalid/],
    ['an unknown resource', 'select 1 from "7c3b6f0e-2a5d-4b0f-9d1e-5a8c4f72b6d3"', /Not Found Error/],
  ] as const)
    it(`${what}: status and words as in the process that serves`, async () => {
      const filled = text.replaceAll('ID', id);
      const here = await datastore.post('datastore_search_sql', { sql: filled });
      const there = await site.sql(filled);
      assert.equal(there.status, here.status);
      assert.deepEqual(errorOf(there), errorOf(here));
      assert.match(there.text, pattern);
    });

  it('what takes all memory while it is planned: 409 with the bound, others are answered, SQL goes on', async () => {
    let isOver = false;
    const bomb = sql(JOINS).finally(() => (isOver = true));
    let answered = 0;
    while (!(isOver as boolean)) {
      assert.equal((await site.ask('datastore_search', { resource_id: id, limit: 1 })).status, 200);
      answered += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { status, text } = await bomb;
    assert.equal(status, 409, text);
    assert.ok(answered > 2, `${answered} searches were answered`);
    // A busy machine may not get that far within a minute.
    assert.match(
      text,
      /"Query (?:needs more memory than .*: it was stopped at 1\.5 GB|took too long: it was stopped after 60 seconds)\. /,
    );
    await isOne();
  });

  it('what takes too long while it is planned or runs: 409 with the limit, SQL goes on', async () => {
    process.env[TIME_VARIABLE] = '1';
    for (const text of [CHAIN, ENDLESS]) {
      const reply = await sql(text);
      assert.equal(reply.status, 409, reply.text);
      assert.match(reply.text, /Query took too long: it was stopped after 1 seconds\.|Query needs more memory/);
    }
    await isOne();
  });

  it('a process that is killed: 500 in words, the next statement is answered, and nothing is left', async () => {
    await isOne();
    const [child = 0] = childIds();
    const asked = sql('select count(*) from (select distinct a.n, b.n from "ID" a, "ID" b) x');
    const spilled = async () => (await readdir(datastore.data)).some((name) => name.startsWith('spill-'));
    await until(spilled, 'it spills', 60_000);
    process.kill(child, 'SIGKILL');
    const { status, text } = await asked;
    assert.equal(status, 500);
    assert.match(text, /Query failed: the process that runs SQL was ended by the system or another program\./);
    await isOne();
    await until(async () => !(await spilled()), 'what it spilled is gone');
  });

  it('a client that goes away ends its statement, not the process', async () => {
    await isOne();
    const before = childIds();
    const leave = new AbortController();
    const asked = sql(ENDLESS, leave.signal);
    setTimeout(() => leave.abort(), 300);
    await assert.rejects(asked, { name: 'AbortError' });
    await isOne();
    assert.deepEqual(childIds().slice(0, 1), before);
  });

  it('at most two processes run; other statements wait, and their time begins with their turn', async () => {
    process.env[TIME_VARIABLE] = '1';
    const slow = [1, 2, 3, 4].map(() => sql(ENDLESS));
    const quick = sql('select 1 as x');
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, childIds().length)), 20);
    try {
      assert.deepEqual(
        (await Promise.all(slow)).map(({ status }) => status),
        [409, 409, 409, 409],
      );
      assert.equal((await quick).status, 200);
    } finally {
      clearInterval(watch);
    }
    assert.equal(most, 2);
  });
});
