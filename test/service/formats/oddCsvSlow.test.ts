/** Odd CSV files are either imported exactly, or refused with the place of the fault. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { CsvScanner } from '../../../src/service/formats/csv/csvScanner.ts';
import { ExactNumber, type ExactValue, isList, member } from '../../../src/base/cells.ts';
import { TestDatastore } from '../datastore.ts';

type Values = readonly (string | number | boolean | ExactNumber | null)[];

interface Odd {
  readonly content: string | Buffer;
  readonly fields?: readonly string[];
  readonly records: readonly Values[];
}

const long = 'x'.repeat(5000);
const wide = Array.from({ length: 3000 }, (_, index) => `f${String(index)}`);
const many = Array.from({ length: 10_000 }, (_, index) => `f${String(index)}`);
/** Looks like complete records where a parallel reader may begin. */
const deceptive = 'y,\n"1",2\n'.repeat(20_000);
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

const exact: Readonly<Record<string, Odd>> = {
  'byte order mark': { content: '\ufeffa,b\n1,x\n', fields: ['a', 'b'], records: [[1, 'x']] },
  'byte order mark and quotes': { content: '\ufeff"a",b\n1,x\n', fields: ['a', 'b'], records: [[1, 'x']] },
  "a file's 'quoted' name, 100 %": { content: 'a,b\n1,x\n', records: [[1, 'x']] },
  'CRLF, also inside a value': { content: 'a,b\r\n"1\r\n2",x\r\n', records: [['1\r\n2', 'x']] },
  'CR alone ends lines': { content: 'a,b\r1,"x\ny"\r2,z\r', records: [[1, 'x\ny'], [2, 'z']] },
  'LF and CRLF mixed': { content: 'a,b\r\n1,"x"\n2,y\r\n"3",z\n', records: [[1, 'x'], [2, 'y'], [3, 'z']] },
  'line feed inside a value': { content: 'a,b\n"1\n2",x\n', records: [['1\n2', 'x']] },
  'line feed inside a name': { content: '"a\nb",c\n1,x\n', fields: ['a\nb', 'c'], records: [[1, 'x']] },
  'no line end at the end': { content: 'a,b\n1,"x"', records: [[1, 'x']] },
  'empty last value without line end': { content: 'a,b\n1,', records: [[1, null]] },
  'equal, empty and taken names': {
    content: 'a,a,,a,_id,field 3,a (2)\n1,2,3,4,5,6,7\n',
    fields: ['a', 'a (3)', 'field 3 (2)', 'a (4)', '_id (2)', 'field 3', 'a (2)'],
    records: [[1, 2, 3, 4, 5, 6, 7]],
  },
  'names that differ by case': { content: 'Name,name,NAME\n1,2,3\n', fields: ['Name', 'name', 'NAME'], records: [[1, 2, 3]] },
  'hostile names': {
    content: `${quoted('"; drop table t; --')},__proto__,constructor,"c0",rowid,s,${quoted("it's, 100 %")}\n1,2,3,4,5,6,7\n`,
    fields: ['"; drop table t; --', '__proto__', 'constructor', 'c0', 'rowid', 's', "it's, 100 %"],
    records: [[1, 2, 3, 4, 5, 6, 7]],
  },
  'a name of 5000 characters': { content: `${long},b\n1,x\n`, fields: [long, 'b'], records: [[1, 'x']] },
  '3000 fields': { content: `${wide.join(',')}\n${wide.map((_, index) => index).join(',')}\n`, records: [wide.map((_, index) => index)] },
  'leading zeros, long digits, trailing zeros': { content: 'a,b,c\n007,9007199254740993,1.50\n', records: [['007', 9007199254740993n, '1.50']].map((row) => row.map(String)) },
  'dates stay text': { content: 'a\n01/02/2024\n2024-02-30\n', records: [['01/02/2024'], ['2024-02-30']] },
  'words that mean NULL elsewhere': { content: 'a,b\nNULL,\\N\nNA,nan\n', records: [['NULL', '\\N'], ['NA', 'nan']] },
  'NULL is not empty text': { content: 'a,b\n,""\n"",\n', records: [[null, ''], ['', null]] },
  'a text in the last of many numbers': { content: `a\n${'1\n'.repeat(70_000)}x\n`, records: [...Array.from({ length: 70_000 }, () => ['1']), ['x']] },
  'a quote in the last of many records': { content: `a,b\n${'1,2\n'.repeat(70_000)}"x, y",3\n`, records: [...Array.from({ length: 70_000 }, () => ['1', 2]), ['x, y', 3]] },
  'lines that begin with #': { content: '#a,b\n#1,2\n# no comment,3\n', fields: ['#a', 'b'], records: [['#1', 2], ['# no comment', 3]] },
  'spaces stay': { content: 'a , b\n  x , y\t\n', fields: ['a ', ' b'], records: [['  x ', ' y\t']] },
  'header only': { content: 'a,b', fields: ['a', 'b'], records: [] },
  'header only, with a line end': { content: 'a,b\n', records: [] },
  'mixed line ends in one field': { content: 'a\n1\r\n\r\n2\n\n', records: [['1'], [null], ['2'], [null]] },
  'old letters': { content: Buffer.from('a,b\n1,x\n2,caf\xe9\n', 'latin1'), records: [[1, 'x'], [2, 'café']] },
  'UTF-16': { content: Buffer.from('\ufeffa,b\n1,😀\n', 'utf16le'), fields: ['a', 'b'], records: [[1, '😀']] },
  '10,000 fields': { content: `${many.join(',')}\n${many.join(',')}\n`, fields: many, records: [many] },
  'single quotes around everything': { content: "'a','b'\n'1,2','it''s'\n", fields: ['a', 'b'], records: [['1,2', "it's"]] },
  'no names': { content: '1,x\n2,y\n', fields: ['field 1', 'field 2'], records: [[1, 'x'], [2, 'y']] },
  'one field with blank lines': { content: 'a\n\n1\n""\n\n', records: [[null], ['1'], [''], [null]] },
  'blank lines between records of several fields': { content: 'a,b\n\n1,x\n\n\n2,y\n\n', records: [[1, 'x'], [2, 'y']] },
  'quotes inside unquoted values': { content: 'a,b\n5" pipe,"6"" pipe"\nx"y",z\n', records: [['5" pipe', '6" pipe'], ['x"y"', 'z']] },
  'a value of 20 MB': { content: `a,b\n${'z'.repeat(20_000_000)},1\n`, records: [['z'.repeat(20_000_000), 1]] },
  'long quoted values that look like records': {
    content: `a,b\n${Array.from({ length: 120 }, (_, index) => `${String(index)},${quoted(deceptive)}\n`).join('')}`,
    records: Array.from({ length: 120 }, (_, index) => [index, deceptive]),
  },
  'semicolons': { content: 'a;b\n1,5;x\n2;"y;z"\n', records: [['1,5', 'x'], ['2', 'y;z']] },
  'tabs': { content: 'a\tb\n1\tx, y\n', records: [[1, 'x, y']] },
  'bars': { content: 'a|b\n1|x\n', records: [[1, 'x']] },
  'a quoted name with other delimiters': { content: '"a;b;c",d\n1,x\n', fields: ['a;b;c', 'd'], records: [[1, 'x']] },
  'characters of four bytes': { content: 'a,b\n😀,東京\n', records: [['😀', '東京']] },
  'characters across chunks': { content: `a\n${'é😀'.repeat(700_000)}\n`, records: [['é😀'.repeat(700_000)]] },
  'the unit separator': { content: 'a,b\nx\u001fy,z\n', records: [['x\u001fy', 'z']] },
}; // prettier-ignore

const refusedFiles: Readonly<Record<string, readonly [content: string | Buffer, message: RegExp]>> = {
  'nothing': ['', /: The file is empty\.$/],
  'spaces and line ends': ['\n \n', /: The file is empty\.$/],
  'a blank first line of one field': ['\na\n1\n', /, line 1: The first line is empty\. It must name the fields\.$/],
  'a short record': ['a,b\n1,2\n3\n', /, line 3: The row has 1 value, but the header has 2\.$/],
  'a long record': ['a,b\n"1\n2",3\n4,5,6\n', /, line 4: The row has 3 values, but the header has 2\.$/],
  'a line of spaces': ['a,b\n \n1,2\n', /, line 2: The row has 1 value/],
  'a quote that never ends': ['a,b\n1,2\n3,"x\n4,5\n', /, line 3, field "b": A quoted value begins here and never ends\. If quotes are/],
  'text behind a quote': ['a,b\n1,"x"y\n', /, line 2, field "b": Text follows the closing quote of a value\. If quotes are/],
  'a quote behind a space': ['a,b\n1, "x"\n', /, line 2, field "b": A quote follows a space at the beginning of a value\.$/],
  'a carriage return inside a line': ['a,b\n1,x\ry\n', /, line 2: A carriage return is in the middle of a line\.$/],
  'a NUL byte': ['a,b\n1,x\n2,y\0z\n', /, line 3: The text has a NUL byte\.$/],
  'a broken character': [Buffer.concat([Buffer.from('a,b\n1,é\n2,caf'), Buffer.of(0xe9, 0x0a)]), /, line 3: These bytes aren't UTF-8 text\./],
  'a character that is cut at the end': [Buffer.from([0x61, 0x0a, 0xe2, 0x82]), /, line 2: These bytes aren't UTF-8 text\./],
  'a web page': ['<!DOCTYPE html>\n<title>Log in</title>', /: This is a web page\. Open its address in a browser to see why\.$/],
  'XML': ['<?xml version="1.0"?>\n<a/>', /: XML files can't be read\.$/],
  'a PDF document': ['%PDF-1.7\n', /: PDF documents can't be read\.$/],
  'an Excel workbook': [Buffer.from('PK\u0003\u0004…[Content_Types].xml…xl/workbook.xml'), /: The format of the file is Excel, but its name ends in \.csv\. Select that format, or rename the file\.$/],
  'an old Excel file': [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /: Excel and Word files from before 2007 can't be read\. Save it as \.xlsx or \.csv and open that\.$/],
  'a ZIP archive': [Buffer.from('PK\u0003\u0004…data.csv'), /: The file is incomplete: its end is missing\.$/],
  'a Parquet file': ['PAR1\u0015', /: The format of the file is Parquet, but its name ends in \.csv\./],
  'an SQLite file': ['SQLite format 3\0', /: The format of the file is SQLite, but its name ends in \.csv\./],
  'a DuckDB file': ['12345678DUCK', /: The format of the file is DuckDB, but its name ends in \.csv\./],
  'a file packed in another way': ['BZh91AY', /: This kind of compression isn't supported\./],
  'gzip that is cut off': [Buffer.from([0x1f, 0x8b, 8, 0]), /: The gzip data is incomplete\./],
}; // prettier-ignore

/** DuckDB's threads begin in the middle of a file, whatever is there. */
describe('an odd CSV file on a machine with many processors', () => {
  const { availableParallelism } = os;
  let datastore: TestDatastore;
  const name = 'long quoted values that look like records';

  before(async function () {
    this.timeout(60_000);
    os.availableParallelism = () => 5;
    syncBuiltinESMExports();
    datastore = await TestDatastore.open({ [name]: { content: exact[name]?.content ?? '' } });
  });
  after(async () => {
    os.availableParallelism = availableParallelism;
    syncBuiltinESMExports();
    await datastore.close();
  });

  it('is read exactly', async () => {
    const result = await datastore.resultOf(name);
    const rows = await result.rows(0, 200, new AbortController().signal);
    assert.deepEqual(
      rows.map(([, ...values]) => values.map(String)),
      exact[name]?.records.map((values) => values.map(String)),
    );
  });
});

describe('odd CSV files', () => {
  let datastore: TestDatastore;

  before(async function () {
    // There are about fifty imports, one of them with 10,000 fields.
    this.timeout(1_200_000);
    const files = Object.entries(exact).map(
      ([name, { content }]) => [`${name.replaceAll('/', '')}.csv`, { content }] as const,
    );
    datastore = await TestDatastore.open(Object.fromEntries(files));
  });
  after(() => datastore.close());

  for (const [name, { fields, records }] of Object.entries(exact))
    it(`${name}: exactly`, async () => {
      const found: Values[] = [];
      let ids: readonly string[] | undefined;
      for (;;) {
        const body = {
          resource_id: datastore.id(`${name}.csv`),
          records_format: 'lists',
          limit: 32_000,
          offset: found.length,
          x_file_texts: true,
        };
        const { result } = await datastore.post('datastore_search', body);
        ids = (member(result, 'fields') as { id: string }[]).map(({ id }) => id);
        const rows = member(result, 'records') as unknown as (readonly ExactValue[])[];
        // The list has the file's text and the value.
        const texts = rows.map(([, ...values]) => values.map((value) => (isList(value) ? value[0] : value)));
        const page = texts as unknown as readonly Values[];
        found.push(...page);
        if (page.length === 0 || found.length === member(result, 'total')) break;
      }
      // Other tests check numbers; only their texts count here.
      const texts = (rows: readonly Values[]) => rows.map((row) => row.map((value) => textOf(value)));
      assert.deepEqual(texts(found), texts(records));
      if (fields !== undefined) assert.deepEqual(ids, ['_id', ...fields]);
    });

  for (const [name, [content, message]] of Object.entries(refusedFiles))
    it(`${name}: refused`, async () => {
      const file = path.join(datastore.folder, `${name}.csv`);
      await writeFile(file, content);
      await assert.rejects(datastore.import(file), (error: Error) => {
        assert.match(error.message, message);
        assert.ok(error.message.startsWith(`${name}.csv`));
        return true;
      });
    });

  it('a folder, a file that is not there, a file that may not be read: refused', async () => {
    const folder = path.join(datastore.folder, 'folder.csv');
    await mkdir(folder);
    await assert.rejects(datastore.import(folder), /^UnreadableFile: folder\.csv: This isn't a file\.$/);
    await assert.rejects(datastore.import(path.join(folder, 'no.csv')), /no\.csv: The file doesn't exist\.$/);
    const locked = path.join(datastore.folder, 'locked.csv');
    await writeFile(locked, 'a\n1\n');
    await chmod(locked, 0);
    // Root may read all files.
    if (process.getuid?.() !== 0) await assert.rejects(datastore.import(locked), /You don't have permission/);
  });

  it('a file that changes while it is read: refused', async () => {
    const file = path.join(datastore.folder, 'changing.csv');
    await writeFile(file, 'a\n1\n');
    const change = () => writeFileSync(file, 'a\n1\n2\n');
    await assert.rejects(datastore.import(file, 'changing.csv', change), /changing\.csv: .*(changed|differ)/);
  });

  it('a file and a link to it are one resource', async () => {
    const [file, link] = [path.join(datastore.folder, 'one.csv'), path.join(datastore.folder, 'link.csv')];
    await writeFile(file, 'a\n1\n');
    await symlink(file, link);
    assert.equal((await datastore.import(link)).id, (await datastore.import(file)).id);
  });

  it('nothing of a refused file stays behind', async () => {
    const own = await TestDatastore.open({ 'good.csv': { content: 'a\n1\n' } });
    const file = path.join(own.folder, 'good.csv');
    await writeFile(file, 'a\n1,2\n');
    await assert.rejects(own.import(file));
    assert.deepEqual(await own.values('good.csv', 'a'), [1]);
    await own.close();
  });
});

describe('a name that looks like a pattern', () => {
  for (const [name, other] of [
    ['r[1].csv', 'r1.csv'],
    ['s*.csv', 'sx.csv'],
    ['q?.csv', 'qa.csv'],
    ['{a,b}.csv', 'a.csv'],
    ['**.csv', 'any.csv'],
    ['in[1]/x.csv', 'in1/x.csv'],
  ] as const)
    it(`${name} is read alone, beside ${other}`, async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'pattern-'));
      for (const file of [name, other]) {
        await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
        await writeFile(path.join(folder, file), `a\n"${file}"\n`);
      }
      const own = await TestDatastore.open({ [name]: { path: path.join(folder, name) } });
      assert.deepEqual(await own.values(name, 'a'), [name]);
      await own.close();
      await rm(folder, { recursive: true });
    });
});

describe('CsvScanner', () => {
  for (const [what, text, reason] of [
    ['text', 'x', /line 1: The record is larger than 128 MiB\.$/],
    ['fields', ',', /line 1: There are more than 10,000 fields\.$/],
  ] as const)
    it(`140 MB of ${what} without a line end are refused before memory is`, () => {
      const scanner = new CsvScanner('f.csv', { delimiter: ',', quote: '"', header: true });
      const chunk = Buffer.alloc(1 << 20, text);
      assert.throws(() => {
        for (let size = 0; size < 140e6; size += chunk.length) scanner.push(chunk);
      }, reason);
      assert.ok(process.memoryUsage().external < 1 << 30);
    });

  it('8 MiB of lines in the quotes of a name take less than 64 MiB of memory', () => {
    const scanner = new CsvScanner('f.csv', { delimiter: ',', quote: '"', header: true });
    const held = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
    const before = held();
    scanner.push(Buffer.from('"'));
    const lines = Buffer.alloc(1 << 20, '\n');
    for (let mib = 0; mib < 8; mib += 1) scanner.push(lines);
    assert.ok(held() - before < 64 << 20);
    scanner.push(Buffer.from('"\n'));
    assert.equal(scanner.shape().names[0]?.length, 8 << 20);
  });

  const piece = fc.constantFrom('a', 'é', '"', '""', ',', '\n', '\r\n', '\r', ' ', '"x"', ',"q",');
  const shapeOf = (bytes: Uint8Array, cuts: readonly number[]) => {
    const scanner = new CsvScanner('f.csv', { delimiter: ',', quote: '"', header: true });
    try {
      let start = 0;
      for (const cut of [...cuts, bytes.length]) {
        scanner.push(bytes.subarray(start, cut));
        start = cut;
      }
      scanner.finish();
      return scanner.shape();
    } catch (error) {
      return String(error);
    }
  };

  it('finds the same however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), fc.array(fc.nat(60), { maxLength: 5 }), (pieces, places) => {
        const bytes = Buffer.from(`h,i\n${pieces.join('')}`);
        const cuts = places.filter((place) => place < bytes.length).sort((one, other) => one - other);
        assert.deepEqual(shapeOf(bytes, cuts), shapeOf(bytes, []));
      }),
      { numRuns: 3000 },
    );
  });
});

function textOf(value: string | number | boolean | ExactNumber | null): string | null {
  return value instanceof ExactNumber ? value.text : value === null ? null : String(value);
}
