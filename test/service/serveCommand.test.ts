/** `datastore-explorer serve`, as its own process. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../support/projectPaths.ts';
import { until } from '../support/until.ts';
import { sampleFiles } from './datastore.ts';

interface Served {
  readonly base_url: string;
  readonly token: string;
  readonly resources: readonly { id: string; name: string; file: string }[];
}

describe('datastore-explorer serve', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'serve-test-'));
  });
  after(() => rm(folder, { recursive: true }));

  const start = (...argv: readonly string[]) => {
    const child = spawn(process.execPath, [path.join(projectRoot, 'src/cli.ts'), 'serve', ...argv], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    return { child, output };
  };
  const exitCode = async (child: ChildProcess) =>
    child.exitCode ?? ((await once(child, 'exit')) as [number | null])[0];

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`prints one line, answers, and ends with 0 by ${signal}; its temporary folder goes`, async () => {
      const { child, output } = start(sampleFiles.lessons, sampleFiles.stations);
      await until(() => output.stdout.endsWith('\n'), 'the line is printed');
      const served = JSON.parse(output.stdout) as Served;
      assert.deepEqual(
        served.resources.map(({ name, file }) => [name, file]),
        [
          ['lessons.csv', sampleFiles.lessons],
          ['stations.json', sampleFiles.stations],
        ],
      );
      const [, stations] = served.resources;
      const url = `${served.base_url}/api/action/datastore_search?limit=0&resource_id=${stations?.id ?? ''}`;
      const answer = await fetch(url, { headers: { Authorization: served.token } });
      assert.equal(((await answer.json()) as { result: { total: number } }).result.total, 40);
      assert.equal((await fetch(url)).status, 403);
      child.kill(signal);
      assert.equal(await exitCode(child), 0);
      assert.deepEqual(await readdir(folder), []);
      assert.equal(output.stdout.split('\n').length, 2);
      assert.equal(output.stderr, '');
    });

  it('takes the port that is asked for', async () => {
    const { child, output } = start('--port', '47811', sampleFiles.lessons);
    await until(() => output.stdout.endsWith('\n'), 'the line is printed');
    assert.equal((JSON.parse(output.stdout) as Served).base_url, 'http://127.0.0.1:47811');
    const second = start('--port', '47811', sampleFiles.lessons);
    assert.equal(await exitCode(second.child), 2);
    assert.match(second.output.stderr, /EADDRINUSE/);
    child.kill();
    assert.equal(await exitCode(child), 0);
  });

  it('a file that can not be read: exit code 2, the reason, no line', async () => {
    const bad = path.join(folder, 'bad.csv');
    await writeFile(bad, 'a,b\n1\n');
    const { child, output } = start(sampleFiles.lessons, bad);
    assert.equal(await exitCode(child), 2);
    assert.equal(output.stderr, 'bad.csv, line 2: 1 value where the first line names 2 fields.\n');
    assert.equal(output.stdout, '');
    assert.deepEqual(await readdir(folder), ['bad.csv']);
  });

  for (const argv of [[], ['--port', 'x', 'f.csv'], ['--port', '70000', 'f.csv'], ['--nope', 'f.csv']])
    it(`wrong arguments (${argv.join(' ')}): exit code 2 and how it is used`, async () => {
      const { child, output } = start(...argv);
      assert.equal(await exitCode(child), 2);
      assert.match(output.stderr, /Usage: datastore-explorer serve \[--port N\] FILE…\n$/);
    });
});
