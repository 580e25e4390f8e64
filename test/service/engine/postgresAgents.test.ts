/** Agents ask tables of PostgreSQL by `datastore-explorer mcp`, which takes `serve --postgres` for a portal. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AgentClient, startAgent } from '../../support/drivers/agentClient.ts';
import { startCli } from '../../support/drivers/commandLine.ts';
import { PostgresCluster } from './postgresCluster.ts';

describe('tables of PostgreSQL for agents', function () {
  this.timeout(60_000);

  let cluster: PostgresCluster;
  let serving: ReturnType<typeof startCli>;
  let agent: AgentClient;
  let [folder, id, token] = ['', '', ''];

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'agents-postgres-'));
    cluster = await PostgresCluster.start();
    await cluster.sql(
      `create table fees (id int primary key, city text, fee numeric);
       insert into fees values (1, 'Bern', 1.50), (2, 'Basel', 9007199254740993.10), (3, 'Bern', null);`,
    );
    serving = startCli(['serve', '--postgres', cluster.url()]);
    const [line] = (await once(serving.child.stdout, 'data')) as [string];
    const served = JSON.parse(line) as {
      readonly base_url: string;
      readonly token: string;
      readonly resources: readonly { readonly id: string; readonly name: string }[];
    };
    token = served.token;
    id = served.resources.find(({ name }) => name === 'fees')?.id ?? '';
    const args = ['--portal', served.base_url, '--token-for', served.base_url];
    agent = await startAgent(args, folder, { env: { DATASTORE_TOKEN: token } });
  });
  after(async () => {
    await agent.client.close();
    serving.child.kill();
    await serving.done;
    await cluster.stop();
    await rm(folder, { recursive: true });
  });

  it('are found, described, searched and summarized, with every digit', async () => {
    const steps = [
      ['datastore_find', { q: 'fees' }, `"resource":"${id}"`],
      ['datastore_describe', { resource: id }, '"field":"fee"'],
      ['datastore_search', { resource: id, filters: { fee: { gte: 2 } } }, '"Basel",9007199254740993.10'],
      ['datastore_summarize', { resource: id, by: ['city'], measures: ['count', 'sum:fee'] }, '["Bern",2,1.5]'],
    ] as const;
    for (const [name, input, words] of steps) {
      const { text, isError } = await agent.call(name, input);
      assert.ok(!isError && text.includes(words), `${name}: ${text}`);
      assert.ok(!text.includes(token), name);
    }
  });

  it('take no SQL, and the error names the other tools', async () => {
    const { text, isError } = await agent.call('datastore_sql', { sql: `select * from "${id}"` });
    assert.ok(isError && text.includes('datastore_search'), text);
  });
});
