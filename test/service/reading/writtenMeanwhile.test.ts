/** A large CSV file is written while it's scanned, by what its beginning shows. Its end may differ. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import { isFull } from '../../support/results/full.ts';
import { TestDatastore } from '../datastore.ts';
import { ImportFolder } from './fileImport.ts';

/** The records make 6 MB, because a file above 4 MiB is written while it's scanned; one of 50,000 records is packed. */
const RECORDS = isFull ? 100_000 : 55_000;
const note = 'some words that make the record longer'.repeat(isFull ? 1 : 2);
const line = (place: number): string =>
  `${place},${(place % 1000) / 4},2024-01-${String((place % 28) + 1).padStart(2, '0')},${note}`;
const fileWith = (place: number, other: string): string => {
  const lines = Array.from({ length: RECORDS }, (_, index) => (index === place ? other : line(index)));
  return `id,amount,day,note\n${lines.join('\n')}\n`;
};
const LATE = RECORDS - 2;

describe('A file whose end is not like its beginning', function () {
  this.timeout(120_000);
  let folder: ImportFolder;
  before(async () => void (folder = await ImportFolder.open()));
  after(() => folder.close());

  const usual = ['numeric', 'numeric', 'date', 'text'];
  /** Digits expected after the point while scanning, and those found, which a rewritten table has. */
  const [MEANWHILE, ANEW] = [4, 2];
  for (const [what, other, types, keys] of [
    ['is like it', line(LATE), usual, [0, MEANWHILE, 'none', undefined]],
    ['has more digits', '7,0.123456789,2024-01-01,x', usual, [0, 9, 'none', undefined]],
    ['has an exponent', '7,1e-5,2024-01-01,x', usual, [0, undefined, 'none', undefined]],
    ['has a longer number', '1234567890123456789,1.5,2024-01-01,x', usual, [undefined, ANEW, 'none', undefined]],
    [
      'has another kind of value',
      '7,1.5,"1 January",x',
      ['numeric', 'numeric', 'text', 'text'],
      [0, ANEW, undefined, undefined],
    ],
    [
      'has another kind of number',
      '007,1.5,2024-01-01,x',
      ['text', 'numeric', 'date', 'text'],
      [undefined, ANEW, 'none', undefined],
    ],
    ['has a very long value', `7,1.5,2024-01-01,${'x'.repeat(3 << 20)}`, usual, [0, ANEW, 'none', undefined]],
    ['has a line end inside', '7,1.5,2024-01-01,"a\nb"', usual, [0, MEANWHILE, 'none', undefined]],
  ] as const)
    it(`that ${what}`, async () => {
      const file = await folder.write('late.csv', fileWith(LATE, other));
      const { resource, fields, records } = await folder.import(file);
      assert.equal(records.length, RECORDS);
      assert.equal(records[LATE]?.join(','), other.replaceAll('"', ''));
      assert.equal(records[LATE + 1]?.join(','), line(LATE + 1));
      assert.equal(records[0]?.join(','), line(0));
      assert.ok(records.every(([id], place) => place === LATE || id === String(place)));
      assert.deepEqual(
        fields.map(([, type]) => type),
        types,
      );
      const description = await new Catalogue(folder.path('data')).find(resource.id);
      assert.deepEqual(
        description?.fields.map(({ key }) => key),
        keys,
      );
    });

  for (const [what, other, reason] of [
    [
      'a value too many',
      '7,1.5,2024-01-01,x,y',
      new RegExp(`line ${RECORDS}: The row has 5 values, but the header has 4`),
    ],
    [
      'a quote that never ends',
      '7,1.5,2024-01-01,"x',
      new RegExp(`line ${RECORDS}, field "note": A quoted value begins here and never ends`),
    ],
    ['a byte that is not UTF-8', '7,1.5,2024-01-01,\u0000', new RegExp(`line ${RECORDS}`)],
  ] as const)
    it(`that has ${what} is refused, and nothing is left`, async () => {
      const file = await folder.write('bad.csv', fileWith(LATE, other));
      await assert.rejects(folder.import(file), reason);
      const names = await readdir(folder.path('data'));
      assert.deepEqual(
        names.filter((name) => name.startsWith('import-')),
        [],
      );
    });

  it('is read without that record, if so wished', async () => {
    const file = await folder.write('skip.csv', fileWith(LATE, '7,1.5'));
    const { resource, records } = await folder.import(file, { unreadable: 'skip' });
    assert.equal(resource.skipped, 1);
    assert.equal(records.length, RECORDS - 1);
    assert.equal(records[LATE]?.join(','), line(LATE + 1));
  });
});

describe('The index of blocks that is gathered meanwhile', function () {
  this.timeout(120_000);
  const odd = new Map([
    [1, 'The Quokka'],
    [2048, 'İSTANBUL quokkas'],
    [150_000, '"a ""quoted"" one, with a comma"'],
    [200_001, '"over\ntwo lines"'],
    [200_002, '273.15 \u212Aelvin'],
    [205_000, 'at the end: quokka'],
  ]);
  let datastore: TestDatastore;
  before(async () => {
    const lines = Array.from(
      { length: 205_000 },
      (_, index) => `${odd.get(index + 1) ?? `plain ${index % 97}`},${index}`,
    );
    const content = `text,number\n${lines.join('\n')}\n`;
    datastore = await TestDatastore.open({ 'many.csv': { content } });
    assert.ok(content.length > 1 << 21);
    assert.ok((await readdir(path.join(datastore.folder, 'data'))).length > 0);
  });
  after(() => datastore.close());

  for (const [q, ids] of [
    ['quokka', [1, 2048, 205_000]],
    ['THE QUOKKA', [1]],
    ['istanbul', [2048]],
    ['a "quoted" one, with', [150_000]],
    ['over\ntwo', [200_001]],
    ['.15 kelvin', [200_002]],
    ['wallaby', []],
    ['204999', [205_000]],
  ] as const)
    it(`finds ${JSON.stringify(q)} in ${ids.join(', ') || 'none'}`, async () => {
      assert.deepEqual(await datastore.values('many.csv', '_id', { q, sort: '_id' }), ids);
    });

  it('stands beside numbers that sort and compare exactly', async () => {
    const found = await datastore.values('many.csv', 'number', {
      filters: { number: { gt: '204997.5', lte: '204998.9999999999999999' } },
    });
    assert.deepEqual(found, [204_998]);
    assert.deepEqual(
      await datastore.values('many.csv', 'number', { sort: 'number desc', limit: 2 }),
      [204_999, 204_998],
    );
    assert.deepEqual(
      await datastore.values('many.csv', 'number', { filters: { number: ['7.00', 8, '1e1', 0.5] } }),
      [7, 8, 10],
    );
  });
});
