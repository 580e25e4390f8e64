/** Readers of values and files, and of what clients send to the embedded datastore. */
import { parseDecimal } from '../../src/base/exactDecimal.ts';
import { momentForm } from '../../src/datastore/statistics/valueBins.ts';
import { plainNumber, shortLabel } from '../../src/datastore/statistics/valueTally.ts';
import { namedDouble } from '../../src/export/built/numberSurvey.ts';
import { timestampOf } from '../../src/export/built/calendar.ts';
import { xmlText } from '../../src/export/built/xlsxCell.ts';
import { pythonText } from '../../src/service/ckan/pythonText.ts';
import type { ActionContext } from '../../src/service/api/action.ts';
import { datasetActions } from '../../src/service/api/datasetActions.ts';
import { parseExpression, wordsOf } from '../../src/service/api/search/textExpression.ts';
import { withoutQuotes } from '../../src/service/api/parameterReader.ts';
import { wordPattern } from '../../src/service/question/wordPattern.ts';
import { guessCsv } from '../../src/service/formats/csv/csvGuess.ts';
import { csvRecords } from '../../src/service/formats/csv/csvText.ts';
import { CsvScanner } from '../../src/service/formats/csv/csvScanner.ts';
import { JsonMender } from '../../src/service/formats/json/jsonMender.ts';
import { fieldsMember, isFault, jsonEntries, membersOf } from '../../src/service/formats/json/jsonRecord.ts';
import { JsonRecordSplitter } from '../../src/service/formats/json/jsonRecordSplitter.ts';
import { jsonShape } from '../../src/service/formats/json/jsonShape.ts';
import { OdsReader } from '../../src/service/formats/ods/odsReader.ts';
import { sheetNumber } from '../../src/service/formats/sheets/sheetValues.ts';
import { parseXml } from '../../src/service/formats/sheets/xmlEvents.ts';
import { HtmlTable } from '../../src/service/formats/html/htmlTable.ts';
import { styleOfFormat } from '../../src/service/formats/xlsx/xlsxDates.ts';
import { codeOf } from '../../src/service/formats/xlsx/xlsxStyles.ts';
import { SheetReader } from '../../src/service/formats/xlsx/xlsxSheet.ts';
import { unescapedText } from '../../src/service/formats/xlsx/xlsxTexts.ts';
import { guessColumn } from '../../src/service/reading/columnGuess.ts';
import { fitReader } from '../../src/service/reading/sourceTextValue.ts';
import { parseSchema } from '../../src/service/reading/tableSchema.ts';
import { decodedText } from '../../src/service/reading/textEncoding.ts';
import { classesOf } from '../../src/service/reading/valueClasses.ts';
import { parseArrayLiteral } from '../../src/service/types/arrayLiteral.ts';
import { decimalKey } from '../../src/service/types/sortKeys.ts';
import { scalarTypes } from '../../src/service/types/typeName.ts';
import { IN_JSON, type OutsideReader, pieces } from './outsideReader.ts';

async function xml(text: string, events: SheetReader | OdsReader): Promise<void> {
  async function* bytes(): AsyncGenerator<Buffer> {
    yield await Promise.resolve(Buffer.from(text));
  }
  const pieces = parseXml(bytes(), events);
  while ((await pieces.next()).done !== true) events.take();
}

function scanned(text: string, quote: string): void {
  const bytes = Buffer.from(text);
  const scanner = new CsvScanner('x.csv', { delimiter: ',', quote, header: true }, { onSkip: () => undefined });
  for (let turn = 0; turn < 1000 && scanner.offset < bytes.length; turn += 1)
    scanner.push(bytes.subarray(scanner.offset));
  scanner.finish();
}

const READINGS = [
  { field: 'a', kind: 'number', decimal: ',', thousands: '.', sign: '€' },
  { field: 'a', kind: 'number', decimal: '.', thousands: ' ' },
  { field: 'a', kind: 'date', order: 'dmy', separator: '.' },
  { field: 'a', kind: 'timestamp', order: 'mdy', separator: '/' },
  { field: 'a', kind: 'boolean', trueWords: ['ja'], falseWords: ['nein'] },
] as const;

function patternOf(expression: ReturnType<typeof parseExpression>): unknown {
  return expression && wordPattern(expression);
}

/** All that searching the datasets needs. */
const EMPTY_CATALOG = { datastore: { list: () => Promise.resolve([]) } } as unknown as ActionContext;

export const FILE_READERS: readonly OutsideReader[] = [
  // These readers get single values.
  {
    name: 'decimal',
    read: (text) => [parseDecimal(text), namedDouble(text), plainNumber(text), decimalKey(text)],
    around: [
      ['1', ''],
      ['-', 'e5'],
      ['0.', 'x'],
    ],
  },
  { name: 'moment', read: (text) => [momentForm(text), timestampOf(text)], around: [['2024-01-02T', '']] },
  { name: 'label', read: (text) => shortLabel(text) },
  { name: 'XML text', read: xmlText },
  {
    name: 'array',
    read: parseArrayLiteral,
    around: [
      ['{', '}'],
      ['{"', '"}'],
      ['{{', '}}'],
    ],
  },
  ...[...scalarTypes].map(([name, { parse }]): OutsideReader => ({
    name: `value of type ${name}`,
    read: parse,
    around: [
      ['2024-01-02', ''],
      ['2024-01-02 03:04:05', ''],
      ['1 day', ''],
      ['"', '"'],
    ],
  })),
  // These readers get whole files.
  {
    name: 'CSV dialect',
    read: (text) => guessCsv(text, true, {}),
    around: [
      ['a,b\n', ''],
      ['"', ''],
    ],
  },
  {
    name: 'CSV records',
    read: (text) => [...csvRecords(text, { delimiter: ',', quote: '"' })].length,
    around: [['a,b\n"', '']],
  },
  {
    name: 'CSV records with escapes',
    read: (text) => [...csvRecords(text, { delimiter: '||', quote: '"', escape: '\\' })].length,
    around: [['a||b\n"', '']],
  },
  {
    name: 'CSV',
    isOfFiles: true,
    read: (text) => scanned(text, '"'),
    around: [
      ['a,b\n', ''],
      ['a,b\n1,"', ''],
      ['a\n"', '"x'],
    ],
  },
  { name: 'CSV without quotes', read: (text) => scanned(text, ''), around: [['a,b\n', '']] },
  { name: 'column', read: (text) => guessColumn('a', [...pieces(text).slice(0, 1000), text]) },
  {
    name: 'classes of a value',
    read: classesOf,
    around: [
      ['2024-01-02', ''],
      ['1', ''],
    ],
  },
  ...READINGS.map((reading): OutsideReader => ({
    name: `value read as ${reading.kind}`,
    read: fitReader(reading),
    around: [
      ['1', ''],
      ['1.000', ',5'],
      ['01.02.2024', ''],
      ['1/2/2024 3', ''],
    ],
  })),
  { name: 'schema', read: parseSchema, around: [['{"fields":[{"name":"a","type":"', '"}]}'], ...IN_JSON] },
  {
    name: 'JSON record',
    read: (text) => [isFault(membersOf(text)), fieldsMember(text), [...jsonEntries(text)].length],
    around: IN_JSON,
  },
  {
    name: 'JSON file',
    isOfFiles: true,
    read: (text) => {
      const bytes = Buffer.from(text);
      const splitter = new JsonRecordSplitter('x.json', { accept: () => undefined, onSkip: () => undefined });
      splitter.push(bytes);
      splitter.finish();
    },
    around: IN_JSON,
  },
  {
    name: 'JSON below keys',
    isOfFiles: true,
    read: (text) => {
      const { path } = jsonShape(text, 'x.json');
      const splitter = new JsonRecordSplitter('x.json', { accept: () => undefined, path: path ?? 'a' });
      splitter.push(Buffer.from(text));
      splitter.finish();
    },
    around: [...IN_JSON, ['{"b":{"a":[', ']}}'], ['{"a":[{', '}]}']],
  },
  {
    name: 'JSON with faults',
    isOfFiles: true,
    read: (text) => {
      const mender = new JsonMender();
      mender.push(Buffer.from(text));
      mender.finish();
    },
    around: [...IN_JSON, ["['", "']"], ['{a:', '}'], ['/*', '*/'], [',', ',']],
  },
  {
    name: 'XLSX sheet',
    isOfFiles: true,
    read: (text) => xml(text, new SheetReader([], false)),
    around: [
      ['<worksheet><sheetData><row><c t="inlineStr"><is><t>', '</t></is></c></row></sheetData></worksheet>'],
      ['<worksheet><sheetData><row><c><v>', '</v></c></row></sheetData></worksheet>'],
      ['<a b="', '"/>'],
      ['<a ', '/>'],
      ['<!--', '-->'],
    ],
  },
  {
    name: 'ODS sheet',
    isOfFiles: true,
    read: (text) => xml(text, new OdsReader(0)),
    around: [
      [
        '<d><spreadsheet><table name="a"><table-row><table-cell><p>',
        '</p></table-cell></table-row></table></spreadsheet></d>',
      ],
      ['<a b="', '"/>'],
      ['<a ', '/>'],
      ['<', '>'],
    ],
  },
  {
    name: 'HTML table',
    isOfFiles: true,
    read: (text) => {
      const table = new HtmlTable();
      table.push(text);
      table.push('', true);
      return table.take();
    },
    around: [
      ['<table><tr><td>', '</td></tr></table>'],
      ['<table><tr><td ', '>'],
      ['<table><tr><td title="', '">'],
      ['<!--', '-->'],
    ],
  },
  {
    name: 'code of a sheet',
    read: codeOf,
    around: [
      ['0[', ']'],
      ['"', ''],
    ],
  },
  { name: 'number of a sheet', read: sheetNumber, around: [['1', '']] },
  {
    name: 'format of a sheet',
    read: styleOfFormat,
    around: [
      ['[', ']'],
      ['"', ''],
    ],
  },
  { name: 'text of a sheet', read: unescapedText, around: [['_x', '_']] },
  { name: 'bytes in windows-1252', read: (text) => decodedText(Buffer.from(text), 'windows-1252') },
  // What clients send to the embedded datastore.
  {
    name: 'expression',
    read: (text) => patternOf(parseExpression(text)),
    around: [
      ['a & (', ')'],
      ["'", "'"],
    ],
  },
  { name: 'words', read: wordsOf },
  { name: 'quoted name', read: withoutQuotes, around: [['"', '"']] },
  { name: 'Python text', read: pythonText, around: IN_JSON },
  {
    name: 'query of a catalog',
    read: (text) => datasetActions.get('package_search')?.run({ q: text }, EMPTY_CATALOG),
    around: [
      ['name:', ''],
      ['(', ')'],
      ['"', ''],
    ],
  },
];
