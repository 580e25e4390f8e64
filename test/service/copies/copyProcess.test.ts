/** Makes local copies by the supervisor and its real child processes. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyHead, copyLines } from '../../../src/service/copies/copyFile.ts';
import type { CopyOrigin } from '../../../src/service/resource/localResource.ts';
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';
import type { RecordRow } from '../../../src/base/cells.ts';
import { servicePath } from '../../support/drivers/builtProgram.ts';
import { until } from '../../../tools/vscode/until.ts';
import { COPY_ID, fieldsOf } from './copyFolder.ts';

describe('EmbeddedDatastore.copy', () => {
  const never = new AbortController().signal;
  const copy = { id: COPY_ID, name: 'Lessons' };
  const origin: CopyOrigin = {
    portalId: 'p',
    baseUrl: 'https://data.example.org',
    resourceId: 'r',
    downloaded: '2026-01-01T00:00:00.000Z',
  };
  let folder: string;
  let data: string;
  let datastore: EmbeddedDatastore;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'copy-process-'));
    data = path.join(folder, 'data');
    datastore = new EmbeddedDatastore({ servicePath, directory: data, memoryLimitMb: () => 256, log: () => undefined });
  });
  afterEach(async () => {
    datastore.dispose();
    await rm(folder, { recursive: true });
  });

  const rowsOf = (count: number): readonly RecordRow[] =>
    Array.from({ length: count }, (_, at) => [at + 1, `name ${String(at)}`]);
  const download = (rows: readonly RecordRow[]) => async (file: string) => {
    await writeFile(file, copyHead(fieldsOf('name:text')) + copyLines(rows));
    return origin;
  };
  const total = async (): Promise<number> => {
    const { baseUrl, token } = await datastore.access(never);
    const url = `${baseUrl}/api/action/datastore_search?limit=0&resource_id=${COPY_ID}`;
    const answer = await fetch(url, { headers: { Authorization: token } });
    return ((await answer.json()) as { result: { total: number } }).result.total;
  };

  it('serves what was downloaded, and what was downloaded since', async () => {
    const first = await datastore.copy(copy, download(rowsOf(3)), never);
    assert.deepEqual([first.records, first.origin, first.changes], [3, origin, undefined]);
    assert.equal(await total(), 3);
    assert.equal(await datastore.changesFile(COPY_ID), undefined);
    const second = await datastore.copy(copy, download(rowsOf(4)), never);
    assert.equal(second.changes?.added, 1);
    assert.equal(await total(), 4);
    assert.deepEqual(await datastore.resources(), [second]);
    const changes = await readFile((await datastore.changesFile(COPY_ID)) ?? '', 'utf8');
    assert.equal(changes, '{"change":"added","_id":4,"after":{"name":"name 3"}}\n');
  });

  const endings: readonly (readonly [string, (stop: AbortController) => (file: string) => Promise<CopyOrigin>])[] = [
    ['fails', () => () => Promise.reject(new Error('the portal is down'))],
    [
      'is cancelled while it is downloaded',
      (stop) => async (file) => {
        await download(rowsOf(1))(file);
        stop.abort(new Error('enough'));
        throw new Error('enough');
      },
    ],
    [
      'is cancelled while it is written',
      (stop) => async (file) => {
        const done = await download(rowsOf(200_000))(file);
        const begins = until(async () => {
          const names = await Promise.all(
            (await readdir(data))
              .filter((name) => name.startsWith('import-'))
              .map((name) => readdir(path.join(data, name)).catch(() => [])),
          );
          return names.flat().includes('data.part');
        }, 'the data file is being written');
        void begins.then(
          () => stop.abort(new Error('enough')),
          () => undefined,
        );
        return done;
      },
    ],
    [
      'broke off within a record',
      () => async (file) => {
        await writeFile(file, `${copyHead(fieldsOf('name:text'))}1\t"a"\n2\t"b`);
        return origin;
      },
    ],
  ];
  for (const [title, ending] of endings)
    it(`leaves the copy before as it was when a new one ${title}, and nothing half done`, async () => {
      await datastore.copy(copy, download(rowsOf(2)), never);
      const before = await readdir(data);
      const stop = new AbortController();
      await assert.rejects(
        datastore.copy(copy, ending(stop), stop.signal),
        /^Error: enough$|the portal is down|broke off/,
      );
      assert.deepEqual(await readdir(data), before);
      assert.equal(await total(), 2);
    });
});
