/** ZIP archives and Zstandard files are read like what is inside. */
import assert from 'node:assert/strict';
import * as zlib from 'node:zlib';
import { ImportFolder } from './fileImport.ts';
import { inline, row, xlsxFile } from '../formats/xlsxFile.ts';
import { zipFile, type ZipEntry } from '../formats/zipFile.ts';

const CSV = 'a,b\n1,x\n2,y\n';
const ROWS = [['1', 'x'], ['2', 'y']]; // prettier-ignore
const book = xlsxFile({
  sheets: { S: { rows: row(inline('a')) + row(inline('1')) }, T: { rows: row(inline('t')) + row(inline('2')) } },
});

describe('packed files', () => {
  let folder: ImportFolder;
  before(async () => {
    folder = await ImportFolder.open();
  });
  after(() => folder.close());

  const zip = (entries: Readonly<Record<string, string | Buffer>>, more: Partial<ZipEntry> = {}): Buffer =>
    zipFile(Object.entries(entries).map(([name, content]) => ({ name, content, ...more })));

  // prettier-ignore
  for (const [what, entries, parts, leftOut] of [
    ['one CSV file', { 'a.csv': CSV }, undefined, []],
    ['one file beside others that hold no records', { 'in/a.csv': CSV, 'readme.txt': 'x', 'licence.pdf': '%PDF-', '__MACOSX/a.csv': 'x', 'in/': '', '.b.csv': 'x' }, undefined, []],
    ['one file with another ending', { 'data.dat': CSV }, undefined, []],
    ['several files', { 'b.csv': CSV, 'a.json': '[{"a":1,"b":"x"},{"a":2,"b":"y"}]' }, ['b.csv', 'a.json'], []],
    ['files of their own parts, and archives, beside others', { 'a.csv': CSV, 'b.xlsx': book, 'c.csv.gz': zlib.gzipSync(CSV), 'd.zip': 'x' }, ['a.csv'], ['b.xlsx', 'c.csv.gz']],
  ] as const)
    it(`ZIP: ${what}`, async () => {
      const file = await folder.write('all.zip', zip(entries));
      const inspection = await folder.inspect(file);
      assert.deepEqual(inspection.parts, parts);
      assert.deepEqual(inspection.leftOut?.map(({ part }) => part) ?? [], leftOut);
      assert.equal(inspection.reading.compression, 'zip');
      for (const part of parts ?? [undefined]) {
        const { records, resource } = await folder.import(file, part === undefined ? {} : { part });
        assert.deepEqual(records, ROWS);
        assert.equal(resource.name, part === undefined ? 'all.zip' : `all.zip: ${part}`);
      }
    });

  it('ZIP: JSON Lines are known by the name inside', async () => {
    const text = '{"a":1,"b":[{"c":1},{"c":2}]}\n';
    const alone = await folder.import(await folder.write('lines.jsonl', text));
    const packed = await folder.import(await folder.write('lines.zip', zip({ 'in/lines.jsonl': text })));
    assert.deepEqual(packed.records, [['1', '[{"c":1},{"c":2}]']]);
    assert.deepEqual(packed.records, alone.records);
  });

  it('ZIP: the sheets of one workbook are parts', async () => {
    const file = await folder.write('book.zip', zip({ 'book.xlsx': book }));
    assert.deepEqual((await folder.inspect(file)).parts, ['S', 'T']);
    assert.deepEqual((await folder.import(file, { part: 'T' })).records, [['2']]);
  });

  // prettier-ignore
  for (const [what, content, message] of [
    ['without a file of records', zip({ 'a.png': 'x', 'b.png': 'y' }), /The ZIP archive has no file of records/],
    ['with another archive alone', zip({ 'a.zip': zip({ 'a.csv': CSV }) }), /The ZIP archive has no file of records/],
    ['with a password', zip({ 'a.csv': CSV }, { isEncrypted: true }), /protected by a password/],
    ['with a size that lies', zip({ 'a.csv': CSV }, { claimedSize: 3 }), /invalid ZIP archive/],
    ['that is cut', zip({ 'a.csv': CSV }).subarray(0, 60), /The file is incomplete: its end is missing/],
    ['with a size of a bomb', zip({ 'a.csv': CSV }, { claimedSize: 2 ** 32 - 2 }), /would unpack to 4096 MiB, which is too much/],
  ] as const)
    it(`ZIP ${what}: refused`, async () => {
      await assert.rejects(folder.import(await folder.write('bad.zip', content)), message);
    });

  it('ZIP: a file that is not inside', async () => {
    const file = await folder.write('all.zip', zip({ 'a.csv': CSV, 'b.csv': CSV }));
    await assert.rejects(folder.import(file, { part: 'c.csv' }), /has no file of records/);
  });

  if ('zstdCompressSync' in zlib)
    // prettier-ignore
    for (const [what, content, result] of [
      ['one frame', zlib.zstdCompressSync(CSV), ROWS],
      ['two frames', Buffer.concat([zlib.zstdCompressSync('a,b\n1,x\n'), zlib.zstdCompressSync('2,y\n')]), ROWS],
      ['padding', Buffer.concat([zlib.zstdCompressSync(CSV), Buffer.alloc(512)]), ROWS],
      ['other data behind it', Buffer.concat([zlib.zstdCompressSync(CSV), Buffer.from('more')]), /damaged or incomplete/],
      ['a cut end', zlib.zstdCompressSync(CSV.repeat(9)).subarray(0, -6), /damaged or incomplete/],
    ] as const)
      it(`Zstandard: ${what}`, async () => {
        const imported = folder.import(await folder.write('a.csv.zst', content));
        if (result instanceof RegExp) return assert.rejects(imported, result);
        assert.deepEqual((await imported).records, result);
      });
});
