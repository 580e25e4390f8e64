/** Values of OpenDocument spreadsheets are imported exactly, or refused. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReadingChoices } from '../../../src/service/resource/reading.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { ImportFolder } from '../reading/fileImport.ts';
import { cell, odsFile, odsOfContent, row, sheet, text } from './odsFile.ts';
import { ReadingFolder } from '../reading/readings.ts';
import { zipFile } from './zipFile.ts';

const float = (value: string): string => cell(`office:value-type="float" office:value="${value}"`, 'shown');
const one = (...rows: string[]): Buffer => odsFile(sheet('Data', rows.join('')));
const column = (...cells: string[]): Buffer => one(row(text('a')), ...cells.map((each) => row(each)));

describe('ODS files', () => {
  let folder: ImportFolder;
  before(async () => {
    folder = await ImportFolder.open();
  });
  after(() => folder.close());

  const imported = async (content: Buffer, choices: ReadingChoices = {}) => {
    const file = await folder.write('book.ods', content);
    return folder.import(file, choices);
  };

  describe('values', () => {
    // prettier-ignore
    for (const [name, cells, type, values] of [
      ['numbers keep their digits', [float('1.50'), float('12345678901234567890'), float('1E-7'), float('0.30000000000000004')], 'numeric', ['1.50', '12345678901234567890', '1E-7', '0.30000000000000004']],
      ['percentages and amounts of money are numbers', [cell('office:value-type="percentage" office:value="0.125"', '12.5%'), cell('office:value-type="currency" office:currency="EUR" office:value="3.5"', '3,50 €')], 'numeric', ['0.125', '3.5']],
      ['what is no number is text', [float('INF'), float('0x10')], 'text', ['INF', '0x10']],
      ['booleans', [cell('office:value-type="boolean" office:boolean-value="true"', 'WAHR'), cell('office:value-type="boolean" office:boolean-value="false"', 'FALSCH')], 'bool', ['true', 'false']],
      ['booleans whose value is shown only', [cell('office:value-type="boolean"', 'true'), cell('office:value-type="boolean"', 'WAHR')], 'text', ['true', 'WAHR']],
      ['dates', [cell('office:value-type="date" office:date-value="2024-02-29"', '29.02.24')], 'date', ['2024-02-29']],
      ['times with as many digits as the longest needs', [cell('office:value-type="date" office:date-value="2024-02-29T12:00:00"'), cell('office:value-type="date" office:date-value="2024-02-29T12:00:00.100000000"')], 'timestamp', ['2024-02-29T12:00:00.000000', '2024-02-29T12:00:00.100000']],
      ['times are exact to the millisecond where the file has the noise of a double', [cell('office:value-type="date" office:date-value="2023-12-31T23:59:59.999999711"'), cell('office:value-type="date" office:date-value="2024-01-01T00:00:00.119999800"')], 'timestamp', ['2024-01-01T00:00:00.000000', '2024-01-01T00:00:00.120000']],
      ['dates that are none are text', [cell('office:value-type="date" office:date-value="2024-02-30"'), cell('office:value-type="date" office:date-value="-0044-03-15"')], 'text', ['2024-02-30', '-0044-03-15']],
      ['times of day and long times', [cell('office:value-type="time" office:time-value="PT18H00M00S"'), cell('office:value-type="time" office:time-value="PT30H00M07.500000000S"'), cell('office:value-type="time" office:time-value="-PT1H02M03S"'), cell('office:value-type="time" office:time-value="PT00H59M59.999999711S"')], 'text', ['18:00:00', '30:00:07.5', '-01:02:03', '01:00:00']],
      ['texts that look like numbers', [text('00307'), text('1')], 'text', ['00307', '1']],
      ['spaces, tabs and line breaks', [text(' a <text:s text:c="3"/>b<text:tab/>c<text:line-break/>d '), text('two\n   lines', '', 'paragraphs')], 'text', [' a    b\tc\nd ', 'two\n   lines\n\nparagraphs']],
      ['formatted parts, links and entities', [text('a<text:span> b<text:span>c</text:span></text:span> <text:a>d</text:a>&amp;&#x41;')], 'text', ['a bc d&A']],
      ['results of formulas', [cell('table:formula="of:=1" office:value-type="string" office:string-value="1x"', '1x')], 'text', ['1x']],
      ['errors', [cell('table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"', '#DIV/0!'), float('1')], 'numeric', [null, '1']],
      ['codes by their format', [cell('office:value-type="float" office:value="1067"', '01067'), cell('office:value-type="float" office:value="0.5"', '0 5')], 'text', ['01067', '0.5']],
      ['dates, one with a time', [cell('office:value-type="date" office:date-value="2024-02-29"'), cell('office:value-type="date" office:date-value="2024-02-29T12:00:00"')], 'timestamp', ['2024-02-29T00:00:00', '2024-02-29T12:00:00']],
      ['texts without a type', [cell('', 'x')], 'text', ['x']],
      ['headings and lists', [cell('office:value-type="string"', 'a').replaceAll('text:p', 'text:h'), '<table:table-cell office:value-type="string"><text:list><text:list-item><text:p>b</text:p></text:list-item><text:list-item><text:p>c</text:p></text:list-item></text:list><text:p>d</text:p></table:table-cell>'], 'text', ['a', 'b\nc\nd']],
      ['without shapes in a text', [text('a<draw:custom-shape><svg:title>no</svg:title><text:p>no</text:p></draw:custom-shape>b')], 'text', ['ab']],
      ['without comments and shapes', ['<table:table-cell office:value-type="string"><office:annotation><dc:date>2024</dc:date><text:p>no</text:p></office:annotation><text:p>yes<text:note><text:p>no</text:p></text:note></text:p><draw:frame><text:p>no</text:p></draw:frame></table:table-cell>'], 'text', ['yes']],
    ] as const)
      it(name, async () => {
        const { fields, records } = await imported(column(...cells));
        assert.deepEqual(fields, [['a', type]]);
        assert.deepEqual(records, values.map((value) => [value]));
      });
  });

  describe('rows and columns', () => {
    it('stand where repeated ones put them', async () => {
      const { fields, records } = await imported(
        one(
          '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
          row('<table:table-cell table:number-columns-repeated="2"/>', text('c'), text('d')),
          row(
            '<table:table-cell table:number-columns-repeated="2"/>',
            cell('table:number-columns-repeated="2" office:value-type="float" office:value="1"'),
            '<table:table-cell table:number-columns-repeated="16380"/>',
          ),
          `<table:table-row table:number-rows-repeated="2">${float('5')}</table:table-row>`,
          '<table:table-row table:number-rows-repeated="1048569"><table:table-cell/></table:table-row>',
        ),
      );
      assert.deepEqual(fields, [
        ['field 1', 'numeric'],
        ['c', 'numeric'],
        ['d', 'numeric'],
      ]);
      assert.deepEqual(records, [
        [null, '1', '1'],
        ['5', null, null],
        ['5', null, null],
      ]);
    });

    it('in groups and headers, with all values and names', async () => {
      const group = (...rows: string[]): string => `<table:table-row-group>${rows.join('')}</table:table-row-group>`;
      const three = (first: string): string => row(float(first), text('x', 'y'), text('<text:span>z</text:span>'));
      const { fields, records } = await imported(
        one(
          `<table:table-header-rows>${row(text('a'), text('b'), text('c'))}</table:table-header-rows>`,
          group(three('1'), three('2'), group(three('3'), group(three('4')), three('5')), three('6')),
          `<table:table-rows>${three('7')}${three('8')}</table:table-rows>`,
          three('9'),
        ),
      );
      assert.deepEqual(fields, [
        ['a', 'numeric'],
        ['b', 'text'],
        ['c', 'text'],
      ]);
      assert.deepEqual(
        records,
        Array.from({ length: 9 }, (_, index) => [String(index + 1), 'x\ny', 'z']),
      );
    });

    it('covered by merged cells, and filtered away', async () => {
      const { records } = await imported(
        one(
          row(text('a'), text('b')),
          `<table:table-row table:visibility="filter">${float('2')}<table:covered-table-cell office:value-type="float" office:value="3"/></table:table-row>`,
        ),
      );
      assert.deepEqual(records, [['2', '3']]);
    });

    it('of a sheet without a header', async () => {
      const { fields, records } = await imported(one(row(text('x')), row(text('y'))), { header: false });
      assert.deepEqual(fields, [['field 1', 'text']]);
      assert.deepEqual(records, [['x'], ['y']]);
    });
  });

  it('each sheet is a part, but no hidden one; tables elsewhere are none', async () => {
    const reading = await ReadingFolder.open();
    try {
      const styles =
        '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style>';
      const sheets = [
        `<table:tracked-changes>${sheet('Changes', row(text('no')))}</table:tracked-changes>`,
        sheet('Hidden', row(text('h')), 'table:style-name="ta1"'),
        sheet('A &amp; B', `<table:shapes>${sheet('Shape', '')}</table:shapes>${row(text('a'))}${row(float('1'))}`),
        sheet('C', row(text('c')) + row(float('2')) + row(float('3'))),
      ];
      const content = odsFile(sheets.join(''), styles);
      const { parts, fields, sample, reading: how } = await reading.inspect('book.ods', content);
      assert.deepEqual(parts, ['A & B', 'C']);
      assert.deepEqual([fields, sample, how.part, how.format], [['a'], [['1']], 'A & B', 'ods']);
      const { records, resource } = await reading.import('book.ods', content, { part: 'C' });
      assert.deepEqual(records, [['2'], ['3']]);
      assert.equal(resource.name, 'book.ods: C');
    } finally {
      await reading.close();
    }
  });

  it('are known by what they hold, whatever their name', async () => {
    const file = await folder.write('book.bin', column(float('1')));
    assert.deepEqual((await folder.import(file, {})).records, [['1']]);
  });

  describe('refused', () => {
    const deep = `${'<a>'.repeat(70)}${'</a>'.repeat(70)}`;
    const manifest =
      '<m:manifest xmlns:m="u"><m:file-entry m:full-path="content.xml"><m:encryption-data/></m:file-entry></m:manifest>';
    const wide = `<table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/>`;
    // prettier-ignore
    for (const [name, content, message] of [
      ['an empty sheet', one(''), /book\.ods, "Data": The sheet is empty\.$/],
      ['more columns than a sheet has', one(row('<table:table-cell table:number-columns-repeated="16384"/>', text('a'))), /"Data", row 1: A cell isn't to the right of the one before it, or is too far to the right\.$/],
      ['more rows than a sheet has', one('<table:table-row table:number-rows-repeated="1048576"/>', row(text('a'))), /"Data", row 1048577: The number of the next row/],
      ['a bomb of repeated rows', one(row(text('a')), `<table:table-row table:number-rows-repeated="1048575">${wide}</table:table-row>`), /row 2: Repeated cells would make the sheet too large\.$/],
      ['a bomb of repeated texts', one(row(cell('table:number-columns-repeated="16384" office:value-type="string"', 'x'.repeat(20_000)))), /row 1: Repeated cells would make the sheet too large\.$/],
      ['a bomb of spaces', one(row(text('<text:s text:c="999999999"/>'))), /row 1: Repeated cells would make the sheet too large\.$/],
      ['entities of its own', odsOfContent('<!DOCTYPE x [<!ENTITY a "b">]><x/>'), /The file is damaged: its XML has a document type declaration\.$/],
      ['XML that ends early', odsOfContent('<x><y>'), /The file is damaged: invalid XML \("unclosed tag: y"\)\.$/],
      ['deep XML', odsOfContent(deep), /The file is damaged: its XML is nested more than 64 levels deep\.$/],
      ['no XML', odsOfContent(''), /The file is damaged: invalid XML \(".+"\)\.$/],
      ['a ZIP bomb', odsOfContent(`<x>${'0'.repeat(20 << 20)}</x>`), /content\.xml inside would unpack to 21 MiB, which is too much\.$/],
      ['no sheets', odsFile(''), /This isn't an OpenDocument spreadsheet, or it has no sheets\.$/],
      ['no content', zipFile([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', isStored: true }]), /This isn't an OpenDocument spreadsheet, or it has no sheets\.$/],
      ['an encrypted file', odsOfContent(Buffer.of(1, 2, 3), [{ name: 'META-INF/manifest.xml', content: manifest }]), /The file is protected by a password\. /],
      ['a cut file', column(float('1')).subarray(0, 400), /The file is incomplete: its end is missing\.$/],
    ] as const)
      it(name, async () => {
        await assert.rejects(imported(content), message);
      });

    it('a sheet that is not there', async () => {
      await assert.rejects(imported(column(float('1')), { part: 'Other' }), /"Other": The file has no such sheet\.$/);
    });

    it('an OpenDocument text', async () => {
      const mimetype = { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', isStored: true };
      await assert.rejects(imported(zipFile([mimetype])), /Word documents can't be read\./);
    });
  });

  it('cells without a value are NULL and counted', async () => {
    const content = one(row(text('a')), row(float('1')), row(cell('table:formula="of:=1"')), row(float('3')));
    const { records, resource } = await imported(content);
    assert.deepEqual(records, [['1'], [null], ['3']]);
    assert.deepEqual(resource.lost, [{ field: 'a', errors: 0, uncalculated: 1, cell: 'A3' }]);
  });

  describe('that LibreOffice wrote (test/fixtures/README.md)', () => {
    const fixture = path.join(projectRoot, 'test', 'fixtures', 'libreoffice.ods');

    it('every kind of value', async () => {
      const { fields, records } = await folder.import(fixture, {});
      assert.deepEqual(fields, [
        ['number', 'numeric'],
        ['share', 'numeric'],
        ['price', 'numeric'],
        ['day', 'date'],
        ['moment', 'timestamp'],
        ['time', 'text'],
        ['flag', 'bool'],
        ['text', 'text'],
        ['result', 'numeric'],
      ]);
      const repeated = ['-2.5E-300', '7', '7', null, null, null, null];
      // prettier-ignore
      assert.deepEqual(records, [
        ['0.1', '0.125', '1234.5', '2024-02-29', '2024-02-29T12:34:56.790000', '12:30:07.25', 'true', '00307', '0.3'],
        ['123456789012345', null, null, '1850-06-01', '2024-02-29T23:59:59.000000', '36:00:00', 'false', 'two  spaces & more \nsecond line', null],
        [...repeated, 'x7', null],
        [...repeated, null, null],
      ]);
    });

    it('outline, filtered rows, a repeated and frozen heading, comments: as in the workbook it was made from', async () => {
      const outline = (ending: string): string => path.join(projectRoot, 'test', 'fixtures', `outline.${ending}`);
      const expected = await folder.import(outline('xlsx'), { part: 'Data' });
      const { fields, records } = await folder.import(outline('ods'), { part: 'Data' });
      assert.deepEqual(fields, [
        ['region', 'text'],
        ['town', 'text'],
        ['amount', 'numeric'],
        ['share', 'numeric'],
        ['day', 'date'],
        ['note', 'text'],
      ]);
      assert.deepEqual([fields, records], [expected.fields, expected.records]);
      assert.equal(records.length, 12);
      assert.deepEqual(records[1], ['North', 'Bern', '3', '0.25', '2024-01-02', 'plain bold plain']);
      assert.deepEqual(records[8], ['South', 'Morges', '13.5', '1.125', '2024-01-09', null]);
      const totals = await folder.import(outline('ods'), { part: 'Totals' });
      assert.deepEqual(totals.records, (await folder.import(outline('xlsx'), { part: 'Totals' })).records);
    });

    it('other sheets, but no hidden one', async () => {
      const reading = await ReadingFolder.open();
      try {
        const content = await readFile(fixture);
        assert.deepEqual((await reading.inspect('book.ods', content)).parts, ['Values', 'Second sheet']);
        const { fields, records } = await reading.import('book.ods', content, { part: 'Second sheet' });
        assert.deepEqual([fields, records], [['a'], [['1']]]);
      } finally {
        await reading.close();
      }
    });
  });
});
