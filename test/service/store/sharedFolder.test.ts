/** A folder that `serve --writable` holds: who can read its files, and what other processes that want it are told. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '../../../src/service/http/server.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { until } from '../../../tools/vscode/until.ts';

const SLOW_MS = 60_000;

describe('a folder that is served for writing', function () {
  this.timeout(2 * SLOW_MS);
  let folder: string;
  const children: ChildProcess[] = [];

  const serve = () => {
    const argv = ['src/cli.ts', 'serve', '--writable', '--memory-limit', '64', '--directory', folder];
    const child = spawn(process.execPath, argv, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    return { child, output };
  };
  const ready = async ({ output }: ReturnType<typeof serve>) => {
    await until(() => output.stdout.endsWith('\n'), 'the line is printed', SLOW_MS);
    return JSON.parse(output.stdout) as { base_url: string; token: string };
  };
  const ask = async (base: string, token: string, action: string, body: object) => {
    const answer = await fetch(`${base}/api/action/${action}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: token },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, Record<string, unknown>> };
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'shared-folder-'));
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  const create = {
    resource: {},
    fields: [{ id: 'n', type: 'int' }],
    records: Array.from({ length: 2000 }, (_, n) => ({ n })),
  };

  it('has files for its owner alone, whatever its own mode is: data, what is written ahead, what is spilled', async () => {
    const earlier = '00000000-0000-5000-8000-000000000001';
    await writeFile(path.join(folder, `${earlier}.json`), '{}');
    await writeFile(path.join(folder, `${earlier}.01234567.duckdb`), '');
    await chmod(path.join(folder, `${earlier}.json`), 0o644);
    const { base_url: base, token } = await ready(serve());
    const made = await ask(base, token, 'datastore_create', create);
    const id = String(made.body['result']?.['resource_id']);
    const sql = `select count(*) from (select distinct a.n, b.n from "${id}" a, "${id}" b) x`;
    const asked = ask(base, token, 'datastore_search_sql', { sql });
    asked.catch(() => undefined);
    const names = async () => readdir(folder, { recursive: true });
    await until(async () => (await names()).some((name) => /^spill-.*\//.test(name)), 'it spills', SLOW_MS);
    const all = await names();
    assert.ok(all.some((name) => name.endsWith('.wal')) && all.includes(`${id}.json`));
    for (const name of all) {
      const facts = await stat(path.join(folder, name)).catch(() => undefined);
      assert.equal((facts?.mode ?? 0) & 0o077, 0, name);
    }
    assert.equal((await stat(folder)).mode & 0o777, 0o755);
  });

  it('is refused to a second one, in words, until the first has ended, however it ended', async () => {
    const first = serve();
    await ready(first);
    const second = serve();
    await until(() => second.child.exitCode ?? undefined, 'it ends', SLOW_MS);
    assert.equal(second.child.exitCode, 2);
    assert.equal(
      second.output.stderr,
      `Another process (${String(first.child.pid)}) is already serving ${folder} with --writable. ` +
        'Stop it, or use another --directory.\n',
    );
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    await ready(serve());
  });

  it('answers a reader: what the writer holds is in use, not an error of the reader', async () => {
    const { base_url: base, token } = await ready(serve());
    const made = await ask(base, token, 'datastore_create', create);
    const resource_id = String(made.body['result']?.['resource_id']);
    const reader = await startServer({ directory: folder, memoryLimitMb: 64 });
    try {
      for (const [action, body] of [
        ['datastore_search', { resource_id }],
        ['datastore_search_sql', { sql: `select * from "${resource_id}"` }],
      ] as const) {
        const answer = await ask(reader.baseUrl, reader.token, action, body);
        assert.equal(answer.status, 503, action);
        assert.deepEqual(answer.body['error'], {
          __type: 'Service Unavailable',
          message: `Another process has the data of "${resource_id}" open. Try again when it has ended.`,
        });
      }
    } finally {
      await reader.close();
    }
  });
});
