/** No room for the data: said in words, and nothing stays behind. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { ReadingFolder } from '../reading/readings.ts';
import { withSmallDisk } from './smallDisk.ts';

/** A limit for one file, in blocks of 512 or 1,024 bytes; the data that is made of `content` needs several times that. */
const BLOCKS = 2000;
const content = `a,b\n${Array.from({ length: 200_000 }, (_, index) => `${String(Math.sin(index))},${String(Math.cos(index))}\n`).join('')}`;

/** As it stands in an import. */
function moduleOf(file: string): string {
  return JSON.stringify(pathToFileURL(path.join(projectRoot, file)).href);
}

describe('no room for the data', () => {
  it('refused in words; what was half done is gone with its folder', async function () {
    this.timeout(60_000);
    const folder = await ReadingFolder.open();
    const file = await folder.write('large.csv', content);
    await mkdir(folder.data);
    const workDirectory = await mkdtemp(path.join(folder.data, 'import-'));
    const request = {
      file,
      directory: folder.data,
      choices: {},
      workDirectory,
      memoryLimitMb: 512,
    };
    const script = `
      import { importFile } from ${moduleOf('src/service/reading/importFile.ts')};
      await importFile(${JSON.stringify(request)}, () => {}).catch((error) => console.log(error.message));
      process.exit();`;
    const child = spawnSync(
      'sh',
      ['-c', `ulimit -f ${String(BLOCKS)}; exec "$0" --input-type=module -e "$1"`, process.execPath, script],
      { encoding: 'utf8', cwd: projectRoot },
    );
    assert.equal(
      child.stdout.trim(),
      'large.csv: The data is larger than the largest file that this disk allows.',
      child.stderr,
    );
    assert.deepEqual(await readdir(folder.data), [path.basename(workDirectory)]);
    await folder.close();
  });

  it('on a full disk: refused in words, and what was half done is gone with its folder', async () => {
    const folder = await ReadingFolder.open();
    const file = await folder.write('large.csv', content);
    await mkdir(folder.data);
    const said = withSmallDisk(
      folder.data,
      4,
      `
      import { mkdtemp, readdir } from 'node:fs/promises';
      import { importFile } from ${moduleOf('src/service/reading/importFile.ts')};
      const directory = ${JSON.stringify(folder.data)};
      const workDirectory = await mkdtemp(directory + '/import-');
      const request = { file: ${JSON.stringify(file)}, directory, choices: {}, workDirectory, memoryLimitMb: 512 };
      await importFile(request, () => {}).catch((error) => console.log(error.message));
      console.log((await readdir(directory)).every((name) => workDirectory.endsWith(name)));
      process.exit();`,
    );
    assert.equal(said, 'large.csv: The disk is full.\ntrue');
    await folder.close();
  });
});

describe('a disk that is full while a datastore', () => {
  let folder: ReadingFolder;

  before(async () => {
    folder = await ReadingFolder.open();
    await mkdir(folder.data);
  });
  after(() => folder.close());

  /** What a script prints that has `post`, `fill` and `free`, and a resource `id` with one record. */
  const run = (script: string): unknown =>
    JSON.parse(
      withSmallDisk(
        folder.data,
        16,
        `
      import { readdir, rm, writeFile } from 'node:fs/promises';
      import { startServer } from ${moduleOf('src/service/http/server.ts')};
      const directory = ${JSON.stringify(folder.data)};
      const { baseUrl, token } = await startServer({ directory, memoryLimitMb: 64, writable: true });
      const post = async (action, body) => {
        const headers = { Authorization: token, 'Content-Type': 'application/json' };
        const reply = await fetch(baseUrl + '/api/action/' + action, { method: 'POST', headers, body: JSON.stringify(body) });
        return { status: reply.status, ...(await reply.json()) };
      };
      const fill = async () => {
        for (let size = 1 << 20; size >= 1; size >>= 1)
          for (;;) {
            const done = await writeFile(directory + '/filler', Buffer.alloc(size), { flag: 'a' }).then(() => true, () => false);
            if (!done) break;
          }
      };
      const free = () => rm(directory + '/filler');
      const made = await post('datastore_create', { resource: {}, fields: [{ id: 'a', type: 'text' }], records: [{ a: 'first' }] });
      const id = made.result.resource_id;
      const search = async (body = {}) => (await post('datastore_search', { resource_id: id, limit: 0, ...body })).result;
      const say = (value) => { console.log(JSON.stringify(value)); process.exit(); };
      ${script}`,
      ),
    );

  it('writes records: the request is refused, all of it, and works when there is room', () => {
    const { full, between, again, total, counted } = run(`
      await fill();
      const records = Array.from({ length: 20_000 }, (_, at) => ({ a: 'x'.repeat(50) + Math.sin(at) }));
      const insert = () => post('datastore_upsert', { resource_id: id, method: 'insert', records });
      const full = await insert();
      const between = (await search()).total;
      await free();
      const again = await insert();
      say({ full, between, again: again.success, total: (await search()).total, counted: (await search({ filters: { _id: { gt: 0 } } })).total });`) as {
      readonly full: { readonly status: number; readonly success: boolean; readonly error: object };
      readonly between: number;
      readonly again: boolean;
      readonly total: number;
      readonly counted: number;
    };
    assert.equal(full.success, false, JSON.stringify(full));
    assert.equal(full.status, 507, JSON.stringify(full));
    assert.equal(between, 1);
    assert.equal(again, true);
    assert.deepEqual([total, counted], [20_001, 20_001]);
  });

  it('describes a resource: what was described stays, and nothing half written with it', () => {
    const { full, aliases, names, again } = run(`
      await fill();
      const rename = () => post('datastore_create', { resource_id: id, aliases: ['n'.repeat(60)], force: true });
      const full = await rename();
      const names = (await readdir(directory)).filter((name) => name.endsWith('.part'));
      const aliases = (await post('datastore_info', { id })).result.meta.aliases;
      await free();
      say({ full, aliases, names, again: (await rename()).success });`) as {
      readonly full: { readonly success: boolean };
      readonly aliases: readonly string[];
      readonly names: readonly string[];
      readonly again: boolean;
    };
    assert.equal(full.success, false, JSON.stringify(full));
    assert.deepEqual(aliases, []);
    assert.deepEqual(names, []);
    assert.equal(again, true);
  });

  it('spills what does not fit in memory: the question is refused, the next is answered', () => {
    const said = withSmallDisk(
      folder.data,
      2,
      `
      import { Bindings } from ${moduleOf('src/service/engine/duckdb/bindings.ts')};
      import { Engine } from ${moduleOf('src/service/engine/duckdb/engine.ts')};
      const engine = await Engine.open({ directory: ${JSON.stringify(folder.data)}, memoryLimitMb: 40 });
      const read = async (sql) => {
        for await (const rows of engine.rows(sql, new Bindings(), new AbortController().signal)) return rows[0]?.[0];
      };
      const sorted = 'select hash(range)::varchar as h from range(1500000) order by h limit 1 offset 1400000';
      console.log(await read(sorted).then(() => 'answered', (error) => /space|disk|memory/i.test(error.message)));
      console.log(await read("select 'next'"));
      process.exit();`,
    );
    assert.equal(said, 'true\nnext');
  });
});
