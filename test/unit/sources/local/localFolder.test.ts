import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DEEPEST, filesOfFolder, MOST_FILES } from '../../../../src/sources/local/localOpening.ts';

const never = new AbortController().signal;

describe('the files of a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'folder-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const write = (...names: readonly string[]): void => {
    for (const name of names) {
      const file = path.join(folder, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, '');
    }
  };
  const found = async () => {
    const { files, isCut } = await filesOfFolder(folder, never);
    return { files: files.map((file) => path.relative(folder, file)), isCut };
  };

  it('are the readable ones, those of subfolders after its own', async () => {
    write('b.csv', 'a.json', 'readme.md', 'notes.txt', 'sub/c.csv', 'sub/deep/d.parquet');
    assert.deepEqual(await found(), {
      files: ['a.json', 'b.csv', path.join('sub', 'c.csv'), path.join('sub', 'deep', 'd.parquet')],
      isCut: false,
    });
  });

  it('leave out what is hidden, what programs are made of, and links that may lead in circles', async () => {
    write('.git/a.csv', '.hidden.csv', 'node_modules/x/package.json', 'a.csv');
    fs.symlinkSync(folder, path.join(folder, 'again'));
    assert.deepEqual(await found(), { files: ['a.csv'], isCut: false });
  });

  it('are cut, and said to be, when they are too many', async () => {
    write(...Array.from({ length: MOST_FILES }, (_, index) => `${String(index)}.csv`));
    assert.equal((await found()).isCut, false);
    write('one-more.csv');
    const { files, isCut } = await found();
    assert.deepEqual([files.length, isCut], [MOST_FILES, true]);
  });

  it('are cut when they lie too deep', async () => {
    const deep = (levels: number): string => path.join(...Array<string>(levels).fill('d'), 'a.csv');
    write(deep(DEEPEST));
    assert.deepEqual(await found(), { files: [deep(DEEPEST)], isCut: false });
    write(deep(DEEPEST + 1));
    assert.deepEqual(await found(), { files: [deep(DEEPEST)], isCut: true });
  });

  it('are looked for until it is stopped', async () => {
    write('a.csv');
    await assert.rejects(filesOfFolder(folder, AbortSignal.abort(new Error('enough'))), { message: 'enough' });
  });
});
