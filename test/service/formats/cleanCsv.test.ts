/** A CSV file without its skipped records is copied in a number of reads that doesn't grow with the records. */
import assert from 'node:assert/strict';
import { open, readFile } from 'node:fs/promises';
import { writeCleanCsv } from '../../../src/service/formats/csv/cleanCsv.ts';
import { CHUNK } from '../../../src/service/reading/textFile.ts';
import { SkippedRecords } from '../../../src/service/reading/skippedRecords.ts';
import { reason } from '../../../src/service/resource/reasons.ts';
import { ReadingFolder } from '../reading/readings.ts';

const DIALECT = { delimiter: ',', quote: '"', header: true };
const RECORDS = 50_000;

describe('a clean copy of a CSV file', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  /** The prototype of file handles, which has `read`. */
  async function countReads(file: string, work: () => Promise<void>): Promise<number> {
    const handle = await open(file, 'r');
    const prototype = Object.getPrototypeOf(handle) as { read: (...of: unknown[]) => unknown };
    await handle.close();
    const { read } = prototype;
    let reads = 0;
    prototype.read = function (...of) {
      reads += 1;
      return read.apply(this, of);
    };
    await work().finally(() => (prototype.read = read));
    return reads;
  }

  const lines = Array.from({ length: RECORDS }, (_, at) => `${String(at)},"é\r\n",${'x'.repeat(at % 40)}\r\n`);
  const size = 3 + Buffer.byteLength(lines.join(''));
  const MOST_READS = Math.ceil(size / CHUNK) + 1;
  let file: string;
  let without: readonly { readonly start: number; readonly end: number }[];
  before(async () => {
    file = await folder.write('long.csv', `\ufeff${lines.join('')}`);
    let end = 3;
    const ranges = lines.map((line) => ({ start: end, end: (end += Buffer.byteLength(line)) }));
    without = ranges.filter((_, at) => at % 3 === 1);
    assert.ok(size > 1.5 * CHUNK);
  });

  for (const [what, dialect, lineEnd] of [
    ['as it is', undefined, '\r\n'],
    ['with LF as its line end', DIALECT, '\n'],
  ] as const)
    it(`without every third record, ${what}, reads each chunk once`, async () => {
      const target = `${file}.clean`;
      const reads = await countReads(file, () => writeCleanCsv(file, target, dialect, without));
      assert.ok(reads <= MOST_READS, String(reads));
      const kept = lines.filter((_, at) => at % 3 !== 1).map((line) => line.replace(/\r\n$/, lineEnd));
      assert.ok((await readFile(target, 'utf8')) === kept.join(''));
    });

  it('comes with the list of the records left out, which reads each chunk once, too', async () => {
    const skipped = new SkippedRecords({ name: file, path: file, workDirectory: folder.folder }, file);
    for (const range of without) skipped.add({ ...range, line: 1, reason: reason('notJson') });
    let texts: readonly (string | null)[] = [];
    const reads = await countReads(file, async () => {
      texts = (await skipped.all()).map(({ text }) => text);
    });
    assert.ok(reads <= MOST_READS, String(reads));
    const expected = lines.filter((_, at) => at % 3 === 1).map((line) => line.replace(/\r\n$/, ''));
    assert.ok(texts.join('|') === expected.join('|'));
  });

  it('of a part has the bytes of that part, and no mark is removed within the file', async () => {
    const file = await folder.write('marks.csv', '\ufeffa\n\ufeffb\nc\n');
    const target = `${file}.clean`;
    await writeCleanCsv(file, target, undefined, [], { start: 5, end: 10 });
    assert.equal(await readFile(target, 'utf8'), '\ufeffb\n');
    await writeCleanCsv(file, target, undefined, [{ start: 3, end: 5 }]);
    assert.equal(await readFile(target, 'utf8'), '\ufeffb\nc\n');
  });
});
