import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ExactNumber, SpelledValue, type RecordRow } from '../../../src/base/cells.ts';
import type { BuildSource } from '../../../src/export/buildSource.ts';
import type { BuiltFormat } from '../../../src/export/formats.ts';
import type { RecordBatch } from '../../../src/export/records.ts';
import { writeBuilt } from '../../../src/records/export/builtTarget.ts';
import { Uri } from '../../support/host/vscode.ts';

describe('a file that is built from records', () => {
  let folder: string;
  let file: string;
  let seen: RecordRow[];
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'datastore-built-'));
    file = path.join(folder, 'r.small');
    seen = [];
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const small: BuiltFormat = {
    name: 'Small',
    ending: 'small',
    uses: ['export'],
    passes: 1,
    maxRecords: 3,
    maxFields: 2,
    build: async (source: BuildSource, to: string) => {
      for await (const rows of source.batches()) seen.push(...rows);
      fs.writeFileSync(to, 'built');
      return [{ kind: 'asText', field: 'a' }];
    },
  };
  const fields = [{ id: 'a', type: 'numeric' }];
  // eslint-disable-next-line @typescript-eslint/require-await
  async function* batchesOf(...batches: readonly (readonly RecordRow[])[]): AsyncGenerator<RecordBatch> {
    for (const rows of batches) yield { fields, rows };
  }
  const { signal } = new AbortController();
  const options = {
    format: small,
    name: 'r',
    onPartFile: () => undefined,
    report: () => undefined,
    expected: () => undefined,
  };
  const write = (batches: AsyncIterable<RecordBatch>, more: object = {}, choice: object = {}) =>
    writeBuilt(batches, { to: Uri.file(file) as never, ...choice }, { ...options, ...more }, signal);

  it('has the records as they were sent, and what the format said of them', async () => {
    const { failure, notes, records } = await write(
      batchesOf([[1]], [], [[new ExactNumber('1.50')], [null]]),
    );
    assert.deepEqual(seen, [[1], [new ExactNumber('1.50')], [null]]);
    assert.deepEqual([failure, notes, records], [undefined, [{ kind: 'asText', field: 'a' }], 3]);
    assert.deepEqual(fs.readdirSync(folder), ['r.small']);
  });

  it('has values as a file spells them, or by their types', async () => {
    const spelled = new SpelledValue('1,50', new ExactNumber('1.50'));
    await write(batchesOf([[spelled]]));
    await write(batchesOf([[spelled]]), {}, { values: 'typed' });
    assert.deepEqual(seen, [['1,50'], [new ExactNumber('1.50')]]);
  });

  for (const [what, batches, more, message] of [
    ['records', [[[1]]], { expected: () => 4 }, 'Small files hold at most 3 records. There are 4.'],
    [
      'fields',
      [[[1]]],
      { format: { ...small, maxFields: 0 } },
      'Small files hold at most 0 fields. There are 1.',
    ],
  ] as const)
    it(`is refused before anything is collected where there are too many ${what}`, async () => {
      await assert.rejects(write(batchesOf(...batches), more), { name: 'Problem', message });
      assert.deepEqual(fs.readdirSync(folder), []);
    });

  it('has the first records, beside the file, where only their end shows that there are too many', async () => {
    const { uri, failure, records } = await write(batchesOf([[1], [2]], [[3], [4]], [[5]]));
    assert.deepEqual(seen, [[1], [2], [3]]);
    assert.equal((failure as Error).message, 'Small files hold at most 3 records, and there are more.');
    assert.deepEqual([path.basename(uri.fsPath), records], ['r.incomplete.small', 3]);
    assert.deepEqual(fs.readdirSync(folder), ['r.incomplete.small']);
  });
});
