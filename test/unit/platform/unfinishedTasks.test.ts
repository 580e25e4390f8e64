import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { UnfinishedTasks } from '../../../src/platform/state/unfinishedTasks.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

/** Stores values as JSON, like VS Code does. */
class Storage {
  text: string;
  constructor(text = '{}') {
    this.text = text;
  }
  get(key: string): never {
    return (JSON.parse(this.text) as Record<string, never>)[key] as never;
  }
  update(key: string, value: unknown): Promise<void> {
    this.text = JSON.stringify({ ...(JSON.parse(this.text) as object), [key]: value });
    return Promise.resolve();
  }
}

/** Storage and part file that a process leaves if it is killed in the middle of an export of `trees`. */
function killedWindow(folder: string): Storage {
  const url = (file: string): string => pathToFileURL(path.join(projectRoot, file)).href;
  const script = `
    import fs from 'node:fs';
    import { UnfinishedTasks } from ${JSON.stringify(url('src/platform/state/unfinishedTasks.ts'))};
    import { PartFile } from ${JSON.stringify(url('src/disk/wholeFile.ts'))};
    const state = { get: () => undefined, update: (key, value) =>
      fs.writeFileSync(${JSON.stringify(path.join(folder, 'storage'))}, JSON.stringify({ [key]: value })) };
    await new UnfinishedTasks(state).during(
      { kind: 'export', title: 'Exporting records of Trees', what: { resourceId: 'trees' } },
      async (writes) => {
        const file = await PartFile.create(${JSON.stringify(path.join(folder, 'trees.json'))});
        await file.write('[');
        writes(file.path);
        process.kill(process.pid, 'SIGKILL');
        await new Promise(() => setInterval(() => undefined, 1000));
      });`;
  const { signal, stderr } = spawnSync(
    process.execPath,
    ['--import', url('test/support/host/useVscode.ts'), '--input-type=module', '-e', script],
    { encoding: 'utf8', cwd: projectRoot },
  );
  assert.equal(signal, 'SIGKILL', stderr);
  return new Storage(fs.readFileSync(path.join(folder, 'storage'), 'utf8'));
}

const trees = { kind: 'export', title: 'Exporting records of Trees', what: { resourceId: 'trees' } } as const;

describe('unfinished tasks', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'unfinished-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));
  const files = () => fs.readdirSync(folder).filter((name) => name !== 'storage');
  const titles = async (storage: Storage) =>
    (await new UnfinishedTasks(storage).takeInterrupted()).map(({ title }) => title);

  it('of a window that was killed are told once, and what they wrote is taken away', async () => {
    const storage = killedWindow(folder);
    assert.match(files().join(), /^trees\.json\..+\.part$/);
    const [task, ...others] = await new UnfinishedTasks(storage).takeInterrupted();
    assert.deepEqual([task?.kind, task?.title, task?.what, others], [trees.kind, trees.title, trees.what, []]);
    assert.deepEqual(files(), []);
    assert.deepEqual(await titles(storage), []);
  });

  it('are not told when the same goes on again by then', async () => {
    const tasks = new UnfinishedTasks(killedWindow(folder));
    await tasks.during({ ...trees, what: {} }, () => Promise.resolve());
    assert.deepEqual(await tasks.takeInterrupted(), []);
    assert.deepEqual(files(), [], 'what the first one wrote goes all the same');
  });

  it('of a window that lives are its own business, also when another one writes', async () => {
    const storage = new Storage();
    const end = Promise.withResolvers<unknown>();
    const running = new UnfinishedTasks(storage).during(trees, () => end.promise);
    assert.deepEqual(await titles(storage), []);
    const other = new UnfinishedTasks(storage);
    await other.during({ kind: 'copy', title: 'Refreshing Elms', what: {} }, () => Promise.resolve());
    assert.match(storage.text, /Trees/);
    end.resolve(undefined);
    await running;
  });

  it('are none when they ended, well or not', async () => {
    const storage = new Storage();
    const tasks = new UnfinishedTasks(storage);
    assert.equal(await tasks.during(trees, () => Promise.resolve('done')), 'done');
    await assert.rejects(
      tasks.during(trees, () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(storage.text, '{"unfinishedTasks":[]}');
  });

  it('stay unfinished when they end because the window does', async () => {
    const storage = new Storage();
    const tasks = new UnfinishedTasks(storage);
    const end = Promise.withResolvers<unknown>();
    const running = tasks.during(trees, () => end.promise);
    tasks.dispose();
    end.resolve(undefined);
    await running;
    assert.match(storage.text, /Trees/);
  });

  it('are read as they were stored, without those of another shape', async () => {
    const storage = killedWindow(folder);
    const { unfinishedTasks } = JSON.parse(storage.text) as { readonly unfinishedTasks: readonly object[] };
    const [kept] = unfinishedTasks;
    const others = [null, { ...kept, kind: 'upload' }, { ...kept, owner: 7 }, { ...kept, partFiles: 7 }];
    storage.text = JSON.stringify({ unfinishedTasks: [...others, kept] });
    assert.deepEqual(await titles(storage), [trees.title]);
    assert.deepEqual(await titles(new Storage('{"unfinishedTasks":{}}')), []);
  });

  it('are kept without what holds a secret', async () => {
    const storage = new Storage();
    const what = { query: JSON.stringify({ resourceId: 'r', q: 'password=hunter2' }) };
    await new UnfinishedTasks(storage).during({ ...trees, title: 'Exporting api_key=hunter2', what }, () => {
      assert.doesNotMatch(storage.text, /hunter2/);
      assert.match(storage.text, /"what":null/);
      return Promise.resolve();
    });
  });

  it('never take away a file that no process of ours wrote, whatever the storage says', async () => {
    const precious = path.join(folder, 'precious.txt');
    fs.writeFileSync(precious, 'x');
    const storage = killedWindow(folder);
    storage.text = storage.text.replace(/"partFiles":\[[^\]]+\]/, `"partFiles":[${JSON.stringify(precious)}]`);
    await titles(storage);
    assert.ok(fs.existsSync(precious));
  });
});
