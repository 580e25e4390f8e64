/** Tables that programs write as HTML and name `.xls` are read like sheets. */
import assert from 'node:assert/strict';
import { HtmlTable } from '../../../src/service/formats/html/htmlTable.ts';
import { ImportFolder } from '../reading/fileImport.ts';

const page = (rows: string, head = ''): string =>
  `<html><head><title>t</title>${head}<style>td { x: "<table>" }</style></head><body><table border=1>${rows}</table></body></html>`;
const HEADER = '<tr><th>a</th><th>b</th></tr>';

describe('HTML tables named .xls', () => {
  let folder: ImportFolder;
  before(async () => {
    folder = await ImportFolder.open();
  });
  after(() => folder.close());

  const imported = async (content: string | Buffer) => folder.import(await folder.write('report.xls', content));

  // prettier-ignore
  for (const [what, content, fields, records] of [
    ['numbers and texts', page(`${HEADER}<tr><td>1</td><td>x</td></tr><tr><td>2.50</td><td>y</td></tr>`), ['a numeric', 'b text'], [['1', 'x'], ['2.50', 'y']]],
    ['codes and marked texts', page(`${HEADER}<tr><td>01067</td><td style='mso-number-format:"\\@"'>5</td></tr>`), ['a text', 'b text'], [['01067', '5']]],
    ['entities, line breaks and spaces', page(`${HEADER}<tr><td>M&uuml;ller &amp; S&ouml;hne &#8364;&#x41;&bogus; a < b</td><td> a\n  b<br/>c&nbsp;</td></tr>`), ['a text', 'b text'], [['Müller & Söhne €A&bogus; a < b', 'a b\nc']]],
    ['tags that are never closed', page('<tr><td>a<td>b<tr><td>1<td>2'), ['a numeric', 'b numeric'], [['1', '2']]],
    ['cells over several columns and rows', page('<tr><th colspan=2>a<th>c</tr><tr><td rowspan="2">1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr>'), ['a numeric', 'field 2 numeric', 'c numeric'], [['1', '2', '3'], [null, '4', '5']]],
    ['a table within a cell is its text', page(`${HEADER}<tr><td><table><tr><td>in</td></tr></table></td><td>2</td></tr>`), ['a text', 'b numeric'], [['in', '2']]],
    ['names over several columns and rows', page('<tr><th rowspan=2>Region<th colspan=2>2023<th colspan=2>2024</tr><tr><th>m<th>w<th>m<th>w</tr><tr><td>A<td>1<td>2<td>3<td>4</tr><tr><td>B<td>5<td>6<td>7<td>8</tr>'), ['Region text', ...['2023 / m', '2023 / w', '2024 / m', '2024 / w'].map((name) => `${name} numeric`)], [['A', '1', '2', '3', '4'], ['B', '5', '6', '7', '8']]],
    ['the first table with a text', `<html><table></table><table><tr><td> </table>${page(HEADER + '<tr><td>1<td>2')}${page(HEADER)}`, ['a numeric', 'b numeric'], [['1', '2']]],
    ['comments, scripts and a `>` in a value', page(`<!-- <tr><td>no --><script>"<tr><td>no"</script>${HEADER}<tr><td title="a>b">1</td><td>2</td></tr>`), ['a numeric', 'b numeric'], [['1', '2']]],
    ['without html and body', `\n<table><thead>${HEADER}</thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>`, ['a numeric', 'b numeric'], [['1', '2']]],
    ['the encoding that the page names', Buffer.from(page(`${HEADER}<tr><td>\xe6</td><td>1</td></tr>`, '<meta http-equiv=Content-Type content="text/html; charset=iso-8859-2">'), 'latin1'), ['a text', 'b numeric'], [['ć', '1']]],
    ['UTF-8, whatever the page names', page(`${HEADER}<tr><td>é</td><td>1</td></tr>`, '<meta charset=windows-1252>'), ['a text', 'b numeric'], [['é', '1']]],
    ['UTF-16', Buffer.from(`\ufeff${page(`${HEADER}<tr><td>é</td><td>1</td></tr>`)}`, 'utf16le'), ['a text', 'b numeric'], [['é', '1']]],
  ] as const)
    it(what, async () => {
      const read = await imported(content);
      assert.deepEqual(read.fields.map((field) => field.join(' ')), fields);
      assert.deepEqual(read.records, records);
      assert.equal(read.resource.name, 'report.xls');
    });

  // prettier-ignore
  for (const [what, content, message] of [
    ['a page without a table', '<html><body>Log in</body></html>', /This is a web page\./],
    ['a table without a row', page(''), /The page has no table with a row\.$/],
    ['too many columns', page(`<tr>${'<td colspan=1000>x'.repeat(17)}`), /row 1: A cell/],
    ['a tag without an end', page(`<tr><td "${'x'.repeat(3 << 20)}`), /larger than 1 MiB/],
  ] as const)
    it(`refuses ${what}`, async () => {
      await assert.rejects(imported(content), message);
    });

  it('of several tables: each by its number', async () => {
    const file = await folder.write('two.xls', `<table></table>${page(HEADER)}<table><tr><td>c<tr><td>3`);
    const { parts, reading } = await folder.inspect(file);
    assert.deepEqual([parts, reading.part], [['1', '2'], undefined]);
    const { fields, records, resource } = await folder.import(file, { part: '2' });
    assert.deepEqual([fields, records, resource.name], [[['c', 'numeric']], [['3']], 'two.xls: 2']);
    await assert.rejects(folder.import(file, { part: '3' }), /The file has no such table\.$/);
    assert.equal((await folder.inspect(await folder.write('one.xls', page(HEADER)))).parts, undefined);
  });

  it('pieces of any size give the same rows', () => {
    const text = page(`${HEADER}<!-- c --><tr><td title='>'>1 &lt; 2</td><td>x<br>y</td></tr>`);
    const rowsOf = (size: number) => {
      const table = new HtmlTable();
      for (let at = 0; at < text.length; at += size) table.push(text.slice(at, at + size));
      table.push('', true);
      return table.take();
    };
    assert.deepEqual(rowsOf(1), rowsOf(text.length));
  });
});
