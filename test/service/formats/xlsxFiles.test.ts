/** Values of Excel workbooks are imported exactly, or refused. */
import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import { xlsxDateText, builtInStyle, styleOfFormat } from '../../../src/service/formats/xlsx/xlsxDates.ts';
import { sheetNumber } from '../../../src/service/formats/sheets/sheetValues.ts';
import type { ReadingChoices } from '../../../src/service/resource/reading.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { isFull } from '../../support/results/full.ts';
import { ImportFolder } from '../reading/fileImport.ts';
import { oleFile } from './oleFile.ts';
import { inline, row, xlsxFile, type TestWorkbook } from './xlsxFile.ts';
import { zipFile } from './zipFile.ts';

const one = (rows: string, more: Partial<TestWorkbook> = {}): Buffer =>
  xlsxFile({ sheets: { Data: { rows } }, ...more });
const header = (...names: string[]): string => row(...names.map(inline));

describe('XLSX files', () => {
  let folder: ImportFolder;
  before(async () => {
    folder = await ImportFolder.open();
  });
  after(() => folder.close());

  const imported = async (content: Buffer, choices: ReadingChoices = {}) => {
    const file = await folder.write('book.xlsx', content);
    return folder.import(file, { format: 'xlsx', ...choices });
  };

  describe('values', () => {
    // prettier-ignore
    for (const [name, cells, type, values] of [
      ['numbers keep their digits', ['<c><v>1.50</v></c>', '<c><v>12345678901234567890</v></c>', '<c><v>1E-7</v></c>', '<c><v>0.1000000000000000001</v></c>'], 'numeric', ['1.50', '12345678901234567890', '1E-7', '0.1000000000000000001']],
      ["Excel's 17 digits are what a person typed", ['<c><v>0.10000000000000001</v></c>', '<c><v>0.30000000000000004</v></c>'], 'numeric', ['0.1', '0.30000000000000004']],
      ['numbers that JSON spells otherwise', ['<c><v>+5</v></c>', '<c><v>.5</v></c>', '<c><v> 7 </v></c>'], 'numeric', ['5', '0.5', '7']],
      ['what is no number is text', ['<c><v>0x10</v></c>', '<c><v>INF</v></c>'], 'text', ['0x10', 'INF']],
      ['booleans', ['<c t="b"><v>1</v></c>', '<c t="b"><v>0</v></c>'], 'bool', ['true', 'false']],
      ['errors', ['<c t="e"><v>#N/A</v></c>', '<c><v>1</v></c>'], 'numeric', [null, '1']],
      ['formulas without a stored result', ['<c><f>A3</f></c>', '<c><v>1</v></c>'], 'numeric', [null, '1']],
      ['numbers among texts that are numbers', ['<c><v>1.5</v></c>', inline(' 2 '), inline('-3.50')], 'numeric', ['1.5', '2', '-3.50']],
      ['spaces among numbers', ['<c><v>1</v></c>', inline('  ')], 'numeric', ['1', null]],
      ['words for NULL among numbers', ['<c><v>1.5</v></c>', inline('NA'), inline('-'), inline('2')], 'numeric', ['1.5', 'NA', '-', '2']],
      ['words for NULL among dates', ['<c s="1"><v>45351</v></c>', inline('n/a')], 'date', ['2024-02-29', 'n/a']],
      ['words for NULL among times', ['<c s="2"><v>45351.5</v></c>', inline('..')], 'timestamp', ['2024-02-29T12:00:00', '..']],
      ['words for NULL among texts', [inline('NA'), inline('EU')], 'text', ['NA', 'EU']],
      ['words for NULL among numbers and texts', ['<c><v>1.5</v></c>', inline('NA'), inline('x')], 'text', ['1.5', 'NA', 'x']],
      ['numbers with a text like a name', ['<c><v>1</v></c>', inline('007')], 'text', ['1', '007']],
      ['texts that are numbers, alone', [inline('5'), inline(' ')], 'text', ['5', ' ']],
      ['dates, one with a time', ['<c s="1"><v>45351</v></c>', '<c s="2"><v>45351.5</v></c>', inline('2024-03-01')], 'timestamp', ['2024-02-29T00:00:00', '2024-02-29T12:00:00', '2024-03-01T00:00:00']],
      ['dates and times with parts of a second', ['<c s="1"><v>45351</v></c>', '<c s="2"><v>45351.000001157405</v></c>'], 'timestamp', ['2024-02-29T00:00:00.000000', '2024-02-29T00:00:00.100000']],
      ['codes by their format', ['<c s="5"><v>1067</v></c>', '<c s="5"><v>80331</v></c>'], 'text', ['01067', '80331']],
      ['codes with signs', ['<c s="6"><v>12345</v></c>', '<c s="6"><v>1234567</v></c>', '<c s="7"><v>830</v></c>'], 'text', ['000-12-345', '012-34-567', 'T 08:30']],
      ['no code: one digit, a fraction, a condition, a fraction of a code', ['<c s="8"><v>7</v></c>', '<c s="9"><v>7.25</v></c>', '<c s="10"><v>8</v></c>', '<c s="5"><v>1.5</v></c>'], 'numeric', ['7', '7.25', '8', '1.5']],
      ['results of formulas', ['<c t="str"><f>A1&amp;"x"</f><v>1x</v></c>'], 'text', ['1x']],
      ['inline texts, rich and phonetic', ['<c t="inlineStr"><is><r><t>a </t></r><r><rPr/><t xml:space="preserve"> b</t></r><rPh><t>no</t></rPh></is></c>'], 'text', ['a  b']],
      ['shared texts', ['<c t="s"><v>1</v></c>', '<c t="s"><v>0</v></c>'], 'text', ['rich text', ' 007\n<&>']],
      ['what two runs make together is no escape', ['<c t="inlineStr"><is><r><t>_x00</t></r><r><t>41_</t></r></is></c>'], 'text', ['_x0041_']],
      ['escaped characters', [inline('_x000D_ _x005F_x000D_ _xD83D__xDE00_ _x00')], 'text', ['\r _x000D_ 😀 _x00']],
      ['CDATA and entities', ['<c t="inlineStr"><is><t><![CDATA[<b>]]>&amp;&#x41;</t></is></c>'], 'text', ['<b>&A']],
      ['dates', ['<c s="1"><v>1</v></c>', '<c s="1"><v>59</v></c>', '<c s="1"><v>61</v></c>', '<c s="1"><v>45351</v></c>'], 'date', ['1900-01-01', '1900-02-28', '1900-03-01', '2024-02-29']],
      ['the day that never was', ['<c s="1"><v>60</v></c>', '<c s="1"><v>0</v></c>'], 'text', ['1900-02-29', '1900-01-00']],
      ['times with as many digits as the longest needs', ['<c s="2"><v>45351.5</v></c>', '<c s="2"><v>45351.000001157405</v></c>'], 'timestamp', ['2024-02-29T12:00:00.000000', '2024-02-29T00:00:00.100000']],
      ['a date with a hidden time keeps it', ['<c s="1"><v>45351.25</v></c>'], 'timestamp', ['2024-02-29T06:00:00']],
      ['times of day and long times', ['<c s="3"><v>0.75</v></c>', '<c s="4"><v>1.25</v></c>'], 'text', ['18:00:00', '30:00:00']],
      ['dates that are none', ['<c s="1"><v>-1</v></c>', '<c s="1"><v>2958466</v></c>'], 'numeric', ['-1', '2958466']],
      ['ISO dates of strict files', ['<c t="d"><v>2024-02-29</v></c>'], 'date', ['2024-02-29']],
      ['other prefixes', ['<x:c xmlns:x="u"><x:v>5</x:v></x:c>'], 'numeric', ['5']],
    ] as const)
      it(name, async () => {
        const strings = '<si><t xml:space="preserve"> 007\n&lt;&amp;&gt;</t></si><si><r><t>rich</t></r><r><t xml:space="preserve"> text</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>';
        const formats = [0, 14, 'yyyy-mm-dd hh:mm:ss', 'h:mm', '[h]:mm:ss', '00000', '[Blue]000-00\\-000;@', '"T "00\\:00', '0" km"', '00.00', '[>5]000'];
        const { fields, records } = await imported(one(header('a') + cells.map((cell) => row(cell)).join(''), { strings, formats }));
        assert.deepEqual(fields, [['a', type]]);
        assert.deepEqual(records, values.map((value) => [value]));
      });

    it('dates count from 1904 where the workbook says so', async () => {
      const content = one(header('a') + row('<c s="0"><v>0</v></c>') + row('<c s="0"><v>43889</v></c>'), {
        formats: [14],
        is1904: true,
      });
      assert.deepEqual((await imported(content)).records, [['1904-01-01'], ['2024-02-29']]);
    });
  });

  describe('the shape of a sheet', () => {
    it('empty rows, missing cells, cells beyond the header, equal and empty names', async () => {
      const content = one(
        '<row r="3"><c r="B3" t="inlineStr"><is><t>a</t></is></c><c r="D3" t="inlineStr"><is><t>a</t></is></c></row>' +
          '<row r="4"><c r="B4" s="1"/></row>' +
          '<row r="7"><c r="D7"><v>1</v></c><c r="AA7"><v>2</v></c></row>' +
          '<row r="9"><c r="C9"><v>3</v></c></row>',
      );
      const { fields, records } = await imported(content);
      assert.deepEqual(fields, [
        ['a', 'text'],
        ['field 2', 'numeric'],
        ['a (2)', 'numeric'],
        ['field 4', 'numeric'],
      ]);
      assert.deepEqual(records, [
        [null, null, '1', '2'],
        [null, '3', null, null],
      ]);
    });

    it('without a header', async () => {
      const { fields, records } = await imported(one(row('<c><v>1</v></c>') + row('<c><v>2</v></c>', inline('x'))), {
        header: false,
      });
      assert.deepEqual(fields, [
        ['field 1', 'numeric'],
        ['field 2', 'text'],
      ]);
      assert.deepEqual(records, [
        ['1', null],
        ['2', 'x'],
      ]);
    });

    const stairs = isFull ? 600 : 120;
    it(`a staircase of ${stairs} rows and columns`, async () => {
      const rows = Array.from({ length: stairs }, (_, index) =>
        row(...Array.from({ length: index + 1 }, () => '<c><v>1</v></c>')),
      );
      const { fields, records } = await imported(one(rows.join('')), { header: false });
      assert.equal(fields.length, stairs);
      assert.deepEqual(
        records.map((values) => values.filter((value) => value === '1').length),
        rows.map((_, index) => index + 1),
      );
    });

    it('many rows, in their order', async () => {
      const rows = Array.from({ length: 5000 }, (_, index) => row(`<c><v>${index}</v></c>`));
      const { records } = await imported(one(header('n') + rows.join('')));
      assert.deepEqual(
        records,
        rows.map((_, index) => [String(index)]),
      );
    });

    it('header only', async () => {
      const { fields, records } = await imported(one(header('a', 'b')));
      assert.deepEqual(fields, [
        ['a', 'text'],
        ['b', 'text'],
      ]);
      assert.deepEqual(records, []);
    });

    it('sheets are parts: hidden ones and charts left out', async () => {
      const book = xlsxFile({
        sheets: {
          Secret: { rows: header('s') + row('<c><v>1</v></c>'), state: 'veryHidden' },
          'A & B': { rows: header('v') + row('<c><v>2</v></c>') },
          Chart: { rows: '', kind: 'chartsheet' },
          Last: { rows: header('l') + row('<c><v>3</v></c>') },
        },
      });
      const file = await folder.write('sheets.xlsx', book);
      const inspection = await folder.inspect(file, { format: 'xlsx' });
      assert.deepEqual(inspection.parts, ['A & B', 'Last']);
      assert.deepEqual(inspection.leftOut, [{ part: 'Secret', reason: { code: 'sheetHidden' } }]);
      assert.equal(inspection.reading.part, 'A & B');
      const { resource, records } = await folder.import(file, { format: 'xlsx', part: 'Secret' });
      assert.deepEqual([resource.name, records], ['sheets.xlsx: Secret', [['1']]]);
    });

    it('an inspection shows the fields and five records', async () => {
      const rows = Array.from({ length: 9 }, (_, index) =>
        row(`<c t="s"><v>${index}</v></c>`, inline('x'.repeat(200))),
      );
      const strings = rows.map((_, index) => `<si><t>text ${index}</t></si>`).join('');
      const file = await folder.write('long.xlsx', one(header('a', '') + rows.join(''), { strings }));
      const { fields, sample } = await folder.inspect(file, { format: 'xlsx' });
      assert.deepEqual(fields, ['a', 'field 2']);
      assert.deepEqual(
        sample,
        [0, 1, 2, 3, 4].map((index) => [`text ${index}`, 'x'.repeat(100)]),
      );
    });
  });

  describe('refused', () => {
    const unknownText =
      header('a', 'b') + row('<c><v>1</v></c>', '<c t="s"><v>5</v></c>') + row('<c><v>2</v></c>', '<c><v>3</v></c>');
    const withSheet = (xml: string | Buffer): Buffer => {
      const name = 'xl/worksheets/sheet0.xml';
      return xlsxFile({ sheets: { Data: { rows: '' } }, more: [{ name, content: xml }] });
    };
    const deep = '<a>'.repeat(100) + '</a>'.repeat(100);
    const bomb = Buffer.alloc(20 << 20, ' ').toString();
    // prettier-ignore
    for (const [name, content, message] of [
      ['an empty sheet', one(''), /book\.xlsx, "Data": The sheet is empty\.$/],
      ['a shared text that is not there', one(header('a') + row('<c t="s"><v>5</v></c>')), /line 2, field "a": A text isn't among the texts of the file\.$/],
      ['half of a surrogate pair', one(header('a') + row(inline('_xD83D_'))), /half of a surrogate pair/],
      ['rows out of order', one('<row r="2"/><row r="1"/>'), /row 2: The number of the next row isn't higher, or is too high\.$/],
      ['a row behind the last', one('<row r="1048577"/>'), /The number of the next row isn't higher, or is too high\.$/],
      ['two cells at one place', one('<row><c r="B1"><v>1</v></c><c r="B1"><v>2</v></c></row>'), /row 1: A cell isn't to the right of the one before it, or is too far to the right\.$/],
      ['a cell behind the last column', one('<row><c r="XFE1"><v>1</v></c></row>'), /row 1: A cell/],
      ['a cell nowhere', one('<row><c r="1"><v>1</v></c></row>'), /row 1: A cell/],
      ['entities of its own', withSheet('<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'), /The file is damaged: its XML has a document type declaration\.$/],
      ['an unknown entity', withSheet('<worksheet>&a;</worksheet>'), /The file is damaged: invalid XML \("undefined entity"\)\.$/],
      ['XML that ends early', withSheet('<worksheet><sheetData>'), /The file is damaged: invalid XML \("unclosed tag: sheetData"\)\.$/],
      ['deep XML', withSheet(`<worksheet>${deep}</worksheet>`), /The file is damaged: its XML is nested more than 64 levels deep\.$/],
      ['text in another encoding', withSheet(Buffer.from('<worksheet>\xe9</worksheet>', 'latin1')), /its text isn't in the encoding that it declares\.$/],
      ['a ZIP bomb', withSheet(bomb), /xl\/worksheets\/sheet0\.xml inside would unpack to 20 MiB, which is too much\.$/],
      ['a size that lies', zipFile([{ name: 'xl/workbook.xml', content: 'x'.repeat(1000), claimedSize: 10 }]), /The file is damaged: invalid ZIP archive \(".+"\)\.$/],
      ['an encrypted entry', zipFile([{ name: 'xl/workbook.xml', content: 'x', isEncrypted: true }]), /The file is protected by a password\. Save it without one and open it again\.$/],
      ['a ZIP file of other things', zipFile([{ name: 'readme.txt', content: 'x' }]), /This is not an Excel workbook, or it has no sheets\.$/],
      ['OpenDocument', zipFile([{ name: 'content.xml', content: '<x/>' }]), /This is not an Excel workbook, or it has no sheets\./],
      ['a binary workbook', zipFile([{ name: 'xl/workbook.bin', content: 'x' }]), /Binary workbooks \(\.xlsb\) can't be read\./],
      ['a cut file', one(header('a')).subarray(0, 400), /The file is incomplete: its end is missing\.$/],
      ['an old file', oleFile('Workbook'), /This is an Excel file from before 2007 \(\.xls\)/],
      ['an encrypted file', oleFile('EncryptedPackage'), /The file is protected by a password\./],
    ] as const)
      it(name, async () => {
        await assert.rejects(imported(content), message);
      });

    it('cells without a value are counted', async () => {
      const cells = [row('<c t="e"><v>#REF!</v></c>', '<c><v>1</v></c>'), row('<c><f>1</f></c>', '<c><v>2</v></c>')];
      const { resource } = await imported(one(header('a', 'b') + cells.join('')));
      assert.deepEqual(resource.lost, [{ field: 'a', errors: 1, uncalculated: 1, cell: 'A2' }]);
    });

    it('a sheet that is not there', async () => {
      await assert.rejects(imported(one(header('a')), { part: 'Other' }), /"Other": The file has no such sheet\.$/);
    });

    it('unreadable records are left out on request, and counted', async () => {
      const { resource, records } = await imported(one(unknownText), { unreadable: 'skip' });
      assert.deepEqual(records, [['2', '3']]);
      assert.equal(resource.skipped, 1);
    });
  });

  describe('files of other programs (test/fixtures/README.md)', () => {
    // prettier-ignore
    for (const [name, part, fields, records] of [
      ['openpyxl.xlsx', 'Müller & Söhne',
        ['name text', 'n numeric', 'x numeric', 'ok bool', 'day date', 'when timestamp', 't text', 'dur text', 'mixed text', 'f text', 'name (2) text', 'field 12 text'],
        [
          ['  a "b" <c>\né😀', '9007199254740992', '0.1', 'true', '2024-02-29', '2024-02-29T12:30:15.123000', '08:05:00', '27:30:00', '5', null, 'z', null],
          ['\r', '-1.5', '1e-07', 'false', '1900-01-01', '1999-12-31T00:00:00.000000', '23:59:59', '00:00:00', 'text', null, null, 'beyond'],
          ['merged', ...Array<null>(11).fill(null)],
        ]],
      ['openpyxl1904.xlsx', 'Sheet', ['d date', 't timestamp'], [['1904-01-01', '2024-01-01T06:00:00'], ['2024-01-01', null]]],
      ['xlsxwriter.xlsx', 'S1',
        ['text text', 'num numeric', 'date date', 'time timestamp', 'formula text', 'rich text', 'money numeric', 'bool bool', 'blank text'],
        [
          ['007', '1234567890123456', '2024-03-01', '2024-03-01T00:00:00', '2', 'a b c ', '12.5', 'true', null],
          [' x ', '0.3', null, '2024-03-01T23:59:59', 'x', null, null, null, null],
        ]],
      ['pandas.xlsx', 'Sheet1', ['i numeric', 'f numeric', 's text', 'd timestamp', 'b bool'],
        [['1', '0.1', 'x', '2024-01-01T00:00:00', 'true'], ['2', null, null, '2024-06-30T12:00:00', 'false'], ['3', '1E+300', '007', null, 'true']]],
    ] as const)
      it(name, async () => {
        const found = await folder.import(path.join(projectRoot, 'test/fixtures', name), { format: 'xlsx' });
        assert.equal(found.resource.reading?.part, part);
        assert.deepEqual(found.fields.map((field) => field.join(' ')), fields);
        assert.deepEqual(found.records, records);
      });
  });

  it('words for NULL among numbers are counted, and NULL in the preview', async () => {
    const rows = ['<c><v>1.5</v></c>', inline('NA'), inline('-')].map((cell) => row(cell, inline('NA'))).join('');
    const content = one(header('a', 'b') + rows);
    const { resource } = await imported(content);
    assert.deepEqual(resource.missing, [{ field: 'a', values: 2, words: ['-', 'NA'] }]);
    const { columns } = await folder.inspect(await folder.write('book.xlsx', content));
    assert.deepEqual(columns.map(({ sample, missing }) => [sample, missing?.values]), [
      [['1.5', null, null], 2],
      [['NA', 'NA', 'NA'], undefined],
    ]); // prettier-ignore
  });

  it('random texts and numbers come back as they were', async function () {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/[\p{Cc}\ufffe\uffff]|_x/u.test(value));
    const cell = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null));
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const cells = rows.map((values) =>
          row(
            '<c><v>0</v></c>',
            ...values.map((value) =>
              value === null ? '<c/>' : typeof value === 'string' ? inline(value) : `<c><v>${String(value)}</v></c>`,
            ),
          ),
        );
        const { records } = await imported(one(header('id', 'a', 'b', 'c') + cells.join('')));
        assert.deepEqual(
          records,
          rows.map((values) => [
            '0',
            ...values.map((value) => (value === null || value === '' ? null : String(value))),
          ]),
        );
      }),
      { numRuns: isFull ? 25 : 10 },
    );
  });
});

describe('spreadsheet formats', () => {
  // prettier-ignore
  for (const [code, style] of [
    ['General', 'none'], ['0.00', 'none'], ['0.00E+00', 'none'], ['#,##0 "days"', 'none'], ['@', 'none'], ['# ?/?', 'none'],
    ['[Red]0;[Blue]-0', 'none'], ['"yyyy"0', 'none'], [';;;', 'none'], ['\\d0', 'none'], ['[$-409]General', 'none'],
    ['yyyy-mm-dd', 'date'], ['DD.MM.YYYY;@', 'date'], ['mmm', 'date'], ['mm', 'date'], ['[$-F800]dddd, mmmm dd, yyyy', 'date'],
    ['[$-411]ggge"年"m"月"d"日"', 'date'], ['d/m/yy\\ h:mm', 'dateTime'], ['yyyy-mm-dd"T"hh:mm:ss.000', 'dateTime'], ['mmm h:mm', 'dateTime'],
    ['h:mm AM/PM', 'time'], ['mm:ss.0', 'time'], ['[$-409]h:mm:ss\\ AM/PM', 'time'], ['[h]:mm', 'elapsed'], ['[mm]:ss', 'elapsed'],
  ] as const)
    it(`${code}: ${style}`, () => {
      assert.equal(styleOfFormat(code), style);
    });

  it('formats by number', () => {
    const styles = [0, 2, 13, 14, 17, 18, 21, 22, 23, 30, 37, 45, 46, 47, 49, 58, 59].map(builtInStyle);
    assert.deepEqual(styles, [
      'none',
      'none',
      'none',
      'date',
      'date',
      'time',
      'time',
      'dateTime',
      'none',
      'date',
      'none',
      'time',
      'elapsed',
      'time',
      'none',
      'date',
      'none',
    ]);
  });

  it('every day from 1900-03-01 is the one that a calendar counts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 61, max: 2_958_465 }), (day) => {
        const expected = new Date(Date.UTC(1900, 2, 1) + (day - 61) * 86_400_000).toISOString().slice(0, 10);
        assert.deepEqual(xlsxDateText(day, 'date', false), { kind: 'date', text: expected });
      }),
    );
  });

  it('a number keeps its value, and its text unless Excel wrote 17 digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        // `toPrecision` loses the sign of -0.
        assert.equal(Number(sheetNumber(value.toPrecision(17))), value === 0 ? 0 : value);
        assert.equal(sheetNumber(String(value)), String(value));
      }),
    );
  });
});
