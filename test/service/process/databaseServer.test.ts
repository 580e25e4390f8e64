/** A separate process serves the tables of a database. It's started on demand, restarted, refused and ended. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseRefused } from '../../../src/service/process/databaseRefused.ts';
import { DatabaseServer } from '../../../src/service/process/databaseServer.ts';
import type { DatabaseOptions } from '../../../src/service/process/databaseUrl.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { childIds } from '../../support/drivers/childIds.ts';
import { until } from '../../../tools/vscode/until.ts';
import { certificate } from '../../faults/certificate.ts';
import { FakeTrino } from '../engine/fakeTrino.ts';
import { PostgresCluster } from '../engine/postgresCluster.ts';

const never = new AbortController().signal;
const PASSWORD = 'correct-horse-canary';

/** PostgreSQL's own processes aren't counted. */
const serverIds = (): readonly number[] => childIds(process.pid, 'databaseMain');

describe('the process in front of a database', () => {
  let cluster: PostgresCluster;
  let server: DatabaseServer | undefined;
  const lines: string[] = [];

  before(async () => {
    cluster = await PostgresCluster.start();
    const [row] = await cluster.ask('show data_directory');
    await cluster.sql(
      `create table kept (name text); insert into kept values ('there');
       create role locked login password '${PASSWORD}'; grant select on kept to locked;
       copy (select unnest(array['host all locked all scram-sha-256', 'host all all all trust']))
         to '${String(row?.['data_directory'])}/pg_hba.conf';
       select pg_reload_conf();`,
    );
  });
  afterEach(() => {
    server?.dispose();
    server = undefined;
    return until(() => serverIds().length === 0, 'the process has ended');
  });
  after(() => cluster.stop());

  const serving = (options: Partial<DatabaseOptions> = {}): DatabaseServer => {
    const log = (line: string): void => void lines.push(line);
    const servicePath = path.join(projectRoot, 'src/service/process/databaseMain.ts');
    server = new DatabaseServer(
      { servicePath, log },
      { kind: 'postgres', ...postgresOptions(cluster.url()), ...options },
    );
    return server;
  };
  const search = async (from: DatabaseServer, body: object): Promise<Response> => {
    const { baseUrl, token } = await from.access(never);
    return fetch(`${baseUrl}/api/action/datastore_search`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  };

  it('begins with the first question, not before', async () => {
    const made = serving();
    assert.deepEqual(serverIds(), []);
    assert.equal((await search(made, { resource_id: 'kept' })).status, 200);
    assert.equal(serverIds().length, 1);
  });

  it('gets the password by IPC alone: it stands in no argument, environment or line', async () => {
    const made = serving({ user: 'locked', password: PASSWORD });
    assert.equal((await search(made, { resource_id: 'kept' })).status, 200);
    const [id] = serverIds();
    for (const file of ['cmdline', 'environ'])
      assert.ok(!readFileSync(`/proc/${String(id)}/${file}`, 'latin1').includes(PASSWORD), file);
    assert.ok(!lines.join('\n').includes(PASSWORD));
  });

  it('says why the database refuses connections, and tries again when it is asked again', async () => {
    const made = serving({ user: 'locked', password: 'wrong' });
    const isRefusal = (error: unknown): boolean => error instanceof DatabaseRefused && error.refusal === 'password';
    await assert.rejects(made.access(never), isRefusal);
    await assert.rejects(made.access(never), isRefusal);
  });

  describe('of Trino', () => {
    const tls = certificate(['localhost']);
    let trino: FakeTrino;
    before(async () => {
      const kept = { columns: [['name', 'varchar']], rows: [['there']] } as const;
      trino = await FakeTrino.start({
        ...{ catalog: 'lake', schema: 'school', tables: { kept } },
        ...{ tls, password: PASSWORD },
      });
      writeFileSync(authority, tls.cert);
      process.env['NODE_EXTRA_CA_CERTS'] = authority;
    });
    after(async () => {
      delete process.env['NODE_EXTRA_CA_CERTS'];
      rmSync(authority);
      await trino.stop();
    });
    const authority = path.join(tmpdir(), `authority-${String(process.pid)}.pem`);
    const place = (): Partial<DatabaseOptions> => ({
      ...{ kind: 'trino', host: 'localhost', port: trino.port, database: 'lake', schema: 'school' },
      ...{ user: 'ann', encryption: 'verify', password: PASSWORD },
    });

    it('is the same, and gets the password by IPC alone', async () => {
      const answer = await search(serving(place()), { resource_id: 'kept' });
      const { result } = (await answer.json()) as { result: { records: unknown } };
      assert.deepEqual(result.records, [{ name: 'there' }]);
      const [id] = serverIds();
      for (const file of ['cmdline', 'environ'])
        assert.ok(!readFileSync(`/proc/${String(id)}/${file}`, 'latin1').includes(PASSWORD), file);
      assert.ok(!lines.join('\n').includes(PASSWORD));
      assert.deepEqual(new Set(trino.heard), new Set([PASSWORD]));
    });

    it('says why it refuses connections', async () => {
      const refused = { name: 'DatabaseRefused', refusal: 'password' };
      await assert.rejects(serving({ ...place(), password: 'wrong' }).access(never), refused);
    });
  });

  it('is there again after it was killed, with another address and token', async () => {
    const made = serving();
    const before = await made.access(never);
    const [killed = 0] = serverIds();
    process.kill(killed, 'SIGKILL');
    await until(() => serverIds().some((id) => id !== killed), 'another process serves');
    const after = await made.access(never);
    assert.notEqual(after.token, before.token);
    assert.equal((await search(made, { resource_id: 'kept' })).status, 200);
  });

  it('answers no request without its token', async () => {
    const { baseUrl } = await serving().access(never);
    assert.equal((await fetch(`${baseUrl}/api/action/package_list`)).status, 403);
  });

  it('is not begun for what was canceled before', async () => {
    const made = serving();
    await assert.rejects(made.access(AbortSignal.abort()));
    assert.deepEqual(serverIds(), []);
  });
});
