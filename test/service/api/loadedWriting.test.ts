import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

const script = path.join(projectRoot, 'test/service/api/loadedWriting.ts');

describe('what changes data', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'loaded-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function created(...mode: string[]): Promise<{ status: number; loaded: readonly string[] }> {
    const { stdout } = await promisify(execFile)(process.execPath, [script, folder, ...mode]);
    return JSON.parse(stdout) as { status: number; loaded: readonly string[] };
  }

  it('is not loaded by a server for reading, which refuses it by name', async () => {
    assert.deepEqual(await created(), { status: 403, loaded: [] });
  });

  it('is loaded by a writable one', async () => {
    const { status, loaded } = await created('writable');
    assert.equal(status, 200);
    assert.ok(loaded.includes('writing.ts'), loaded.join(' '));
  });
});
