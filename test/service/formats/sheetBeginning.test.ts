/** Sheets whose table begins below titles and remarks. */
import assert from 'node:assert/strict';
import { ImportFolder } from '../reading/fileImport.ts';
import { inline, row, xlsxFile } from './xlsxFile.ts';

const texts = (...values: readonly string[]): string => row(values.map((value) => inline(value)).join(''));
const record = (name: string, year: number, value: number): string =>
  row(`${inline(name)}<c><v>${String(year)}</v></c><c><v>${String(value)}</v></c>`);
const at = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
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
    ['ends above notes', TABLE + row('') + texts('Figures of the office') + texts('rounded'), {}],
    ['ends above a source', texts('Rainfall') + TABLE + texts('Source: the office'), {}],
    ['ends above a chosen number of rows', TABLE + record('sum', 0, 3) + row('') + texts('x', 'y'), { skipEnd: 3 }],
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

  it('has the rows of a single text among others, and of a single number at its end', async () => {
    const rows = TABLE + texts('part two') + record('C', 2022, 3) + row('') + row('<c r="C9"><v>6</v></c>');
    const { records } = await folder.import(await folder.write('parts.xlsx', xlsxFile({ sheets: { A: { rows } } })));
    assert.deepEqual(records, [...ROWS, ['part two', null, null], ['C', '2022', '3'], [null, null, '6']]);
  });

  it('begins below facts about it', async () => {
    const values = (name: string): string => row(inline(name) + '<c><v>1</v></c>'.repeat(4));
    const wide = texts('Land', '2021', '2022', '2023', 'sum') + values('A') + values('B');
    const rows = texts('Source', 'Office') + texts('Date', '2024-01-01') + row('') + wide;
    const { fields } = await folder.import(await folder.write('facts.xlsx', xlsxFile({ sheets: { A: { rows } } })));
    assert.deepEqual(fields.map(([name]) => name), ['Land', '2021', '2022', '2023', 'sum']); // prettier-ignore
  });

  it('lists the rows below it', async () => {
    const rows = TABLE + row('') + texts('Figures of the office');
    const file = await folder.write('notes.xlsx', xlsxFile({ sheets: { A: { rows } } }));
    assert.equal((await folder.import(file)).resource.skipped, 1);
    assert.deepEqual((await folder.inspect(file)).sample, ROWS);
  });

  const GROUPS =
    row(at('A1', 'Ort') + at('B1', '2023') + at('D1', '2024')) +
    row(at('B2', 'men') + at('C2', 'women') + at('D2', 'men') + at('E2', 'women')) +
    [1, 2].map((n) => row(inline(`P${String(n)}`) + `<c><v>${String(n)}</v></c>`.repeat(4))).join('');
  const JOINED = ['Ort', '2023 / men', '2023 / women', '2024 / men', '2024 / women'];

  it('has the names of two rows, joined, where these are clear', async () => {
    const file = await folder.write('groups.xlsx', xlsxFile({ sheets: { A: { rows: GROUPS } } }));
    const { fields, records, resource } = await folder.import(file);
    assert.deepEqual(
      fields.map(([name]) => name),
      JOINED,
    );
    assert.equal(records.length, 2);
    assert.deepEqual(resource.notices, [{ code: 'twoHeaderRows', details: [' / '] }]);
  });

  it('has the names of two rows below a title', async () => {
    const rows = texts('Population') + GROUPS.replace(/r="([A-E])2"/g, 'r="$13"').replace(/r="([A-E])1"/g, 'r="$12"');
    const { fields } = await folder.import(await folder.write('g2.xlsx', xlsxFile({ sheets: { A: { rows } } })));
    assert.deepEqual(
      fields.map(([name]) => name),
      JOINED,
    );
  });

  it('has the names of two rows, joined by a chosen text', async () => {
    const file = await folder.write('chosen.xlsx', xlsxFile({ sheets: { A: { rows: TABLE } } }));
    const { fields } = await folder.import(file, { headerSeparator: '_' });
    assert.deepEqual(
      fields.map(([name]) => name),
      ['Region_A', 'Year_2020', 'Value_1'],
    );
  });

  it('keeps a first row with one name, where the others have two values', async () => {
    const rows = texts('name') + texts('a', 'b') + texts('c', 'd');
    const { records } = await folder.import(await folder.write('narrow.xlsx', xlsxFile({ sheets: { A: { rows } } })));
    assert.equal(records.length, 2);
  });
});
