import assert from 'node:assert/strict';
import { type FileClues, fileEnding } from '../../../../src/sources/local/fileEnding.ts';

describe('what a downloaded file is', () => {
  const clues = { head: 'a,b\n1,2\n', names: [], format: '', contentType: '' } satisfies FileClues;
  const cases: readonly (readonly [string, Partial<FileClues>, ReturnType<typeof fileEnding>])[] = [
    ['text without a name', {}, { ending: 'csv' }],
    ['the publisher’s format', { format: 'CSV' }, { ending: 'csv' }],
    ['a format with a dot', { format: '.TSV' }, { ending: 'tsv' }],
    ['a media type as format', { format: 'text/csv; charset=utf-8' }, { ending: 'csv' }],
    ['a format in words', { format: 'Comma Separated Values', names: ['x.psv'] }, { ending: 'psv' }],
    ['a format that can’t be read', { format: 'ESRI Shapefile', names: ['trees.csv'] }, { ending: 'csv' }],
    ['the name in the address', { names: ['trees.geojson', 'Trees'] }, { ending: 'geojson' }],
    ['the content type', { contentType: 'application/x-ndjson' }, { ending: 'ndjson' }],
    ['GeoJSON by its content type', { contentType: 'application/geo+json' }, { ending: 'geojson' }],
    ['JSON by its looks', { head: '\u00ef\u00bb\u00bf [{"a":1}]', names: ['download'] }, { ending: 'json' }],
    ['Parquet under another name', { head: 'PAR1\u0015', format: 'CSV' }, { ending: 'parquet' }],
    ['a workbook', { head: 'PK\u0003\u0004...xl/workbook.xml' }, { ending: 'xlsx' }],
    ['a workbook with macros', { head: 'PK\u0003\u0004.xl/', names: ['b.xlsm'] }, { ending: 'xlsm' }],
    ['packed text', { head: '\u001f\u008b\u0008', names: ['trees.csv.gz'] }, { ending: 'csv.gz' }],
    ['packed text whose name says less', { head: '\u001f\u008b\u0008', format: 'json' }, { ending: 'json.gz' }],
    ['nothing', { head: '' }, { noTable: 'empty' }],
    ['a web page', { head: '\n<!DOCTYPE html><title>Sign in</title>', format: 'CSV' }, { noTable: 'webPage' }],
    ['a web page in XML', { head: '<?xml version="1.0"?>\n<!DOCTYPE html>' }, { noTable: 'webPage' }],
    ['a page behind a comment', { head: '<!-- hello --><HTML lang="en">' }, { noTable: 'webPage' }],
    ['a ZIP archive', { head: 'PK\u0003\u0004trees.shp', format: 'CSV' }, { ending: 'zip' }],
    ['a page with a table, named .xls', { head: '<html><body><table border=1><tr>', format: 'XLS' }, { ending: 'xls' }],
    ['a page without a table, named .xls', { head: '<html><body>Sign in', format: 'XLS' }, { noTable: 'webPage' }],
    ['a text document, which the import names', { head: 'PK\u0003\u0004[Content_Types].xml word/' }, { ending: 'zip' }],
    ['an old Excel file', { head: '\u00d0\u00cf\u0011\u00e0', format: 'XLS' }, { noTable: 'oldExcel' }],
    ['a PDF', { head: '%PDF-1.7' }, { noTable: 'pdf' }],
    ['XML', { head: '<?xml version="1.0"?><kml>' }, { noTable: 'xml' }],
    ['RDF', { head: '<rdf:RDF xmlns:a="b">' }, { noTable: 'xml' }],
  ];
  for (const [what, given, found] of cases)
    it(`${what}: ${found.ending ?? found.noTable}`, () => {
      assert.deepEqual(fileEnding({ ...clues, ...given }), found);
    });
});
