/** The files of csv-spectrum, with which other readers of CSV are tested, have the values that it says. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReadingFolder } from '../reading/readings.ts';

const spectrum = path.dirname(fileURLToPath(import.meta.resolve('csv-spectrum')));

/** The package's JSON of this file has another telephone number than its CSV. */
const MISTAKEN = ['1234567890', '2095257564'] as const;

type Values = Readonly<Record<string, string>>;

describe('csv-spectrum', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  const names = readdirSync(path.join(spectrum, 'csvs'));
  it('has its twelve files', () => assert.equal(names.length, 12));

  for (const name of names)
    it(`${name}: the values of its JSON`, async () => {
      const json = readFileSync(path.join(spectrum, 'json', `${path.parse(name).name}.json`), 'utf8');
      const records = [JSON.parse(json.replace(...MISTAKEN)) as Values | readonly Values[]].flat();
      const read = await folder.importFile(path.join(spectrum, 'csvs', name));
      assert.deepEqual(read.fields, Object.keys(records[0] ?? {}));
      assert.deepEqual(
        read.records.map((values) => values.map((value) => value ?? '')),
        records.map((record) => Object.values(record)),
      );
    });
});
