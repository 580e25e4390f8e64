/** Runs `datastore-explorer serve` as its own process. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { PROCESS_END_REASONS } from '../../../src/service/resource/processEndings.ts';
import { cliPath } from '../../support/drivers/builtProgram.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { until } from '../../../tools/vscode/until.ts';
import { childIds, ticksOf } from '../../support/drivers/childIds.ts';
import { isFull } from '../../support/results/full.ts';
import { sampleFiles } from '../datastore.ts';

interface Served {
  readonly base_url: string;
  readonly token: string | null;
  readonly resources: readonly {
    id: string;
    name: string;
    file: string;
    reading?: { encoding?: string; delimiter?: string; header?: boolean; unsure: string[] };
    skipped?: number;
  }[];
}

/** Several processes start one after the other, perhaps on a busy machine. */
const SLOW_MS = 60_000;
const FILES = isFull ? 100 : 30;

describe('datastore-explorer serve', function () {
  this.timeout(4 * SLOW_MS);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'serve-test-'));
  });
  after(() => rm(folder, { recursive: true }));

  const start = (...argv: readonly string[]) => {
    const child = spawn(process.execPath, [cliPath, 'serve', ...argv], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    return { child, output };
  };
  /** Resolves when all output has been read. */
  const exitCode = (child: ChildProcess) =>
    until(
      () => child.stdout?.closed === true && child.stderr?.closed === true && (child.exitCode ?? undefined),
      'it ends',
      SLOW_MS,
    );

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    it(`prints one line, answers, and ends with 0 by ${signal}; its temporary folder goes`, async () => {
      const { child, output } = start(sampleFiles.lessons, sampleFiles.stations);
      await until(() => output.stdout.endsWith('\n'), 'the line is printed', SLOW_MS);
      const served = JSON.parse(output.stdout) as Served;
      assert.deepEqual(
        served.resources.map(({ name, file }) => [name, file]),
        [
          ['lessons.csv', sampleFiles.lessons],
          ['stations.json', sampleFiles.stations],
        ],
      );
      const [lessons, stations] = served.resources;
      assert.deepEqual([lessons?.reading?.encoding, lessons?.reading?.unsure], ['utf-8', []]);
      const url = `${served.base_url}/api/action/datastore_search?limit=0&resource_id=${stations?.id ?? ''}`;
      const answer = await fetch(url, { headers: { Authorization: served.token ?? '' } });
      assert.equal(((await answer.json()) as { result: { total: number } }).result.total, 40);
      assert.equal((await fetch(url)).status, 403);
      child.kill(signal);
      assert.equal(await exitCode(child), 0);
      assert.deepEqual(await readdir(folder), []);
      assert.equal(output.stdout.split('\n').length, 2);
      assert.match(
        output.stderr,
        /^lessons\.csv: 120 records, csv, utf-8, .*\nstations\.json: 40 records, json, utf-8\n$/,
      );
    });

  it('clears what one that was killed left in the folder for temporary files', async () => {
    const first = start(sampleFiles.lessons);
    const second = start(sampleFiles.lessons);
    for (const { output } of [first, second]) await served(output);
    first.child.kill('SIGKILL');
    await once(first.child, 'close');
    assert.equal((await readdir(folder)).length, 2);
    const third = start(sampleFiles.lessons);
    await served(third.output);
    assert.equal((await readdir(folder)).length, 2);
    for (const { child } of [second, third]) child.kill();
    for (const { child } of [second, third]) assert.equal(await exitCode(child), 0);
    assert.deepEqual(await readdir(folder), []);
  });

  it('takes the port that is asked for', async () => {
    const port = String(await freePort());
    const { child, output } = start('--port', port, sampleFiles.lessons);
    await until(() => output.stdout.endsWith('\n'), 'the line is printed', SLOW_MS);
    assert.equal((JSON.parse(output.stdout) as Served).base_url, `http://127.0.0.1:${port}`);
    const second = start('--port', port, sampleFiles.lessons);
    assert.equal(await exitCode(second.child), 2);
    const { portTaken } = PROCESS_END_REASONS.serving;
    assert.equal(second.output.stderr.split('\n').at(-2), portTaken.replace('{0}', port));
    child.kill();
    assert.equal(await exitCode(child), 0);
  });

  it('a file that can not be read: exit code 2, the reason, no line', async () => {
    const bad = path.join(folder, 'bad.csv');
    await writeFile(bad, 'a,b\n1\n');
    const { child, output } = start(sampleFiles.lessons, bad);
    assert.equal(await exitCode(child), 2);
    assert.match(
      output.stderr,
      /\nbad\.csv, line 2: The row has 1 value, but the header has 2\. Try --header-row N, .*\n$/,
    );
    assert.equal(output.stdout, '');
    assert.deepEqual(await readdir(folder), ['bad.csv']);
  });

  const served = async (output: { stdout: string }) => {
    await until(() => output.stdout.endsWith('\n'), 'the line is printed', SLOW_MS);
    return JSON.parse(output.stdout) as Served;
  };
  const ask = async (base: string, action: string, body: object, token?: string) => {
    const answer = await fetch(`${base}/api/action/${action}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: token }) },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as { result: Record<string, unknown> } };
  };
  const create = { resource: {}, fields: [{ id: 'n', type: 'int' }], records: [{ n: 1 }] };

  it('says which columns are text because of values that do not fit a schema file, and which have NULL for these', async () => {
    const file = path.join(folder, 'misfit.csv');
    const fields = [
      { name: 'n', type: 'number' },
      { name: 'd', type: 'date', misfits: 'null' },
    ];
    await writeFile(`${file}.schema.json`, JSON.stringify({ fields }));
    await writeFile(file, 'n,d\n1,2026-02-01\nx\u001b,soon\n');
    const { child, output } = start(file);
    await served(output);
    assert.deepEqual(output.stderr.split('\n').slice(1), [
      'misfit.csv, field "n": text, because not all values fit its type: record 2 (line 3) has "x\\u001b"',
      'misfit.csv, field "d": values that don\'t fit its type are NULL: record 2 (line 3) has "soon"',
      'misfit.csv, line 3, row 2, field "d": left out: The value isn\'t a date in the form of the column, so it became NULL.',
      '',
    ]);
    child.kill();
    await exitCode(child);
  });

  it('--schema says what the columns are, before the schema file beside the data', async () => {
    const file = path.join(folder, 'given.csv');
    const schema = path.join(folder, 'columns.json');
    await writeFile(file, 'd,e,n\n01/02/2026,03/04/2026,n.n.\n');
    await writeFile(`${file}.schema.json`, '{"fields":[{"name":"d","type":"string"},{"name":"e","type":"date","format":"%d/%m/%Y"}]}'); // prettier-ignore
    await writeFile(schema, '{"fields":[{"name":"d","type":"date","format":"%m/%d/%Y"}],"missingValues":["n.n."]}'); // prettier-ignore
    const { child, output } = start('--schema', schema, file);
    const { base_url: base, token, resources } = await served(output);
    const body = { resource_id: resources[0]?.id, fields: ['d', 'e', 'n'] };
    const { result } = (await ask(base, 'datastore_search', body, token ?? '')).body;
    assert.deepEqual(result['records'], [{ d: '2026-01-02', e: '2026-04-03', n: null }]);
    child.kill();
    await exitCode(child);
    for (const [given, why] of [
      [path.join(folder, 'none.json'), 'file not found. It must contain a Table Schema.'],
      [file, 'not a Table Schema. It must be a JSON object with a list of fields that have names.'],
    ] as const) {
      const wrong = start('--schema', given, file);
      assert.equal(await exitCode(wrong.child), 2);
      assert.equal(wrong.output.stderr, `${given}: ${why}\n`);
    }
  });

  it('--skip-unreadable lists what it leaves out, by line and reason, and serves the rest', async () => {
    const bad = path.join(folder, 'odd.csv');
    await writeFile(bad, 'a,b\n1\n2,3\n');
    const { child, output } = start('--skip-unreadable', bad);
    const { base_url: base, token, resources } = await served(output);
    assert.equal(resources[0]?.skipped, 1);
    assert.match(output.stderr, /^odd\.csv: 1 record, .*\nodd\.csv, line 2.*: left out: .+\n$/);
    const { body } = await ask(base, 'datastore_search', { resource_id: resources[0].id }, token ?? '');
    assert.equal(body.result['total'], 1);
    child.kill();
    await exitCode(child);
  });

  it('--skip-unreadable leaves out a whole file that can’t be read, says so, and serves the others', async () => {
    const files = path.join(folder, 'mixed');
    await mkdir(files);
    await writeFile(path.join(files, 'empty.csv'), '');
    await writeFile(path.join(files, 'good.csv'), 'a\n1\n');
    const { child, output } = start('--skip-unreadable', files);
    const { resources } = await served(output);
    assert.deepEqual(
      resources.map(({ name }) => name),
      ['good.csv'],
    );
    assert.match(output.stderr, /^left out: empty\.csv: The file is empty\.\ngood\.csv: 1 record/);
    child.kill();
    await exitCode(child);
    const { child: alone, output: told } = start('--skip-unreadable', path.join(files, 'empty.csv'));
    assert.equal(await exitCode(alone), 2);
    assert.match(
      told.stderr,
      /left out: empty\.csv: The file is empty\.\nNo file could be read\. Subfolders aren't searched\.\n$/,
    );
  });

  it('every sheet of a workbook that is not hidden is a resource', async () => {
    const { child, output } = start(path.join(projectRoot, 'test/fixtures/openpyxl.xlsx'));
    const { resources } = await served(output);
    assert.deepEqual(resources.map(({ name }) => name).sort(), [
      'openpyxl.xlsx: Müller & Söhne',
      'openpyxl.xlsx: Visible',
    ]);
    child.kill();
    await exitCode(child);
  });

  it('a folder is every file in it; reading choices hold for all of them', async () => {
    const files = path.join(folder, 'files');
    await mkdir(files);
    await writeFile(path.join(files, 'one.csv'), 'a|b\n1|2\n');
    await writeFile(path.join(files, 'two.tsv'), 'c|d\n3|4\n');
    await writeFile(path.join(files, 'three.docx'), 'not data');
    await writeFile(path.join(files, 'README.txt'), 'One, two\nand more, in words, for people\n');
    const { child, output } = start('--delimiter', 'pipe', '--no-header', files);
    const { resources } = await served(output);
    assert.deepEqual(
      resources.map(({ name, reading }) => [name, reading?.delimiter, reading?.header]),
      [
        ['one.csv', '|', false],
        ['two.tsv', '|', false],
      ],
    );
    child.kill();
    await exitCode(child);
  });

  it(`a folder of ${String(FILES)} small files is served within a minute, because one process reads them all`, async function () {
    const costOf = async (count: number) => {
      const files = await mkdtemp(path.join(folder, 'many-'));
      for (let at = 0; at < count; at += 1) await writeFile(path.join(files, `${String(at)}.csv`), 'a,b\n1,2\n');
      const { child, output } = start(files);
      const processes = new Set<number>();
      const watch = setInterval(() => childIds(child.pid).forEach((id) => processes.add(id)), 20);
      try {
        assert.equal((await served(output)).resources.length, count);
        const ticks = [...childIds(child.pid), child.pid ?? 0].reduce((sum, id) => sum + ticksOf(id), 0);
        return { seconds: ticks / 100, processes: processes.size };
      } finally {
        clearInterval(watch);
        child.kill();
        await exitCode(child);
      }
    };
    const few = await costOf(2);
    const many = await costOf(FILES);
    const more = (many.seconds - few.seconds) / (FILES - 2);
    const figures = `${few.seconds.toFixed(1)} s of a processor for 2 files, ${more.toFixed(2)} s for each further one`;
    // A process may wait too long for its next file on a busy machine; then another one follows it.
    assert.ok(many.processes > 0 && many.processes < FILES / 5, `${String(many.processes)} processes`);
    // A file took a nineteenth, and a process for each file took a third.
    assert.ok(more < few.seconds / 5, figures);
    if (this.test) this.test.title += ` (${figures})`;
  });

  it('nothing can be changed: 403, with the reason', async () => {
    const { child, output } = start(sampleFiles.lessons);
    const { base_url: base, token } = await served(output);
    const { status, body } = await ask(base, 'datastore_create', create, token ?? '');
    assert.equal(status, 403);
    assert.match(JSON.stringify(body), /This datastore is for reading only/);
    child.kill();
    await exitCode(child);
  });

  it('--directory keeps the data for the next time, which needs no file; --token-file gives the token', async () => {
    const tokenFile = path.join(folder, 'token');
    await writeFile(tokenFile, `${'t'.repeat(40)}\n`, { mode: 0o600 });
    const argv = ['--token-file', tokenFile, '--directory', path.join(folder, 'kept')];
    const first = start(...argv, sampleFiles.lessons);
    const { token, resources } = await served(first.output);
    assert.equal(token, 't'.repeat(40));
    first.child.kill();
    assert.equal(await exitCode(first.child), 0);
    const second = start(...argv);
    const again = await served(second.output);
    assert.deepEqual(again.resources, resources);
    const found = { resource_id: resources[0]?.id, limit: 1 };
    assert.ok(Number((await ask(again.base_url, 'datastore_search', found, token)).body.result['total']) > 0);
    second.child.kill();
    await exitCode(second.child);
  });

  it('--directory: a file that has not changed is not read again, unless it is to be read in another way', async () => {
    const kept = path.join(folder, 'kept files');
    const [file, book] = [path.join(folder, 'again.csv'), path.join(projectRoot, 'test/fixtures/openpyxl.xlsx')];
    await writeFile(file, 'a,b\n1,2\n');
    const dataFiles = async () => (await readdir(kept)).filter((name) => name.endsWith('.duckdb')).sort();
    const run = async (...argv: readonly string[]) => {
      const { child, output } = start('--directory', kept, file, ...argv);
      await served(output);
      child.kill();
      await exitCode(child);
      return output.stderr.split('\n').filter((line) => line.endsWith(', not read again: the file is unchanged'));
    };
    assert.deepEqual(await run(book), []);
    const first = await dataFiles();
    const again = await run(book);
    assert.equal(again.length, 3);
    assert.match(again[0] ?? '', /^again\.csv: 1 record, csv, utf-8, /);
    assert.deepEqual(await dataFiles(), first);
    assert.deepEqual(await run('--delimiter', ';'), []);
    await writeFile(file, 'a,b\n1,2\n3,4\n');
    assert.deepEqual(await run(), []);
    assert.equal((await run()).length, 1);
  });

  it('--no-token: answers every request, unless it comes from a web page or by another name', async () => {
    const { child, output } = start('--no-token', sampleFiles.lessons);
    const { base_url: base, token } = await served(output);
    assert.equal(token, null);
    const url = `${base}/api/action/status_show`;
    assert.equal((await fetch(url)).status, 200);
    assert.equal((await fetch(url, { headers: { Origin: 'http://evil.example' } })).status, 403);
    assert.match(await (await fetch(`${url}?callback=steal`)).text(), /^\{/);
    child.kill();
    await exitCode(child);
  });

  for (const [what, content, mode, reason] of [
    ['others may read', 't'.repeat(40), 0o644, /other users can read it/],
    ['is short', 's3cret', 0o600, /at least 32/],
  ] as const)
    it(`a token file that ${what}: exit code 2`, async () => {
      const tokenFile = path.join(folder, `token ${what}`);
      await writeFile(tokenFile, content, { mode });
      const { child, output } = start('--token-file', tokenFile, sampleFiles.lessons);
      assert.equal(await exitCode(child), 2);
      assert.match(output.stderr, reason);
      assert.ok(!output.stderr.includes(content));
    });

  for (const argv of [
    [],
    ['--port', 'x', 'f.csv'],
    ['--port', '70000', 'f.csv'],
    ['--nope', 'f.csv'],
    ['--delimiter', 'longer', 'f.csv'],
    ['--no-token', '--token-file', 'f', 'f.csv'],
  ])
    it(`wrong arguments (${argv.join(' ')}): exit code 2 and how it is used`, async () => {
      const { child, output } = start(...argv);
      assert.equal(await exitCode(child), 2);
      assert.match(
        output.stderr,
        /Usage: datastore-explorer serve \[--port N\] .*\[FILE\|FOLDER…\], or .* instead of files\.\n$/,
      );
    });
});

/** The port is free now, and other programs hardly request one of those numbers right after. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
