/** Two processes publish one resource in a folder at the same time, and processes are killed meanwhile. */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publish } from '../../../src/service/reading/publish.ts';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import { Claim } from '../../../src/disk/claim.ts';
import { clearLeftovers } from '../../../src/service/store/workDirectory.ts';
import { resourceIdOf } from '../../../src/service/resource/resourceId.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { isFull } from '../../support/results/full.ts';

const ROUNDS = isFull ? 200 : 40;
const script = path.join(projectRoot, 'test/service/store/publishingProcess.ts');
const id = resourceIdOf('/file.csv');

describe('a resource that processes publish', function () {
  this.timeout(120_000);
  let folder: string;
  const children: ChildProcess[] = [];

  const start = async (step = 0, directory = folder): Promise<ChildProcess> => {
    const child = fork(script, [directory, id, String(step)]);
    children.push(child);
    await once(child, 'message');
    return child;
  };
  const published = async (child: ChildProcess, content: string): Promise<unknown> => {
    const answer = once(child, 'message');
    child.send(content);
    return (await answer)[0];
  };
  /** The content of the only data file. */
  const content = async (): Promise<string> => {
    const description = await new Catalogue(folder).find(id);
    assert.deepEqual((await readdir(folder)).sort(), [description?.data, `${id}.json`].sort());
    return readFile(path.join(folder, description?.data ?? ''), 'utf8');
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'two-processes-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  it(`at the same time, ${String(ROUNDS)} times, is whole each time, and nothing is beside it`, async () => {
    const [one, other] = await Promise.all([start(), start()]);
    for (let round = 0; round < ROUNDS; round += 1) {
      assert.deepEqual(await Promise.all([published(one, 'one'), published(other, 'other')]), ['done', 'done']);
      assert.ok(['one', 'other'].includes(await content()));
    }
  });

  it('is the old one or the new one wherever they are killed; the next start clears what is left', async () => {
    const restorer = await start();
    assert.equal(await published(restorer, 'old'), 'done');
    const contents: string[] = [];
    for (let step = 1; ; step += 1) {
      const child = await start(step);
      const ended = once(child, 'exit');
      child.send('new');
      const answer = await Promise.race([ended.then(() => 'killed'), once(child, 'message')]);
      if (answer !== 'killed') break;
      await clearLeftovers(folder);
      // The names of the test's own folders don't contain their owner.
      for (const name of await readdir(folder))
        if (name.startsWith('import-')) await rm(path.join(folder, name), { recursive: true });
      contents.push(await content());
      assert.equal(await published(restorer, 'old'), 'done');
    }
    assert.ok(contents.length >= 10, `${String(contents.length)} steps`);
    assert.deepEqual(contents, [...contents].sort().reverse(), 'old ones, then new ones');
    assert.deepEqual([...new Set(contents)], ['old', 'new']);
  });

  it('is not replaced by first records that came while it was published', async () => {
    await published(await start(), 'whole');
    const whole = await readFile(path.join(folder, `${id}.json`), 'utf8');
    const { resource } = (await new Catalogue(folder).find(id)) ?? assert.fail('not there');
    await rm(path.join(folder, `${id}.json`));
    const claim = await Claim.wait(folder, `${id}.change`, AbortSignal.timeout(10_000));
    const part = path.join(folder, 'data.part');
    await writeFile(part, 'first');
    const first = publish(folder, part, { ...resource, isPartial: true }, { fields: [], ids: 'place' });
    // This gives a process that wouldn't wait enough time.
    const elsewhere = path.join(folder, 'elsewhere');
    const busy = await start(0, elsewhere);
    for (const each of ['1', '2', '3']) assert.equal(await published(busy, each), 'done');
    await rm(elsewhere, { recursive: true });
    await writeFile(path.join(folder, `${id}.json`), whole);
    await claim.release();
    await assert.rejects(first, /another window was quicker/);
    await rm(part);
    assert.equal(await content(), 'whole');
  });

  it('is told apart from one whose description is damaged: that data stays', async () => {
    const child = await start();
    assert.equal(await published(child, 'old'), 'done');
    const { data } = (await new Catalogue(folder).find(id)) ?? assert.fail('not there');
    await writeFile(path.join(folder, `${id}.json`), '');
    await clearLeftovers(folder);
    await assert.rejects(new Catalogue(folder).find(id), { name: 'DataUnavailable', reason: 'damaged' });
    assert.deepEqual(await new Catalogue(folder).list(), []);
    assert.equal(await readFile(path.join(folder, data), 'utf8'), 'old');
    assert.equal(await published(child, 'new'), 'done');
    await clearLeftovers(folder);
    assert.equal(await content(), 'new');
  });

  it('can’t be read: that is an error, not “no such resource”', async () => {
    await mkdir(path.join(folder, `${id}.json`));
    await assert.rejects(new Catalogue(folder).find(id), /EISDIR/);
    await assert.rejects(new Catalogue(folder).list(), /EISDIR/);
  });
});
