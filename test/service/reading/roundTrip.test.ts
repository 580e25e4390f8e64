/** Any table of texts, written in any dialect, is imported exactly. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { DuckDBInstance } from '@duckdb/node-api';
import { keyByRules, registerSortKeys, sortKey } from '../../../src/service/engine/duckdb/table/tableColumns.ts';
import { typeRules } from '../../../src/service/types/fieldTypes.ts';
import type { FileEncoding } from '../../../src/service/resource/reading.ts';
import { ReadingFolder } from './readings.ts';
import { isFull } from '../../support/results/full.ts';

const WINDOWS = new TextDecoder('windows-1252');
const encoders = {
  'utf-8': (text) => Buffer.from(text),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
  'windows-1252': (text) =>
    Buffer.from(Array.from(text, (one) => Array.from({ length: 256 }, (_, byte) => byte).find((byte) => WINDOWS.decode(Buffer.of(byte)) === one) ?? 0x3f)),
  'iso-8859-1': (text) => Buffer.from(text, 'latin1'),
} satisfies Partial<Record<FileEncoding, (text: string) => Buffer>>; // prettier-ignore
const encodings = Object.keys(encoders) as (keyof typeof encoders)[];

const piece = fc.oneof(
  fc.constantFrom(',', ';', '\t', '|', '"', "'", '""', '\n', '\r\n', '\r', ' ', '#', '\\', 'NULL', '1', '007', '1.50', 'é', 'ÿ'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
); // prettier-ignore
const texts = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('').replaceAll('\0', ''));
const cell = fc.oneof({ weight: 5, arbitrary: texts }, { weight: 1, arbitrary: fc.constant(null) });
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.record({
      names: fc.array(texts, { minLength: width, maxLength: width }),
      rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
    }),
  );
const way = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  quote: fc.constantFrom('"', "'"),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  endsWithLine: fc.boolean(),
  quotesAll: fc.boolean(),
  mark: fc.boolean(),
  header: fc.boolean(),
  encoding: fc.constantFrom(...encodings),
  compression: fc.constantFrom('none' as const, 'gzip' as const),
});
type Way = typeof way extends fc.Arbitrary<infer T> ? T : never;
type Row = readonly (string | null)[];

const written = (rows: readonly Row[], { delimiter, quote, lineEnd, endsWithLine, quotesAll }: Way) => {
  const value = (text: string | null) => {
    if (text === null) return '';
    const mustQuote = text === '' || text.includes(quote) || /[\r\n]/.test(text) || text.includes(delimiter);
    return quotesAll || mustQuote ? quote + text.replaceAll(quote, quote + quote) + quote : text;
  };
  const lines = rows.map((row) => row.map(value).join(delimiter));
  // An empty last line counts only if it has a line end.
  return lines.join(lineEnd) + (endsWithLine || lines.at(-1) === '' ? lineEnd : '');
};

describe('any table, written in any way', function () {
  this.timeout(120_000);
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  it('comes back exactly', () =>
    fc.assert(
      fc.asyncProperty(table, way, async ({ names, rows }, how) => {
        const encode = encoders[how.encoding];
        const fit = (text: string) =>
          how.encoding.startsWith('utf') ? text.toWellFormed() : text.replace(/[^\n\r -~é]/gu, 'ÿ').replaceAll('\0', '');
        const fitted = (row: Row) => row.map((text) => (text === null ? null : fit(text)));
        const first = how.header ? names.map((name) => (name === '' ? 'x' : fit(name))) : undefined;
        // Lines of delimiters alone at the end of a file are no records, and what follows one may be a note.
        const present = rows.filter((row) => how.quotesAll || row.length === 1 || row.some((text) => text !== null));
        const data = (present.length === 0 ? rows.slice(0, 1) : present).map(fitted);
        // Without a header, an empty first line is ambiguous.
        if (first === undefined && data[0]?.every((text) => text === null) === true && data[0].length === 1) return;
        const text = written(first === undefined ? data : [first, ...data], how);
        const hasMark = how.mark && how.encoding.startsWith('utf');
        const bytes = encode((hasMark ? '\ufeff' : '') + text);
        const { delimiter, quote, header, encoding, compression } = how;
        const choices = { format: 'csv', delimiter, quote, header, encoding, compression } as const;
        const content = compression === 'gzip' ? gzipSync(bytes) : bytes;
        const { records, fields } = await folder.import('any.csv', content, choices);
        assert.deepEqual(records, data);
        assert.equal(fields.length, data[0]?.length);
        const skipping = await folder.import('any.csv', content, { ...choices, unreadable: 'skip' });
        assert.deepEqual([skipping.records, skipping.resource.skipped], [data, undefined]);
        if (quote === '"') {
          const oracle: string[][] = parse(text, { delimiter, quote, record_delimiter: how.lineEnd, relax_column_count: true });
          const flat = data.map((row) => row.map((value) => value ?? ''));
          const blank = (row: readonly string[]) => row.length === 1 && row[0] === '';
          assert.deepEqual(
            oracle.slice(header ? 1 : 0).filter((row) => !blank(row)),
            flat.filter((row) => !blank(row)),
          );
        }
      }),
      { numRuns: isFull ? 60 : 8 },
    ));
}); // prettier-ignore

describe('sort keys that the engine makes', () => {
  const digits = fc.stringMatching(/^\d{1,45}$/);
  const number = fc
    .tuple(fc.constantFrom('', '-'), digits, fc.option(digits), fc.option(fc.integer({ min: -60, max: 60 })))
    .map(([sign, whole, fraction, power]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${power === null ? '' : `e${String(power)}`}`);
  const corners = ['0', '-0', '0.000', '00', '-0.0', '10', '1.50', '-1.20', '0.05', '-0.050', '100000', '7', '"NaN"', 'x', '']; // prettier-ignore
  const times = ['2024-01-02', '0001-01-01', '9999-12-31', '2024-01-02T03:04:05', '2024-01-02T03:04:05.5', '2024-01-02T03:04:05.500', '2024-01-02T03:04:05.000', 'x', '44-03-15 BC', '-infinity']; // prettier-ignore

  for (const [type, values] of [
    ['numeric', [...corners, ...fc.sample(number, 3000)]],
    ['int8', [...corners, ...fc.sample(fc.bigInt().map(String), 500)]],
    ['date', times],
    ['timestamp', times],
  ] as const)
    it(`${type}: those of its rules`, async () => {
      const instance = await DuckDBInstance.create(':memory:');
      const connection = await instance.connect();
      registerSortKeys(connection, [{ id: 'v', type }]);
      await connection.run('create table t (v varchar)');
      const appender = await connection.createAppender('t');
      for (const value of values) {
        appender.appendVarchar(value);
        appender.endRow();
      }
      appender.closeSync();
      const result = await connection.runAndReadAll(`select v, ${sortKey(type, 'v')}, ${keyByRules(type, 'v')} from t`);
      assert.equal(result.getRows().length, values.length);
      for (const [value, key, rule] of result.getRows()) {
        assert.equal(key, rule, String(value));
        assert.equal(key, typeRules(type).key?.(String(value)) ?? null, String(value));
      }
      connection.disconnectSync();
    });
}); // prettier-ignore
