/** Exports of local files in one answer of the service hold the bytes that exports page by page have. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { OUR_DIALECT } from '../../../src/datastore/dialect/dialect.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { ExportRun, type FileSummary } from '../../../src/export/exportRun.ts';
import type { FormatOptions } from '../../../src/export/formatOptions.ts';
import { type FormatId, FORMATS, formatsFor } from '../../../src/export/formats.ts';
import type { ExportWay } from '../../../src/export/strategy.ts';
import { Exchange } from '../../../src/http/exchange.ts';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import { seeded } from '../../faults/random.ts';
import { TestDatastore } from '../datastore.ts';

const TEXTS = [
  ...['', ' ', '"', 'a"b', ',', ';', '|', '\t', '\n', 'two\r\nlines', '\r', '\\', '\\.', '\ufeffx', 'null', '𝄞', '/'],
  ...["'", '\u0000', 'a\u0001\u001fb', '\u007f', '\u0085', '\u2028', '\ufffd', '\\u0041', '<b>', 'é', '\b\f', '007'],
  ...['=1+1', '-2', '+3', '@x', ' =1', '\u200b=2', '\ufeff=3', 'ㅤ=4', '＝5', 'Ärger', 'ǉubav', '12'],
];
const NUMBERS = [
  '0',
  '-0',
  '1.50',
  '9007199254740993',
  '1e400',
  '1E5',
  '-7',
  '123456789012345678901234567890.10',
  '5e-324',
];
const NESTED = [
  ...['[]', '{}', '{"b":1.50,"a":[1,null,"x"]}', '{"10":1,"2":2}', '{"a":1,"a":2}', '"\\u00e9\\/"', '[ 1 , 2 ]', '-0'],
  ...['{"__proto__":{"x":1}}', '"\\u0000"', '1e400', `${'['.repeat(60)}${']'.repeat(60)}`],
];
const RECORDS = 700;
/** Half of a row group, which one statement writes. */
const STRETCH = 61_440;
/** The only record of plain.csv that DuckDB doesn't write as JSON. */
const ODD = 1.5 * STRETCH;

/** JSON whose records have odd values in every other block only, so that both ways of reading take turns. */
function oddJson(): string {
  const records = Array.from({ length: RECORDS }, (_, at) => {
    const random = seeded(at);
    const one = (all: readonly string[]): string => all[Math.floor(random() * all.length)] ?? 'null';
    const isPlain = at >= 256 && at < 512;
    const members = {
      text: JSON.stringify(isPlain ? 'plain' : (TEXTS[at % TEXTS.length] ?? '')),
      'a "b",\n': JSON.stringify(isPlain ? 'x,y' : one(TEXTS)),
      number: isPlain ? '1' : one(NUMBERS),
      nested: isPlain ? 'null' : one(NESTED),
      flag: one(['true', 'false']),
      day: one(['"2024-02-29"', '"1901-01-01"']),
      at: one(['"2024-02-29T23:59:59+02:00"', '"1999-12-31T00:00:00.5Z"']),
      list: isPlain ? 'null' : one(['[1,2]', '["a",null]']),
      __proto__x: '"p"',
    };
    const shown = Object.entries(members).map(([id, json]) => [id, random() < 0.15 ? 'null' : json] as const);
    return `{${[...shown, ['__proto__', `"${String(at)}"`]].map(([id, json]) => `${JSON.stringify(id)}:${json}`).join(',')}}`;
  });
  return `[${records.join(',\n')}]`;
}

const GERMAN = `name;betrag;tag;wert\n${Array.from({ length: 300 }, (_, at) => `"Nr ${String(at)}";${String(at)}.308,${at % 3 === 0 ? '38' : '5'};${String((at % 28) + 1).padStart(2, '0')}.01.2024;${at % 7 === 0 ? '-' : ''}${String(at)},5`).join('\n')}\n`;

describe('an export of a local file', function () {
  this.timeout(120_000);
  let datastore: TestDatastore;
  let folder: string;
  before(async () => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'streamed-exports-'));
    const floats = `x,y\n${['NaN', 'Infinity', '-Infinity', '1.5', '', '1e300', '-0.0'].map((x, at) => `${x},${String(at)}`).join('\n')}\n`;
    datastore = await TestDatastore.open({
      'odd.json': { content: oddJson() },
      'german.csv': { content: GERMAN },
      'floats.csv': { content: floats },
      'none.csv': { content: 'a,b\n' },
      'long.csv': {
        content: `n,t\n${Array.from({ length: 500 }, (_, at) => `${String(at)},${'x,""y'.repeat(at === 250 ? 60_000 : 3).replace(/^.*$/, '"$&"')}`).join('\n')}\n`,
      },
      'plain.csv': {
        content: `n,t\n${Array.from({ length: 3.3 * STRETCH }, (_, at) => `${String(at)},t${String(at % 97)}${at === ODD ? '\u0001' : ''}`).join('\n')}\n`,
      },
    });
  });
  after(async () => {
    await datastore.close();
    fs.rmSync(folder, { recursive: true });
  });

  /** A client that asks for pages. */
  const paging = (): DatastoreClient => {
    const { baseUrl, token } = datastore.server;
    const exchange = new Exchange({ transport: new FetchTransport(), timeoutMs: () => 20_000 });
    const access = () => Promise.resolve({ baseUrl, token });
    return new DatastoreClient({ exchange: { fetch: exchange.fetch.bind(exchange) }, access, dialect: OUR_DIALECT });
  };
  const exported = async (
    client: DatastoreClient,
    query: DatastoreQuery,
    format: FormatId,
    options?: FormatOptions,
  ): Promise<
    FileSummary & { readonly content: Buffer; readonly ways: readonly ExportWay[]; readonly isBuilt: boolean }
  > => {
    const file = path.join(folder, 'records.out');
    const ways: ExportWay[] = [];
    const question = { baseUrl: '', query, format, ...(options && { options }) };
    let isBuilt = false;
    const onBuild = () => (isBuilt = true);
    const run = new ExportRun(question, { file, overwrites: true });
    const summary = await run.run(client, new AbortController().signal, { onWay: (way) => ways.push(way), onBuild });
    return { ...summary, content: fs.readFileSync(file), ways, isBuilt };
  };
  /** What DuckDB finds in a Parquet file: names, types and values. */
  const readParquet = async (content: Buffer): Promise<unknown> => {
    const file = path.join(folder, 'read.parquet');
    fs.writeFileSync(file, content);
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
    const schema = await read(`select name, repetition_type, duckdb_type from parquet_schema('${file}') offset 1`);
    const records = await read(`select columns(*)::varchar from '${file}'`);
    connection.closeSync();
    instance.closeSync();
    return { schema, records };
  };
  /** The XML of each row. The sheet is the archive's last part, behind its name. */
  const sheetRows = (content: Buffer): readonly string[] => {
    const name = 'xl/worksheets/sheet1.xml';
    const sheet = content.subarray(content.indexOf(name) + name.length);
    return inflateRawSync(sheet)
      .toString('utf8')
      .split(/(?=<row )/);
  };
  const compare = async (name: string, query: Partial<DatastoreQuery>, format: FormatId, options?: FormatOptions) => {
    const whole = { resourceId: datastore.id(name), ...query };
    const { content, ways, isBuilt: _built, ...summary } = await exported(datastore.client, whole, format, options);
    const { content: expected, ways: _ways, isBuilt: _is, ...other } = await exported(paging(), whole, format, options);
    assert.deepEqual(ways, ['stream']);
    // SQL depends on how many records come at a time, and archives on the time of day.
    if (format === 'sqlInsert') {
      assert.equal(summary.records, other.records);
      return;
    }
    if (format === 'xlsx') {
      const [notes, expectedNotes] = [summary, other].map((each) =>
        each.notes.map((note) => JSON.stringify(note)).sort(),
      );
      assert.deepEqual([summary.records, notes, summary.notices], [other.records, expectedNotes, other.notices]);
      assert.deepEqual(sheetRows(content), sheetRows(expected));
      return;
    }
    if (format === 'parquet') {
      assert.deepEqual([summary.records, summary.notes, summary.notices], [other.records, other.notes, other.notices]);
      assert.deepEqual(await readParquet(content), await readParquet(expected));
      return;
    }
    assert.deepEqual(summary, other);
    if (!content.equals(expected)) assert.equal(content.toString('utf8'), expected.toString('utf8'));
  };

  /** Compares sheets, and whether the engine makes all rows or none. `type` is that of the first field. */
  const compareSheets = async (name: string, type: string, isEngine: boolean): Promise<void> => {
    for (const query of [{}, { filters: [{ kind: 'contains', field: 'w', text: 'x' }], fields: ['w', 'v'] }] as const)
      await compare(name, query, 'xlsx');
    await compare(name, {}, 'xlsx', { values: 'typed' });
    const { stream } = datastore.client;
    assert.ok(stream);
    const query = { resourceId: datastore.id(name) };
    const { fields, pieces } = await stream(query, { kind: 'xlsx' }, new AbortController().signal);
    assert.equal(fields[1]?.type, type);
    for await (const piece of pieces) if (piece.text?.length !== 0) assert.equal(piece.text !== undefined, isEngine);
  };

  const CSV_OPTIONS: readonly FormatOptions[] = [
    { csv: { delimiter: ';', bom: true, lineEnd: 'lf' } },
    { csv: { safe: true } },
    { csv: { safe: true, delimiter: '\t' }, values: 'typed' },
  ];
  const cases = formatsFor('export').flatMap((format) =>
    [{}, ...(format === 'csv' ? CSV_OPTIONS : [{ values: 'typed' as const }])].map((options) => ({ format, options })),
  );
  for (const { format, options } of cases)
    it(`has the same bytes: ${FORMATS[format].name} ${JSON.stringify(options)}`, async () => {
      for (const name of ['odd.json', 'german.csv', 'floats.csv', 'none.csv']) await compare(name, {}, format, options);
    });

  const queries: Readonly<Record<string, Partial<DatastoreQuery>>> = {
    'a limit within a block': { limit: 300 },
    'a limit beyond the end': { limit: 5000 },
    'one record': { limit: 1 },
    none: { filters: [{ kind: 'contains', field: 'text', text: 'not there' }] },
    'a filter': { filters: [{ kind: 'contains', field: 'text', text: 'plain' }] },
    'a filter and a limit': { filters: [{ kind: 'contains', field: 'text', text: 'plain' }], limit: 100 },
    'a search': { q: 'pla' },
    sorted: { sort: [{ field: 'text', descending: true }] },
    'sorted with a limit': { sort: [{ field: 'number', descending: false }], limit: 450 },
    'the last record first': { sort: [{ field: '_id', descending: true }] },
    'some fields': { fields: ['__proto__', 'text', 'nested'] },
    distinct: {
      distinct: true,
      fields: ['day', 'flag'],
      sort: [
        { field: 'day', descending: false },
        { field: 'flag', descending: true },
      ],
    },
  };
  for (const [what, query] of Object.entries(queries))
    it(`has the same records: ${what}`, async () => {
      for (const format of ['csv', 'json', 'ndjson', 'xlsx'] as const) await compare('odd.json', query, format);
    });

  it('has a field twice where people ask for it twice, as one member of JSON', async () => {
    const query = { resourceId: datastore.id('floats.csv'), fields: ['y', 'x', 'y'] };
    for (const format of ['csv', 'json', 'ndjson'] as const) {
      const [streamed, paged] = [
        await exported(datastore.client, query, format),
        await exported(paging(), query, format),
      ];
      assert.equal(streamed.content.toString('utf8'), paged.content.toString('utf8'));
      // Pages of objects have such a key twice, and seem to lack a field.
      assert.deepEqual([streamed.isComplete, paged.isComplete], [true, false]);
    }
  });

  for (const [what, values, type, isEngine] of [
    ['whole numbers', ['1', '-9223372036854775808', '9223372036854775807', '0', ''], 'BIGINT', true],
    ['larger whole numbers', ['9223372036854775808', '-1'], 'DECIMAL(19,0)', true],
    ['decimals', ['1.50', '-0.05', '12345', '0', ''], 'DECIMAL(7,2)', true],
    ['decimals of 38 digits', ['0.1', `${'9'.repeat(37)}.9`], 'DECIMAL(38,1)', true],
    ['numbers that no type holds', ['0.1', '9'.repeat(39)], 'VARCHAR', false],
    ['exponents', ['1e2', '5'], 'BIGINT', false],
    ['the sign of a zero', ['-0', '5'], 'DOUBLE', false],
    ['days', ['2024-02-29', '0001-01-01', '9999-12-31', ''], 'DATE', true],
    ['moments', ['2024-02-29T23:59:59', '1999-12-31T00:00:00.125'], 'TIMESTAMP', true],
    ['yes and no', ['true', 'false', ''], 'BOOLEAN', true],
    ['texts', ['a', '007', ''], 'VARCHAR', true],
    ['German numbers', ['1.000,5', '3,25'], 'VARCHAR', true],
    ['German days', ['31.12.2024', '01.02.2023'], 'VARCHAR', true],
  ] as const)
    it(`has Parquet columns of the types that hold all values: ${what}`, async () => {
      const file = path.join(datastore.folder, 'typed.csv');
      fs.writeFileSync(file, `v;w\n${values.map((value, at) => `${value};x${String(at)}`).join('\n')}\n`);
      await datastore.import(file, 'typed.csv');
      for (const query of [{}, { sort: [{ field: 'w', descending: true }] }, { distinct: true, fields: ['v'] }])
        await compare('typed.csv', query, 'parquet');
      const query = { resourceId: datastore.id('typed.csv') };
      const { content, isBuilt } = await exported(datastore.client, query, 'parquet');
      const { schema } = (await readParquet(content)) as { readonly schema: readonly (readonly string[])[] };
      assert.deepEqual([schema[1], isBuilt], [['v', 'OPTIONAL', type], !isEngine]);
    });

  for (const [what, type, values, isEngine] of [
    [
      'whole numbers',
      'numeric',
      ['1', '-0', '9007199254740993', '9007199254740991', '9'.repeat(38), '120000', ''],
      true,
    ],
    ['large even numbers', 'numeric', ['123456789012345000', '9007199254740990', '-123456789012345678', '1'], true],
    ['larger round numbers', 'numeric', ['1'.padEnd(22, '0'), '1'.padEnd(24, '0')], false],
    [
      'decimals',
      'numeric',
      ['1.50', '-0.1', '0.1234567890123456', '0.00000000000000123', '100.0000000000000000', ''],
      true,
    ],
    ['long decimals', 'numeric', ['1234567890123450.0', '12345678901234567890.5', `0.${'0'.repeat(50)}1`], false],
    ['exponents', 'numeric', ['1e2', '1e400', '1E-5'], false],
    ['days', 'date', ['2024-02-29', '1900-02-28', '1900-03-01', '0001-01-01', '9999-12-31', ''], true],
    [
      'moments',
      'timestamp',
      [
        '2024-02-29T23:59:59',
        '1999-12-31T00:00:00.125',
        '1999-12-31T00:00:00.0001',
        '1900-02-28T12:00:00',
        '2024-02-29T00:00:00',
        '',
      ],
      true,
    ],
    ['instants', 'timestamptz', ['2024-02-29T23:59:59+02:00', '1999-12-31T00:00:00Z', ''], true],
    ['yes and no', 'bool', ['true', 'false', ''], true],
    [
      'texts',
      'text',
      ['a', ' b ', '"<&>"', '_x', '_x00g1_', '"two\r\nlines\ttab"', 'Ärger 𝄞', '\u00a0', '\ufeffx', '=1+1', ''],
      true,
    ],
    ['a control character', 'text', ['a', '\u0001', '\u007f', '\u0085'], false],
    ['a text like an escape', 'text', ['a', '_x0041_'], false],
    ['characters that XML lacks', 'text', ['a', '\uffff'], false],
    ['a text longer than a cell', 'text', ['a', 'é'.repeat(32_768)], false],
    ['German numbers', 'numeric', ['1.000,5', '3,25'], true],
  ] as const)
    it(`has the same cells in a sheet, which ${isEngine ? 'DuckDB' : 'JavaScript'} writes: ${what}`, async () => {
      const file = path.join(datastore.folder, 'cells.csv');
      fs.writeFileSync(file, `v;w\n${values.map((value, at) => `${value};x${String(at)}`).join('\n')}\n`);
      await datastore.import(file, 'cells.csv');
      await compareSheets('cells.csv', type, isEngine);
    });

  it('has the same cells of other types in a sheet', async () => {
    const file = path.join(datastore.folder, 'cells.parquet');
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    for (const [type, field, values, isEngine] of [
      ['double', 'float8', ['nan', 'inf', '0.1', '-0.0', '0.30000000000000004', '5', '1234567890123456'], true],
      ['int8[]', 'json', ['[1, 2]'], false],
      ['int8[]', 'json', ['null'], true],
    ] as const) {
      const texts = values.map((value) => `'${value}'`).join(', ');
      await connection.run(
        `copy (select nullif(unnest([${texts}, 'null']), 'null')::${type} as v, 'x' as w) to '${file}' (format parquet)`,
      );
      await datastore.import(file, 'cells.parquet');
      await compareSheets('cells.parquet', field, isEngine);
    }
    connection.closeSync();
    instance.closeSync();
  });

  it('has doubles and instants of a Parquet file as they were', async () => {
    const file = path.join(datastore.folder, 'doubles.parquet');
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    await connection.run(
      `copy (select unnest(['nan', '0.1', '-0.0', '1e300', '0.30000000000000004', null])::double as d,
       unnest(['2024-02-29 23:59:59+02', '1999-12-31 00:00:00.125Z', null])::timestamptz as z,
       unnest([0.1, 16777216, null])::float as f) to '${file}' (format parquet)`,
    );
    connection.closeSync();
    instance.closeSync();
    await datastore.import(file, 'doubles.parquet');
    await compare('doubles.parquet', {}, 'parquet');
    const { content, isBuilt } = await exported(
      datastore.client,
      { resourceId: datastore.id('doubles.parquet') },
      'parquet',
    );
    const { schema } = (await readParquet(content)) as { readonly schema: readonly (readonly string[])[] };
    assert.deepEqual(schema.map(([id, , type]) => [id, type]).slice(1), [
      ['d', 'DOUBLE'],
      ['z', 'TIMESTAMP WITH TIME ZONE'],
      ['f', 'DECIMAL(9,1)'],
    ]);
    assert.equal(isBuilt, false);
  });

  it('has the same long records, in any order', async () => {
    const sort = [{ field: 'n', descending: true }];
    for (const format of ['csv', 'json', 'parquet'] as const)
      for (const query of [{}, { sort }, { sort, limit: 450 }]) await compare('long.csv', query, format);
  });

  it('has the same records over several stretches of a table', async () => {
    for (const limit of [undefined, STRETCH, STRETCH + 1, 2 * STRETCH + 100])
      await compare('plain.csv', limit === undefined ? {} : { limit }, 'csv');
    for (const limit of [undefined, STRETCH + 1])
      await compare('plain.csv', limit === undefined ? {} : { limit }, 'xlsx');
    const filters = [{ kind: 'contains', field: 't', text: 't9' }] as const;
    for (const limit of [5000, 20_000]) await compare('plain.csv', { filters, limit }, 'json');
    await compare('plain.csv', { filters }, 'xlsx');
  });

  it('has the same text in an editor, whose characters may come in two parts', async () => {
    const source = path.join(folder, 'wide.csv');
    const words = Array.from({ length: 20_000 }, (_, at) => `${'ä東😀'.repeat(1 + (at % 7))}${String(at)}`);
    fs.writeFileSync(source, `a,b\n${words.map((word) => `${word},${word}`).join('\n')}\n`);
    await datastore.import(source, 'wide.csv');
    const question = { baseUrl: '', query: { resourceId: datastore.id('wide.csv') }, format: 'csv' as const };
    const textOf = async (client: DatastoreClient) =>
      (await new ExportRun(question, { maxLength: Infinity }).run(client, new AbortController().signal)).text;
    const text = await textOf(datastore.client);
    assert.equal(text, await textOf(paging()));
    assert.ok(Buffer.byteLength(text ?? '') > 1_000_000);
  });

  it('has them where JavaScript must write one of a stretch, while DuckDB writes the next ones', async () => {
    await compare('plain.csv', {}, 'ndjson');
  });
});
