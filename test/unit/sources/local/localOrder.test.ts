import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inOrder } from '../../../../src/sources/local/localFile.ts';
import type { LocalResource } from '../../../../src/service/resource/localResource.ts';
import { Catalogue } from '../../../../src/service/store/catalogue.ts';
import { resourceIdOf } from '../../../../src/service/resource/resourceId.ts';
import { EmbeddedDatastore } from '../../../../src/service/process/supervisor.ts';

const resource = (file: string, name = path.basename(file)): LocalResource => ({
  ...{ id: resourceIdOf(file, name), name, file },
  ...{ size: 1, modified: 1, records: 1, stored: 1 },
});
const namesOf = (list: ReturnType<typeof inOrder>): readonly string[] =>
  list.map(({ file, read }) => read?.name ?? path.basename(file));

describe('the order of local files', () => {
  it('is that of the settings, whichever of them were read', () => {
    const listed = ['/lessons.csv', '/stations.csv'];
    for (const read of [[], ['/lessons.csv'], ['/stations.csv'], listed])
      assert.deepEqual(
        namesOf(
          inOrder(
            listed,
            read.map((file) => resource(file)),
          ),
        ),
        ['lessons.csv', 'stations.csv'],
      );
  });

  it('keeps the parts of a file together, and puts behind them what was opened besides', () => {
    const read = [resource('/opened.csv'), resource('/book.xlsx', 'one'), resource('/book.xlsx', 'two')];
    assert.deepEqual(namesOf(inOrder(['/book.xlsx', '/last.csv'], read)), ['one', 'two', 'last.csv', 'opened.csv']);
  });

  it('is that of opening for what no settings list, and does not change when a file is read again', async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'local-order-'));
    const clock = Date.now;
    let now = clock();
    Date.now = () => ++now;
    try {
      const catalogue = new Catalogue(directory);
      const add = async (name: string) => {
        const described = { resource: resource(`/${name}`), fields: [], ids: 'place' } as const;
        await catalogue.replace({ ...described, data: `${described.resource.id}.${String(now)}.duckdb` });
      };
      for (const name of ['stations.csv', 'lessons.csv', 'areas.csv', 'stations.csv']) await add(name);
      const datastore = new EmbeddedDatastore({
        ...{ directory, servicePath: '', natives: '' },
        ...{ memoryLimitMb: () => 512, log: () => undefined },
      });
      assert.deepEqual(
        (await datastore.resources()).map(({ name }) => name),
        ['stations.csv', 'lessons.csv', 'areas.csv'],
      );
    } finally {
      Date.now = clock;
      fs.rmSync(directory, { recursive: true });
    }
  });
});
