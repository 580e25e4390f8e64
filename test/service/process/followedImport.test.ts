/** If two windows want a file, one reads it. The other follows, and takes over if the first gives up. */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LocalResource } from '../../../src/service/resource/localResource.ts';
import { isLeftBehind } from '../../../src/disk/owner.ts';
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';
import { servicePath } from '../../support/drivers/builtProgram.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { until } from '../../../tools/vscode/until.ts';

const never = new AbortController().signal;
const SLOW_MS = 60_000;

describe('a file that two windows open', function () {
  this.timeout(2 * SLOW_MS);
  let folder: string;
  let file: string;
  let datastore: EmbeddedDatastore;
  let other: ChildProcess;
  const heard: object[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'followed-'));
    file = path.join(folder, 'large.csv');
    await writeFile(file, `text,number\n${`${'x'.repeat(90)},1.50\n`.repeat(600_000)}`);
    datastore = new EmbeddedDatastore({
      servicePath,
      directory: path.join(folder, 'data'),
      memoryLimitMb: () => 256,
      log: () => undefined,
    });
    heard.length = 0;
    const window = path.join(projectRoot, 'test/service/process/importingWindow.ts');
    other = fork(window, [servicePath, path.join(folder, 'data'), file]);
    other.on('message', (message: object) => heard.push(message));
  });
  afterEach(async () => {
    datastore.dispose();
    other.kill('SIGKILL');
    await until(() => importing().length === 0, 'nothing works in the folder');
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  /** Unfinished data of a running window. */
  const importing = (): readonly string[] =>
    readdirSync(path.join(folder, 'data')).filter(
      (name) => existsSync(path.join(folder, 'data', name, 'data.part')) && !isLeftBehind(name),
    );
  const firstOfOther = () =>
    until(() => heard.some((message) => 'preview' in message), 'the other has its first records', SLOW_MS);
  const follow = () => {
    const fractions: number[] = [];
    const previews: LocalResource[] = [];
    const whole = datastore.importFile(
      file,
      {},
      never,
      (fraction) => fractions.push(fraction),
      (first) => previews.push(first),
    );
    return { fractions, previews, whole };
  };

  it('is read once: the second shows the first’s progress and first records, and has what it has', async () => {
    await firstOfOther();
    const { fractions, previews, whole } = follow();
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, importing().length)), 20);
    const resource = await whole.finally(() => clearInterval(watch));
    assert.equal(most, 1);
    assert.equal(resource.records, 600_000);
    await until(() => heard.some((message) => 'done' in message), 'the other is done');
    assert.deepEqual(heard.at(-1), { done: resource });
    assert.deepEqual(
      previews.map(({ id, isPartial }) => [id, isPartial]),
      [[resource.id, true]],
    );
    assert.ok(fractions.length > 0 && fractions.every((fraction) => fraction >= 0 && fraction <= 1));
    assert.deepEqual(fractions, [...fractions].sort());
    assert.equal((await readdir(path.join(folder, 'data'))).length, 2);
  });

  for (const [what, end] of [
    ['dies', () => other.kill('SIGKILL')],
    ['is cancelled', () => other.send('cancel')],
  ] as const)
    it(`is read by the second when the first ${what}`, async () => {
      await firstOfOther();
      const { previews, whole } = follow();
      await until(() => previews.length > 0, 'the second shows first records', SLOW_MS);
      const ended = once(other, 'exit');
      end();
      await ended;
      assert.equal((await datastore.resources()).length, 1);
      assert.equal((await whole).records, 600_000);
    });

  it('goes on in the first when the second gives up', async () => {
    await firstOfOther();
    const cancel = new AbortController();
    const whole = datastore.importFile(file, {}, cancel.signal, () => cancel.abort(new Error('enough')));
    await assert.rejects(whole, /enough/);
    await until(() => heard.some((message) => 'done' in message), 'the first has it', SLOW_MS);
  });
});
