/** How often the descriptions of a folder are read: the list is asked for while people type. */
import assert from 'node:assert/strict';
import files, { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resourceIdOf } from '../../../src/service/resource/resourceId.ts';
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';

const RESOURCES = 20;

describe('the descriptions of local resources', () => {
  const { readFile } = files;
  let folder: string;
  let reads = 0;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'catalogue-'));
    for (let at = 0; at < RESOURCES; at += 1) await write(at, `file ${String(at)}.csv`);
    files.readFile = ((...values: Parameters<typeof readFile>) => {
      reads += 1;
      return readFile(...values);
    }) as typeof readFile;
    syncBuiltinESMExports();
  });
  after(async () => {
    files.readFile = readFile;
    syncBuiltinESMExports();
    await rm(folder, { recursive: true });
  });

  const write = (at: number, name: string, more: object = {}) => {
    const id = resourceIdOf(String(at));
    const resource = { id, name, file: '', size: 0, modified: 0, records: 0, stored: 0, ...more };
    const description = { version: 3, resource, fields: [], data: `${id}.0.duckdb`, ids: 'place' };
    return writeFile(path.join(folder, `${id}.json`), JSON.stringify(description));
  };

  it('are read once, and again only when they have changed', async () => {
    const datastore = new EmbeddedDatastore({
      servicePath: 'none.js',
      directory: folder,
      memoryLimitMb: () => 1,
      log: () => undefined,
    });
    for (let time = 0; time < 5; time += 1) assert.equal((await datastore.resources()).length, RESOURCES);
    assert.equal(reads, RESOURCES);
    await write(0, 'another name.csv');
    assert.ok((await datastore.resources()).some(({ name }) => name === 'another name.csv'));
    assert.equal(reads, RESOURCES + 1);
  });

  it('are left out where they are damaged, and beside those that are not', async () => {
    const origin = { portalId: 'p', baseUrl: 'https://data.example.org', resourceId: 'r' };
    const datastore = new EmbeddedDatastore({
      ...{ directory: folder, servicePath: '', natives: '' },
      ...{ memoryLimitMb: () => 512, log: () => undefined },
    });
    const names = async () => (await datastore.resources()).map(({ name }) => name);
    const sound = await names();
    for (const damage of [
      { origin: { ...origin, downloaded: 'yesterday' } },
      { origin: { ...origin, baseUrl: 'data', downloaded: '2026-11-20T12:00:00.000Z' } },
      { records: 'many' },
    ]) {
      await write(RESOURCES, 'damaged.csv', damage);
      assert.deepEqual(await names(), sound, JSON.stringify(damage));
    }
    await write(RESOURCES, 'kept', { origin: { ...origin, downloaded: '2026-11-20T12:00:00.000Z' } });
    assert.deepEqual(await names(), [...sound, 'kept']);
  });
});
