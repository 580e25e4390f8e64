/** Sheets without records are left out and named; they never end the reading of the others. */
import assert from 'node:assert/strict';
import { ImportFolder } from '../reading/fileImport.ts';
import * as ods from './odsFile.ts';
import { inline, row, xlsxFile, type TestSheet } from './xlsxFile.ts';

const FULL = row(inline('a')) + row('<c><v>1</v></c>');
const ODS_FULL = ods.row(ods.text('a')) + ods.row(ods.cell('office:value-type="float" office:value="1"', '1'));
const ODS_EMPTY = ods.row('<table:table-cell table:number-columns-repeated="16384"/>');
const COMMENT = '<office:annotation><text:p>nothing here</text:p></office:annotation>';
const HIDDEN_STYLE =
  '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>';
const HIDDEN = 'table:style-name="h"';

const xlsx = (sheets: Record<string, string | TestSheet>): Buffer => {
  const entries = Object.entries(sheets).map(([name, sheet]) => [
    name,
    typeof sheet === 'string' ? { rows: sheet } : sheet,
  ]);
  return xlsxFile({ sheets: Object.fromEntries(entries) as Record<string, TestSheet> });
};
const odsOf = (...sheets: readonly string[]): Buffer => ods.odsFile(sheets.join(''), HIDDEN_STYLE);

describe('sheets that are left out', () => {
  let folder: ImportFolder;
  before(async () => {
    folder = await ImportFolder.open();
  });
  after(() => folder.close());

  // prettier-ignore
  for (const [what, name, content, parts, leftOut] of [
    ['an empty one at the end', 'end.xlsx', xlsx({ A: FULL, B: '' }), ['A'], { B: 'sheetEmpty' }],
    ['an empty one in front', 'front.xlsx', xlsx({ B: '', A: FULL }), ['A'], { B: 'sheetEmpty' }],
    ['cells with a style alone', 'styled.xlsx', xlsx({ A: FULL, B: row('<c s="1"/>') }), ['A'], { B: 'sheetEmpty' }],
    ['cells with an empty text', 'texts.xlsx', xlsx({ A: FULL, B: row(inline('')) }), ['A'], { B: 'sheetEmpty' }],
    ['a hidden one and a hidden empty one', 'hidden.xlsx', xlsx({ H: { rows: FULL, state: 'hidden' }, E: { rows: '', state: 'hidden' }, A: FULL }), ['A'], { H: 'sheetHidden', E: 'sheetEmpty' }],
    ['the visible one, which is empty', 'only.xlsx', xlsx({ A: '', H: { rows: FULL, state: 'hidden' } }), ['H'], { A: 'sheetEmpty' }],
    ['none, if all are empty', 'all.xlsx', xlsx({ A: '', B: '' }), ['A', 'B'], {}],
    ['an empty one of OpenDocument', 'end.ods', odsOf(ods.sheet('A', ODS_FULL), ods.sheet('B', ODS_EMPTY)), ['A'], { B: 'sheetEmpty' }],
    ['one with a comment alone', 'comment.ods', odsOf(ods.sheet('B', ods.row(`<table:table-cell>${COMMENT}</table:table-cell>`)), ods.sheet('A', ODS_FULL)), ['A'], { B: 'sheetEmpty' }],
    ['a hidden one of OpenDocument', 'hidden.ods', odsOf(ods.sheet('H', ODS_FULL, HIDDEN), ods.sheet('A', ODS_FULL)), ['A'], { H: 'sheetHidden' }],
    ['one with spaces without end', 'spaces.ods', odsOf(ods.sheet('A', ODS_FULL), ods.sheet('B', ods.row(ods.text('<text:s text:c="999999999"/>')))), ['A'], { B: 'sheetEmpty' }],
  ] as const)
    it(what, async () => {
      const { parts: read, leftOut: out = [] } = await folder.inspect(await folder.write(name, content));
      assert.deepEqual(read, parts);
      assert.deepEqual(Object.fromEntries(out.map(({ part, reason }) => [part, reason.code])), leftOut);
      if (out.length > 0) assert.deepEqual((await folder.import(folder.path(name))).resource.leftOut, out);
    });

  it('a hidden sheet is read if it is chosen, an empty one says that it is empty', async () => {
    const content = xlsx({ A: FULL, H: { rows: FULL, state: 'hidden' }, E: '' });
    const file = await folder.write('chosen.xlsx', content);
    assert.deepEqual((await folder.import(file, { part: 'H' })).records, [['1']]);
    await assert.rejects(folder.import(file, { part: 'E' }), /"E": The sheet is empty\.$/);
  });

  it('a workbook of empty sheets says so', async () => {
    const file = await folder.write('none.xlsx', xlsx({ A: '', B: '' }));
    await assert.rejects(folder.import(file), /"A": The sheet is empty\.$/);
  });
});
