/** Columns get their types when every value was read, not only the first ones. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ColumnReading } from '../../../src/service/resource/columnReading.ts';
import type { ReadingChoices } from '../../../src/service/resource/reading.ts';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import { isFull } from '../../support/results/full.ts';
import { ReadingFolder, type Imported } from './readings.ts';
import { storedRows } from './storedTable.ts';

/** The inspected beginning has a MiB, so that many texts exceed it. A table of 50,000 records is packed. */
const MANY = isFull ? 150_000 : 55_000;
const filler = isFull ? '' : '-'.repeat(12);

describe('columns whose end is not like their beginning', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  const stored = async ({ resource }: Imported, columns: string): Promise<unknown[][]> => {
    const description = await new Catalogue(folder.data).find(resource.id);
    return storedRows(path.join(folder.data, description?.data ?? ''), columns, 'order by rowid desc limit 2');
  };
  const long = (values: readonly string[], name = 'a'): string =>
    `${name};b\n${Array.from({ length: MANY }, (_, row) => `${String(row % 1000)},5;x${filler}${String(row)}\n`).join('')}${values.map((value) => `${value};y\n`).join('')}`;

  it('becomes text again for one late value that does not fit, and says so', async () => {
    const imported = await folder.import('late.csv', long(['viel', '7,5']));
    assert.deepEqual(imported.types, ['text', 'text']);
    assert.deepEqual(imported.records.at(-2), ['viel', 'y']);
    assert.deepEqual(imported.resource.misfits, [
      { field: 'a', kind: 'number', values: MANY + 2, fitting: MANY + 1, record: MANY + 1, line: MANY + 2, text: 'viel', became: 'text' },
    ]); // prettier-ignore
  });

  it('stays a number where people accepted that misfits become NULL', async () => {
    const choices: ReadingChoices = { columns: [{ field: 'a', kind: 'number', misfits: 'null' }] };
    const imported = await folder.import('accepted.csv', long(['viel', '7,5']), choices);
    assert.deepEqual(imported.types, ['numeric', 'text']);
    assert.deepEqual(await stored(imported, 'c0, t0, k0::varchar'), [
      ['7.5', '7,5', '7.5'],
      [null, 'viel', null],
    ]);
    assert.deepEqual(
      imported.resource.misfits?.map(({ became, fitting }) => [became, fitting]),
      [['null', MANY + 1]],
    );
    assert.deepEqual(imported.resource.reading?.columns, choices.columns);
    const why = "The value isn't a number, so it became NULL.";
    assert.deepEqual(imported.skipped, [{ line: MANY + 2, row: MANY + 1, field: 'a', reason: why, text: 'viel' }]);
    assert.equal(imported.resource.skipped, undefined);
  });

  it('sorts late numbers of more digits exactly', async () => {
    const imported = await folder.import('digits.csv', long(['7,125', '1.234.567,0625']));
    assert.deepEqual(await stored(imported, 'c0, k0::varchar'), [
      ['1234567.0625', '1234567.0625'],
      ['7.125', '7.1250'],
    ]);
    const longer = await folder.import('longer.csv', long(['1,12345678901234567890', '-2,5']));
    assert.deepEqual(await stored(longer, 'c0, k0'), [
      ['-2.5', '0O74:'],
      ['1.12345678901234567890', '2Q11234567890123456789'],
    ]);
  });

  describe('that have no value in the beginning', () => {
    const late = (...values: readonly string[]): string =>
      `a;b\n${Array.from({ length: MANY }, (_, row) => `x${filler}${String(row)};\n`).join('')}${values.map((value) => `y;${value}\n`).join('')}`;

    it('are typed by the values that come', async () => {
      const imported = await folder.import('late.csv', late('17.308,38', '1,5'));
      assert.deepEqual([imported.types, imported.resource.misfits], [['text', 'numeric'], undefined]);
      assert.deepEqual(await stored(imported, 'c1, t1, k1::varchar'), [
        ['1.5', '1,5', '1.50'],
        ['17308.38', '17.308,38', '17308.38'],
      ]);
      const dates = await folder.import('dates.csv', late('24.07.2020', '01.02.2026'));
      assert.deepEqual([dates.types, await stored(dates, 'c1, t1')], [
        ['text', 'date'],
        [['2026-02-01', '01.02.2026'], ['2020-07-24', '24.07.2020']],
      ]); // prettier-ignore
      const words = await folder.import('words.csv', late('ja', 'nein'));
      assert.deepEqual([words.types, await stored(words, 'c1, t1')], [
        ['text', 'bool'],
        [['false', 'nein'], ['true', 'ja']],
      ]); // prettier-ignore
    });

    it('are typed beside numbers that are typed already', async () => {
      const begin = Array.from({ length: MANY }, (_, row) => `${String(row % 1000)},5;\n`).join('');
      const imported = await folder.import('beside.csv', `a;b\n${begin}7,5;24.07.2020\n8,5;1.2.2026\n`);
      assert.deepEqual(imported.types, ['numeric', 'date']);
      assert.deepEqual(await stored(imported, 'c0, t0, c1, t1'), [
        ['8.5', '8,5', '2026-02-01', '1.2.2026'],
        ['7.5', '7,5', '2020-07-24', '24.07.2020'],
      ]);
    });

    it('have numbers of any length in their order', async () => {
      const imported = await folder.import('long.csv', late('1,12345678901234567890', '-2,5'));
      assert.deepEqual(await stored(imported, 'c1, k1'), [
        ['-2.5', '0O74:'],
        ['1.12345678901234567890', '2Q11234567890123456789'],
      ]);
    });

    it('stay text where a value does not fit, or could be another, and NULL words are NULL', async () => {
      const doubted = await folder.import('doubted.csv', late('01/02/2026', '03/04/2026'));
      assert.deepEqual(
        [doubted.types, await stored(doubted, 'c1')],
        [
          ['text', 'text'],
          [['03/04/2026'], ['01/02/2026']],
        ],
      );
      const many = Array.from({ length: 10_000 }, () => '1,5');
      const misfit = await folder.import('misfit.csv', late(...many, 'viel'));
      assert.deepEqual(
        [misfit.types, await stored(misfit, 'c1')],
        [
          ['text', 'text'],
          [['viel'], ['1,5']],
        ],
      );
      assert.deepEqual(
        misfit.resource.misfits?.map(({ field, record, line, text }) => [field, record, line, text]),
        [['b', MANY + 10_001, MANY + 10_002, 'viel']],
      );
      const choices = { nullWords: ['n.n.'] };
      const words = await folder.import('null.csv', late('1,5', 'n.n.'), choices);
      assert.deepEqual([words.types, await stored(words, 'c1, t1, k1::varchar')], [
        ['text', 'numeric'],
        [[null, 'n.n.', null], ['1.5', '1,5', '1.5']],
      ]); // prettier-ignore
      assert.equal(words.records.length, MANY + 2);
    });
  });

  const slips: Readonly<Record<string, readonly [values: readonly string[], slip: string, kind: string]>> = {
    'dates but for one value': [Array.from({ length: 12 }, (_, day) => `${String(day + 1)}.07.2020`), 'offen', 'date'],
    '29.02.2026': [Array.from({ length: 12 }, (_, day) => `${String(day + 10)}.02.2026`), '29.02.2026', 'date'],
    'another decimal mark': [Array.from({ length: 30 }, (_, n) => `${String(n)},5`), '3.5', 'number'],
    'a number with two commas': [Array.from({ length: 30 }, (_, n) => `${String(n)},5`), '1,5,5', 'number'],
    'plain numbers but for one value': [Array.from({ length: 30 }, (_, n) => String(n)), 'n.n.', 'number'],
  }; // prettier-ignore
  for (const [name, [values, slip, kind]] of Object.entries(slips))
    it(`stays text for ${name} in the beginning, and tells line and value`, async () => {
      const content = ['x;v', ...values.map((value) => `a;${value}`), `"b\nc";${slip}`, `d;${slip}`, 'e;'];
      const { types, resource, records } = await folder.import('slip.csv', `${content.join('\n')}\n`);
      assert.deepEqual([types, resource.misfits, records.at(-2)?.[1]], [['text', 'text'], undefined, slip]);
      const one = content.toSpliced(-2, 1);
      const told = await folder.import('slip.csv', `${one.join('\n')}\n`);
      assert.deepEqual([told.types, told.records.at(-2)?.[1]], [['text', 'text'], slip]);
      const place = { record: values.length + 1, line: values.length + 2 };
      assert.deepEqual(told.resource.misfits, [
        { field: 'v', kind, values: values.length + 1, fitting: values.length, ...place, text: slip, became: 'text' },
      ]); // prettier-ignore
    });

  it('says nothing of a few values, nor of texts among which are numbers', async () => {
    for (const values of [
      ['1,5', '2,5', 'x'],
      [...Array.from({ length: 20 }, () => '1,5'), 'x', 'y', 'z'],
    ]) {
      const { resource } = await folder.import('few.csv', `v;w\n${values.map((value) => `${value};a\n`).join('')}`);
      assert.equal(resource.misfits, undefined);
    }
    const words = [...Array.from({ length: 12 }, () => '1,5'), 'n.n.', 'x'];
    const content = `v;w\n${words.map((value) => `${value};a\n`).join('')}`;
    const { resource } = await folder.import('few.csv', content, { nullWords: ['n.n.'] });
    assert.deepEqual(
      resource.misfits?.map(({ record, text, values, fitting }) => [record, text, values, fitting]),
      [[14, 'x', 13, 12]],
    );
  });

  const lines: Readonly<Record<string, readonly [name: string, content: string, choices: ReadingChoices, line: number]>> = {
    'of a CSV file, behind a value of two lines and a row that is skipped': ['l.csv', 'n;x\n1,5;"a\nb"\n\n2,5\nviel;c\n', { unreadable: 'skip' }, 6],
    'without names': ['l.csv', '1,5;a\nviel;b\n', { header: false, columns: [{ field: 'field 1', kind: 'number' }] }, 2],
    'of CR alone': ['l.csv', 'n;x\r1,5;a\rviel;b\r', {}, 3],
    'of a TSV file in UTF-16': ['l.tsv', 'n\tx\r\n1,5\ta\r\nviel\tb\r\n', {}, 3],
    'of JSON Lines': ['l.jsonl', '{"n": "1,5"}\n\n{"n": "viel"}\n', {}, 3],
    'of a JSON array': ['l.json', '[\n  {\n    "n": "1,5"\n  },\n  {\n    "n": "viel"\n  }\n]\n', {}, 5],
  }; // prettier-ignore
  for (const [what, [name, content, choices, line]] of Object.entries(lines))
    it(`tells the line ${what}`, async () => {
      const columns = [{ field: 'n', kind: 'number', decimal: ',' }] as const;
      const text = Buffer.from(`\ufeff${content}`, name === 'l.tsv' ? 'utf16le' : 'utf8');
      const { resource, types } = await folder.import(name, text, { columns, ...choices });
      const found = resource.misfits?.map((column) => [column.line, column.text]);
      assert.deepEqual([types[0], found], ['text', [[line, 'viel']]]);
    });

  it('tells no line where a file has none', async () => {
    const file = await folder.write('lines.db', '');
    const database = new DatabaseSync(file);
    database.exec("create table t (n); insert into t values ('1,5'), ('viel')");
    database.close();
    const imported = await folder.importFile(file, { columns: [{ field: 'n', kind: 'number', decimal: ',' }] });
    assert.deepEqual(
      imported.resource.misfits?.map(({ record, line }) => [record, line]),
      [[2, undefined]],
    );
  });

  it('has the values of many numbers beside their texts, which may be percentages and words for NULL', async () => {
    const lines = Array.from(
      { length: isFull ? MANY : 80_000 },
      (_, row) => `${String(row % 1000)},50 %;${String(row)}\n`,
    );
    const choices: ReadingChoices = { nullWords: ['n/a'], columns: [{ field: 'n', kind: 'number' }] };
    const content = `a;n\n${lines.join('')}n/a;8\n1.234,567 %;9\n`;
    const imported = await folder.import('percent.csv', content, choices);
    assert.deepEqual(imported.types, ['numeric', 'numeric']);
    assert.equal(imported.resource.misfits, undefined);
    const sorted = await stored(imported, 'c0, t0, k0::varchar, c1, k1::varchar');
    assert.deepEqual(sorted, [
      ['12.34567', '1.234,567 %', '12.34567', '9', '9'],
      [null, 'n/a', null, '8', '8'],
    ]);
    const late = await folder.import('percent.csv', `${content}viel;1\n`, choices);
    assert.deepEqual(
      [late.types, await stored(late, 'c0, t0')],
      [
        ['text', 'numeric'],
        [
          ['viel', 'viel'],
          ['1.234,567 %', '1.234,567 %'],
        ],
      ],
    );
  });

  const small: Readonly<Record<string, readonly [content: string, columns: readonly ColumnReading[] | undefined, types: readonly string[], texts: string]>> = {
    'dates but for one value': ['d\n24.07.2020\n25.07.2020\noffen\n', undefined, ['text'], 'c0'],
    '29.02.2026': ['d\n28.02.2026\n29.02.2026\n01.03.2026\n', undefined, ['text'], 'c0'],
    'mixed decimal marks': ['n;x\n1,5;a\n2,5;b\n3.5;c\n', undefined, ['text', 'text'], 'c0'],
    'numbers with two commas': ['n;x\n1,5;a\n1,5,5;b\n2,5;c\n', undefined, ['text', 'text'], 'c0'],
    'dates that could be others': ['d\n01/02/2026\n03/04/2026\n', undefined, ['text'], 'c0'],
    'article numbers': ['n\n00307\n01234\n', undefined, ['text'], 'c0'],
    'plain numbers that were chosen to be text': ['n\n1\n2\n', [{ field: 'n', kind: 'text' }], ['text'], 'c0'],
    'plain numbers that were chosen': ['n\n1\n2\n', [{ field: 'n', kind: 'number' }], ['numeric'], 'c0'],
    'a chosen column that is not there': ['n\n1\n2\n', [{ field: 'm', kind: 'date' }], ['numeric'], 'c0'],
    'article numbers that were chosen to be numbers': ['n\n00307\n01234\n', [{ field: 'n', kind: 'number' }], ['numeric'], 't0'],
    'a chosen kind that no value has': ['n\nx\ny\n', [{ field: 'n', kind: 'date' }], ['text'], 'c0'],
    'a chosen kind that no value has, accepted': ['n\nx\ny\n', [{ field: 'n', kind: 'date', misfits: 'null' }], ['date'], 't0'],
    'ja and nein': ['n;x\nja;1,5\nnein;2,5\n', undefined, ['bool', 'numeric'], 't0'],
    'names that are hard to bear': ['__proto__;a"b;\n1,5;1,5;1,5\n2,5;2,5;2,5\n', undefined, ['numeric', 'numeric', 'numeric'], 't0'],
  }; // prettier-ignore
  for (const [name, [content, columns, types, texts]] of Object.entries(small))
    it(name, async () => {
      const imported = await folder.import('small.csv', content, columns && { columns });
      assert.deepEqual(imported.types, types);
      const lines = content.trim().split('\n').slice(-2).map((line) => [line.split(';')[0]]); // prettier-ignore
      assert.deepEqual(await stored(imported, texts), lines.reverse());
    });

  it('stores times with zones in UTC, also if their first values come late', async () => {
    const begin = Array.from({ length: 5000 }, (_, row) => `;${String(row)}\n`).join('');
    const times = ['2024-01-31T10:00:00+02:00', '2024-01-31 08:30:00.5Z'];
    const late = await folder.import('zone.csv', `t;n\n${begin}${times.map((time) => `${time};1\n`).join('')}`);
    const early = await folder.import('zone.csv', `t;n\n${times.map((time) => `${time};1\n`).join('')}`);
    for (const imported of [early, late]) {
      assert.deepEqual(imported.types, ['timestamptz', 'numeric']);
      assert.deepEqual(await stored(imported, 'c0, t0'), [
        ['2024-01-31T08:30:00.5+00:00', times[1]],
        ['2024-01-31T08:00:00+00:00', times[0]],
      ]);
    }
    assert.deepEqual(await stored(late, 'k0'), await stored(early, 'k0'));
  });

  it('takes usual words for NULL wherever they stand, counts them, and leaves texts alone', async () => {
    const begin = Array.from({ length: 5000 }, (_, row) => `${String(row)},5;${String(row)};x${String(row)}\n`).join(
      '',
    );
    const imported = await folder.import('usual.csv', `n;i;t\n1,5;NA;NA\n${begin}NA;-;-\n-;n/a;n/a\n-;..;1\n`);
    assert.deepEqual(imported.types, ['numeric', 'numeric', 'text']);
    assert.deepEqual(imported.resource.missing, [
      { field: 'n', values: 3, words: ['-', 'NA'] },
      { field: 'i', values: 4, words: ['-', '..', 'NA', 'n/a'] },
    ]);
    assert.equal(imported.resource.misfits, undefined);
    assert.deepEqual(await stored(imported, 'c0, t0, c1, t1, c2'), [
      [null, '-', null, '..', '1'],
      [null, '-', null, 'n/a', 'n/a'],
    ]);
  });

  it('finds a value that does not fit behind a thousand words for NULL', async () => {
    const words = Array.from({ length: 12_000 }, (_, row) => (row % 2 === 0 ? '7,5' : 'NA'));
    const imported = await folder.import(
      'behind.csv',
      `n;x\n${[...words, 'viel'].map((word) => `${word};a\n`).join('')}`,
    );
    assert.deepEqual([imported.types, imported.resource.missing], [['text', 'text'], undefined]);
    const misfits = imported.resource.misfits?.map(({ values, fitting, line, text }) => [values, fitting, line, text]);
    assert.deepEqual(misfits, [[6001, 6000, 12_002, 'viel']]);
  });

  it('reads NULL words of all columns as NULL', async () => {
    const imported = await folder.import('words.csv', 'n;t;i\n1,5;x;7\nn/a;n/a;8\n2,5;y;n/a\n', { nullWords: ['n/a'] });
    assert.deepEqual(imported.types, ['numeric', 'text', 'numeric']);
    assert.deepEqual(await stored(imported, 'c0, c1, c2, t0, t1, t2'), [
      ['2.5', 'y', null, '2,5', 'y', 'n/a'],
      [null, null, '8', 'n/a', 'n/a', '8'],
    ]);
    const mixed = await folder.import('words.csv', 'n;x\n1,5;a\nviel;b\nn/a;c\n', {
      nullWords: ['n/a'],
      columns: [{ field: 'n', kind: 'number' }],
    });
    assert.deepEqual(
      [mixed.types, await stored(mixed, 'c0, t0')],
      [
        ['text', 'text'],
        [
          [null, 'n/a'],
          ['viel', 'viel'],
        ],
      ],
    );
  });

  it('reads a thousand columns', async () => {
    // A column of texts that are numbers takes a hundred times what one of plain numbers takes.
    const plain = isFull ? 0 : 910;
    const line = (value: (column: number) => string): string =>
      `${Array.from({ length: 1010 }, (_, column) => value(column)).join(';')}\n`;
    const content =
      line((column) => `f${String(column)}`) +
      Array.from({ length: 20 }, (_, row) =>
        line((column) => (column < plain ? String(row) : `${String(row)},${String(column % 90)}`)),
      ).join('');
    const imported = await folder.import('wide.csv', content);
    assert.ok(imported.types.every((type) => type === 'numeric'));
    assert.equal(imported.records[7]?.[1009], '7,19');
  });

  it('types chosen columns of other kinds of files', async () => {
    const choices: ReadingChoices = { columns: [{ field: 'd', kind: 'date', order: 'dmy', separator: '.' }] };
    const imported = await folder.import(
      'typed.json',
      '[{"d": "24.07.2020", "n": 1}, {"d": "25.07.2020", "n": 2}]',
      choices,
    );
    assert.deepEqual(
      [imported.types, await stored(imported, 'c0, t0')],
      [
        ['date', 'numeric'],
        [
          ['2020-07-25', '25.07.2020'],
          ['2020-07-24', '24.07.2020'],
        ],
      ],
    );
  });
});
