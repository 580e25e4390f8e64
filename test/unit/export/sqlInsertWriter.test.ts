/** DuckDB, which reads PostgreSQL's SQL, runs the output and is queried. */
import assert from 'node:assert/strict';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import type { RecordRow } from '../../../src/base/cells.ts';
import { parseExact } from '../../../src/base/exactJson.ts';
import type { Field } from '../../../src/base/field.ts';
import { SqlInsertWriter } from '../../../src/export/sqlInsertWriter.ts';

describe('SQL INSERT writer', function () {
  this.timeout(60_000);
  const write = (fields: readonly Field[], rows: readonly RecordRow[], name = 'trees') => {
    const writer = new SqlInsertWriter({ name });
    return { text: writer.begin(fields) + writer.rows(rows) + writer.end(), notes: writer.notes };
  };
  const run = async (statements: string, question: string): Promise<readonly unknown[][]> => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    try {
      await connection.run(statements);
      return (await connection.runAndReadAll(question)).getRowsJson();
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  };

  it('writes a table in PostgreSQL’s types and its records, in one transaction', () => {
    const fields = [
      { id: '_id', type: 'int' },
      { id: 'say "hi"', type: 'Text' },
      { id: 'n', type: 'numeric' },
      { id: 'tags', type: '_text' },
      { id: 'odd', type: 'public.mood; DROP TABLE x' },
      { id: '_id', type: 'int' },
    ];
    const rows = [
      [1, "it's \\ here", parseExact('1.50'), ['a', null, "b'"], 'sad', 1],
      [2, '', null, [], null, 2],
    ];
    assert.deepEqual(write(fields, rows, 'my "trees"').text.split('\n'), [
      'BEGIN;',
      'CREATE TABLE "my ""trees""" (',
      '  "_id" int,',
      '  "say ""hi""" text,',
      '  "n" numeric,',
      '  "tags" text[],',
      '  "odd" text',
      ');',
      'INSERT INTO "my ""trees""" VALUES',
      `(1, 'it''s \\ here', 1.50, ARRAY['a', NULL, 'b''']::text[], 'sad'),`,
      "(2, '', NULL, ARRAY[]::text[], NULL);",
      'COMMIT;',
      '',
    ]);
  });

  const values: readonly {
    readonly type: string;
    readonly json: readonly string[];
    readonly texts?: readonly (string | null)[];
  }[] = [
    { type: 'int8', json: ['9007199254740993', '-9223372036854775807', 'null'] },
    { type: 'float8', json: ['"NaN"', '"-Infinity"', '1e300', '0.1'], texts: ['nan', '-inf', '1e+300', '0.1'] },
    ...['float8', 'float4', 'real', 'double precision', 'Float8'].map((type) => ({
      type,
      json: ['-0.0', '-0', '-0e0', '-0.000E+5', '0.0', '-0.5'],
      texts: ['-0.0', '-0.0', '-0.0', '-0.0', '0.0', '-0.5'],
    })),
    { type: '_text', json: ['["a",1e5,-0.0]'], texts: ['[a, 1e5, -0.0]'] },
    { type: 'bool', json: ['true', 'false', 'null'] },
    { type: 'date', json: ['"2024-02-29"', '"0001-01-01"', 'null'] },
    { type: 'timestamp', json: ['"2024-02-29T23:59:59.999999"'], texts: ['2024-02-29 23:59:59.999999'] },
    { type: 'time', json: ['"23:59:59.5"'] },
    { type: 'uuid', json: ['"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"'] },
    {
      type: 'json',
      json: ['{"a":[1.50,9007199254740993]}', '"it\'s"', 'null'],
      texts: ['{"a":[1.50,9007199254740993]}', '"it\'s"', null],
    },
    { type: '_int4', json: ['[1,null]', '[]', 'null'], texts: ['[1, NULL]', '[]', null] },
    { type: 'money', json: ['"$1,000.00"'] },
    { type: 'text', json: ['9'.repeat(38), '1.50', '""', '"NULL"', '"a\\r\\n\\t\\u0001"', '"x\\ufeff😀"', 'null'] },
  ];
  for (const { type, json, texts } of values)
    it(`writes ${type} so that it is read as it was`, async () => {
      const rows = json.map((each) => [parseExact(each)]);
      const read = await run(write([{ id: 'v', type }], rows).text, 'SELECT v::VARCHAR FROM trees');
      const sent = rows.map(([value], at) => (value === null || typeof value === 'string' ? value : json[at]));
      assert.deepEqual(read.flat(), texts ?? sent);
    });

  it('writes every number of a numeric field with its own digits', async () => {
    const digits = [
      '9'.repeat(38),
      '-0.00000000000000000000000000000000000001',
      '1.50',
      '1E+5',
      `1${'0'.repeat(45)}.25`,
    ];
    const { text } = write(
      [{ id: 'v', type: 'numeric' }],
      digits.map((each) => [parseExact(each)]),
    );
    assert.deepEqual(
      [...text.matchAll(/^\((.*)\)[,;]$/gm)].map(([, value]) => value),
      digits,
    );
    // DuckDB's numeric has three decimal places by default, while PostgreSQL's has all.
    const few = write([{ id: 'v', type: 'numeric' }], [[parseExact('1.50')], [parseExact('1E+5')]]);
    const statements = few.text.replace('"v" numeric', '"v" decimal(38, 2)');
    const [[sum] = []] = await run(statements, 'SELECT sum(v)::VARCHAR FROM trees');
    assert.equal(sum, '100001.50');
  });

  it('writes any text as it is, but for halves of characters and U+0000, which it counts', async () => {
    // DuckDB's client drops a byte order mark at the beginning.
    const words = fc.string({ unit: 'binary' }).filter((each) => !each.startsWith('\ufeff'));
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 50 }), async (texts) => {
        const { text, notes } = write(
          [{ id: 'v', type: 'text' }],
          texts.map((each) => [each]),
        );
        const kept = texts.map((each) => each.toWellFormed().replaceAll('\0', '\ufffd'));
        assert.deepEqual((await run(text, 'SELECT v FROM trees')).flat(), kept);
        const changed = texts.filter((each, at) => each !== kept[at]).length;
        assert.deepEqual(notes, changed === 0 ? [] : [{ kind: 'replaced', field: 'v', count: changed }]);
      }),
      { numRuns: 10 },
    );
  });

  it('writes zeros of exact types without quotes', () => {
    for (const type of ['numeric', 'int4', 'int8'])
      assert.match(write([{ id: 'v', type }], [[parseExact('-0')]]).text, /\n\(-0\);\n/);
  });

  it('has statements of at most 500 records', async () => {
    const { text } = write(
      [{ id: 'n', type: 'int4' }],
      Array.from({ length: 1001 }, (_, at) => [at]),
    );
    assert.equal(text.match(/INSERT/g)?.length, 3);
    assert.deepEqual(await run(text, 'SELECT count(*)::INT, sum(n)::INT FROM trees'), [[1001, 500_500]]);
  });
});
