/** Files that are packed: gzip, and the ZIP archives of spreadsheets. */
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { odsContent, odsOfContent } from '../service/formats/odsFile.ts';
import { xlsxFile, type TestWorkbook } from '../service/formats/xlsxFile.ts';
import type { Bomb } from './bomb.ts';

const IMPORT_MB = 2048;
const MIB = 1 << 20;

function archive(name: string, ending: string, make: () => Buffer, says: RegExp): Bomb {
  return {
    name,
    boundMb: IMPORT_MB,
    run: async (site) => {
      const path = join(site.folder, `bomb.${ending}`);
      await writeFile(path, make());
      return site.importFile(path, says);
    },
  };
}

/** gzip allows one member after another: the same one `count` times, behind a head. */
function gzip(name: string, ending: string, head: string, member: string, count: number, says: RegExp): Bomb {
  return {
    name,
    boundMb: IMPORT_MB,
    run: async (site) => {
      const path = join(site.folder, `bomb.${ending}.gz`);
      const file = await open(path, 'w');
      await file.write(gzipSync(head));
      const packed = gzipSync(member, { level: 9 });
      for (let at = 0; at < count; at += 1) await file.write(packed);
      await file.close();
      return site.importFile(path, says);
    },
  };
}

const workbook =
  (rows: string, more: Partial<TestWorkbook> = {}): (() => Buffer) =>
  () =>
    xlsxFile({ sheets: { Data: { rows } }, ...more });

const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (cells: string): string => `<row>${cells}</row>`;
const HEADER = row(cell('a'));
const shared = row('<c t="s"><v>0</v></c>');
/** Packs at about 100 to 1, which no bound for archives refuses. */
const filler = (length: number): string =>
  Array.from({ length: length / 1000 }, (_, at) => 'x'.repeat(993) + String(at * 7919).padStart(7, 'y')).join('');
const ods = (rows: string): Buffer => odsOfContent(odsContent(`<table:table table:name="A">${rows}</table:table>`));

const RATIO = /times as large|would unpack|GiB/;
const LONG = /larger than \d+ MiB/;

export const BOMBS: readonly Bomb[] = [
  gzip('gzip-spaces', 'csv', 'a,b\n', ' '.repeat(MIB), 2000, /more than 300 times|larger|never/),
  gzip('gzip-one-line', 'csv', 'a,b\n1,', 'x'.repeat(MIB), 300, LONG),
  gzip('gzip-json-string', 'json', '[{"a":"', 'x'.repeat(MIB), 300, LONG),
  gzip('gzip-json-spaces', 'jsonl', '{"a":1}\n', `{"a":"0123456789abcdef"${' '.repeat(MIB)}}\n`, 500, /^501 records/),
  archive(
    'gzip-in-gzip',
    'csv.gz',
    () => gzipSync(gzipSync(Buffer.alloc(300 * MIB, 'a'), { level: 9 })),
    /compression|NUL|UTF-8|read/,
  ),
  archive(
    'xlsx-shared-text',
    'xlsx',
    workbook(HEADER + shared.repeat(20_000), { strings: `<si><t>${filler(200_000)}</t></si>` }),
    RATIO,
  ),
  archive(
    'xlsx-long-cells',
    'xlsx',
    workbook(HEADER + row(cell(filler(4_000_000))).repeat(1) + row(cell(filler(3_000_000)))),
    /^2 records|larger/,
  ),
  archive('xlsx-huge-cell', 'xlsx', workbook(HEADER + row(cell(filler(40_000_000)))), LONG),
  archive('xlsx-ratio', 'xlsx', workbook(HEADER + row(cell('1')).repeat(3_000_000)), RATIO),
  archive(
    'xlsx-diagonal',
    'xlsx',
    workbook(
      Array.from(
        { length: 11_000 },
        (_, at) => `<row>${'<c/>'.repeat(at % 50)}<c r="${columnName(at)}"><v>1</v></c></row>`,
      ).join(''),
    ),
    /fields|record/,
  ),
  archive(
    'xlsx-many-sheets',
    'xlsx',
    () =>
      xlsxFile({
        sheets: Object.fromEntries(
          Array.from({ length: 20_000 }, (_, at) => [
            `s${String(at)}`,
            { rows: at === 0 ? HEADER + row(cell('1')) : '' },
          ]),
        ),
      }),
    /^1 record/,
  ),
  archive(
    'xlsx-many-files',
    'xlsx',
    workbook(HEADER, { more: Array.from({ length: 20_000 }, (_, at) => ({ name: `x/${String(at)}`, content: '' })) }),
    /records|files inside/,
  ),
  archive(
    'xlsx-attributes',
    'xlsx',
    workbook(`<row ${Array.from({ length: 1_500_000 }, (_, at) => `a${String(at)}="1"`).join(' ')}>${cell('a')}</row>`),
    LONG,
  ),
  archive(
    'ods-repeated',
    'ods',
    () =>
      ods(
        `<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="1000" office:value-type="float" office:value="1"/></table:table-row>`,
      ),
    /Repeated cells/,
  ),
  archive(
    'ods-deep',
    'ods',
    () => ods('<table:table-row-group>'.repeat(100_000) + '</table:table-row-group>'.repeat(100_000)),
    /levels deep/,
  ),
  archive(
    'ods-huge-text',
    'ods',
    () =>
      ods(
        `<table:table-row><table:table-cell office:value-type="string"><text:p>${filler(40_000_000)}</text:p></table:table-cell></table:table-row>`,
      ),
    LONG,
  ),
];

/** Returns the letters of a column: `A` for 0. */
function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}
