/** A CSV file without its skipped records is copied in a number of reads that doesn't grow with the records. */
import assert from 'node:assert/strict';
import { open, readFile } from 'node:fs/promises';
import { writeCleanCsv } from '../../../src/service/formats/csv/cleanCsv.ts';
import { CHUNK } from '../../../src/service/reading/textFile.ts';
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

  for (const [what, dialect, lineEnd] of [
    ['as it is', undefined, '\r\n'],
    ['with LF as its line end', DIALECT, '\n'],
  ] as const)
    it(`without every third record, ${what}, reads each chunk once`, async () => {
      const lines = Array.from({ length: RECORDS }, (_, at) => `${String(at)},"é\r\n",${'x'.repeat(at % 40)}\r\n`);
      const file = await folder.write('long.csv', `\ufeff${lines.join('')}`);
      let end = 3;
      const ranges = lines.map((line) => ({ start: end, end: (end += Buffer.byteLength(line)) }));
      const target = `${file}.clean`;
      const without = ranges.filter((_, at) => at % 3 === 1);
      const reads = await countReads(file, () => writeCleanCsv(file, target, dialect, without));
      assert.ok(end > 1.5 * CHUNK && reads <= Math.ceil(end / CHUNK) + 1, String(reads));
      const kept = lines.filter((_, at) => at % 3 !== 1).map((line) => line.replace(/\r\n$/, lineEnd));
      assert.ok((await readFile(target, 'utf8')) === kept.join(''));
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
