import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { stringifyExact } from '../../../src/base/exactJson.ts';
import { copyHead, copyLines, readCopyHead, readCopyRows } from '../../../src/service/copies/copyFile.ts';
import { ExactNumber, type ExactValue, type RecordRow } from '../../../src/base/cells.ts';

describe('the file of a download', () => {
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'copy-file-'));
    file = path.join(folder, 'records.part');
  });
  after(() => rm(folder, { recursive: true }));

  const rowsOf = async (): Promise<readonly (readonly string[])[]> => {
    const rows: (readonly string[])[] = [];
    for await (const row of readCopyRows(file)) rows.push(row);
    return rows;
  };

  const inJson = (rows: readonly RecordRow[]) => rows.map((row) => row.map((value) => stringifyExact(value)));

  it('gives back any fields and any rows, digit for digit', async () => {
    const digits = fc
      .constantFrom('9007199254740993', '1.50', '-0', '1e400', '0.1')
      .map((text) => new ExactNumber(text));
    const scalar = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.integer(),
      fc.boolean(),
      digits,
      fc.constant(null),
    );
    const value: fc.Arbitrary<ExactValue> = fc.oneof(scalar, fc.array(scalar), fc.dictionary(fc.string(), scalar));
    const field = fc.record({ id: fc.string(), type: fc.string() }, { noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(fc.array(field), fc.array(fc.array(value, { minLength: 1 })), async (fields, rows) => {
        await writeFile(file, copyHead(fields) + copyLines(rows));
        assert.deepEqual(await readCopyHead(file), fields);
        assert.deepEqual(await rowsOf(), inJson(rows));
      }),
    );
  });

  it('keeps what the data dictionary says of a field', async () => {
    const fields = [{ id: 'a', type: 'text', info: { label: 'A', notes: '' } }];
    await writeFile(file, copyHead(fields));
    assert.deepEqual(await readCopyHead(file), fields);
  });

  it('ends a record at a line feed only, and takes texts longer than a chunk', async () => {
    const rows = [['\u2028\u2029\r\n\t\u0085', ''], ['é'.repeat(3_000_000)], ['']];
    await writeFile(file, copyHead([]) + copyLines(rows));
    assert.deepEqual(await rowsOf(), inJson(rows));
  });

  it('that ends within a record is refused', async () => {
    await writeFile(file, `${copyHead([])}1\n2`);
    await assert.rejects(rowsOf(), /broke off/);
  });

  it('that is empty is refused', async () => {
    await writeFile(file, '');
    await assert.rejects(readCopyHead(file), /no fields/);
  });
});
