import assert from 'node:assert/strict';
import {
  type ExportChoice,
  exportFileName,
  readChoice,
  storedChoice,
} from '../../../src/records/export/exportChoice.ts';
import { Uri } from '../../support/host/vscode.ts';

describe('the suggested name of an exported file', () => {
  for (const [name, ending, records, expected] of [
    ['bikes.csv', 'xlsx', 101, 'bikes.xlsx'],
    ['bikes.csv', 'csv', 101, 'bikes (101 records).csv'],
    ['bikes.csv', 'csv', undefined, 'bikes (copy).csv'],
    ['Bikes.CSV', 'csv', 1, 'Bikes (1 record).csv'],
    ['large.csv.gz', 'parquet', 101, 'large.parquet'],
    ['report.xlsx: Sheet 1', 'xlsx', 3, 'report.xlsx_ Sheet 1.xlsx'],
    ['Trees 2025', 'csv', 3, 'Trees 2025.csv'],
    ['v1.2', 'csv', 3, 'v1.2.csv'],
  ] as const)
    it(`is ${expected} for ${name}`, () => {
      assert.equal(exportFileName(name, ending, records), expected);
    });
});

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
