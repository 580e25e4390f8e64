/** Troubles of a PostgreSQL while it's served each have their own message, and leave nothing behind. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openPostgres, type PostgresOptions } from '../../../src/service/engine/openDatastore.ts';
import { PostgresConnections } from '../../../src/service/engine/postgres/postgresConnections.ts';
import type { PostgresRow } from '../../../src/service/engine/postgres/statementCursor.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { DataUnavailable } from '../../../src/service/store/dataUnavailable.ts';
import { until } from '../../../tools/vscode/until.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { PostgresCluster } from './postgresCluster.ts';

const never = new AbortController().signal;

describe('a PostgreSQL in trouble', () => {
  let cluster: PostgresCluster;
  let server: RunningServer;

  before(async () => {
    cluster = await PostgresCluster.start();
    await cluster.sql(
      `create table kept (name text); insert into kept values ('there');
       create table hidden (name text);
       create function fails(state text) returns text language plpgsql as
         $$ begin raise exception 'hush hush' using errcode = state; end $$;
       create view memory as select fails('53200') as x;
       create view disk as select fails('53100') as x;
       create view dropped as select fails('42P01') as x;
       create table long as select n, repeat('x', 1000) as filler from generate_series(1, 5000) n;
       create role small login; grant select on all tables in schema public to small;
       alter role small set temp_file_limit = 64; alter role small set work_mem = 64;`,
    );
    server = await serveDatastore(await openPostgres(postgresOptions(cluster.url('small'))), {});
  });
  after(async () => {
    await server.close();
    await cluster.stop();
  });

  for (const [what, query, status, said] of [
    ['has no memory left', { resource_id: 'memory' }, 409, /"Query needed too much memory"/],
    ['has no room on its disk', { resource_id: 'disk' }, 409, /"Query needed too much room on the disk/],
    [
      'lets no query sort so much',
      { resource_id: 'long', sort: 'filler', limit: 5000 },
      ...([409, /"Query needed too much room on the disk/] as const),
    ],
    ['dropped a table meanwhile', { resource_id: 'dropped' }, 404, /"Not found: .* has this table no more\./],
  ] as const)
    it(`that ${what} says so, and nothing of what it was asked`, async () => {
      const reply = await new ServedTables(server).post('datastore_search', { include_total: false, ...query });
      assert.equal(reply.status, status, reply.text);
      assert.match(reply.text, said);
      assert.doesNotMatch(reply.text, /hush/);
    });

  it('that takes a table away from its user says so', async () => {
    const datastore = await openPostgres(postgresOptions(cluster.url('small')));
    const table = await datastore.open('hidden', never);
    await cluster.sql('revoke all on hidden from small');
    const question = {
      ...{ where: undefined, texts: [], order: [], distinct: false, limit: 1, offset: 0, counts: false },
      ...{ estimateFrom: undefined, format: undefined, select: [{ kind: 'field', id: 'name' }] as const },
    };
    const reading = table?.page(question, never)[Symbol.asyncIterator]().next();
    await assert.rejects(reading ?? Promise.resolve(), { name: 'DataUnavailable', refusal: 'notAllowed' });
    await datastore.close();
  });
});

describe('a PostgreSQL whose process no longer answers', () => {
  const limits = { pages: 1, streams: 1, connectMs: 2000, answerMs: 300 };
  const slow = { sql: 'select 1 from pg_sleep(60)', values: [] };
  let cluster: PostgresCluster;
  let connections: PostgresConnections;
  let frozen: number | undefined;
  before(async () => (cluster = await PostgresCluster.start()));
  beforeEach(() => (connections = new PostgresConnections(postgresOptions(cluster.url()), limits)));
  afterEach(async () => {
    if (frozen !== undefined) process.kill(frozen, 'SIGCONT');
    frozen = undefined;
    await connections.close();
  });
  after(() => cluster.stop());

  async function freeze(): Promise<void> {
    const running = `select pid from pg_stat_activity where query = 'select 1 from pg_sleep(60)' and state = 'active'`;
    await until(async () => {
      const [row] = await cluster.ask(running);
      if (row !== undefined) frozen = Number(row['pid']);
      return frozen !== undefined;
    }, 'the statement runs');
    process.kill(frozen ?? 0, 'SIGSTOP');
  }
  const isFree = async () =>
    assert.deepEqual(await connections.all({ sql: "select '1'", values: [] }, 60_000, never), [['1']]);

  it('is left by a client that goes away, and its place is free again', async () => {
    const client = new AbortController();
    const running = connections.all(slow, 60_000, client.signal);
    await freeze();
    client.abort();
    await assert.rejects(running, { name: 'AbortError' });
    await isFree();
  });

  it('is given up when the time of a statement is over, and its place is free again', async () => {
    const running = connections.all(slow, 8000, never);
    await freeze();
    await assert.rejects(running, { name: 'DataUnavailable', refusal: 'unreachable' });
    await isFree();
  });
});

describe('a PostgreSQL whose network is cut off', () => {
  const limits = { pages: 1, streams: 1, connectMs: 300, answerMs: 300 };
  const slow = { sql: 'select 1 from pg_sleep(60)', values: [] };
  const running = `select 1 from pg_stat_activity where query = '${slow.sql}' and state = 'active'`;
  let cluster: PostgresCluster;
  before(async () => (cluster = await PostgresCluster.start()));
  after(() => cluster.stop());

  it('is left by a client that goes away, and its place is free again', async () => {
    const address = postgresOptions(cluster.url());
    const line = await Line.to(address.port);
    const connections = new PostgresConnections({ ...address, port: line.port }, limits);
    async function leave(isCut: boolean): Promise<void> {
      const client = new AbortController();
      const asked = connections.all(slow, 60_000, client.signal);
      await until(async () => (await cluster.ask(running)).length === 1, 'the statement runs');
      line.isCut = isCut;
      client.abort();
      await assert.rejects(asked, { name: 'AbortError' });
    }
    // From now on, the pool for cancels has a connection.
    await leave(false);
    await leave(true);
    line.isCut = false;
    assert.deepEqual(await connections.all({ sql: "select '1'", values: [] }, 60_000, never), [['1']]);
    await connections.close();
    line.close();
  });
});

/** A line to a server that passes nothing while it's cut. */
class Line {
  isCut = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to(target: number): Promise<Line> {
    const server = createServer((client) => line.#carry(client, connect(target, '127.0.0.1')));
    const line = new Line(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #carry(client: Socket, server: Socket): void {
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from.on('error', () => undefined));
      from.on('data', (data) => this.isCut || to.write(data));
      from.on('end', () => this.isCut || to.end());
    }
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

describe('a dump of PostgreSQL that is read ahead', () => {
  const limits = { pages: 1, streams: 1, connectMs: 2000, answerMs: 2000 };
  const BATCH = 1000;
  /** The third batch takes a minute. */
  const slow = `select case when n > 2000 then pg_sleep(60)::text else n::text end from generate_series(1, 3000) n`;
  const quick = `select n::text from generate_series(1, 10000) n`;
  let cluster: PostgresCluster;
  let connections: PostgresConnections;
  before(async () => (cluster = await PostgresCluster.start()));
  beforeEach(() => (connections = new PostgresConnections(postgresOptions(cluster.url()), limits)));
  afterEach(() => connections.close());
  after(() => cluster.stop());

  const begun = (sql: string, signal = never) => connections.rows({ sql, values: [] }, BATCH, 0, signal);
  const activity = `from pg_stat_activity where application_name = 'datastore-explorer'`;
  const states = async () => (await cluster.ask(`select state ${activity}`)).map(({ state }) => state);
  async function endConnections(): Promise<void> {
    await cluster.ask(`select pg_terminate_backend(pid) ${activity}`);
    await until(async () => (await states()).length === 0, 'its connection has ended');
    // This process needs a moment to notice it, too.
    await delay(200);
  }
  async function read(rows: AsyncIterable<readonly PostgresRow[]>): Promise<PostgresRow[]> {
    const all: PostgresRow[] = [];
    for await (const some of rows) all.push(...some);
    return all;
  }
  async function twoBatches(rows: AsyncIterator<readonly PostgresRow[]>): Promise<void> {
    for (const last of ['1000', '2000'])
      assert.deepEqual(((await rows.next()).value as readonly PostgresRow[]).at(-1), [last]);
  }
  const isFree = async () => assert.deepEqual(await read(begun("select '1'")), [['1']]);

  it('gives its place back when its client goes away while it pauses and the next records are on their way', async () => {
    const client = new AbortController();
    const rows = begun(slow, client.signal);
    await twoBatches(rows);
    client.abort();
    await until(async () => (await states()).every((state) => state === 'idle'), 'its statement has ended');
    await delay(200);
    await rows.return(undefined);
    await isFree();
  });

  for (const [how, leaves] of [
    ['goes away', true],
    ['goes on', false],
  ] as const)
    for (const [sql, when] of [
      [quick, 'the next records had come'],
      [slow, 'the next records were on their way'],
    ] as const)
      it(`gives its place back when its connection ends while ${when} and its client ${how}`, async () => {
        const rows = begun(sql);
        await twoBatches(rows);
        await endConnections();
        if (leaves) await rows.return(undefined);
        else await assert.rejects(read(rows), { name: 'DataUnavailable', refusal: 'unreachable' });
        await isFree();
      });
});

describe('a PostgreSQL whose password is changed while it is served', () => {
  let cluster: PostgresCluster;
  before(async () => {
    cluster = await PostgresCluster.start();
    const [row] = await cluster.ask('show data_directory');
    await cluster.sql(
      `create table kept (name text); create role ann login password 'first secret'; grant select on kept to ann;
       copy (select unnest(array['host all ann all scram-sha-256', 'host all all all trust']))
         to '${String(row?.['data_directory'])}/pg_hba.conf';
       select pg_reload_conf();`,
    );
  });
  after(() => cluster.stop());

  it('is asked in vain until it is opened with the new one', async () => {
    const address = { ...postgresOptions(cluster.url()), user: 'ann', password: 'first secret' };
    const served = new ServedTables(await serveDatastore(await openPostgres(address), {}));
    await cluster.ask("alter role ann password 'second secret'");
    await cluster.ask("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ann'");
    const ask = () => served.post('datastore_search', { resource_id: 'kept' });
    await until(async () => (await ask()).text.includes('rejected the password'), 'it is refused');
    const { status, text } = await ask();
    assert.equal(status, 503);
    assert.doesNotMatch(text, /secret/);
    await served.server.close();
    await (await openPostgres({ ...address, password: 'second secret' })).close();
  });
});

describe('what listens in place of PostgreSQL', () => {
  /** Answers only the first message of each connection. */
  async function listening(answer: (socket: Socket) => void): Promise<{ port: number; stop: () => void }> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      socket.once('data', () => answer(socket));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const stop = (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    };
    return { port: (server.address() as AddressInfo).port, stop };
  }
  const address = (port: number): PostgresOptions => ({
    ...{ host: '127.0.0.1', port, database: 'shop', schema: 'public', user: 'ann', encryption: 'none' },
  });

  it('and says that it is starting up is called busy', async () => {
    const starting = await listening((socket) => {
      const fields = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0');
      const head = Buffer.alloc(5, 'E');
      head.writeInt32BE(fields.length + 4, 1);
      socket.end(Buffer.concat([head, fields]));
    });
    await assert.rejects(openPostgres(address(starting.port)), { refusal: 'busy' });
    starting.stop();
  });

  it('and never answers is given up', async () => {
    const silent = await listening(() => undefined);
    const connections = new PostgresConnections(address(silent.port), {
      ...{ pages: 1, streams: 1, connectMs: 300, answerMs: 300 },
    });
    const asked = connections.all({ sql: 'select 1', values: [] }, 60_000, never);
    await assert.rejects(asked, (error) => error instanceof DataUnavailable && error.refusal === 'unreachable');
    await connections.close();
    silent.stop();
  });
});
