import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { type CellValue, ExactNumber, type RecordRow } from '../../../../src/base/cells.ts';
import { recordLines } from '../../../../src/export/built/recordLines.ts';
import { NdjsonWriter } from '../../../../src/export/jsonWriter.ts';

describe('records in a file of JSON lines', () => {
  let folder: string;
  let file: string;
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'datastore-lines-'));
    file = path.join(folder, 'records.jsonl');
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  const fields = ['a', '__proto__', 'a'].map((id) => ({ id, type: 'text' }));
  const readAgain = async (rows: readonly RecordRow[]) => {
    const writer = new NdjsonWriter();
    fs.writeFileSync(file, writer.begin(fields) + writer.rows(rows) + writer.end());
    const source = recordLines(file, fields, rows.length);
    const passes: (readonly RecordRow[])[] = [];
    for (let pass = 0; pass < 2; pass += 1) {
      const read: RecordRow[] = [];
      for await (const batch of source.batches()) read.push(...batch);
      passes.push(read);
    }
    assert.deepEqual(passes[1], passes[0], 'each time from the first one');
    return passes[0];
  };

  it('are the same as before, halves of characters and line breaks too', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '\n\r\u2028\u0000', '\ue000n1', ''));
    const value: fc.Arbitrary<CellValue> = fc.oneof(
      text,
      fc.constantFrom<CellValue>(null, true, 7, new ExactNumber('-0'), new ExactNumber('9007199254740993'), [
        new ExactNumber('1.50'),
      ]),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(value, value), { maxLength: 6 }), async (pairs) => {
        const rows = pairs.map(([one, other]): RecordRow => [one, other, one]);
        assert.deepEqual(await readAgain(rows), rows);
      }),
      { numRuns: 30 },
    );
  });

  it('are whole where a line, or a character of several bytes, goes over a chunk', async () => {
    const rows = Array.from({ length: 5 }, (_, at): RecordRow => [
      '€'.repeat(100_001 + at),
      at,
      '€'.repeat(100_001 + at),
    ]);
    assert.deepEqual(await readAgain(rows), rows);
  });
});
