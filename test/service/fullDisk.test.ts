/** No room for the data: said in words, and nothing stays behind. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../support/projectPaths.ts';
import { ReadingFolder } from './readings.ts';

/** A limit for one file, in blocks of 512 or 1,024 bytes; the data that is made of `content` needs several times that. */
const BLOCKS = 2000;
const content = `a,b\n${Array.from({ length: 200_000 }, (_, index) => `${String(Math.sin(index))},${String(Math.cos(index))}\n`).join('')}`;

describe('no room for the data', () => {
  it('refused in words; what was half done is gone with its folder', async function () {
    this.timeout(60_000);
    const folder = await ReadingFolder.open();
    const file = await folder.write('large.csv', content);
    await mkdir(folder.data);
    const workDirectory = await mkdtemp(path.join(folder.data, 'import-'));
    const request = {
      kind: 'import',
      file,
      directory: folder.data,
      choices: {},
      workDirectory,
      memoryLimitMb: 512,
    };
    const module = pathToFileURL(path.join(projectRoot, 'src/service/import/importFile.ts')).href;
    const script = `
      import { importFile } from ${JSON.stringify(module)};
      await importFile(${JSON.stringify(request)}, () => {}).catch((error) => console.log(error.message));
      process.exit();`;
    const child = spawnSync(
      'sh',
      ['-c', `ulimit -f ${String(BLOCKS)}; exec "$0" --input-type=module -e "$1"`, process.execPath, script],
      { encoding: 'utf8', cwd: projectRoot },
    );
    assert.equal(child.stdout.trim(), 'large.csv: its data is larger than a file may be here.', child.stderr);
    assert.deepEqual(await readdir(folder.data), [path.basename(workDirectory)]);
    await folder.close();
  });
});
