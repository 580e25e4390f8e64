/** Guesses what the columns of a file are, and what is in doubt. */
import assert from 'node:assert/strict';
import type { ColumnInspection, ColumnReading } from '../../../src/service/resource/columnReading.ts';
import { inspectColumns } from '../../../src/service/reading/columnGuess.ts';
import { valueReader } from '../../../src/service/reading/sourceTextValue.ts';
import { ReadingFolder } from './readings.ts';

function inspect(
  texts: readonly (string | null)[],
  choice?: Omit<ColumnReading, 'field'>,
  nullWords: readonly string[] = [],
): ColumnInspection {
  const records = texts.map((text, index) => ({ values: [text], line: index + 2 }));
  const columns = choice === undefined ? [] : [{ field: 'a', ...choice }];
  const [found] = inspectColumns(['a'], records, texts.length, { columns, nullWords });
  assert.ok(found);
  return found;
}

describe('guessing columns', () => {
  const typed: Readonly<Record<string, readonly [texts: readonly string[], reading: Partial<ColumnReading>, values: readonly string[]]>> = {
    'German numbers': [['17.308,38', '1,5', '-2', '0,50'], { kind: 'number', decimal: ',', thousands: '.', sign: '' }, ['17308.38', '1.5', '-2', '0.50']],
    'English numbers': [['17,308.38', '1.5', '1,234,567'], { kind: 'number', decimal: '.', thousands: ',' }, ['17308.38', '1.5', '1234567']],
    'French numbers': [['17\u202f308,38', '1,5'], { kind: 'number', decimal: ',', thousands: ' ' }, ['17308.38', '1.5']],
    'Swiss numbers': [["17'308.38", '1’234.5', '7.25'], { kind: 'number', decimal: '.', thousands: "'" }, ['17308.38', '1234.5', '7.25']],
    'plain numbers': [['1.50', '2'], { kind: 'number', decimal: '.', thousands: '' }, ['1.50', '2']],
    'a proper minus': [['\u22121,5', '2,5'], { kind: 'number' }, ['-1.5', '2.5']],
    'percent': [['70 %', '12,5%', '100 %', '0 %', '-5 %'], { kind: 'number', sign: '%' }, ['0.7', '0.125', '1', '0', '-0.05']],
    'euros': [['1.200,50 €', '12 €', '-3,10 €', '4,00'], { kind: 'number', sign: '€' }, ['1200.50', '12', '-3.10', '4.00']],
    'dollars in front': [['$1,200.50', '-$3.10', '$ 7'], { kind: 'number', sign: '$' }, ['1200.50', '-3.10', '7']],
    'German dates': [['24.07.2020', '1.2.2026', '29.02.2024'], { kind: 'date', order: 'dmy', separator: '.' }, ['2020-07-24', '2026-02-01', '2024-02-29']],
    'American dates': [['07/24/2020', '01/02/2026'], { kind: 'date', order: 'mdy', separator: '/' }, ['2020-07-24', '2026-01-02']],
    'British dates': [['24/07/2020', '01/02/2026'], { kind: 'date', order: 'dmy', separator: '/' }, ['2020-07-24', '2026-02-01']],
    'dates as ISO has them': [['2026-02-01'], { kind: 'date', order: 'ymd', separator: '-' }, ['2026-02-01']],
    'leap days of centuries': [['29.02.2000', '29.02.1600'], { kind: 'date', order: 'dmy' }, ['2000-02-29', '1600-02-29']],
    'leap days of centuries as ISO has them': [['2000-02-29', '1600-02-29'], { kind: 'date', order: 'ymd' }, ['2000-02-29', '1600-02-29']],
    'dates with times': [['24.07.2020 08:15', '24.07.2020 8:15:30', '24.07.2020 08:15:30,250'], { kind: 'timestamp', order: 'dmy' }, ['2020-07-24T08:15:00', '2020-07-24T08:15:30', '2020-07-24T08:15:30.25']],
    'dates with times behind a space': [['2020-07-24 08:15:00'], { kind: 'timestamp', order: 'ymd' }, ['2020-07-24T08:15:00']],
    'ja and nein': [['ja', 'nein', 'Ja', 'NEIN'], { kind: 'boolean', trueWords: ['ja'], falseWords: ['nein'] }, ['true', 'false', 'true', 'false']],
    'yes and no': [['yes', 'no'], { kind: 'boolean' }, ['true', 'false']],
    'oui and non': [['oui', 'non'], { kind: 'boolean' }, ['true', 'false']],
    'True and False': [['True', 'False'], { kind: 'boolean' }, ['true', 'false']],
    'dates with German names': [['3. März 2024', '24. DEZEMBER 1999', '1. Jän. 2024'], { kind: 'date', order: 'dmy', hasMonthNames: true }, ['2024-03-03', '1999-12-24', '2024-01-01']],
    'dates with English names in front': [['Mar 3, 2024', 'December 24, 1999'], { kind: 'date', order: 'mdy' }, ['2024-03-03', '1999-12-24']],
    'dates with French names': [['1er février 2024', '3 août 2024', '3 juil. 2024'], { kind: 'date' }, ['2024-02-01', '2024-08-03', '2024-07-03']],
    'dates of Oracle': [['03-MAR-24', '24-DEC-99'], { kind: 'date', order: 'dmy', pivot: 50 }, ['2024-03-03', '1999-12-24']],
    'Portuguese and Spanish names': [['3 de março de 2024', '3 de enero de 2024', '4 set 2024'], { kind: 'date' }, ['2024-03-03', '2024-01-03', '2024-09-04']],
    'names and times': [['3 Mar 2024 08:15', '3 Mar 2024, 8:15 PM'], { kind: 'timestamp' }, ['2024-03-03T08:15:00', '2024-03-03T20:15:00']],
    'German years of two digits': [['24.07.20', '01.02.49', '01.02.50'], { kind: 'date', order: 'dmy', pivot: 50 }, ['2020-07-24', '2049-02-01', '1950-02-01']],
    'American years of two digits': [['7/24/20', '1/2/99'], { kind: 'date', order: 'mdy' }, ['2020-07-24', '1999-01-02']],
    'dates with times behind a comma': [['24.07.2020, 08:15', '1.2.2026, 8:15:30'], { kind: 'timestamp' }, ['2020-07-24T08:15:00', '2026-02-01T08:15:30']],
    'times with zones': [['2024-01-31T10:00:00+02:00', '2024-01-31T10:00:00Z', '2024-01-31 23:30:00.5 -0100'], { kind: 'timestamp', order: 'ymd', hasZone: true }, ['2024-01-31T08:00:00+00:00', '2024-01-31T10:00:00+00:00', '2024-02-01T00:30:00.5+00:00']],
    'amounts of accountants': [['(1,234.50)', '20.00', '(0.75)'], { kind: 'number', negative: 'brackets', thousands: ',' }, ['-1234.50', '20.00', '-0.75']],
    'dollars in brackets': [['($1,200.50)', '$7', '$(3)'], { kind: 'number', negative: 'brackets', sign: '$' }, ['-1200.50', '7', '-3']],
    'a minus behind': [['1.234,50-', '20,00', '0,75-'], { kind: 'number', negative: 'behind', decimal: ',' }, ['-1234.50', '20.00', '-0.75']],
    'ISO codes of currencies': [['EUR 1.200,50', 'EUR 3,00', '4,10 EUR'], { kind: 'number', sign: 'EUR' }, ['1200.50', '3.00', '4.10']],
    'currencies of the world': [['1 200,50 SEK', '3 SEK'], { kind: 'number', sign: 'SEK', thousands: ' ' }, ['1200.50', '3']],
    'signs of currencies': [['₺12.50', '₺7.25'], { kind: 'number', sign: '₺' }, ['12.50', '7.25']],
    'reais': [['R$ 1.200,50', 'R$ 3,00'], { kind: 'number', sign: 'R$', decimal: ',' }, ['1200.50', '3.00']],
    'spaces around': [[' 1,5', '12,5 '], { kind: 'number' }, ['1.5', '12.5']],
  }; // prettier-ignore
  for (const [name, [texts, reading, values]] of Object.entries(typed))
    it(`${name}: ${texts.join(' ')}`, () => {
      const found = inspect([...texts, null]);
      assert.equal(found.doubt, undefined);
      assert.deepEqual({ ...found.reading, ...reading }, found.reading);
      assert.deepEqual(found.sample, [...values, null]);
      assert.deepEqual([found.source, found.values, found.fitting], ['guess', texts.length, texts.length]);
    });

  const doubtful: Readonly<Record<string, readonly [texts: readonly string[], kind: string, doubt: string | undefined, misfit?: readonly [number, string]]>> = {
    'dates but for one value': [['24.07.2020', '25.07.2020', 'offen', '26.07.2020'], 'date', 'misfits', [4, 'offen']],
    'a day that there is not': [['28.02.2026', '29.02.2026', '01.03.2026'], 'date', 'misfits', [3, '29.02.2026']],
    'a leap day that a century has not': [['28.02.1900', '29.02.1900', '01.03.1900'], 'date', 'misfits', [3, '29.02.1900']],
    'a leap day that a century has not, as ISO has it': [['2100-02-28', '2100-02-29', '2100-03-01'], 'date', 'misfits', [3, '2100-02-29']],
    'days and months that could change places': [['01/02/2026', '03/04/2026'], 'date', 'dateOrder'],
    'a comma that may stand for thousands': [['1,234', '5,678'], 'number', 'decimalMark'],
    'mixed decimal marks': [['1,5', '2,5', '3.5'], 'number', 'misfits', [4, '3.5']],
    'numbers with two commas': [['1,5', '1,5,5', '2,5'], 'number', 'misfits', [3, '1,5,5']],
    'zeros in front': [['00307', '01234'], 'number', 'leadingZeros'],
    'phone numbers': [['+41791234567', '+41441234567'], 'number', 'leadingZeros'],
    'zeros behind a minus': [['-01', '-02'], 'number', 'leadingZeros'],
    'zeros in front of a group': [['0 800 123 456', '0 801 123 456'], 'number', 'leadingZeros'],
    'zeros behind a currency': [['€ 0123', '€ 0456'], 'number', 'leadingZeros'],
    'a point that may stand for thousands': [['1.234', '999'], 'number', 'decimalMark'],
    'months without a day': [['Mai 2024', 'Juni 2024'], 'text', undefined],
    'years of two digits that could be days': [['01-02-03', '04-05-06'], 'date', 'dateOrder'],
    'years of two digits, and days that could be months': [['01/02/24', '03/04/24'], 'date', 'dateOrder'],
    'numbers of versions': [['1.2.10', '1.3.12', '1.10.11'], 'text', undefined],
    'grades, some with a minus behind': [['1', '2-', '3'], 'text', undefined],
    'brackets that may mean uncertain': [['(12)', '7', '(3)'], 'number', 'brackets'],
    'brackets around decimal commas': [['(12,5)', '7,5'], 'number', 'brackets'],
    'brackets beside a minus': [['(12.50)', '7.50', '-3.00'], 'number', 'misfits', [2, '(12.50)']],
    'codes of countries': [['SI', 'NO'], 'text', undefined],
    'codes of directions': [['N', 'O'], 'text', undefined],
    'words in small letters': [['Si', 'no'], 'boolean', undefined],
    'full words in capitals': [['YES', 'NO'], 'boolean', undefined],
    'addresses of machines': [['192.168.100.200', '192.168.100.201'], 'text', undefined],
    'one word alone': [['no', 'no'], 'text', undefined],
    'words': [['apple', 'pear', '7'], 'text', undefined],
    'nothing': [[], 'text', undefined],
  }; // prettier-ignore
  for (const [name, [texts, kind, doubt, misfit]] of Object.entries(doubtful))
    it(`${name}: ${texts.join(' ')}`, () => {
      const found = inspect(texts);
      assert.deepEqual([found.reading.kind, found.doubt], [kind, doubt]);
      assert.deepEqual(found.misfit && [found.misfit.line, found.misfit.text], misfit);
    });

  it('completes what a choice leaves open', () => {
    const found = inspect(['1,234', '5,678'], { kind: 'number', decimal: ',' });
    assert.deepEqual([found.source, found.doubt, found.sample], ['choice', undefined, ['1.234', '5.678']]);
    const thousands = inspect(['1,234', '5,678'], { kind: 'number', thousands: ',' });
    assert.deepEqual(thousands.sample, ['1234', '5678']);
    const zeros = inspect(['00307', '01234'], { kind: 'number' });
    assert.deepEqual([zeros.doubt, zeros.sample], [undefined, ['307', '1234']]);
    const dates = inspect(['01/02/2026', '03/04/2026'], { kind: 'date', order: 'mdy' });
    assert.deepEqual([dates.doubt, dates.sample], [undefined, ['2026-01-02', '2026-03-04']]);
    assert.equal(inspect(['1', '2'], { kind: 'text' }).reading.kind, 'text');
  });

  it('knows NULL words, and misfits that may become NULL', () => {
    const texts = ['1,5', 'n/a', '2,5', 'viel'];
    const some = inspect(texts, { kind: 'number' }, ['n/a']);
    assert.deepEqual([some.values, some.fitting, some.doubt], [3, 2, 'misfits']);
    assert.deepEqual(some.sample, ['1.5', null, '2.5', null]);
    assert.equal(inspect(texts, { kind: 'number', misfits: 'null' }, ['n/a']).doubt, undefined);
  });

  const missing: Readonly<Record<string, readonly [texts: readonly string[], kind: string, words: readonly string[] | undefined, values: readonly (string | null)[]]>> = {
    'numbers with NA and n/a': [['1.5', 'NA', '2', 'n/a', 'NA'], 'number', ['NA', 'n/a'], ['1.5', null, '2', null, null]],
    'German numbers with dashes': [['1,5', '-', '--', '\u2013'], 'number', ['-', '--', '\u2013'], ['1.5', null, null, null]],
    'more words than values': [['..', ':', '.', '7', 'k.A.'], 'number', ['..', ':', '.', 'k.A.'], [null, null, null, '7', null]],
    'dates with None': [['25.01.2024', 'None', ' null '], 'date', ['None', ' null '], ['2024-01-25', null, null]],
    'ja, nein and a dash': [['ja', '-', 'nein'], 'boolean', ['-'], ['true', null, 'false']],
    'codes of continents': [['NA', 'EU', 'AS'], 'text', undefined, ['NA', 'EU', 'AS']],
    'words for NULL alone': [['NA', '-'], 'text', undefined, ['NA', '-']],
    'names of people': [['None', 'Smith'], 'text', undefined, ['None', 'Smith']],
  }; // prettier-ignore
  for (const [name, [texts, kind, words, values]] of Object.entries(missing))
    it(`${name}: ${texts.join(' ')}`, () => {
      const found = inspect(texts);
      assert.deepEqual([found.reading.kind, found.doubt, found.missing?.words], [kind, undefined, words]);
      assert.deepEqual(found.sample, values);
      const count = values.filter((value) => value === null).length;
      assert.deepEqual([found.missing?.values ?? 0, found.values], [count, texts.length - count]);
    });

  it('reads years of two digits and months by choice', () => {
    const short = inspect(['24.07.20', '1.2.99'], { kind: 'date', pivot: 0 });
    assert.deepEqual([short.doubt, short.sample], [undefined, ['1920-07-24', '1999-02-01']]);
    assert.equal(inspect(['20240131', '19991224']).reading.kind, 'number');
    const compact = inspect(['20240131', '19991224'], { kind: 'date' });
    assert.deepEqual([compact.doubt, compact.sample], [undefined, ['2024-01-31', '1999-12-24']]);
    const time = inspect(['20240131 10:15'], { kind: 'timestamp' });
    assert.deepEqual([time.doubt, time.sample], [undefined, ['2024-01-31T10:15:00']]);
    const ymd = inspect(['01-02-03'], { kind: 'date', order: 'ymd', separator: '-' });
    assert.deepEqual([ymd.doubt, ymd.sample], [undefined, ['2001-02-03']]);
  });

  it('a usual word for NULL that is a value stays one', () => {
    const words = { kind: 'boolean', trueWords: ['x'], falseWords: ['-'] } as const;
    const found = inspect(['x', '-', 'n/a'], words);
    assert.deepEqual([found.sample, found.missing?.words], [['true', 'false', null], ['n/a']]);
    const own = inspect(['x', '-', 'n/a', '?'], { ...words, nullWords: ['?'] });
    assert.deepEqual([own.doubt, own.misfit?.text, own.values], ['misfits', 'n/a', 3]);
  });

  it('tells which value does not fit beside words for NULL, and which numbers are in doubt', () => {
    const { doubt, misfit, values, fitting, missing: words } = inspect(['1,5', '2,5', 'NA', 'viel']);
    assert.deepEqual([doubt, misfit?.text, values, fitting, words?.words], ['misfits', 'viel', 3, 2, ['NA']]);
    assert.equal(inspect(['1.234', '-', '5.678']).doubt, 'decimalMark');
    assert.equal(inspect(['007', '-', '008']).doubt, 'leadingZeros');
  });

  it('a thousand columns are looked at in no more than a second', () => {
    const fields = Array.from({ length: 1000 }, (_, index) => `f${String(index)}`);
    const records = Array.from({ length: 200 }, (_, line) => ({
      values: fields.map(() => `1.${String(100 + line)},5`),
    }));
    const columns = inspectColumns(fields, records, 5, {});
    assert.ok(columns.every(({ reading }) => reading.decimal === ','));
  });

  it('reads a sign that means something in patterns as it stands', () => {
    const valueOf = valueReader({ field: 'a', kind: 'number', decimal: '.', thousands: '', sign: 'Fr.' });
    assert.deepEqual(['Fr. 5.50', '5.50 Fr.', 'FrX 5.50'].map(valueOf), ['5.50', '5.50', undefined]);
  });
});

describe('columns of a file', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  it('tells the line of the first value that does not fit', async () => {
    const { columns } = await folder.inspect('dates.csv', 'day;note\n24.07.2020;"two\nlines"\n25.07.2020;x\nbald;y\n');
    assert.deepEqual(columns[0]?.misfit, { line: 5, text: 'bald' });
    assert.equal(columns[1]?.reading.kind, 'text');
  });

  it('has a column for each field of every kind of file', async () => {
    const { columns } = await folder.inspect('typed.json', '[{"a": 1, "b": "2", "c": "1,5"}]');
    assert.deepEqual(
      columns.map(({ reading, doubt }) => [reading.kind, doubt]),
      [['number', undefined], ['number', 'declared'], ['number', 'declared']],
    ); // prettier-ignore
    const chosen = await folder.inspect('typed.json', '[{"a": 1, "b": "2", "c": "1,5"}]', {
      columns: [{ field: 'c', kind: 'number' }],
    });
    assert.deepEqual(chosen.columns[2]?.sample, ['1.5']);
  });
});

describe('the columns of a wide file', () => {
  it('take twice as long where there are twice as many', () => {
    const cpuMs = (count: number): number => {
      const names = Array.from({ length: count }, (_, index) => `c${String(index)}`);
      const records = [{ values: names.map(() => '1') }];
      const start = process.threadCpuUsage();
      inspectColumns(names, records, 1, { delimiter: ';' });
      const { user, system } = process.threadCpuUsage(start);
      return (user + system) / 1000;
    };
    cpuMs(1000);
    const [some, twice] = [cpuMs(30_000), cpuMs(60_000)];
    assert.ok(twice < 3 * some, `${some.toFixed()} ms, then ${twice.toFixed()} ms`);
  });
});
