/** The first records of a large file can be served while the rest is read. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFileSync, unlinkSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { importFile } from '../../../src/service/reading/importFile.ts';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import type { LocalResource } from '../../../src/service/resource/localResource.ts';
import { isFull } from '../../support/results/full.ts';
import { ReadingFolder, type Imported } from './readings.ts';

/** Fewer and longer records make files as large, which are larger than what is read at once. */
const RECORDS = isFull ? 700_000 : 60_000;
const filler = 'x'.repeat(isFull ? 26 : 560);
const line = (index: number) => `${String(index).padStart(7, '0')},"text ""of"" a\nrecord ${filler}"\n`;
const lines = Array.from({ length: RECORDS }, (_, index) => line(index)).join('');
const content = `a,b\n${lines}`;

describe('first records while the import goes on', function () {
  this.timeout(120_000);
  let folder: ReadingFolder;
  beforeEach(async () => {
    folder = await ReadingFolder.open();
  });
  afterEach(() => folder.close());

  const importWithPreview = async (file: string) => {
    const previews: Promise<Imported>[] = [];
    const seen: LocalResource[] = [];
    const whole = await folder.importFile(file, {}, undefined, (resource) => {
      seen.push(resource);
      previews.push(folder.read(resource));
    });
    return { whole, seen, previews: await Promise.all(previews) };
  };

  for (const [name, bytes] of [
    ['large.csv', Buffer.from(content)],
    [
      'packed.csv.gz',
      gzipSync(
        Array.from({ length: RECORDS }, (_, index) =>
          index === 0
            ? 'a,b\n'
            : `${String(Math.sin(index))},${isFull ? String(Math.cos(index)) : randomBytes(150).toString('base64')}\n`,
        ).join(''),
        { level: 1 },
      ),
    ],
    [
      'large.json',
      Buffer.from(
        `[${Array.from({ length: RECORDS }, (_, index) => `{"a": ${String(index)}, "b": "text of a record ${filler}"}`).join(',\n')}]`,
      ),
    ],
  ] as const)
    // prettier-ignore
    it(`${name}: whole records of its beginning, marked, under the same id`, async () => {
      const { whole, seen, previews } = await importWithPreview(await folder.write(name, bytes));
      const [preview] = previews;
      assert.equal(previews.length, 1);
      assert.ok(preview !== undefined);
      assert.equal(preview.resource.isPartial, true);
      assert.equal(preview.resource.id, whole.resource.id);
      assert.equal(preview.resource.records, preview.records.length);
      assert.ok(preview.records.length > 1000 && preview.records.length < RECORDS / 10);
      assert.deepEqual(preview.records, whole.records.slice(0, preview.records.length));
      assert.deepEqual(preview.fields, whole.fields);
      assert.equal(whole.resource.isPartial, undefined);
      assert.equal(seen[0]?.reading?.delimiter, whole.resource.reading?.delimiter);
      const names = await readdir(folder.data);
      assert.equal(names.length, 2, 'the preview is gone');
    });

  it('a small file has none', async () => {
    const { seen } = await importWithPreview(await folder.write('small.csv', content.slice(0, 5 << 20) + '"\n'));
    assert.deepEqual(seen, []);
  });

  it('what was imported before is not replaced by one', async () => {
    const file = await folder.write('again.csv', content);
    await folder.importFile(file);
    await appendFile(file, line(RECORDS));
    const { whole, seen } = await importWithPreview(file);
    assert.deepEqual(seen, []);
    assert.equal(whole.resource.records, RECORDS + 1);
  });

  for (const [name, harm, message] of [
    [
      'a record at its end can not be read',
      (file: string) => appendFileSync(file, '1,2,3\n'),
      /, line \d+: The row has 3 values/,
    ],
    ['it is deleted half way', (file: string) => unlinkSync(file), /harmed\.csv: The file doesn't exist\.$/],
  ] as const)
    // prettier-ignore
    it(`nothing stays behind of a file that fails: ${name}`, async () => {
      const file = await folder.write('harmed.csv', content);
      let wasThere = false;
      const directory = path.join(folder.folder, 'data');
      const workDirectory = await mkdtemp(path.join(folder.folder, 'import-'));
      await mkdir(directory);
      const request = { file, directory, choices: {}, workDirectory, memoryLimitMb: 1024 } as const;
      const job = importFile(request, () => undefined, () => {
        wasThere = true;
        harm(file);
      }); // prettier-ignore
      await assert.rejects(job, message);
      assert.ok(wasThere);
      assert.deepEqual(await readdir(directory), []);
      assert.deepEqual(await new Catalogue(directory).list(), []);
    });
});
