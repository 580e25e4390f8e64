/** A Table Schema beside a file decides its columns, and leaves to the file what it doesn't say. */
import assert from 'node:assert/strict';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseSchema, schemaFileOf, writeSchema } from '../../../src/service/reading/tableSchema.ts';
import type { Reading } from '../../../src/service/resource/reading.ts';
import { ReadingFolder } from './readings.ts';

describe('a Table Schema', () => {
  const schemas: Readonly<Record<string, readonly [field: object, column: NonNullable<Reading['columns']>[number] | undefined]>> = {
    'a text': [{ name: 'a', type: 'string' }, { field: 'a', kind: 'text' }],
    'a number': [{ name: 'a', type: 'number' }, { field: 'a', kind: 'number', decimal: '.', thousands: '', sign: '' }],
    'a German number': [{ name: 'a', type: 'number', decimalChar: ',', groupChar: '.' }, { field: 'a', kind: 'number', decimal: ',', thousands: '.', sign: '' }],
    'a French number': [{ name: 'a', type: 'integer', groupChar: '\u00a0' }, { field: 'a', kind: 'number', decimal: '.', thousands: ' ', sign: '' }],
    'a number with some sign': [{ name: 'a', type: 'number', bareNumber: false }, { field: 'a', kind: 'number', decimal: '.', thousands: '' }],
    'a percentage of ours': [{ name: 'a', type: 'number', bareNumber: false, sign: '%' }, { field: 'a', kind: 'number', decimal: '.', thousands: '', sign: '%' }],
    'a date': [{ name: 'a', type: 'date' }, { field: 'a', kind: 'date', order: 'ymd', separator: '-' }],
    'a German date': [{ name: 'a', type: 'date', format: '%d.%m.%Y' }, { field: 'a', kind: 'date', order: 'dmy', separator: '.' }],
    'an American time': [{ name: 'a', type: 'datetime', format: '%m/%d/%Y %H:%M' }, { field: 'a', kind: 'timestamp', order: 'mdy', separator: '/' }],
    'a date in any format': [{ name: 'a', type: 'date', format: 'any' }, { field: 'a', kind: 'date' }],
    'ja and nein': [{ name: 'a', type: 'boolean', trueValues: ['Ja', 'ja'], falseValues: ['Nein'] }, { field: 'a', kind: 'boolean', trueWords: ['ja'], falseWords: ['nein'] }],
    'a date, where values that do not fit are NULL': [{ name: 'a', type: 'date', misfits: 'null' }, { field: 'a', kind: 'date', order: 'ymd', separator: '-', misfits: 'null' }],
    'a mark for thousands that is none of ours': [{ name: 'a', type: 'number', groupChar: '_' }, { field: 'a', kind: 'number', decimal: '.', thousands: '', sign: '' }],
    'a decimal mark that is none of ours': [{ name: 'a', type: 'number', decimalChar: ';', misfits: 'null' }, { field: 'a', kind: 'number', fitsNothing: true }],
    'a decimal mark that is no text': [{ name: 'a', type: 'number', decimalChar: 5 }, { field: 'a', kind: 'number', decimal: '.', thousands: '', sign: '', fitsNothing: true }],
    'a sign that is a digit, where nothing becomes NULL': [{ name: 'a', type: 'number', bareNumber: false, sign: '1', misfits: 'null' }, { field: 'a', kind: 'number', decimal: '.', thousands: '', sign: '1' }],
    'a date without zeros in front': [{ name: 'a', type: 'date', format: '%-d.%-m.%Y' }, { field: 'a', kind: 'date', order: 'dmy', separator: '.' }],
    'a date in a format that is none of ours': [{ name: 'a', type: 'date', format: '%Y-%d-%m' }, { field: 'a', kind: 'date', fitsNothing: true }],
    'a word for true and false alike': [{ name: 'a', type: 'boolean', trueValues: ['ja', 'x'], falseValues: ['nein', 'X', '\0', '\ud800'] }, { field: 'a', kind: 'boolean', trueWords: ['ja'], falseWords: ['nein'] }],
    'a type that is none of ours': [{ name: 'a', type: 'geopoint' }, undefined],
  }; // prettier-ignore
  for (const [name, [field, column]] of Object.entries(schemas))
    it(`says: ${name}`, () => {
      const found = parseSchema(JSON.stringify({ fields: [field] }));
      assert.deepEqual(found, { columns: column === undefined ? [] : [column] });
    });

  it('says only such words for NULL as a file can have', () => {
    const missingValues = ['', 'n/a', 1, { value: 'x' }, '\0', '\ud800', null];
    assert.deepEqual(parseSchema(JSON.stringify({ fields: [], missingValues })), { columns: [], nullWords: ['n/a'] });
  });

  it('that is none says nothing', () => {
    for (const text of ['', '{', '[]', '{"fields":1}', '{"fields":[{"type":"date"}]}', 'null'])
      assert.equal(parseSchema(text), undefined);
  });

  describe('beside a file', () => {
    let folder: ReadingFolder;
    before(async () => {
      folder = await ReadingFolder.open();
    });
    after(() => folder.close());

    const content = 'day;share;id;open\n01/02/2026;70 %;007;Ja\n03/04/2026;k.A.;008;Nein\n';
    const schema = {
      fields: [{ name: 'day', type: 'date', format: '%m/%d/%Y' }, { name: 'gone', type: 'date' }],
      missingValues: ['', 'k.A.'],
    }; // prettier-ignore

    it('decides what would be in doubt; choices come first, and guesses last', async () => {
      await folder.write('schema.csv.schema.json', JSON.stringify(schema));
      const { columns, reading } = await folder.inspect('schema.csv', content);
      assert.deepEqual(
        columns.map(({ doubt }) => doubt),
        [undefined, undefined, 'leadingZeros', undefined],
      );
      assert.deepEqual(columns[0]?.sample, ['2026-01-02', '2026-03-04']);
      assert.deepEqual(columns[1]?.sample, ['0.7', null]);
      assert.deepEqual(reading.nullWords, ['k.A.']);
      const imported = await folder.import('schema.csv', content);
      assert.deepEqual(imported.types, ['date', 'numeric', 'text', 'bool']);
      const chosen = { columns: [{ field: 'day', kind: 'date', order: 'dmy', separator: '/' }] } as const;
      assert.deepEqual((await folder.inspect('schema.csv', content, chosen)).columns[0]?.sample, [
        '2026-02-01',
        '2026-04-03',
      ]);
    });

    it('that does not fit is told by column, with line and value, and the text stays', async () => {
      const fields = [
        { name: 'share', type: 'date' },
        { name: 'day', type: 'number' },
      ];
      await folder.write('misfit.csv.schema.json', JSON.stringify({ fields }));
      const { columns } = await folder.inspect('misfit.csv', content);
      assert.deepEqual(
        columns.slice(0, 2).map(({ doubt, misfit }) => [doubt, misfit]),
        [['misfits', { line: 2, text: '01/02/2026' }], ['misfits', { line: 2, text: '70 %' }]],
      ); // prettier-ignore
      const imported = await folder.import('misfit.csv', content);
      assert.deepEqual(imported.types.slice(0, 2), ['text', 'text']);
      assert.deepEqual(imported.records[0]?.slice(0, 2), ['01/02/2026', '70 %']);
    });

    const numbers = Array.from({ length: 30 }, (_, index) => String(index));
    const days = numbers.map((_, index) => `2024-01-${String(index + 1).padStart(2, '0')}`);
    const unusableSigns = [
      ...['1', '12', 'x1', '.', ',', '..', '+', '-', '\u2212', 'e', 'E', '.e', ' ', '\u00a0', 'a b', '\n', '\0', "'"],
      ...['\u2019', '\ud800', '\u0665', 'x'.repeat(100_000)],
    ];
    const unusable: readonly (readonly [values: readonly string[], type: string, member: object])[] = [
      ...unusableSigns.map((sign) => [numbers, 'number', { bareNumber: false, sign }] as const),
      ...['', ';', '5', '..', '-', 'e', '\0', 1].map((decimalChar) => [numbers, 'number', { decimalChar }] as const),
      [numbers, 'number', { decimalChar: ',', groupChar: ',' }],
      [numbers, 'number', { groupChar: '.' }],
      ...['', '%Y', '%d.%m.%m', '%d %B', '%Y-%d-%m', 'nonsense', '%Y\0%m\0%d', 1].map(
        (format) => [days, 'date', { format }] as const,
      ),
      [numbers, 'boolean', { trueValues: ['1', '0'], falseValues: ['0', '1'] }],
      [numbers, 'boolean', { trueValues: ['\0'], falseValues: [] }],
      [numbers, 'boolean', { trueValues: 'x' }],
    ];
    for (const [values, type, member] of unusable)
      it(`that no value can fit leaves the text, and is told: ${JSON.stringify(member).slice(0, 80)}`, async () => {
        const odd = { fields: [{ name: 'a', type, ...member, misfits: 'null' }] };
        for (const [name, lines] of [
          ['odd.csv', ['a', ...values]],
          ['odd.jsonl', values.map((a) => JSON.stringify({ a }))],
        ] as const) {
          await folder.write(`${name}.schema.json`, JSON.stringify(odd));
          const { columns } = await folder.inspect(name, lines.join('\n'));
          assert.deepEqual([columns[0]?.fitting, columns[0]?.misfit?.text], [0, values[0]]);
          const { types, records, resource } = await folder.import(name, lines.join('\n'));
          assert.deepEqual([types, records.flat()], [['text'], values]);
          assert.deepEqual(
            resource.misfits?.map(({ field, text, became }) => [field, text, became]),
            [['a', values[0], 'text']],
          );
        }
      });

    for (const sign of ['Fr.', 'EUR', '(', '\\d', '^', '|', '"', '\u{1f600}', '%%'])
      it(`with the sign ${sign} reads numbers in front of it and behind it`, async () => {
        const signed = [`1.5 ${sign}`, `${sign} -2`, `3${sign}`];
        await folder.write(
          'sign.csv.schema.json',
          JSON.stringify({ fields: [{ name: 'a', type: 'number', bareNumber: false, sign }] }),
        );
        const lines = ['a;b', ...signed.map((text) => `"${text.replaceAll('"', '""')}";x`)];
        const { columns } = await folder.inspect('sign.csv', lines.join('\n'));
        assert.deepEqual(columns[0]?.sample, ['1.5', '-2', '3']);
        const { types, resource } = await folder.import('sign.csv', lines.join('\n'));
        assert.deepEqual([types[0], resource.misfits], ['numeric', undefined]);
      });

    it('is written as the file is read, and read as it was written', async () => {
      const chosen = { columns: [{ field: 'day', kind: 'date', order: 'mdy' }], nullWords: ['k.A.'] } as const;
      const inspection = await folder.inspect('written.csv', content, chosen);
      const file = path.join(folder.folder, 'written.csv');
      await writeSchema(file, inspection);
      const written = JSON.parse(await readFile(schemaFileOf(file), 'utf8')) as unknown;
      assert.deepEqual(written, {
        fields: [
          { name: 'day', type: 'date', format: '%m/%d/%Y' },
          { name: 'share', type: 'number', groupChar: ',', bareNumber: false, sign: '%' },
          { name: 'id', type: 'string' },
          { name: 'open', type: 'boolean', trueValues: ['ja', 'Ja', 'JA'], falseValues: ['nein', 'Nein', 'NEIN'] },
        ],
        missingValues: ['', 'k.A.'],
      });
      const again = await folder.inspect('written.csv', content);

      assert.deepEqual(again.columns[0]?.sample, inspection.columns[0]?.sample);
      await rm(schemaFileOf(file));
    });

    it('keeps the words for NULL of each column, and takes no others', async () => {
      const words = 'n,t\n1.5,NA\nNA,EU\n-,AS\n';
      const file = path.join(folder.folder, 'words.csv');
      await writeSchema(file, await folder.inspect('words.csv', words));
      const written = JSON.parse(await readFile(schemaFileOf(file), 'utf8')) as unknown;
      assert.deepEqual(written, {
        fields: [
          { name: 'n', type: 'number', missingValues: ['', 'NA', '-'] },
          { name: 't', type: 'string' },
        ],
      });
      const again = await folder.import('words.csv', words);
      assert.deepEqual([again.types, again.resource.missing], [['numeric', 'text'], undefined]);
      assert.deepEqual((await folder.inspect('words.csv', words)).columns[1]?.sample, ['NA', 'EU', 'AS']);
      const other = await folder.import('words.csv', `${words}n/a,x\n`);
      assert.deepEqual(other.types, ['text', 'text']);
      assert.deepEqual(
        other.resource.misfits?.map(({ text }) => text),
        ['n/a'],
      );
      await rm(schemaFileOf(file));
    });

    it('describes names of months and years of two digits', async () => {
      const days =
        'a;b;c\n3. März 2024;24.07.20;2024-01-31T00:30:00+01:00\n1. Mai 1999;01.02.49;2024-01-31T00:30:00Z\n';
      const pivot = { field: 'b', kind: 'date', pivot: 30 } as const;
      const file = path.join(folder.folder, 'days.csv');
      await writeSchema(file, await folder.inspect('days.csv', days, { columns: [pivot] }));
      const written = JSON.parse(await readFile(schemaFileOf(file), 'utf8')) as unknown;
      assert.deepEqual(written, {
        fields: [
          { name: 'a', type: 'date', format: '%d %B %Y' },
          { name: 'b', type: 'date', format: '%d.%m.%y', pivot: 30 },
          { name: 'c', type: 'datetime', format: '%Y-%m-%dT%H:%M:%S%z' },
        ],
      });
      const { columns } = await folder.inspect('days.csv', days);
      assert.deepEqual(
        columns.map(({ sample }) => sample),
        [
          ['2024-03-03', '1999-05-01'],
          ['2020-07-24', '1949-02-01'],
          ['2024-01-30T23:30:00+00:00', '2024-01-31T00:30:00+00:00'],
        ],
      );
      assert.deepEqual((await folder.import('days.csv', days)).types, ['date', 'date', 'timestamptz']);
      await rm(schemaFileOf(file));
    });

    it('leaves a column without values to the next reading, and keeps what becomes NULL', async () => {
      const number = { field: 'n', kind: 'number', misfits: 'null' } as const;
      const inspection = await folder.inspect('kept.csv', 'n,none\n1,\nx,\n', { columns: [number] });
      const file = path.join(folder.folder, 'kept.csv');
      await writeSchema(file, inspection);
      const { mode } = await stat(schemaFileOf(file));
      assert.equal(mode & 0o777, (await stat(file)).mode & 0o777);
      const written = JSON.parse(await readFile(schemaFileOf(file), 'utf8')) as unknown;
      assert.deepEqual(written, {
        fields: [
          { name: 'n', type: 'number', groupChar: ',', misfits: 'null' },
          { name: 'none', type: 'any' },
        ],
      });
      const imported = await folder.import('kept.csv', 'n,none\n1,2\nx,3\n');
      assert.deepEqual(imported.types, ['numeric', 'numeric']);
    });
  });
});
