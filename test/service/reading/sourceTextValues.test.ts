/** DuckDB and JavaScript read the texts of a file alike, so the preview shows what the import makes. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { quotedText } from '../../../src/base/quotes.ts';
import {
  decimalSql,
  hundredthSql,
  isUsualNullSql,
  sourceTextSql,
} from '../../../src/service/engine/duckdb/table/sourceTextSql.ts';
import { valueReader } from '../../../src/service/reading/sourceTextValue.ts';
import { isUsualNullWord } from '../../../src/service/resource/usualNullWords.ts';
import type { ColumnReading } from '../../../src/service/resource/columnReading.ts';

const texts = [
  ...['17.308,38', '17,308.38', '1.234', '1,234', '1.2345', '12345', '-0,5', '+7', '\u22121.5', '007', '-007,50', '0', '-0', '00'],
  ...['1.234.567,8', '1,234,567.8', '12.34.567', "1'234.5", '1’234', '1 234,5', '1\u00a0234,5', '1\u202f234', '1  234', '1,5,5', '1,', ',5', '.5', '5.'],
  ...['1e5', '1,5E-3', '1e1234567890', '12 34', ' 12,5 ', '\t12', '1_000', '٣', '', ' ', '-', '+-5', '- 5', 'NaN', 'Infinity', '9'.repeat(40)],
  ...['70 %', '70%', '% 70', '%70', '-5 %', '12,5 %', '12.5 %', '0 %', '-0 %', '100 %', '0,00000001 %', '0,000000001 %', '999999999999999999 %', '70 % %', '7 0 %'],
  ...['12345678%', '-1234567%', '00000007%', '007,50 %', '-0,0%', '0,000001%', '123456789%', '1.234 %', '1.234,5%', '-100,0 %', '1000%'],
  ...['12 €', '€ 12', '-€12', '€-12', '12,5 €', '12€5', '$5', 'CHF 5', '5 CHF', '5 chf', 'Fr. 5', '5 Fr.'],
  ...['24.07.2020', '4.7.2020', '07/24/2020', '24/07/2020', '2020-07-24', '2020/7/4', '29.02.2026', '29.02.2024', '31.04.2020', '00.01.2020', '1.13.2020', '24.07.20', '24.07.0000', '24.07.0001', '24.07.12020', '24.7-2020', ' 24.07.2020 ', '  4.7.2020 ', '24. 07. 2020'],
  ...['24.07.2020 08:15', '24.07.2020T8:15:30', '2020-07-24 08:15:00', '2020-07-24T08:15:00.5', '2020-07-24 08:15:00,123456', '2020-07-24 08:15:00.1234567', '2020-07-24 24:00', '2020-07-24 23:60', '2020-07-24 23:59:60', '2020-07-24 8:5', '2020-07-24 08:15:00.000'],
  ...['07/24/2020 12:00 AM', '07/24/2020 12:30:05 pm', '07/24/2020 1:05:09PM', '2020-07-24 11:59:59.5 p.m.', '24.07.2020 1:05\u202fAM', '24.07.2020 1:05:09 p. m.', '24.07.2020 12:00 a.\u00a0m.', '2020-07-24 00:15 AM', '2020-07-24 13:15 PM', '2020-07-24 1:15 XM', '2020-07-24 1:15 M', '2020-07-24 1:15 A.', ' 2020-07-24 1:15 am '],
  ...['24.07.20', '1.2.49', '31.12.50', '07/24/99', '1/2/00', '24-07-20', '29.02.23', '29.02.24 08:15', '24.07.20, 8:15:30 pm', '24.07.2020, 08:15:30.5'],
  ...['3 March 2024', 'Mar 3, 2024', '03-Mar-24', '3. März 2024', '1er février 2024', '1ER FÉVRIER 2024', '3 de marzo de 2024', '3 de Março de 2024', '4 set. 1999', '5 giu 2024'],
  ...['31/ott/2024', '2024-Sept-03', 'August 1st, 2024', 'May 2024', 'Mai 2024', '30 Feb 2024', '3 Mars 24', '3 Foo 2024', '3 Jui 2024', '3 juil. 2024', '3 Jänner 2024', '3 MAERZ 2024', '3 März 2024, 08:15', '3-MAR-49 12:05:09 AM', '3\u00a0août\u00a02024', 'Mar 3,2024', '3 Ma\u0308rz 2024'],
  ...['2024-01-31T10:00:00+02:00', '2024-01-31T10:00:00Z', '2024-01-31 10:00:00.25 -0530', '2024-01-31 23:30+02', '2024-01-01T00:10:00+14:00', '2023-12-31 23:59:59.5-01:00', '0001-01-01T00:00:00+01:00', '9999-12-31T23:00:00-01:00', '2024-01-31T10:00:00+16:00', '2024-01-31 10:00:00 UTC', '2024/01/31 10:00\u221203', ' 2024-01-31T10:00:00z ', '2024-02-30T10:00:00Z', '0050-01-31T10:00:00Z', '2024-01-31 10:00 PM +0100', '2024-01-31T25:00Z'],
  ...['(1,234.50)', '1.234,50-', '5-', '5 -', '5\u2212', '(5)', '( 5)', '(-5)', '-5-', '--5', '(5', '5)', '$(5.00)', '($5.00)', '$5.00-', '5,00- €', '5,00 €-', '(5 €)', '(5) €', '(12.5 %)', '12,5 %-', '12,5- %', '(0)', '007-', '1e5-', '(1e5)', ' (5) ', "(1'234.5)", '(1 234,5)'],
  ...['20240131', '20240230', '31012024', '01312024', '240131', '310124', '2024131', '202401311', ' 20240131 ', '20240131 10:15', '20240131T10:15:30'],
  ...['ja', 'Ja', 'NEIN', ' nein ', 'jaja', 'yes', 'true'],
]; // prettier-ignore

const marks = ['', '.', ',', ' ', "'"] as const;
const readings: readonly ColumnReading[] = [
  ...(['.', ','] as const).flatMap((decimal) =>
    marks
      .filter((thousands) => thousands !== decimal)
      .flatMap((thousands) =>
        ['', '%', '€', '$', 'CHF', 'Fr.'].flatMap((sign): ColumnReading[] => {
          const plain = { field: 'a', kind: 'number', decimal, thousands, sign } as const;
          return [plain, { ...plain, negative: 'behind' }, { ...plain, negative: 'brackets' }];
        }),
      ),
  ),
  ...(['date', 'timestamp'] as const).flatMap((kind) =>
    (['-', '.', '/'] as const).flatMap((separator) =>
      (['ymd', 'dmy', 'mdy'] as const).map((order): ColumnReading => ({ field: 'a', kind, order, separator })),
    ),
  ),
  ...(['date', 'timestamp'] as const).flatMap((kind) =>
    (['ymd', 'dmy', 'mdy'] as const).flatMap((order): ColumnReading[] => [
      { field: 'a', kind, order, hasMonthNames: true },
      { field: 'a', kind, order, separator: '-', hasZone: true },
      { field: 'a', kind, order, separator: '/', hasZone: true },
      { field: 'a', kind, order, hasMonthNames: true, pivot: 50 },
      ...(['-', '.', '/', ''] as const).map((separator) => ({ field: 'a', kind, order, separator, pivot: 50 })),
      { field: 'a', kind, order, separator: '' },
    ]),
  ),
  { field: 'a', kind: 'boolean', trueWords: ['ja'], falseWords: ['nein'] },
  { field: 'a', kind: 'boolean' },
  { field: 'a', kind: 'text' },
];

describe('the spellings of columns, in the engine and in JavaScript', () => {
  let connection: DuckDBConnection;
  before(async () => {
    connection = await (await DuckDBInstance.create(':memory:')).connect();
    const values = texts.map((text, index) => `(${String(index)}, ${quotedText(text)})`);
    await connection.run(`create table texts as select * from (values ${values.join(', ')}) as v(i, x)`);
  });
  after(() => connection.closeSync());

  for (const reading of readings) {
    const { field: _, kind, ...marks } = reading;
    it(`${kind} ${JSON.stringify(marks)}`, async () => {
      const result = await connection.runAndReadAll(`select ${sourceTextSql(reading, 'x')} from texts order by i`);
      const valueOf = valueReader(reading);
      const expected = texts.map((text) => [text, valueOf(text) ?? null]);
      assert.deepEqual(
        result.getRows().map(([value], index) => [texts[index], value]),
        expected,
      );
    });
  }

  it('random texts of their parts are read alike, and are words for NULL alike', async function () {
    this.timeout(60_000);
    const moments = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''));
    const random = fc.sample(moments, 400);
    const values = random.map((text, index) => `(${String(index)}, ${quotedText(text)})`);
    await connection.run(
      `create or replace temp table random as select * from (values ${values.join(', ')}) as v(i, x)`,
    );
    const rowsOf = async (sql: string): Promise<readonly unknown[]> =>
      (await connection.runAndReadAll(`select ${sql} from random order by i`)).getRows().map(([value]) => value);
    for (const reading of readings.filter(({ sign = '' }) => sign === '' || sign === '€')) {
      const valueOf = valueReader(reading);
      const found = await rowsOf(sourceTextSql(reading, 'x'));
      assert.deepEqual(
        random.map((text, index) => [reading, text, found[index]]),
        random.map((text) => [reading, text, valueOf(text) ?? null]),
      );
    }
    const words = await rowsOf(isUsualNullSql({ field: 'a', kind: 'number' }, 'x'));
    assert.deepEqual(words, random.map(isUsualNullWord));
  });

  for (const reading of readings.filter(({ sign }) => sign === '%'))
    for (const places of reading.negative === undefined ? [0, 1, 3, 8] : []) {
      const { decimal = '', thousands = '' } = reading;
      it(`percentages ${JSON.stringify([decimal, thousands])} with the hundredths of those with ${String(places)} places`, async () => {
        const hundredth = hundredthSql(reading, 'x', places) ?? '';
        const result = await connection.runAndReadAll(
          `select ${sourceTextSql(reading, 'x', 'h')}, h from (select *, ${hundredth} h from texts) order by i`,
        );
        const valueOf = valueReader(reading);
        const rows = result.getRows();
        assert.deepEqual(
          rows.map(([value], index) => [texts[index], value]),
          texts.map((text) => [text, valueOf(text) ?? null]),
        );
        const short = rows.map(([, found]) => found).filter((found) => found !== null);
        assert.ok(short.length > 0 && short.every((found) => String(found).split('.')[1]?.length === places + 2));
      });
    }

  for (const reading of readings.filter(({ kind }) => kind === 'number')) {
    const { decimal = '', thousands = '', sign = '', negative = '' } = reading;
    it(`decimals of ${JSON.stringify([decimal, thousands, sign, negative])} are the same numbers, or NULL where digits are left`, async () => {
      const result = await connection.runAndReadAll(
        `select ${decimalSql(reading, sourceTextSql(reading, 'x'), SCALE)}::varchar from texts order by i`,
      );
      const valueOf = valueReader(reading);
      const found = result.getRows().map(([value], index) => [texts[index], value]);
      assert.deepEqual(
        found,
        texts.map((text) => [text, decimalText(valueOf(text)) ?? null]),
      );
    });
  }
});

const SCALE = 4;

const PARTS = [
  ...['3', '03', '12', '29', '2024', '99', '1900', 'März', 'FEB', 'aoû', 'Sept', 'May', 'de ', 'er', 'th'],
  ...['.', '-', '/', ' ', ', ', ',', 'T', ':', ':15', ' 10:15', 'Z', '+02:00', '-0530', ' UTC', ' PM', '\u2212'],
  ...['(', ')', '€', '000', '1', '.50', ',5', 'NA', 'n/a', '--', '..'],
] as const;

/** Writes a value with SCALE digits after the point; undefined if it has more, or an exponent. */
function decimalText(value: string | undefined): string | undefined {
  const [whole = '', fraction = ''] = value?.split('.') ?? [];
  if (value === undefined || /e/i.test(value) || fraction.length > SCALE) return undefined;
  if (whole.replace('-', '').length + SCALE > 18) return undefined;
  const number = `${whole}.${fraction.padEnd(SCALE, '0')}`;
  return /^-[0.]+$/.test(number) ? number.slice(1) : number;
}
