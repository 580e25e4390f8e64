/** Files of other programs are named at once, with what to do. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { oleFile } from '../formats/oleFile.ts';
import { zipFile } from '../formats/zipFile.ts';
import { ReadingFolder } from './readings.ts';

const bytes = (text: string): Buffer => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(100)]);
const DBASE = Buffer.concat([
  Buffer.of(3, 124, 1, 31, 2, 0, 0, 0, 65, 0, 11, 0),
  Buffer.alloc(60),
  Buffer.from('\r x'),
]);
const XML_WORKBOOK = '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>';
const MHTML = 'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="x"\n\n--x\n<table/>';

describe('files of other programs', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  // prettier-ignore
  for (const [name, content, message] of [
    ['a.dbf', DBASE, /: The file is damaged, or of dBase 7: its header doesn't fit its records\.$/],
    ['b.csv', DBASE, /format of the file is dBase, but its name ends in \.csv/],
    ['a.shp', Buffer.concat([Buffer.of(0, 0, 0x27, 0x0a), Buffer.alloc(96)]), /Open the \.dbf file beside it/],
    ['a.feather', bytes('ARROW1'), /Arrow files \(\.arrow, \.feather\)/],
    ['old.feather', bytes('FEA1'), /Arrow files/],
    ['a.avro', bytes('Obj\u0001'), /Avro files/],
    ['a.orc', bytes('ORC'), /ORC files/],
    ['a.RData', gzipSync(bytes('RDX3\nX\n')), /R files \(\.RData, \.rda, \.rds\)/],
    ['a.rds', gzipSync(bytes('X\n\0\0\0\u0003')), /R files/],
    ['a.sav', bytes('$FL2@(#) SPSS DATA FILE'), /SPSS files/],
    ['a.por', bytes('ASCII SPSS PORT FILE'), /SPSS files/],
    ['a.csv', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 251))]), /neither text nor a kind of data/],
    ['a.sas7bdat', Buffer.concat([Buffer.alloc(12), Buffer.from('c2ea8160b31411cfbd92080009c7318c181f1011', 'hex')]), /SAS files/],
    ['a.xpt', bytes('HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!'), /SAS files/],
    ['a.dta', bytes('<stata_dta><header>'), /Stata files/],
    ['old.dta', Buffer.concat([Buffer.of(0x72, 2, 1, 0), Buffer.alloc(50)]), /Stata files/],
    ['a.mdb', bytes('\0\u0001\0\0Standard Jet DB'), /Access files/],
    ['named.sav', bytes('\u0001\u0002 by its ending'), /SPSS files/],
    ['a.pdf', '%PDF-1.7\n', /PDF documents/],
    ['a.docx', zipFile([{ name: '[Content_Types].xml', content: 'x' }, { name: 'word/document.xml', content: 'x' }]), /Word documents/],
    ['a.rtf', '{\\rtf1 x}', /Word documents/],
    ['a.numbers', zipFile([{ name: 'Index/Document.iwa', content: 'x' }]), /Numbers documents/],
    ['locked.xlsx', oleFile('EncryptedPackage', 'EncryptionInfo'), /protected by a password/],
    ['a.xls', oleFile('Workbook'), /Excel file from before 2007 \(\.xls\).* Save it as \.xlsx/],
    ['95.xls', oleFile('Book'), /Excel file from before 2007/],
    ['4.xls', Buffer.concat([Buffer.of(9, 4, 6, 0), Buffer.alloc(20)]), /Excel file from before 2007/],
    ['a.doc', oleFile('WordDocument'), /Word documents/],
    ['a.msg', oleFile('__properties_version1.0'), /from before 2007/],
    ['2003.xls', XML_WORKBOOK, /XML file of Excel 2003\. .*\.xlsx/],
    ['2003.xml', `\ufeff${XML_WORKBOOK}`, /XML file of Excel 2003/],
    ['a.mht', MHTML, /\(MHTML\)\. .*\.xlsx/],
    ['noise.csv', Buffer.from(Array.from({ length: 900 }, (_, at) => (at * 7) % 32)), /This file has neither text nor a kind of data/],
  ] as const)
    it(name, async () => {
      await assert.rejects(folder.inspect(name, content), message);
    });

  for (const [name, content] of [
    ['ORC.csv', 'ORC,b\n1,2\n'],
    ['X.csv', 'X\n1\n'],
    ['pad.csv', 'a,b\n1,2\n'],
    ['digits.csv', '2;3\n1;2\n'],
    ['wide.txt', Buffer.from('\ufeffa\tb\n1\t2\n', 'utf16le')],
  ] as const)
    it(`${name} is read as text`, async () => {
      await folder.inspect(name, content);
    });
});
