/** `serve --trino` refuses wrong options, and sends the password only where it should. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { runServe } from '../../../src/service/process/serveCommand.ts';
import { trinoPassword, trinoSource } from '../../../src/service/process/trinoUrl.ts';

const VARIABLES = ['TRINO_USER', 'TRINO_PASSWORD', 'TRINO_PASSWORD_FILE'];
const PLACE = ['--catalog', 'c', '--schema', 's'];

describe('tables of Trino by the command serve', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(path.join(tmpdir(), 'trino-'))));
  after(() => rm(folder, { recursive: true }));
  afterEach(() => {
    for (const name of VARIABLES) Reflect.deleteProperty(process.env, name);
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
    const mask = process.umask(0o077);
    try {
      const io = { stdout: into('stdout'), stderr: into('stderr'), signal: served.signal };
      return { code: await runServe(argv, io), ...written };
    } finally {
      // The command sets a umask for its whole process.
      process.umask(mask);
    }
  }

  describe('with a server', () => {
    let server: Server;
    let origin: string;
    let users: Set<string | string[] | undefined>;
    let tables: readonly (readonly string[])[] | undefined;
    before(async () => {
      server = createServer((request, response) => {
        users.add(request.headers['x-trino-user']);
        const error = { message: 'hush', errorName: 'CATALOG_NOT_FOUND', errorType: 'USER_ERROR' };
        response.end(JSON.stringify(tables === undefined ? { error } : { data: tables }));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    });
    after(() => server.close());
    beforeEach(() => {
      users = new Set();
      tables = [['one'], ['two']];
    });

    it('are served, and have ids', async () => {
      const { code, stdout } = await serve('--trino', origin, ...PLACE, '--scan-limit', '20GB');
      assert.equal(code, 0);
      const { resources } = JSON.parse(stdout) as { resources: { id: string; name: string }[] };
      assert.deepEqual(
        resources.map(({ name }) => name),
        ['one', 'two'],
      );
      assert.notEqual(resources[0]?.id, resources[1]?.id);
    });

    it('are those of the catalog and schema that the address names, as other clients write it', async () => {
      const address = origin.replace('http:', 'jdbc:trino:').replace(/$/, '/c/s?SSL=false&user=ada');
      assert.equal((await serve('--trino', address)).code, 0);
      assert.deepEqual([...users], ['ada']);
    });

    it('are asked for by the user of the address, or of TRINO_USER', async () => {
      process.env['TRINO_USER'] = 'ada';
      await serve('--trino', origin, ...PLACE);
      await serve('--trino', origin.replace('//', '//grace@'), ...PLACE);
      assert.deepEqual([...users], ['ada', 'grace']);
    });

    it('are not served where there is no such catalog', async () => {
      tables = undefined;
      const { code, stdout, stderr } = await serve('--trino', origin.replace('//', '//me@'), ...PLACE);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^127\.0\.0\.1:\d+ has no catalog "c"\.\n$/);
      assert.doesNotMatch(stderr, /hush/);
    });

    it('are not served with a password over http, which is never sent', async () => {
      process.env['TRINO_PASSWORD'] = 'hush';
      const { code, stderr } = await serve('--trino', origin, ...PLACE);
      assert.equal(code, 2);
      assert.match(stderr, /over https only/);
      assert.doesNotMatch(stderr, /hush/);
      assert.equal(users.size, 0);
    });
  });

  describe('the password', () => {
    const source = () => trinoSource('https://me@h', { catalog: 'c', schema: 's', scanLimit: undefined });

    it('is that of TRINO_PASSWORD', async () => {
      process.env['TRINO_PASSWORD'] = 'hush hush';
      assert.equal(await trinoPassword(source()), 'hush hush');
    });

    it('is the first line of the file of TRINO_PASSWORD_FILE', async () => {
      process.env['TRINO_PASSWORD_FILE'] = path.join(folder, 'pass');
      await writeFile(path.join(folder, 'pass'), 'hush hush\nmore\n', { mode: 0o600 });
      assert.equal(await trinoPassword(source()), 'hush hush');
    });

    it('is not read from a file that others can read', async () => {
      process.env['TRINO_PASSWORD_FILE'] = path.join(folder, 'open');
      await writeFile(path.join(folder, 'open'), 'hush hush\n', { mode: 0o644 });
      await assert.rejects(trinoPassword(source()), /other users can read it/);
    });

    it('is none unless it is given', async () => {
      assert.equal(await trinoPassword(source()), undefined);
    });
  });

  for (const [argv, reason] of [
    [['--trino', 'https://me:hush@h', ...PLACE], /must not hold a password/],
    [['--trino', 'http://me:hush@h', ...PLACE], /must not hold a password/],
    [['--trino', 'https://h/c/s/hush', ...PLACE], /takes an address like https:/],
    [['--trino', 'https://h?x=hush', ...PLACE], /takes an address like https:/],
    [['--trino', 'trino://hush', ...PLACE], /takes an address like https:/],
    [['--trino', 'https://h', '--catalog', 'hush'], /needs --catalog and --schema/],
    [['--trino', 'https://h', ...PLACE, 'hush.csv'], /--trino serves .* it can't be used with files/],
    [['--trino', 'https://h', ...PLACE, '--no-header'], /can't be used with options for reading files/],
    [['--trino', 'https://h', ...PLACE, '--postgres', 'postgresql://h/hush'], /can't be used together/],
    [['--trino', 'https://h', ...PLACE, '--scan-limit', '20'], /"20" isn't a size like 500MB/],
    [['--catalog', 'c', 'hush.csv'], /are for --trino/],
  ] as const)
    it(`are not served by ${argv.join(' ')}: exit code 2, and nothing of it is shown`, async () => {
      const { code, stdout, stderr } = await serve(...argv);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, reason);
      assert.doesNotMatch(stderr, /hush/);
    });
});
