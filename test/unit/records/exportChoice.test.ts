import assert from 'node:assert/strict';
import { type ExportChoice, readChoice, storedChoice } from '../../../src/records/export/exportChoice.ts';
import { Uri } from '../../support/host/vscode.ts';

describe('how people wanted an export', () => {
  const choices: readonly ExportChoice[] = [
    { format: 'csv', to: 'editor', csv: { delimiter: ';', safe: true } },
    { format: 'parquet', to: Uri.file('/data/r.parquet') as never, values: 'typed' },
  ];
  for (const choice of choices)
    it(`is kept until it ends: as ${choice.format}`, () => {
      assert.deepEqual(readChoice(storedChoice(choice)), choice);
    });
});
