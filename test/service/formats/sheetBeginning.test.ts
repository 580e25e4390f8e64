/** Sheets whose table begins below titles and remarks. */
import assert from 'node:assert/strict';
import { ImportFolder } from '../reading/fileImport.ts';
import { inline, row, xlsxFile } from './xlsxFile.ts';

const texts = (...values: readonly string[]): string => row(values.map((value) => inline(value)).join(''));
const record = (name: string, year: number, value: number): string =>
  row(`${inline(name)}<c><v>${String(year)}</v></c><c><v>${String(value)}</v></c>`);
const TABLE = texts('Region', 'Year', 'Value') + record('A', 2020, 1) + record('B', 2021, 2);
const ROWS = [['A', '2020', '1'], ['B', '2021', '2']]; // prettier-ignore

describe('the table of a sheet', () => {
  let folder: ImportFolder;
  before(async () => {
    folder = await ImportFolder.open();
  });
  after(() => folder.close());

  for (const [what, rows, choices] of [
    ['begins with its first row', TABLE, {}],
    ['begins below a title', texts('Rainfall') + TABLE, {}],
    ['begins below a title, a remark and an empty row', texts('Rainfall') + texts('as of 2023') + row('') + TABLE, {}],
    ['begins on a chosen row', texts('x', 'y', 'z') + texts('1', '2', '3') + TABLE, { headerLine: 3 }],
  ] as const)
    it(what, async () => {
      const file = await folder.write('book.xlsx', xlsxFile({ sheets: { A: { rows } } }));
      const { fields, records } = await folder.import(file, choices);
      assert.deepEqual(
        fields.map(([name]) => name),
        ['Region', 'Year', 'Value'],
      );
      assert.deepEqual(records, ROWS);
    });

  it('keeps a first row with one name, where the others have two values', async () => {
    const rows = texts('name') + texts('a', 'b') + texts('c', 'd');
    const { records } = await folder.import(await folder.write('narrow.xlsx', xlsxFile({ sheets: { A: { rows } } })));
    assert.equal(records.length, 2);
  });
});
