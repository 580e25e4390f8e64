/** `serve --postgres` serves one database, protects it, and refuses wrong options. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { runServe } from '../../../src/service/process/serveCommand.ts';
import { PostgresCluster } from './postgresCluster.ts';

describe('tables of PostgreSQL by the command serve', () => {
  let cluster: PostgresCluster;

  before(async () => {
    cluster = await PostgresCluster.start();
    await cluster.sql('create table kept (name text); create schema other; create table other.elsewhere (x int);');
  });
  after(() => cluster.stop());

  describe('of a role with a password', () => {
    const address = () => postgresOptions(cluster.url('locked'));
    let folder: string;

    before(async () => {
      const [row] = await cluster.ask('show data_directory');
      await cluster.sql(
        `create role locked login password 'hush hush'; grant select on kept to locked;
         copy (select 'host all locked all scram-sha-256' union all select 'host all all all trust')
           to '${String(row?.['data_directory'])}/pg_hba.conf';
         select pg_reload_conf();`,
      );
      folder = await mkdtemp(path.join(tmpdir(), 'pgpass-'));
      await writeFile(path.join(folder, 'pass'), '*:*:*:locked:hush hush\n', { mode: 0o600 });
    });
    afterEach(() => {
      delete process.env['PGPASSWORD'];
      delete process.env['PGPASSFILE'];
    });
    after(() => rm(folder, { recursive: true }));

    const names = async (): Promise<readonly string[]> => {
      const opened = await openPostgres(address());
      const listed = await opened.list();
      await opened.close();
      return listed.map(({ name }) => name);
    };

    it('are served with PGPASSWORD, and only those that the role may read', async () => {
      process.env['PGPASSWORD'] = 'hush hush';
      assert.deepEqual(await names(), ['kept']);
    });

    it('are served with the file of PGPASSFILE', async () => {
      process.env['PGPASSFILE'] = path.join(folder, 'pass');
      assert.deepEqual(await names(), ['kept']);
    });

    for (const [what, password] of [
      ['a wrong password', 'guessed secret'],
      ['none', undefined],
    ] as const)
      it(`are not served with ${what}, which is shown nowhere`, async () => {
        if (password !== undefined) process.env['PGPASSWORD'] = password;
        process.env['PGPASSFILE'] = path.join(folder, 'absent');
        const { code, stdout, stderr } = await serve('--postgres', cluster.url('locked'));
        assert.deepEqual([code, stdout], [2, '']);
        assert.match(
          stderr,
          /^127\.0\.0\.1:\d+ rejected the password of "locked", or requires one\. .*PGPASSFILE\.\n$/,
        );
      });
  });

  /** Runs the command until it serves or ends. */
  async function serve(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const written = { stdout: '', stderr: '' };
    const served = new AbortController();
    const into = (name: 'stdout' | 'stderr') =>
      new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          written[name] += chunk.toString();
          if (name === 'stdout') served.abort();
          done();
        },
      });
    const io = { stdout: into('stdout'), stderr: into('stderr'), signal: served.signal };
    const mask = process.umask(0o077);
    try {
      return { code: await runServe([...argv], io), ...written };
    } finally {
      // The command sets a umask for its whole process.
      process.umask(mask);
    }
  }

  it('are served by the command, those of a schema', async () => {
    const { code, stdout } = await serve('--postgres', cluster.url(), '--schema', 'other');
    assert.equal(code, 0);
    const { base_url, resources } = JSON.parse(stdout) as { base_url: string; resources: { name: string }[] };
    assert.match(base_url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.deepEqual(
      resources.map(({ name }) => name),
      ['elsewhere'],
    );
  });

  for (const [argv, reason] of [
    [['--postgres', 'postgresql://me:hush@127.0.0.1/x'], /must not hold a password/],
    [['--postgres', 'postgresql://me@127.0.0.1/x?password=hush'], /must not hold a password/],
    [['--postgres', 'postgresql://me@127.0.0.1/x?options=-c%20hush'], /no parameters but user, schema, and sslmode/],
    [['--postgres', 'mysql://hush/x'], /takes an address like postgresql:/],
    [['--postgres', 'hush'], /takes an address like postgresql:/],
    [['--postgres', 'postgresql://h/x', 'hush.csv'], /can't be used with files/],
    [['--postgres', 'postgresql://h/x', '--no-header'], /can't be used with options for reading files/],
  ] as const)
    it(`are not served by ${argv.join(' ')}: exit code 2, and nothing of it is shown`, async () => {
      const { code, stdout, stderr } = await serve(...argv);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, reason);
      assert.doesNotMatch(stderr, /hush/);
    });
});
