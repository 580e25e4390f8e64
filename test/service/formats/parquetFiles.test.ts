/** Values of Parquet files are imported with all digits, or refused. */
import assert from 'node:assert/strict';
import { member } from '../../../src/base/cells.ts';
import { valueText } from '../../../src/base/exactJson.ts';
import { durationUnits } from '../../../src/service/formats/parquet/arrowSchema.ts';
import { isFull } from '../../support/results/full.ts';
import { TestDatastore } from '../datastore.ts';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { geometryJson } from '../../../src/export/geometryText.ts';
import { ImportFolder, withDuckdb } from '../reading/fileImport.ts';

const fixture = (name: string): string => path.join(projectRoot, 'test/fixtures', name);
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

describe('Parquet files', () => {
  let folder: ImportFolder;
  before(async () => {
    folder = await ImportFolder.open();
  });
  after(() => folder.close());

  const write = async (select: string, name = 'f.parquet'): Promise<string> => {
    await withDuckdb(`copy (${select}) to ${literal(folder.path(name))} (format parquet)`);
    return folder.path(name);
  };

  // prettier-ignore
  for (const [name, values, type, texts] of [
    ['integers', ['9223372036854775807', '(-9223372036854775808)'], 'numeric', ['9223372036854775807', '-9223372036854775808']],
    ['large integers', ['18446744073709551615::ubigint', '0::ubigint'], 'numeric', ['18446744073709551615', '0']],
    ['decimals keep their scale', ['1.10::decimal(38,2)', '(-12345678901234567890123456789012345.67)::decimal(38,2)'], 'numeric', ['1.10', '-12345678901234567890123456789012345.67']],
    ['doubles are as short as they can be', ['0.1::double', '1e21::double', '5e-324::double', '1::double'], 'numeric', ['0.1', '1e+21', '5e-324', '1.0']],
    ['floats, too', ['0.1::float', '16777216::float'], 'numeric', ['0.1', '16777216.0']],
    ['what JSON does not call a number', ["'nan'::double", "'-inf'::double", "'inf'::double", '1.5'], 'float8', ['NaN', '-Infinity', 'Infinity', '1.5']],
    ['booleans', ['true', 'false'], 'bool', ['true', 'false']],
    ['dates', ["date '0001-01-01'", "date '9999-12-31'"], 'date', ['0001-01-01', '9999-12-31']],
    ['dates that would not sort', ["date '12024-01-01'", "date '2024-01-01'"], 'text', ['12024-01-01', '2024-01-01']],
    ['timestamps', ["timestamp '2024-01-01 12:00:00'"], 'timestamp', ['2024-01-01T12:00:00']],
    ['timestamps of one length', ["timestamp '2024-01-01 12:00:00'", "timestamp '2024-01-01 12:00:00.5'"], 'timestamp', ['2024-01-01T12:00:00.000000', '2024-01-01T12:00:00.500000']],
    ['milliseconds', ["'2024-01-01 12:00:00.123'::timestamp_ms"], 'timestamp', ['2024-01-01T12:00:00.123000']],
    ['nanoseconds', ["'2024-01-01 12:00:00.123456789'::timestamp_ns", "'2024-01-01 12:00:00'::timestamp_ns"], 'text', ['2024-01-01T12:00:00.123456789', '2024-01-01T12:00:00.000000000']],
    ['instants are in UTC', ["timestamptz '2024-01-01 12:00:00+02'"], 'timestamptz', ['2024-01-01T10:00:00+00:00']],
    ['times of day', ["time '01:02:03.5'"], 'text', ['01:02:03.5']],
    ['intervals', ["interval '1 month 3 seconds'"], 'text', ['1 month 00:00:03']],
    ['UUIDs', ["uuid 'f503d3c9-ab0c-42e8-8200-26f4458904d4'"], 'text', ['f503d3c9-ab0c-42e8-8200-26f4458904d4']],
    ['enums', ["'b'::enum('a', 'b')"], 'text', ['b']],
    ['bytes', [String.raw`'\x00a\xFF'::blob`], 'text', [String.raw`\x0061ff`]],
    ['texts are never taken for numbers', ["'007'", "'1.50'", "'true'"], 'text', ['007', '1.50', 'true']],
    ['lists', ['[1.10::decimal(9,2), null]', '[]'], 'json', ['[1.10,null]', '[]']],
    ['structs', [`{a: 'x"\né', "b""c": 18446744073709551615::ubigint, d: 'inf'::double, e: {f: date '2024-01-01'}}`], 'json', [String.raw`{"a":"x\"\né","b\"c":18446744073709551615,"d":"Infinity","e":{"f":"2024-01-01"}}`]],
    ['maps', ['map {1.50::decimal(9,2): [true]}'], 'json', ['{"1.50":[true]}']],
    ['JSON inside of structures', [`{j: '{"a": 1.50}'::json, n: '[NaN]'::json}`], 'json', ['{"j":{"a": 1.50},"n":"[NaN]"}']],
    ['JSON', [`'{"a": 1.50}'::json`], 'json', ['{"a": 1.50}']],
    ['what only DuckDB takes for JSON', [`'{"a": NaN}'::json`, "'1'::json"], 'text', ['{"a": NaN}', '1']],
  ] as const)
    it(name, async () => {
      const file = await write(`${values.map((value) => `select ${value} as f`).join(' union all ')} union all select null`);
      const { fields, records } = await folder.import(file, { format: 'parquet' });
      assert.deepEqual(fields, [['f', type]]);
      assert.deepEqual(records, [...texts.map((text) => [text]), [null]]);
    });

  it('a path is only a path', async () => {
    await mkdir(folder.path('year=2024'));
    const file = await write('select 1 a', "year=2024/it's [1]*?.parquet");
    // These would match if the name were a pattern.
    await write("select 'other' b", "year=2024/it's 1x.parquet");
    await write("select 'other' b", "year=2024/it's 1xy.parquet");
    const { fields } = await folder.import(file, { format: 'parquet' });
    assert.deepEqual(fields, [['a', 'numeric']]);
  });

  it('names as in the file, also equal ones and those that differ by case', async () => {
    const { fields, records } = await folder.import(fixture('names.parquet'), { format: 'parquet' });
    assert.deepEqual(
      fields.map(([id]) => id),
      ['a', 'a (2)', 'A', 'field 4', 's'],
    );
    assert.deepEqual(records, [['1', 'x', '2', 'y', '{"":1,"x":2}']]);
  });

  it('many records, in their order', async () => {
    const file = await write('select i from range(300000) t(i)');
    const { records } = await folder.import(file, { format: 'parquet' });
    assert.ok(records.every(([value], index) => value === String(index)));
    assert.equal(records.length, 300_000);
  });

  it('an inspection shows the fields and five records', async () => {
    const file = await write("select i, repeat('x', 200) long from range(9) t(i)");
    const { fields, sample, reading, parts } = await folder.inspect(file, { format: 'parquet' });
    assert.deepEqual(fields, ['i', 'long']);
    assert.deepEqual(
      sample,
      [0, 1, 2, 3, 4].map((index) => [String(index), 'x'.repeat(100)]),
    );
    assert.deepEqual([reading.format, parts], ['parquet', undefined]);
  });

  describe('refused', () => {
    it('a file without its end', async () => {
      const file = await write('select 1 a');
      const cut = await folder.write('cut.parquet', (await readFile(file)).subarray(0, 100));
      await assert.rejects(
        folder.import(cut, { format: 'parquet' }),
        /cut\.parquet: The file is incomplete: its end is missing/,
      );
    });

    it('an encrypted file', async () => {
      await withDuckdb(
        "pragma add_parquet_key('k', '0123456789112345')",
        'set force_mbedtls_unsafe = true',
        `copy (select 1 a) to ${literal(folder.path('secret.parquet'))} (format parquet, encryption_config {footer_key: 'k'})`,
      );
      await assert.rejects(
        folder.import(folder.path('secret.parquet'), { format: 'parquet' }),
        /secret\.parquet: The file is encrypted\.$/,
      );
    });

    it('damaged data', async () => {
      const file = await write("select 'some text ' || i a from range(5000) t(i)");
      const bytes = await readFile(file);
      const damaged = await folder.write('damaged.parquet', bytes.fill(0xff, 100, 1000));
      await assert.rejects(
        folder.import(damaged, { format: 'parquet' }),
        /damaged\.parquet: The file couldn't be read \(".+"\)\.$/,
      );
    });

    it('members whose names the engine would change', async () => {
      await assert.rejects(
        folder.import(fixture('memberNames.parquet'), { format: 'parquet' }),
        /field "X": Two members of a structure differ by case alone\.$/,
      );
    });

    it('decimals that the engine would round', async () => {
      await assert.rejects(
        folder.import(fixture('decimal256.parquet'), { format: 'parquet' }),
        /field "d": Decimal numbers have 70 digits\. Up to 38 can be read exactly\.$/,
      );
    });
  });

  it('a column with NaN and infinities is one of numbers: sorted, filtered and calculated with', async () => {
    const file = folder.path('nan.parquet');
    const values = ["'nan'::double", '10', '9', "'inf'::double", "'-inf'::double", 'null', '1e20', '-2.5'];
    const rows = values.map((value) => `(${value})`).join(', ');
    await withDuckdb(`copy (select v from (values ${rows}) as t(v)) to ${literal(file)} (format parquet)`);
    const datastore = await TestDatastore.open({ 'nan.parquet': { path: file } });
    try {
      const sorted = await datastore.values('nan.parquet', 'v', { sort: 'v' });
      assert.deepEqual(sorted.map(valueText), ['-2.5', '9.0', '10.0', '1e+20', '-Infinity', 'Infinity', 'NaN', 'null']);
      const descending = await datastore.values('nan.parquet', '_id', { sort: 'v desc nulls last, _id' });
      assert.deepEqual(descending, [7, 2, 3, 8, 1, 4, 5, 6]);
      const byDefault = await datastore.values('nan.parquet', '_id', { sort: 'v desc' });
      assert.deepEqual(byDefault, [6, 7, 2, 3, 8, 1, 4, 5]);
      const distinct = await datastore.values('nan.parquet', 'v', { sort: 'v', distinct: true, limit: 2, offset: 3 });
      assert.deepEqual(distinct.map(valueText), ['1e+20', '-Infinity']);
      const dump = await datastore.send(
        `/datastore/dump/${datastore.id('nan.parquet')}?format=csv&fields=_id&sort=v desc`,
        { headers: { Authorization: datastore.server.token } },
      );
      assert.deepEqual(dump.text.trim().split(/\s+/).slice(1).map(Number), byDefault);
      const above = await datastore.values('nan.parquet', '_id', { filters: { v: { gte: 10 } } });
      assert.deepEqual(above, [1, 2, 4, 7]);
      assert.deepEqual(await datastore.values('nan.parquet', '_id', { filters: { v: 'NaN' } }), [1]);
      const sql = `select sum(v) as s from "${datastore.id('nan.parquet')}" where v between -5 and 10`;
      const { result } = await datastore.post('datastore_search_sql', { sql });
      assert.deepEqual((member(result, 'records') as readonly { s: unknown }[])[0]?.s, 16.5);
    } finally {
      await datastore.close();
    }
  });

  it('durations are numbers, with their units in the data dictionary', async () => {
    const datastore = await TestDatastore.open({ 'durations.parquet': { path: fixture('durations.parquet') } });
    try {
      const body = { resource_id: datastore.id('durations.parquet') };
      const { result } = await datastore.post('datastore_search', body);
      assert.deepEqual(member(result, 'fields'), [
        { id: '_id', type: 'int' },
        { id: 's', type: 'numeric', info: { unit: 's' } },
        { id: 'ms', type: 'numeric', info: { unit: 'ms' } },
        { id: 'n', type: 'numeric' },
        { id: 'us', type: 'numeric', info: { unit: 'µs' } },
        { id: 'ns', type: 'numeric', info: { unit: 'ns' } },
      ]);
      const values = await datastore.values('durations.parquet', 'ns');
      assert.deepEqual(values.map(valueText), ['9223372036854775807', 'null', '-1']);
    } finally {
      await datastore.close();
    }
  });

  it('a damaged Arrow schema has no units, and a lying one gives none to texts', async () => {
    const whole = await readFile(fixture('durations.parquet'), 'latin1');
    const [, noted = ''] = whole.split('ARROW:schema');
    const [schema = ''] = /[\w+/]{100,}=*/.exec(noted) ?? [];
    assert.deepEqual([...durationUnits(schema)], [[0, 's'], [1, 'ms'], [3, 'µs'], [4, 'ns']]); // prettier-ignore
    const bytes = Buffer.from(schema, 'base64');
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = durationUnits(bytes.toString('base64', 0, length));
      assert.ok(cut.size <= 4);
      const changed = Buffer.from(bytes).fill(0xff, length, Math.min(length + 4, bytes.length));
      assert.ok(durationUnits(changed.toString('base64')).size <= 5);
    }
    const texts = folder.path('texts.parquet');
    const columns = ['s', 'ms', 'n', 'us', 'ns'].map((name) => `'x' as ${name}`).join(', ');
    const metadata = `kv_metadata {'ARROW:schema': ${literal(schema)}}`;
    await withDuckdb(`copy (select ${columns}) to ${literal(texts)} (format parquet, ${metadata})`);
    const datastore = await TestDatastore.open({ 'texts.parquet': { path: texts } });
    try {
      const { text } = await datastore.post('datastore_search', { resource_id: datastore.id('texts.parquet') });
      assert.ok(!text.includes('unit'));
    } finally {
      await datastore.close();
    }
  });

  it('pyarrow and pandas (test/fixtures/README.md)', async () => {
    const copy = folder.path('copy.parquet');
    await copyFile(fixture('pyarrow.parquet'), copy);
    const { fields, records } = await folder.import(copy, { format: 'parquet' });
    assert.deepEqual(
      fields.map(([id, type], index) => [id, type, ...records.map((record) => record[index])]),
      [
        ['ms', 'timestamp', '1970-01-01T00:00:00.001000', '1970-01-01T00:00:00.002000'],
        ['f16', 'float8', '1.5', 'NaN'],
        ['f32', 'numeric', '0.1', '10000000000.0'],
        ['bin', 'text', String.raw`\xff`, String.raw`\x6162`],
        ['fixed', 'text', String.raw`\x61626364`, String.raw`\x61620064`],
        ['dictionary', 'text', 'x', 'y'],
        ['u64', 'numeric', '18446744073709551615', '0'],
        ['map', 'json', '{"k":1}', '{}'],
        ['list', 'json', '[1.5,null]', null],
        ['struct', 'json', '{"a":1.10,"B":null}', null],
      ],
    );
  });

  it('nanoseconds are never cut', async () => {
    const { fields, records } = await folder.import(fixture('nanoseconds.parquet'), { format: 'parquet' });
    assert.deepEqual(
      fields.map(([id, type], index) => [id, type, ...records.map((record) => record[index])]),
      [
        ['utc', 'text', '2024-01-01T10:00:00.123456789+00:00', '2024-01-01T10:00:00.000000000+00:00', null],
        ['local', 'text', '2024-01-01T10:00:00.123456789', '2024-01-01T10:00:00.000000000', null],
        ['time', 'text', '00:00:00.000000001', '23:59:59.999999999', null],
        ['utc6', 'timestamptz', '2024-01-01T10:00:00.123456+00:00', '1970-01-01T00:00:00.000000+00:00', null],
      ],
    );
    const int96 = await folder.import(fixture('int96.parquet'), { format: 'parquet' });
    assert.deepEqual(int96.records, [
      ['2024-01-01T10:00:00.123456', '1'],
      ['1969-12-31T23:59:59.999999', '2'],
    ]);
    await assert.rejects(
      folder.import(fixture('int96ns.parquet'), { format: 'parquet' }),
      /field "t": Times of the old kind INT96 are in nanoseconds/,
    );
  });

  it('random values come back with all digits', async function () {
    const cell = fc.record({
      i: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
      d: fc.option(fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n })),
      x: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      s: fc.option(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 30 }), async (cells) => {
        const rows = cells.map(
          ({ i, d, x, s }) =>
            `(${[
              i === null ? 'null' : `'${String(i)}'::bigint`,
              d === null ? 'null' : `'${fixed(d)}'::decimal(38,5)`,
              x === null ? 'null' : `'${Object.is(x, -0) ? '-0.0' : String(x)}'::double`,
              s === null ? 'null' : literal(s),
            ].join(', ')})`,
        );
        const file = await write(
          `select * from (values (null::bigint, null::decimal(38,5), null::double, null::varchar), ${rows.join(', ')}) t(i, d, x, s)`,
        );
        const { records } = await folder.import(file, { format: 'parquet' });
        const found = records.slice(1).map(([i, d, x, s]) => [i, d, typeof x === 'string' ? Number(x) : null, s]);
        assert.deepEqual(
          found,
          cells.map(({ i, d, x, s }) => [i === null ? null : String(i), d === null ? null : fixed(d), x, s]),
        );
      }),
      { numRuns: isFull ? 25 : 10 },
    );
  });

  it('geometries, by the metadata of GeoParquet or by their type, are what GeoJSON is made of', async () => {
    const wkb = String.raw`'\x01\x01\x00\x00\x00\x9A\x99\x99\x99\x99\x99\xB9\x3F\x34\x33\x33\x33\x33\x33\xD3\x3F'::blob`;
    const geo =
      '{"version":"1.1.0","primary_column":"g","columns":{"g":{"encoding":"WKB","geometry_types":["Point"]}}}';
    for (const [value, more] of [
      [wkb, `kv_metadata {geo: '${geo}'}`],
      ["'POINT (0.1 0.30000000000000004)'::geometry", "geoparquet_version 'NONE'"],
      ["'POINT (0.1 0.30000000000000004)'::geometry", "geoparquet_version 'V1'"],
    ] as const) {
      const file = folder.path('geometry.parquet');
      await withDuckdb(`copy (select ${value} g) to '${file}' (format parquet, ${more})`);
      const { records } = await folder.import(file);
      assert.equal(geometryJson(records[0]?.[0] ?? ''), '{"type":"Point","coordinates":[0.1,0.30000000000000004]}');
    }
  });
});

/** Writes a number with five decimal places. */
function fixed(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(6, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -5)}.${digits.slice(-5)}`;
}
