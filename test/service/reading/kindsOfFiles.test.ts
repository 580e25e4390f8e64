/** Columns of every kind of file are shown in the import options, and texts follow a choice. */
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { quotedText } from '../../../src/base/quotes.ts';
import { withDuckdb } from './fileImport.ts';
import { cell, odsFile, row, sheet, text } from '../formats/odsFile.ts';
import { xlsxFile } from '../formats/xlsxFile.ts';
import { ReadingFolder } from './readings.ts';

const rows = [
  ['17.308,38', '24.07.2020', 'ja', '1.5'],
  ['1,50', '01.02.2026', 'nein', '-2'],
  ['-2,25', '28.02.2026', 'ja', '300'],
] as const;
const names = ['amount', 'day', 'open', 'n'];

describe('columns of every kind of file', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  const lines = (mark: string): string => [names, ...rows].map((values) => `${values.join(mark)}\n`).join('');
  const objects = rows.map(([amount, day, open, n]) => `{"amount":"${amount}","day":"${day}","open":"${open}","n":${n}}`); // prettier-ignore
  const sqlRows = rows.map(([amount, day, open, n]) => `('${amount}', '${day}', '${open}', ${n})`).join(', ');

  const guessed: Readonly<Record<string, () => string | Buffer>> = {
    'a.csv': () => lines(';'),
    'a.tsv': () => lines('\t'),
    'a.csv.gz': () => gzipSync(lines(';')),
  };
  for (const [name, content] of Object.entries(guessed))
    it(`${name} is typed by its texts`, async () => {
      const { columns } = await folder.inspect(name, content());
      assert.deepEqual(
        columns.map(({ reading, doubt }) => [reading.kind, doubt]),
        [['number', undefined], ['date', undefined], ['boolean', undefined], ['number', undefined]],
      ); // prettier-ignore
      const { types } = await folder.import(name, content());
      assert.deepEqual(types, ['numeric', 'date', 'bool', 'numeric']);
    });

  const cells = (
    values: readonly string[],
    number: (text: string) => string,
    text: (text: string) => string,
  ): string[] => values.map((value, place) => (place === 3 && value !== 'n' ? number(value) : text(value)));
  const table = [names, ...rows];
  const xlsxRows = table.map((values) => {
    const found = cells(values, (value) => `<c><v>${value}</v></c>`, (value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`); // prettier-ignore
    return `<row>${found.join('')}</row>`;
  });
  const odsRows = table.map((values) =>
    row(...cells(values, (value) => cell(`office:value-type="float" office:value="${value}"`, value), text)),
  );
  const inEngine = `select * from (values ${sqlRows}) as t(${names.join(', ')})`;

  const declared: Readonly<Record<string, (file: string) => unknown>> = {
    'a.jsonl': (file) => writeFile(file, `${objects.join('\n')}\n`),
    'a.json': (file) => writeFile(file, `[${objects.join(',')}]`),
    'a.json.gz': (file) => writeFile(file, gzipSync(`[${objects.join(',')}]`)),
    'a.xlsx': (file) => writeFile(file, xlsxFile({ sheets: { s: { rows: xlsxRows.join('') } } })),
    'a.ods': (file) => writeFile(file, odsFile(sheet('s', odsRows.join('')))),
    'a.db': (file) => {
      const database = new DatabaseSync(file);
      database.exec(`create table s (amount, day, open, n); insert into s values ${sqlRows}`);
      database.close();
    },
    'a.parquet': (file) => withDuckdb(`copy (${inEngine}) to ${quotedText(file)} (format parquet)`),
    'a.duckdb': (file) => withDuckdb(`attach ${quotedText(file)} as d`, `create table d.s as ${inEngine}`),
  };
  for (const [name, write] of Object.entries(declared))
    it(`${name} offers what its texts look like, and takes it only by choice`, async () => {
      const file = await folder.write(name, '');
      await rm(file);
      await write(file);
      const { columns, sample } = await folder.inspectFile(file);
      assert.deepEqual(
        columns.map(({ reading, doubt, values, fitting }) => [reading.kind, doubt, values, fitting]),
        [['number', 'declared', 3, 3], ['date', 'declared', 3, 3], ['boolean', 'declared', 3, 3], ['number', undefined, 3, 3]],
      ); // prettier-ignore
      assert.deepEqual(columns[0]?.sample, ['17308.38', '1.50', '-2.25']);
      assert.deepEqual(
        sample.map((values) => values.slice(0, 3)),
        rows.map((values) => values.slice(0, 3)),
      );
      const plain = await folder.importFile(file);
      assert.deepEqual(plain.types, ['text', 'text', 'text', 'numeric']);
      assert.deepEqual(plain.resource.misfits, undefined);
      const chosen = await folder.importFile(file, { columns: columns.map(({ reading }) => reading) });
      assert.deepEqual(chosen.types, ['numeric', 'date', 'bool', 'numeric']);
      assert.deepEqual(chosen.records[0]?.slice(0, 3), rows[0].slice(0, 3));
      const wrong = await folder.importFile(file, { columns: [{ field: 'day', kind: 'number' }] });
      assert.deepEqual(
        wrong.resource.misfits?.map(({ field, record, text: value }) => [field, record, value]),
        [['day', 1, '24.07.2020']],
      );
    });

  it('words for NULL concern texts: what has a type keeps it', async () => {
    const file = await folder.write('null.duckdb', '');
    await rm(file);
    const columns =
      "'n.n.' t, '{\"a\":1}'::json j, 'nan'::double f, timestamptz '2026-02-01 00:00:00+00' z, 1.5 n, [1] l";
    await withDuckdb(`attach ${quotedText(file)} as d`, `create table d.s as select ${columns}`);
    const before = await folder.importFile(file);
    const { resource, types } = await folder.importFile(file, { nullWords: ['n.n.'] });
    assert.deepEqual([types, resource.misfits], [before.types, undefined]);
    assert.deepEqual(types, ['text', 'json', 'float8', 'timestamptz', 'numeric', 'json']);
    const { columns: looked } = await folder.inspectFile(file);
    assert.deepEqual(
      looked.map(({ reading, doubt, sample }) => [reading.kind, doubt, sample[0]?.slice(0, 10)]),
      [
        ['text', undefined, 'n.n.'],
        ['text', undefined, '{"a":1}'],
        ['number', undefined, 'NaN'],
        ['text', undefined, '2026-02-01'],
        ['number', undefined, '1.5'],
        ['text', undefined, '[1]'],
      ],
    );
  });
});
