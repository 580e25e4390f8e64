/** A full disk is reported, and nothing stays behind. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { ReadingFolder } from '../reading/readings.ts';
import { withSmallDisk } from './smallDisk.ts';

/** A limit for one file, in blocks of 512 or 1,024 bytes. The data imported from `content` needs several times that. */
const BLOCKS = 2000;
const content = `a,b\n${Array.from({ length: 200_000 }, (_, index) => `${String(Math.sin(index))},${String(Math.cos(index))}\n`).join('')}`;

/** The module's address for an import statement. */
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
    const request = { file, directory: folder.data, choices: {}, workDirectory, memoryLimitMb: 512 };
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
    assert.equal(said, 'large.csv: The disk is full. Free some space and try again.\ntrue');
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

  it('exports a Parquet file: refused in words, and nothing of it stays behind', async () => {
    const file = await folder.write('large.csv', `${content.split('\n', 25_000).join('\n')}\n`);
    const said = withSmallDisk(
      folder.data,
      8,
      `
      import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
      import { importFile } from ${moduleOf('src/service/reading/importFile.ts')};
      import { streamExport } from ${moduleOf('src/service/api/exportRecords.ts')};
      import { answerTo } from ${moduleOf('src/service/http/router.ts')};
      import { openFolder } from ${moduleOf('src/service/engine/openDatastore.ts')};
      const directory = ${JSON.stringify(folder.data)};
      const workDirectory = await mkdtemp(directory + '/import-');
      const request = { file: ${JSON.stringify(file)}, directory, choices: {}, workDirectory, memoryLimitMb: 512 };
      const { id } = await importFile(request, () => {});
      const datastore = await openFolder({ directory, memoryLimitMb: 128 });
      const exported = async () => {
        const context = { datastore, signal: new AbortController().signal };
        let last = '';
        for await (const piece of await streamExport({ resource_id: id, form: { kind: 'parquet' } }, context))
          if (piece.length > 0) last = String(piece);
        return last.trim();
      };
      const names = async () => (await readdir(directory)).sort().join();
      await writeFile(directory + '/filler', new Uint8Array(16 << 20)).catch(() => {});
      const before = await names();
      console.log(await exported().catch((error) => answerTo(error).body));
      console.log((await names()) === before);
      await rm(directory + '/filler');
      console.log(await exported());
      process.exit();`,
    );
    const [refusal = '', ...then] = said.split('\n');
    assert.match(refusal, /The disk that the datastore keeps its data on is full/);
    assert.deepEqual(then, ['true', 'end 24999 0']);
  });
});
