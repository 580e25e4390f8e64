/** Uses the supervisor with its real child processes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownName } from '../../../src/disk/owner.ts';
import { isSchemaAsRead } from '../../../src/service/reading/tableSchema.ts';
import { resourceIdOf } from '../../../src/service/resource/resourceId.ts';
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';
import { servicePath } from '../../support/drivers/builtProgram.ts';
import { childIds, startOf } from '../../support/drivers/childIds.ts';
import { until } from '../../../tools/vscode/until.ts';

const never = new AbortController().signal;

describe('EmbeddedDatastore', () => {
  let folder: string;
  let file: string;
  let lines: string[];
  let crashes: boolean[];
  let datastore: EmbeddedDatastore;

  const open = (service = servicePath) => {
    const opened = new EmbeddedDatastore({
      servicePath: service,
      directory: path.join(folder, 'data'),
      memoryLimitMb: () => 256,
      log: (line) => lines.push(line),
    });
    opened.onDidCrash((restarted) => crashes.push(restarted));
    return opened;
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'embedded-test-'));
    file = path.join(folder, 'file.csv');
    await writeFile(file, 'a\n1\n2\n');
    lines = [];
    crashes = [];
    datastore = open();
  });
  afterEach(async () => {
    datastore.dispose();
    await until(() => childIds().length === 0, 'all child processes have ended');
    await rm(folder, { recursive: true });
  });

  const count = async (id: string) => {
    const { baseUrl, token } = await datastore.access(never);
    const url = `${baseUrl}/api/action/datastore_search?limit=0&resource_id=${id}`;
    const answer = await fetch(url, { headers: { Authorization: token } });
    const body = (await answer.json()) as { result?: { total: number } };
    return body.result?.total;
  };

  it('starts no process before it is needed, and one for all that ask', async () => {
    assert.deepEqual(await datastore.resources(), []);
    assert.deepEqual(childIds(), []);
    const [one, other] = await Promise.all([datastore.access(never), datastore.access(never)]);
    assert.deepEqual(one, other);
    assert.match(one.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(childIds().length, 1);
  });

  it('imports a file, serves it, and lists it', async () => {
    const fractions: number[] = [];
    const resource = await datastore.importFile(file, {}, never, (fraction) => fractions.push(fraction));
    assert.equal(resource.records, 2);
    assert.equal(resource.name, 'file.csv');
    assert.equal(fractions.at(-1), 1);
    assert.deepEqual(fractions, [...fractions].sort());
    assert.deepEqual(await datastore.resources(), [resource]);
    assert.equal(await count(resource.id), 2);
  });

  it('reads a file again when the schema file beside it comes, changes or goes, but not when it was written from here', async () => {
    await writeFile(file, 'a;b\n01/02/2026;n.n.\n');
    const typesOf = async ({ id }: { readonly id: string }) => {
      const { baseUrl, token } = await datastore.access(never);
      const url = `${baseUrl}/api/action/datastore_info?id=${id}`;
      const answer = await fetch(url, { headers: { Authorization: token } });
      const body = (await answer.json()) as { result: { fields: readonly { type: string }[] } };
      return body.result.fields.map(({ type }) => type);
    };
    const read = () => datastore.importFile(file, {}, never);
    const schema = (format: string) => ({ fields: [{ name: 'a', type: 'date', format }], missingValues: ['n.n.'] });
    const guessed = await read();
    assert.deepEqual(await typesOf(guessed), ['text', 'text']);
    await writeFile(`${file}.schema.json`, JSON.stringify(schema('%d/%m/%Y')));
    assert.equal(await isSchemaAsRead(guessed), false);
    const german = await read();
    assert.deepEqual(await typesOf(german), ['date', 'text']);
    assert.deepEqual([german.reading?.nullWords, await isSchemaAsRead(german)], [['n.n.'], true]);
    assert.deepEqual(await read(), german);
    // A reading isn't a choice, so the schema is read again.
    await writeFile(`${file}.schema.json`, JSON.stringify({ fields: [] }));
    const reading = german.reading ?? {};
    const emptied = await datastore.importFile(file, reading, never);
    assert.deepEqual([await typesOf(emptied), emptied.reading?.nullWords], [['text', 'text'], undefined]);
    await rm(`${file}.schema.json`);
    assert.equal(await isSchemaAsRead(emptied), true);
    const chosen = await datastore.importFile(file, { columns: [{ field: 'a', kind: 'text' }] }, never);
    await writeFile(`${file}.schema.json`, JSON.stringify({ fields: [{ name: 'a', type: 'string' }] }));
    await datastore.adoptSchema(chosen.id);
    const [adopted] = await datastore.resources();
    assert.ok(adopted !== undefined && (await isSchemaAsRead(adopted)));
    assert.deepEqual(adopted.reading?.columns, [{ field: 'a', kind: 'text', isFromSchema: true }]);
    assert.deepEqual(await read(), adopted);
  });

  it('reads an unchanged file once for all windows', async () => {
    const [one, other] = await Promise.all([
      datastore.importFile(file, {}, never),
      datastore.importFile(file, {}, never),
    ]);
    assert.equal(one, other);
    const files = await readdir(path.join(folder, 'data'));
    const another = open();
    assert.deepEqual(await another.importFile(file, {}, never), one);
    another.dispose();
    assert.deepEqual(await readdir(path.join(folder, 'data')), files);
  });

  it('reads a changed file again; the running process serves it at once', async () => {
    const { id } = await datastore.importFile(file, {}, never);
    assert.equal(await count(id), 2);
    await writeFile(file, 'a\n1\n2\n3\n');
    await utimes(file, new Date(), new Date(Date.now() + 5000));
    assert.equal((await datastore.importFile(file, {}, never)).records, 3);
    assert.equal(await count(id), 3);
    const data = (await readdir(path.join(folder, 'data'))).filter((name) => name.endsWith('.duckdb'));
    assert.equal(data.length, 1);
  });

  it('reads a file again whose data is gone; until then its resource is not found', async () => {
    const data = path.join(folder, 'data');
    const dataFiles = async () => (await readdir(data)).filter((name) => name.endsWith('.duckdb'));
    const { id } = await datastore.importFile(file, {}, never);
    for (const name of await dataFiles()) await rm(path.join(data, name));
    assert.equal(await datastore.hasData(id), false);
    const { baseUrl, token } = await datastore.access(never);
    const url = `${baseUrl}/api/action/datastore_search?limit=0&resource_id=${id}`;
    const answer = await fetch(url, { headers: { Authorization: token } });
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /The data of \\"file\.csv\\" is gone\. Open its file again\./);
    await datastore.importFile(file, {}, never);
    assert.equal(await datastore.hasData(id), true);
    assert.equal(await count(id), 2);
    assert.equal((await dataFiles()).length, 1);
  });

  it('forgets a resource, never the file', async () => {
    const { id } = await datastore.importFile(file, {}, never);
    assert.equal(await count(id), 2);
    await datastore.remove(id);
    assert.equal(await count(id), undefined);
    assert.deepEqual(await datastore.resources(), []);
    assert.deepEqual(await readdir(path.join(folder, 'data')), []);
    assert.equal((await datastore.importFile(file, {}, never)).id, id);
  });

  it('says why a file can not be read, and keeps what it had', async () => {
    const { id } = await datastore.importFile(file, {}, never);
    await writeFile(file, 'a\n1,2\n');
    await assert.rejects(
      datastore.importFile(file, {}, never),
      /^JobFailed: file\.csv, line 2: The row has 2 values, but the header has 1\.$/,
    );
    await assert.rejects(
      datastore.importFile(path.join(folder, 'no.csv'), {}, never),
      /no\.csv: The file doesn't exist\.$/,
    );
    assert.equal(await count(id), 2);
  });

  it('leaves nothing of an import that was canceled', async () => {
    await writeFile(file, `a,b\n${'1,"x"\n'.repeat(2_000_000)}`);
    const cancel = new AbortController();
    const importing = datastore.importFile(file, {}, cancel.signal, () => cancel.abort(new Error('enough')));
    await assert.rejects(importing, /enough/);
    await until(() => childIds().length === 0, 'the importing process has ended');
    await until(async () => (await readdir(path.join(folder, 'data'))).length === 0, 'the work folder is gone');
  });

  it('clears away what a window that was killed has left, however new, and nothing of one that lives', async () => {
    const data = path.join(folder, 'data');
    const { id } = await datastore.importFile(file, {}, never);
    datastore.dispose();
    const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    const gone = `${String(ended.pid)}-1-01234567`;
    await once(ended, 'exit');
    const mine = `import-${id}-${ownName()}`;
    await mkdir(path.join(data, mine));
    await utimes(path.join(data, mine), new Date(), new Date(Date.now() - 48 * 60 * 60 * 1000));
    await mkdir(path.join(data, `import-${id}-${gone}`));
    await mkdir(path.join(data, `spill-${gone}`));
    const orphan = resourceIdOf('orphan');
    for (const name of [
      `${id}.json.${gone}.part`,
      `${id}.change.${gone}.lock`,
      `${orphan}.01234567.duckdb`,
      `${id}.01234567.duckdb`,
      `${id}.01234567.skipped.jsonl`,
    ])
      await writeFile(path.join(data, name), '');
    // The number belongs to a running process, which began at another time.
    await mkdir(path.join(data, `import--${String(process.pid)}-1-01234567`));
    datastore = open();
    await datastore.access(never);
    const [whole, description, ...more] = (await readdir(data)).sort();
    assert.match(whole ?? '', new RegExp(`^${id}\\.[0-9a-f]{8}\\.duckdb$`));
    assert.deepEqual([description, ...more], [`${id}.json`, mine]);
  });

  it('counts no other records than those of the page, where the file is imported again between the two', async () => {
    const answer = async (id: string) => {
      const { baseUrl, token } = await datastore.access(never);
      const url = `${baseUrl}/api/action/datastore_search?q=1&x_file_texts=true&resource_id=${id}`;
      const body = (await (await fetch(url, { headers: { Authorization: token } })).json()) as {
        result: { total: number; x_edition: string };
      };
      return body.result;
    };
    const { id } = await datastore.importFile(file, {}, never);
    const before = await answer(id);
    assert.equal((await answer(id)).x_edition, before.x_edition);
    await writeFile(file, 'a\n1\n1\n1\n');
    await datastore.importFile(file, {}, never);
    const after = await answer(id);
    assert.deepEqual([before.total, after.total], [1, 3]);
    assert.notEqual(after.x_edition, before.x_edition);
  });

  it('goes on with an import that another caller still waits for', async () => {
    await writeFile(file, `a,b\n${'1,"x"\n'.repeat(100_000)}`);
    const cancel = new AbortController();
    const leaving = datastore.importFile(file, {}, cancel.signal, () => cancel.abort(new Error('enough')));
    const staying = datastore.importFile(file, {}, never);
    await assert.rejects(leaving, /enough/);
    assert.equal((await staying).records, 100_000);
  });

  it('tells a crash, starts again once, and answers from the same data', async () => {
    const { id } = await datastore.importFile(file, {}, never);
    assert.equal(await count(id), 2);
    const before = await datastore.access(never);
    await until(() => childIds().length === 1, 'the importing process has ended');
    const [child] = childIds();
    process.kill(child ?? 0, 'SIGKILL');
    await until(() => crashes.length === 1, 'the crash is told');
    assert.deepEqual(crashes, [true]);
    const after = await datastore.access(never);
    assert.notEqual(after.token, before.token);
    assert.equal(await count(id), 2);
    assert.equal(childIds().length, 1);
  });

  it('a question after a crash starts the process again by itself', async () => {
    await datastore.access(never);
    process.kill(childIds()[0] ?? 0, 'SIGKILL');
    await until(() => childIds().length === 0, 'it has ended');
    assert.match((await datastore.access(never)).baseUrl, /^http/);
    await until(() => crashes.length === 1, 'the crash is told');
    assert.equal(childIds().length, 1);
  });

  it('does not start a broken service again and again', async () => {
    const broken = path.join(folder, 'broken.cjs');
    await writeFile(broken, "require('fs').appendFileSync(__filename + '.log', 'x'); process.exit(1);");
    datastore.dispose();
    datastore = open(broken);
    await assert.rejects(datastore.access(never), /ended unexpectedly/);
    await until(() => crashes.length === 1, 'the crash is told');
    assert.deepEqual(crashes, [false]);
    await assert.rejects(datastore.access(never));
    assert.equal(await readFile(`${broken}.log`, 'utf8'), 'xx');
  });

  it('keeps data and token to the person: folder 0700, files 0600, no token in arguments or environment', async () => {
    const { id } = await datastore.importFile(file, {}, never);
    assert.equal(await count(id), 2);
    const { token } = await datastore.access(never);
    const data = path.join(folder, 'data');
    assert.equal((await stat(data)).mode & 0o777, 0o700);
    for (const name of await readdir(data)) assert.equal((await stat(path.join(data, name))).mode & 0o077, 0, name);
    const living = childIds().map(startOf).join('');
    assert.ok(living.includes(servicePath));
    assert.ok(!living.includes(token));
    for (const name of await readdir(data)) assert.ok(!(await readFile(path.join(data, name))).includes(token), name);
    assert.deepEqual(
      lines.filter((line) => line.includes(token)),
      [],
    );
  });

  it('an abort ends the waiting, not the datastore', async () => {
    await assert.rejects(datastore.access(AbortSignal.abort(new Error('gone'))), /gone/);
    const leave = new AbortController();
    const waiting = datastore.access(leave.signal);
    leave.abort(new Error('gone'));
    await assert.rejects(waiting, /gone/);
    assert.match((await datastore.access(never)).baseUrl, /^http/);
  });

  it('after dispose nothing runs and nothing starts', async () => {
    await datastore.access(never);
    datastore.dispose();
    await until(() => childIds().length === 0, 'the process has ended');
    await assert.rejects(datastore.access(never), /closed/);
    assert.deepEqual(crashes, []);
  });
});
