/** An import that stopped after its first records leaves nothing; builds without DuckDB say so. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publish } from '../../../src/service/reading/publish.ts';
import type { LocalResource } from '../../../src/service/resource/localResource.ts';
import { resourceIdOf } from '../../../src/service/resource/resourceId.ts';
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';
import { servicePath } from '../../support/drivers/builtProgram.ts';

const never = new AbortController().signal;

describe('an import', () => {
  let folder: string;
  let datastore: EmbeddedDatastore;
  const open = (natives?: string): EmbeddedDatastore =>
    new EmbeddedDatastore({
      servicePath,
      directory: path.join(folder, 'data'),
      memoryLimitMb: () => 256,
      log: () => undefined,
      ...(natives !== undefined && { natives }),
    });

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'unfinished-'));
    datastore = open();
  });
  afterEach(async () => {
    datastore.dispose();
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  const large = async (records = 400_000): Promise<string> => {
    const file = path.join(folder, 'large.csv');
    await writeFile(file, `text,number\n${`${'x'.repeat(90)},1.50\n`.repeat(records)}`);
    return file;
  };
  const left = async () => (await readdir(path.join(folder, 'data'))).filter((name) => name.endsWith('.duckdb'));

  it('of a large file tells of its first records, and then of all', async function () {
    this.timeout(60_000);
    const heard: LocalResource[] = [];
    const done = await datastore.importFile(await large(), {}, never, undefined, (first) => heard.push(first));
    assert.deepEqual(
      heard.map(({ id, isPartial }) => [id, isPartial]),
      [[done.id, true]],
    );
    assert.ok((heard[0]?.records ?? 0) > 100);
    assert.equal(done.records, 400_000);
    assert.equal(done.isPartial, undefined);
    assert.equal((await left()).length, 1);
  });

  for (const [what, wanted] of [
    ['', () => undefined],
    // The number is higher than that of any process.
    [', whatever a killed window left', (id: string) => `import-${id}-4194305-1-01234567`],
  ] as const)
    it(`that is cancelled after its first records leaves nothing${what}`, async function () {
      this.timeout(60_000);
      const cancel = new AbortController();
      let first: LocalResource | undefined;
      const importing = datastore.importFile(await large(), {}, cancel.signal, undefined, (preview) => {
        first = preview;
        const name = wanted(preview.id);
        if (name !== undefined) mkdirSync(path.join(folder, 'data', name));
        cancel.abort();
      });
      await assert.rejects(importing);
      assert.ok(first);
      await datastore.untilCleanedUp(first.id);
      assert.deepEqual(await datastore.resources(), []);
      assert.deepEqual(await left(), []);
    });

  it('goes on in one window when another window cancels the same', async function () {
    this.timeout(120_000);
    const file = await large(1_000_000);
    const other = open();
    const cancel = new AbortController();
    const begin = (window: EmbeddedDatastore, signal: AbortSignal) => {
      const preview = Promise.withResolvers<LocalResource>();
      const whole = window.importFile(file, {}, signal, undefined, preview.resolve);
      whole.then(() => preview.reject(new Error('read before a person could cancel')), preview.reject);
      return { whole, preview: preview.promise };
    };
    const [going, staying] = [begin(other, cancel.signal), begin(datastore, never)];
    const [{ id }, second] = await Promise.all([going.preview, staying.preview]);
    assert.deepEqual([second.id, second.isPartial], [id, true]);
    cancel.abort();
    await assert.rejects(going.whole);
    await other.untilCleanedUp(id);
    assert.equal((await datastore.resources()).length, 1);
    const whole = await staying.whole;
    assert.deepEqual(await datastore.resources(), [whole]);
    assert.equal(whole.records, 1_000_000);
    assert.equal((await left()).length, 1);
    other.dispose();
  });

  it('that two windows cancel leaves nothing', async function () {
    this.timeout(60_000);
    const file = await large();
    const other = open();
    const cancel = new AbortController();
    const imports = [datastore, other].map((window) =>
      window.importFile(file, {}, cancel.signal, undefined, () => cancel.abort()),
    );
    for (const each of imports) await assert.rejects(each);
    const id = resourceIdOf(await realpath(file));
    for (const window of [datastore, other]) await window.untilCleanedUp(id);
    assert.deepEqual(await datastore.resources(), []);
    assert.deepEqual(await left(), []);
    other.dispose();
  });

  it('whose first records come after another window has read all changes nothing', async () => {
    const file = path.join(folder, 'a.csv');
    await writeFile(file, 'a\n1\n');
    const whole = await datastore.importFile(file, {}, never);
    const part = path.join(folder, 'data.part');
    await writeFile(part, 'first records');
    const partial = { ...whole, isPartial: true as const };
    await assert.rejects(publish(path.join(folder, 'data'), part, partial, { fields: [], ids: 'place' }));
    assert.deepEqual(await datastore.resources(), [whole]);
    assert.equal((await left()).length, 1);
  });

  it('starts no process in a build that has no engine for this machine', async () => {
    datastore.dispose();
    datastore = open(path.join(folder, 'no-natives'));
    const file = path.join(folder, 'a.csv');
    await writeFile(file, 'a\n1\n');
    const expected = { name: 'EngineMissing', platform: `${process.platform}-${process.arch}` };
    await assert.rejects(datastore.importFile(file, {}, never), expected);
    await assert.rejects(datastore.inspectFile(file, {}, never), expected);
    await assert.rejects(datastore.access(never), expected);
    assert.deepEqual(await datastore.resources(), []);
  });
});
