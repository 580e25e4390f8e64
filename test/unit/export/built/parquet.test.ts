/** DuckDB reads the files. Its values must be those of the records, to the digit. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { type CellValue, ExactNumber, type RecordRow } from '../../../../src/base/cells.ts';
import { parseExact } from '../../../../src/base/exactJson.ts';
import type { Field } from '../../../../src/base/field.ts';
import { buildParquet } from '../../../../src/export/built/parquet.ts';
import { recordSource } from '../../../support/fakes/recordSource.ts';

const { signal } = new AbortController();
const exact = (text: string): CellValue => parseExact(text);

describe('a Parquet file', function () {
  this.timeout(60_000);
  let folder: string;
  let file: string;
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'datastore-parquet-'));
    file = path.join(folder, 'records.parquet');
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  const ask = async (sql: string): Promise<unknown[][]> => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    try {
      const all = (await connection.runAndReadAll(sql.replaceAll('$', `'${file}'`))).getRowsJson();
      return all;
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  };
  /** The type that DuckDB finds in a column, and its values as DuckDB writes them. */
  const column = async (type: string, values: readonly CellValue[]) => {
    const rows = values.map((value) => [value]);
    const notes = await buildParquet(recordSource([{ id: 'v', type }], rows), file, signal);
    const [[found] = []] = await ask('SELECT column_type FROM (DESCRIBE FROM $)');
    const texts = (await ask('SELECT v::VARCHAR FROM $')).flat();
    return { found, texts, notes };
  };

  const TEXT = [{ kind: 'asText', field: 'v' }] as const;
  const cases: readonly {
    readonly type: string;
    readonly json: readonly string[];
    readonly found: string;
    /** The values as DuckDB writes them, if that differs from the server's texts. */
    readonly texts?: readonly (string | null)[];
    readonly notes?: readonly unknown[];
  }[] = [
    { type: 'int4', json: ['1', 'null', '-2147483648', '0'], found: 'BIGINT' },
    { type: 'int8', json: ['9007199254740993', '-9223372036854775808', '9223372036854775807'], found: 'BIGINT' },
    { type: 'int', json: ['9223372036854775808'], found: 'DECIMAL(19,0)' },
    { type: 'numeric', json: ['9'.repeat(38), `-${'9'.repeat(38)}`], found: 'DECIMAL(38,0)' },
    { type: 'numeric', json: [`1${'0'.repeat(38)}`, '1'], found: 'VARCHAR', notes: TEXT },
    { type: 'numeric', json: ['1.50', '-0.01', '123'], found: 'DECIMAL(5,2)', texts: ['1.50', '-0.01', '123.00'] },
    { type: 'numeric', json: ['1E+5', '0.1'], found: 'DECIMAL(7,1)', texts: ['100000.0', '0.1'] },
    {
      type: 'numeric',
      json: [`0.${'1'.repeat(37)}`, '9'],
      found: 'DECIMAL(38,37)',
      texts: [`0.${'1'.repeat(37)}`, `9.${'0'.repeat(37)}`],
    },
    { type: 'numeric', json: ['1e400', '1'], found: 'VARCHAR', notes: TEXT },
    { type: 'numeric', json: ['-0'], found: 'DOUBLE', texts: ['-0.0'] },
    { type: 'numeric', json: ['"NaN"', '1.5'], found: 'DOUBLE', texts: ['nan', '1.5'] },
    { type: 'numeric', json: ['"NaN"', '9007199254740993'], found: 'VARCHAR', notes: TEXT },
    {
      type: 'float8',
      json: ['"NaN"', '"Infinity"', '"-Infinity"', '-0', '0', '1e23', '5e-324', 'null'],
      found: 'DOUBLE',
      texts: ['nan', 'inf', '-inf', '-0.0', '0.0', '1e+23', '5e-324', null],
    },
    { type: 'float8', json: ['0.1', '1.50'], found: 'DOUBLE', texts: ['0.1', '1.5'] },
    { type: 'float8', json: ['0.1000000000000000000000001'], found: 'DECIMAL(26,25)' },
    { type: 'int4', json: ['"17.308,38"', '1'], found: 'VARCHAR', notes: TEXT },
    { type: 'int4', json: ['null'], found: 'BIGINT' },
    { type: 'bool', json: ['true', 'false', 'null'], found: 'BOOLEAN' },
    { type: 'bool', json: ['true', '"maybe"'], found: 'VARCHAR', notes: TEXT },
    { type: 'date', json: ['"2024-02-29"', '"0001-01-01"', '"9999-12-31"', 'null'], found: 'DATE' },
    { type: 'date', json: ['"2023-02-29"'], found: 'VARCHAR', notes: TEXT },
    { type: 'date', json: ['"infinity"', '"2024-01-01"'], found: 'VARCHAR', notes: TEXT },
    {
      type: 'timestamp',
      json: ['"2024-02-29T23:59:59.999999"', '"0001-01-01T00:00:00"', '"1969-12-31 23:59:59.5"'],
      found: 'TIMESTAMP',
      texts: ['2024-02-29 23:59:59.999999', '0001-01-01 00:00:00', '1969-12-31 23:59:59.5'],
    },
    { type: 'timestamp', json: ['"2024-01-01T00:00:00+02:00"'], found: 'VARCHAR', notes: TEXT },
    { type: 'time', json: ['"00:00:00"', '"23:59:59.000001"'], found: 'TIME' },
    { type: 'time', json: ['"24:00:00"'], found: 'VARCHAR', notes: TEXT },
    {
      type: 'json',
      json: ['{"a":[1.50,9007199254740993],"__proto__":1e400}', '"x"', '[]', 'null'],
      found: 'JSON',
      texts: ['{"a":[1.50,9007199254740993],"__proto__":1e400}', '"x"', '[]', null],
    },
    { type: '_int4', json: ['[1,null]', '[]'], found: 'JSON' },
    { type: 'text', json: ['""', 'null', '"NULL"', '"\\u0000\\u0001\\r\\n"', '"😀\\uffff\\ue000"'], found: 'VARCHAR' },
    { type: 'text', json: ['"00307"', '"1.50"'], found: 'VARCHAR' },
    {
      type: 'text',
      json: ['"\\ud800x"', '"x"'],
      found: 'VARCHAR',
      texts: ['\ufffdx', 'x'],
      notes: [{ kind: 'replaced', field: 'v', count: 1 }],
    },
  ];

  for (const { type, json, found, texts, notes = [] } of cases)
    it(`has ${type} ${json.join(', ').slice(0, 60)} as ${found}`, async () => {
      const values = json.map(exact);
      const read = await column(type, values);
      const asSent = values.map((value) =>
        value === null ? null : typeof value === 'string' ? value : json[values.indexOf(value)],
      );
      assert.deepEqual(read, { found, texts: texts ?? asSent, notes });
    });

  it('has instants of times with an offset', async () => {
    const { found } = await column('timestamptz', ['2024-01-01T00:30:00.5+01:30', '2024-01-01T00:00:00Z', null]);
    const micros = await ask('SELECT epoch_us(v)::VARCHAR FROM $');
    assert.equal(found, 'TIMESTAMP WITH TIME ZONE');
    assert.deepEqual(micros.flat(), ['1704063600500000', '1704067200000000', null]);
  });

  it('has each record once and in its order, over groups and batches', async () => {
    const fields: Field[] = [
      { id: '_id', type: 'int' },
      { id: '__proto__', type: 'text' },
      { id: 'say "hi"', type: 'numeric' },
    ];
    const rows = Array.from({ length: 120_000 }, (_, at): RecordRow => [
      at + 1,
      `t${String(at % 7)}`,
      new ExactNumber(`${String(at)}.50`),
    ]);
    assert.deepEqual(await buildParquet(recordSource(fields, rows, 7777), file, signal), []);
    const [summary] = await ask(
      `SELECT count(*)::INT, count(DISTINCT _id)::INT, sum((_id = 1 + file_row_number)::INT)::INT, sum(("say ""hi""" = _id - 0.5)::INT)::INT, min("__proto__") FROM read_parquet($, file_row_number = true)`,
    );
    assert.deepEqual(summary, [120_000, 120_000, 120_000, 120_000, 't0']);
    const [[groups] = []] = await ask('SELECT count(DISTINCT row_group_id)::INT FROM parquet_metadata($)');
    assert.equal(groups, 120_000 / 5_000);
  });

  it('of no records has the fields', async () => {
    await buildParquet(
      recordSource(
        [
          { id: 'a', type: 'int4' },
          { id: 'b', type: 'text' },
          { id: 'a', type: 'int4' },
        ],
        [],
      ),
      file,
      signal,
    );
    assert.deepEqual(await ask('SELECT column_name, column_type FROM (DESCRIBE FROM $)'), [
      ['a', 'BIGINT'],
      ['b', 'VARCHAR'],
    ]);
  });

  it('replaces the whole of a file that is there', async () => {
    fs.writeFileSync(file, 'x'.repeat(100_000));
    await column('int4', [1]);
    assert.deepEqual(await ask('SELECT v FROM $'), [['1']]);
  });

  it('has any text that UTF-8 can say, and any JSON number, as it is', async () => {
    // DuckDB's client drops a byte order mark at the beginning.
    const text = fc.string({ unit: 'binary' }).filter((each) => !each.startsWith('\ufeff'));
    const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,40})(\.[0-9]{1,30})?$/);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, digits), { minLength: 1, maxLength: 8 }), async (pairs) => {
        const rows = pairs.map(([words, number]) => [words, parseExact(number)]);
        const fields = [
          { id: 't', type: 'text' },
          { id: 'n', type: 'numeric' },
        ];
        await buildParquet(recordSource(fields, rows, 3), file, signal);
        const read = (await ask('SELECT t, n::VARCHAR FROM $')) as [string, string][];
        assert.deepEqual(
          read.map(([words]) => words),
          pairs.map(([words]) => words),
        );
        const canonical = (number: string) => number.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
        assert.deepEqual(
          read.map(([, number]) => canonical(number)),
          pairs.map(([, number]) => canonical(number)),
        );
      }),
      { numRuns: 15 },
    );
  });

  it('stops when it is told to, with the reason', async () => {
    const stop = new AbortController();
    const source = recordSource(
      [{ id: 'a', type: 'int4' }],
      Array.from({ length: 50_000 }, () => [1]),
      100,
    );
    let batches = 0;
    const stopping = {
      ...source,
      async *batches() {
        for await (const rows of source.batches()) {
          batches += 1;
          if (batches === 700) stop.abort(new Error('enough'));
          yield rows;
        }
      },
    };
    await assert.rejects(buildParquet(stopping, file, stop.signal), /enough/);
    assert.equal(batches, 700, 'the second pass had begun');
  });
});
