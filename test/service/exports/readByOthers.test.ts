/** Every export format is read by another program, which must find the same records with all digits. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { lexer, type Token, type Tokens } from 'marked';
import { parseExact } from '../../../src/base/exactJson.ts';
import { ExportRun } from '../../../src/export/exportRun.ts';
import { FORMATS, formatsFor, type FormatId } from '../../../src/export/formats.ts';
import { SqlInsertWriter } from '../../../src/export/sqlInsertWriter.ts';
import { seeded } from '../../faults/random.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { LibreOffice } from '../../support/drivers/libreOffice.ts';
import { PostgresCluster } from '../engine/postgresCluster.ts';

const FIELDS = [
  ['_id', 'int'],
  ['name', 'text'],
  ['amount', 'numeric'],
  ['big', 'int8'],
  ['ratio', 'float8'],
  ['day', 'date'],
  ['at', 'timestamp'],
  ['ok', 'bool'],
  ['more', 'json'],
  ['lat', 'numeric'],
  ['lon', 'numeric'],
] as const;
const NAMES = FIELDS.map(([id]) => id);
const RECORDS = 400;
const ROWS_MAX = 150;

const TEXTS = [
  ...['say "hi", it\'s', 'a\tb; c|d\\e', '<b>*x*</b> &amp; [y](z) ~~`_#', '=1+1', 'é „x“ 😀'],
  ...['two\nlines', '', 'NULL', '007', '1e5', 'see https://data.example/a_b?c=*&d#e or www.a.example/b_c_d'],
];

/** The values of a record as JSON of a portal. */
function recordOf(id: number): readonly string[] {
  const random = seeded(id);
  const one = (all: readonly string[]): string => all[Math.floor(random() * all.length)] ?? 'null';
  const digits = (length: number) => Array.from({ length }, () => String(Math.floor(random() * 10))).join('');
  const values = [
    JSON.stringify(one(TEXTS)),
    one([`9${digits(12)}.${digits(22)}50`, '1.50', '-0.000000000000000000000001', '-7', '0']),
    one([`900719925474${digits(6)}`, '-9223372036854775807', '9223372036854775807', '0']),
    one(['0.1', '1e300', '5e-324', '-0.5', '123456.789']),
    one(['"2024-02-29"', '"1901-01-01"', '"9999-12-31"']),
    one(['"2024-02-29T23:59:59"', '"1999-12-31T00:00:00"', '"2024-07-24T12:30:15.125"']),
    one(['true', 'false']),
    one(['{"a":[1.50,9007199254740993],"b c":null}', '[]', '"x"', '{"é":"\\n"}']),
  ].map((value) => (random() < 0.15 ? 'null' : value));
  return [String(id), ...values, `50.737400000000${digits(4)}`, `7.${digits(2)}0`];
}

const records = Array.from({ length: RECORDS }, (_, at) => recordOf(at + 1));

/** In formats with only texts, NULL and the empty text are the same. */
function textOf(value: string): string {
  if (value === 'null') return '';
  return value.startsWith('"') ? (JSON.parse(value) as string) : value;
}

/** A common text for all spellings of a number, such as `1.5` and `15.0E-1`. */
function numberOf(text: string): string {
  const [found, sign = '', whole = '', part = '', power = '0'] =
    /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  if (found === undefined) return text;
  const digits = (whole + part).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  const exponent = Number(power) - part.length + digits.length - kept.length;
  return kept === '' ? '0' : `${sign === '-' ? '-' : ''}${kept}e${String(exponent)}`;
}

/** How programs with types show a value: numbers by their value, moments with a space between date and time. */
function typedOf(text: string, column: number): string {
  const type = FIELDS[column]?.[1] ?? 'text';
  if (type === 'bool') return text.toLowerCase();
  if (['int', 'int8', 'numeric', 'float8'].includes(type)) return numberOf(text);
  return type === 'timestamp'
    ? text.replace('T', ' ').replace(/\.?0*$/, (end) => (end.startsWith('.') ? '' : end))
    : text;
}

describe('an exported file is read by others:', function () {
  this.timeout(120_000);
  let folder: string;
  before(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'read-by-others-'))));
  after(() => fs.rmSync(folder, { recursive: true }));

  /** Exports from a portal into a file, page by page. */
  const exported = async (format: FormatId): Promise<string> => {
    const fields = FIELDS.slice(1).map(([id, type]) => ({ id, type }));
    const rows = records.map(([, ...values]) => values.map((value) => parseExact(value)));
    const ckan = new FakeCkan({ resources: { r: { fields, rows } }, rowsMax: ROWS_MAX });
    const file = path.join(folder, `${format}.${FORMATS[format].ending}`);
    const question = { baseUrl: 'https://ckan.test', query: { resourceId: 'r' }, format };
    const run = new ExportRun({ ...question, options: { name: 'trees' } }, { file });
    const summary = await run.run(clientOf(ckan), new AbortController().signal);
    assert.equal(summary.records, RECORDS);
    return file;
  };

  const python = (kind: string, file: string): unknown => {
    const reader = path.join(import.meta.dirname, 'readRecords.py');
    const found = execFileSync('python3', [reader, kind, file], { encoding: 'utf8', maxBuffer: 2 ** 28 });
    return JSON.parse(found);
  };
  const readsTexts = (kind: string) => (file: string) =>
    assert.deepEqual(python(kind, file), [NAMES, ...records.map((values) => values.map(textOf))]);
  const readsJson = (kind: string) => (file: string) => assert.deepEqual(python(kind, file), [NAMES, ...records]);

  const readers: Readonly<
    Record<Exclude<FormatId, 'sqlList' | 'table'>, readonly [program: string, read: (file: string) => unknown]>
  > = {
    csv: ['Python’s csv', readsTexts('csv')],
    tsv: ['Python’s csv', readsTexts('tsv')],
    json: ['Python’s json', readsJson('json')],
    ndjson: ['Python’s json', readsJson('ndjson')],
    geojson: [
      'Python’s json',
      (file) => {
        const features = records.map((values) => {
          const [lat = '', lon = ''] = values.slice(-2);
          return [...values, `{"type":"Point","coordinates":[${lon},${lat}]}`];
        });
        assert.deepEqual(python('geojson', file), [[...NAMES, 'geometry'], ...features]);
      },
    ],
    markdown: [
      'marked',
      (file) => {
        const [table, ...others] = [...lexer(fs.readFileSync(file, 'utf8'))] as Token[] as [Tokens.Table];
        assert.deepEqual([table.type, others], ['table', []]);
        assert.deepEqual(
          table.align,
          FIELDS.map(([, type]) => (['int', 'int8', 'numeric', 'float8'].includes(type) ? 'right' : null)),
        );
        const found = [table.header, ...table.rows].map((cells) => cells.map(({ tokens }) => shownBy(tokens)));
        assert.deepEqual(found, [NAMES, ...records.map((values) => values.map(textOf))]);
      },
    ],
    parquet: [
      'DuckDB',
      async (file) => {
        const instance = await DuckDBInstance.create();
        const connection = await instance.connect();
        const read = await connection.runAndReadAll(`SELECT COLUMNS(*)::VARCHAR FROM '${file}'`);
        const found = read.getRowsJson() as (string | null)[][];
        connection.closeSync();
        instance.closeSync();
        assert.deepEqual(read.columnNames(), NAMES);
        assert.deepEqual(
          found.map((values) => values.map((text, at) => text && typedOf(text, at))),
          records.map((values) =>
            values.map((value, at) => {
              if (value === 'null') return null;
              return FIELDS[at]?.[1] === 'json' ? value : typedOf(textOf(value), at);
            }),
          ),
        );
      },
    ],
    xlsx: [
      'LibreOffice',
      (file) => {
        const [csv = ''] = new LibreOffice(folder).held([file]);
        const [names, ...rows]: string[][] = parse(csv);
        assert.deepEqual(names, NAMES);
        assert.deepEqual(
          rows.map((values) => values.map(typedOf)),
          records.map((values) => values.map((value, at) => typedOf(textOf(value), at))),
        );
      },
    ],
    sqlInsert: [
      'PostgreSQL',
      async (file) => {
        const cluster = await PostgresCluster.start();
        try {
          await cluster.sql(fs.readFileSync(file, 'utf8'));
          const rows = await cluster.ask('SELECT row_to_json(trees)::text AS line FROM trees ORDER BY _id');
          const read = path.join(folder, 'selected.jsonl');
          fs.writeFileSync(read, rows.map(({ line }) => `${String(line)}\n`).join(''));
          const [names, ...found] = python('ndjson', read) as string[][];
          assert.deepEqual(names, NAMES);
          // PostgreSQL writes doubles in its own way.
          const ownSpelling = (values: readonly string[]) =>
            values.map((value, at) => (FIELDS[at]?.[1] === 'float8' ? numberOf(value) : value));
          assert.deepEqual(found.map(ownSpelling), records.map(ownSpelling));
        } finally {
          await cluster.stop();
        }
      },
    ],
  };
  for (const [format, [program, read]] of Object.entries(readers) as [FormatId, (typeof readers)['csv']][])
    it(`${FORMATS[format].name} by ${program}`, async () => {
      await read(await exported(format));
    });

  it('PostgreSQL reads the sign of a zero in floats, and every item of an array in its type', async () => {
    const values = [
      ['float8', '-0.0', '-0'],
      ['float4', '-0e0', '-0'],
      ['real', '-0', '-0'],
      ['double precision', '-0.00', '-0'],
      ['numeric', '-0.0', '0.0'],
      ['_float8', '[-0.0,1.5,null]', '{-0,1.5,NULL}'],
      ['_float4', '[1.5,-0]', '{1.5,-0}'],
      ['_text', '["a",1e5,-0.0]', '{a,1e5,-0.0}'],
      ['_json', '["a",{"b":1.50},null,[1]]', '{"\\"a\\"","{\\"b\\":1.50}",NULL,[1]}'],
    ] as const;
    const writer = new SqlInsertWriter({ name: 'zeros' });
    const row = values.map(([, json]) => parseExact(json));
    const statements = writer.begin(values.map(([type]) => ({ id: type, type }))) + writer.rows([row]);
    const cluster = await PostgresCluster.start();
    try {
      await cluster.sql(statements + writer.end());
      const columns = values.map(([type]) => `"${type}"::text`).join(', ');
      const [record] = await cluster.ask(`SELECT ${columns} FROM zeros`);
      assert.deepEqual(
        Object.values(record ?? {}),
        values.map(([, , text]) => text),
      );
    } finally {
      await cluster.stop();
    }
  });

  it('that is all formats', () => {
    assert.deepEqual(Object.keys(readers).toSorted(), [...formatsFor('export')].toSorted());
  });
});

/** The text that people see in a cell. */
function shownBy(tokens: readonly Token[]): string {
  const texts = tokens.map((token) => {
    if (token.type === 'html' && token.raw === '<br>') return '\n';
    assert.ok(token.type === 'text' || token.type === 'escape', token.raw);
    return (token as Tokens.Text).text;
  });
  return texts.join('');
}
