/** Packed files are unpacked as a stream, or refused with a message. */
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { importFile } from '../../../src/service/reading/importFile.ts';
import { unpack } from '../../../src/service/reading/unpackedFile.ts';
import { ReadingFolder } from './readings.ts';

const csv = 'a,b\n1,x\n2,é\n';

describe('gzip', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  for (const [name, content, format] of [
    ['a.csv.gz', csv, 'csv'],
    ['a.gz', csv, 'csv'],
    ['named.csv', csv, 'csv'],
    ['a.tsv.gz', csv.replaceAll(',', '\t'), 'csv'],
    ['a.json.gz', '[{"a":1,"b":"x"},{"a":2,"b":"é"}]', 'json'],
    ['a.jsonl.gz', '{"a":1,"b":"x"}\n{"a":2,"b":"é"}\n', 'json'],
  ] as const)
    it(`${name} is unpacked and read as ${format}`, async () => {
      const { resource, records } = await folder.import(name, gzipSync(content));
      const { reading } = resource;
      assert.deepEqual([reading?.compression, reading?.format], ['gzip', format]);
      assert.deepEqual(records, [['1', 'x'], ['2', 'é']]); // prettier-ignore
      const { fields, sample } = await folder.inspect(name, gzipSync(content));
      assert.deepEqual(fields, ['a', 'b']);
      assert.deepEqual(sample, records);
    });

  it('an engine that fails while a file is unpacked refuses the file, and ends no process', async () => {
    const file = await folder.write('large.csv.gz', gzipSync('a\n'.repeat(1 << 24), { level: 1 }));
    let unhandled = 0;
    const count = (): void => void (unhandled += 1);
    process.on('unhandledRejection', count);
    const request = { directory: folder.data, workDirectory: path.join(folder.folder, 'work'), choices: {} };
    await assert.rejects(
      importFile({ ...request, file, memoryLimitMb: NaN }, () => undefined),
      /^UnreadableFile: .*large\.csv\.gz: .*NaN/,
    );
    process.off('unhandledRejection', count);
    assert.equal(unhandled, 0);
  });

  it('zeros behind it are padding', async () => {
    const { records } = await folder.import('padded.csv.gz', Buffer.concat([gzipSync(csv), Buffer.alloc(3000)]));
    assert.deepEqual(records, [['1', 'x'], ['2', 'é']]); // prettier-ignore
  });

  it('old encodings inside', async () => {
    const { records } = await folder.import('old.csv.gz', gzipSync(Buffer.from('a\ncaf\xe9\n', 'latin1')));
    assert.deepEqual(records, [['café']]);
  });

  it('several members are one file, wherever a chunk ends', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `${String(index)},${'x'.repeat(index % 50)}\n`);
    const members = [Buffer.from('a,b\n'), ...lines.map((line) => Buffer.from(line))].map((part) => gzipSync(part));
    const { resource } = await folder.import('members.csv.gz', Buffer.concat(members));
    assert.equal(resource.records, 3000);
  });

  it('a member that ends exactly where a chunk ends', async () => {
    // Stored blocks make the size predictable: header and trailer have 18 bytes, each block of 65,535 has 5.
    const size = 1 << 20;
    for (let length = size - 200; length < size; length += 1) {
      const text = `a\n${'x'.repeat(length - 3)}\n`;
      const packed = gzipSync(text, { level: 0 });
      if (packed.length !== size) continue;
      const { records } = await folder.import('edge.csv.gz', Buffer.concat([packed, gzipSync('y\n')]));
      assert.deepEqual(records, [['x'.repeat(length - 3)], ['y']]);
      return;
    }
    assert.fail('no member of that size');
  });

  const packed = gzipSync(csv);
  const damaged = Buffer.from(packed);
  damaged.writeUInt8((damaged.readUInt8(packed.length - 8) ^ 0xff) & 0xff, packed.length - 8);
  for (const [name, content, message] of [
    [
      'cut off',
      packed.subarray(0, -9),
      /cut\.csv\.gz: The gzip data is incomplete\. Get the whole file and open it again\.$/,
    ],
    ['a header only', packed.subarray(0, 10), /The gzip data is incomplete/],
    ['a wrong checksum', damaged, /The gzip data is damaged/],
    [
      'text behind it',
      Buffer.concat([packed, Buffer.from('more')]),
      /The gzip data is damaged, or other data follows it\.$/,
    ],
    [
      'zeros and more behind it',
      Buffer.concat([packed, Buffer.alloc(100), Buffer.from('x')]),
      /Other data follows the gzip data\.$/,
    ],
    ['a web page inside', gzipSync('<!doctype html>'), /This is a web page/],
    ['nothing inside', gzipSync(''), /The file is empty\.$/],
  ] as const)
    // prettier-ignore
    it(`${name}: refused`, () => assert.rejects(folder.import('cut.csv.gz', content), message));

  it('a bad record is found by its line in the unpacked text', () =>
    assert.rejects(
      folder.import('bad.csv.gz', gzipSync('a,b\n1,2\n3\n')),
      /bad\.csv\.gz, line 3: The row has 1 value/,
    ));

  for (const [what, bounds, message] of [
    [
      'does not fit into half of the free disk space',
      { room: 1 << 20 },
      /Unpacked, the file is larger than half of the free disk space\.$/,
    ],
    [
      'is larger than any file may be',
      { size: 1 << 20 },
      /bomb\.csv\.gz: Unpacked, the file is larger than [\d.]+ GiB\.$/,
    ],
    [
      'is packed as no text of records is',
      { ratio: 300 },
      /Unpacked, the file is more than 300 times as large, which is too much\.$/,
    ],
  ] as const)
    it(`what ${what} is refused before the disk is full`, async () => {
      const packed = gzipSync(`a\n${'x\n'.repeat(2_000_000)}`);
      const file = await folder.write('bomb.csv.gz', packed);
      const packedFile = {
        path: file,
        name: file,
        size: packed.length,
        workDirectory: folder.folder,
        compression: 'gzip' as const,
      };
      const limits = { size: Infinity, ratio: Infinity, small: 1 << 20, ...bounds };
      await assert.rejects(
        unpack(packedFile, Infinity, () => undefined, limits),
        message,
      );
      assert.ok((await stat(path.join(folder.folder, 'unpacked'))).size < 3 << 20);
    });

  it('what is packed well is unpacked', async () => {
    const { resource } = await folder.import('well.csv.gz', gzipSync(`a\n${`${'x'.repeat(99)}\n`.repeat(10_000)}`));
    assert.equal(resource.records, 10_000);
  });

  it('progress counts the packed bytes, and never goes back', async () => {
    const content = Array.from({ length: 200_000 }, (_, index) => `${String(index)},x\n`).join('');
    const file = await folder.write('progress.csv.gz', gzipSync(`a,b\n${content}`));
    const seen: number[] = [];
    const totals = new Set<number>();
    const { resource } = await folder.importFile(file, {}, (bytes, total) => {
      totals.add(total);
      seen.push(bytes / total);
    });
    assert.deepEqual([...totals], [resource.size]);
    assert.deepEqual(
      seen,
      [...seen].sort((one, other) => one - other),
    );
    assert.equal(seen.at(-1), 1);
    assert.ok(seen.length > 3);
  });
});
