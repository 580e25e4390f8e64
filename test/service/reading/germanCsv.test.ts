/** A large file as German programs write it is sorted, summed and filtered by its values, and its texts are kept. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { type ExactValue, member, writtenValue } from '../../../src/base/cells.ts';
import { toWire } from '../../../src/base/exactJson.ts';
import { summarize } from '../../../src/records/selection/selectionSummary.ts';
import { cellsText } from '../../../src/records/selection/selectionText.ts';
import { stringifyExact } from '../../../src/base/exactJson.ts';
import { quotedText } from '../../../src/base/quotes.ts';
import { TestDatastore } from '../datastore.ts';

const RECORDS = 100_000;

function germanCsv(): string {
  const lines = ['Nr;Betrag;Datum;Aktiv;Anteil;Name'];
  let seed = 42;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed % below;
  };
  for (let row = 0; row < RECORDS; row += 1) {
    const cents = next(400_000_000) - 50_000_000;
    const whole = String(Math.trunc(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, '.');
    const amount = `${cents < 0 ? '-' : ''}${whole},${String(Math.abs(cents) % 100).padStart(2, '0')}`;
    const date = new Date(Date.UTC(1990, 0, 1 + next(15_000)))
      .toISOString()
      .slice(0, 10)
      .split('-')
      .reverse()
      .join('.');
    const isEmpty = next(50) === 0;
    lines.push(
      `${String(row).padStart(6, '0')};${isEmpty ? '' : amount};${date};${next(2) === 0 ? 'ja' : 'nein'};${String(next(101))} %;Name ${String(row)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

describe('a German CSV file of 100,000 records', () => {
  let datastore: TestDatastore;
  let duckdb: DuckDBConnection;
  before(async () => {
    datastore = await TestDatastore.open({ 'german.csv': { content: germanCsv() } });
    duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    const file = path.join(datastore.folder, 'german.csv');
    await duckdb.run(
      `create table own as select row_number() over () as id, * from read_csv(${quotedText(file)}, delim = ';', header = true, decimal_separator = ',', thousands = '.',
        dateformat = '%d.%m.%Y', auto_detect = false,
        columns = {'Nr': 'VARCHAR', 'Betrag': 'DECIMAL(18,2)', 'Datum': 'DATE', 'Aktiv': 'VARCHAR', 'Anteil': 'VARCHAR', 'Name': 'VARCHAR'})`,
    );
  });
  after(async () => {
    duckdb.closeSync();
    await datastore.close();
  });

  const own = async (sql: string): Promise<readonly (readonly unknown[])[]> => {
    const rows = (await duckdb.runAndReadAll(sql)).getRowsJson();
    return rows.map((row) =>
      row.map((value) => (typeof value === 'string' || value === null ? value : JSON.stringify(value))),
    );
  };
  const found = async (query: Readonly<Record<string, unknown>>): Promise<readonly (readonly ExactValue[])[]> =>
    (await datastore.records('german.csv', {
      records_format: 'lists',
      ...query,
    })) as readonly (readonly ExactValue[])[];
  const texts = (rows: readonly (readonly ExactValue[])[]): readonly (readonly unknown[])[] =>
    rows.map((row) =>
      row.map((value) => (value === null ? null : typeof value === 'string' ? value : stringifyExact(value))),
    );

  it('has fields of the types that its values have', async () => {
    const { result } = await datastore.post('datastore_search', { resource_id: datastore.id('german.csv'), limit: 1 });
    const fields = member(result, 'fields') as readonly { id: string; type: string }[];
    assert.deepEqual(
      fields.map(({ id, type }) => [id, type]),
      [['_id', 'int'], ['Nr', 'text'], ['Betrag', 'numeric'], ['Datum', 'date'], ['Aktiv', 'bool'], ['Anteil', 'numeric'], ['Name', 'text']],
    ); // prettier-ignore
  });

  it('is sorted by value, in both directions, NULL where PostgreSQL has it', async () => {
    for (const direction of ['asc nulls last', 'desc nulls last']) {
      const query = { fields: ['_id', 'Betrag'], sort: `Betrag ${direction}, _id`, limit: 32_000 };
      const expected = await own(`select id, Betrag from own order by Betrag ${direction}, id limit 32000`);
      assert.deepEqual(texts(await found(query)), expected);
    }
    const dates = texts(await found({ fields: ['_id', 'Datum'], sort: 'Datum, _id', limit: 32_000 }));
    assert.deepEqual(dates, await own('select id, Datum::varchar from own order by Datum, id limit 32000'));
  });

  it('is filtered by values and by their ranges', async () => {
    const cases = [
      [{ Betrag: { gte: 1000.5, lt: 2000 } }, 'Betrag >= 1000.5 and Betrag < 2000'],
      [{ Datum: { gte: '2020-01-01', lt: '2021-01-01' } }, "Datum >= date '2020-01-01' and Datum < date '2021-01-01'"],
      [{ Datum: '2020-07-24' }, "Datum = date '2020-07-24'"],
      [{ Aktiv: true, Anteil: 0.7 }, "Aktiv = 'ja' and Anteil = '70 %'"],
      [{ Anteil: { gt: 0.99 } }, "Anteil = '100 %'"],
    ] as const;
    for (const [filters, where] of cases) {
      const expected = await own(`select id from own where ${where} order by id limit 32000`);
      assert.ok(expected.length > 0, where);
      const rows = await found({ fields: ['_id'], filters, sort: '_id', limit: 32_000 });
      assert.deepEqual(texts(rows), expected, where);
    }
  });

  it('is summed exactly', async () => {
    const id = datastore.id('german.csv');
    const sql = `select sum("Betrag") as s, count("Betrag") as n, min("Datum") as first, sum("Anteil") as shares, count(*) filter (where "Aktiv") as active from "${id}"`;
    const { result } = await datastore.post('datastore_search_sql', { sql });
    const [record] = member(result, 'records') as readonly Record<string, ExactValue>[];
    assert.ok(record);
    const [expected] = await own(
      `select sum(Betrag), count(Betrag), min(Datum)::varchar, sum(replace(Anteil, ' %', '')::decimal(10, 2) * 0.01::decimal(3, 2))::varchar, count(*) filter (Aktiv = 'ja') from own`,
    );
    const [sum, count, first, shares, active] = expected ?? [];
    const [found] = texts([
      [record['s'] ?? null, record['n'] ?? null, record['first'] ?? null, record['active'] ?? null],
    ]);
    assert.deepEqual(found, [sum, count, first, active]);
    assert.equal(Number(texts([[record['shares'] ?? null]])[0]?.[0]), Number(shares));
  });

  it('gives its texts beside the values on request, and `q` matches them', async () => {
    const fields = ['Betrag', 'Datum', 'Aktiv', 'Anteil', 'Nr'];
    const query = { fields, filters: { _id: [1, 2, 3] }, x_file_texts: true };
    const [betrag, datum, aktiv, anteil, nr] = (await found(query))[0] ?? [];
    const line = germanCsv().split('\n')[1]?.split(';') ?? [];
    assert.deepEqual(
      [betrag, datum, aktiv, anteil].map((pair) => (pair as readonly ExactValue[])[0]),
      [line[1], line[2], line[3], line[4]],
    );
    assert.equal(nr, '000000');
    assert.equal((aktiv as readonly ExactValue[])[1], line[3] === 'ja');
    const byText = texts(await found({ fields: ['_id'], q: { Datum: '24.07.2020' }, limit: 1000 }));
    assert.deepEqual(byText, await own("select id from own where Datum = date '2020-07-24' order by id"));
    const anywhere = await found({ fields: ['_id'], q: '24.07.2020', limit: 1000 });
    assert.deepEqual(texts(anywhere), byText);
    const csv = await datastore.records('german.csv', {
      fields: ['Betrag', 'Anteil'],
      limit: 1,
      records_format: 'csv',
      x_file_texts: true,
    });
    assert.equal(csv, `"${line[1] ?? ''}",${line[4] ?? ''}\n`);
  });

  it('is shown and exported as it stands in the file, and calculated with as it is', async () => {
    const { signal } = new AbortController();
    const result = await datastore.resultOf('german.csv', { fields: ['Betrag', 'Datum', 'Anteil', 'Nr'] });
    const rows = await result.rows(0, 1000, signal);
    const line = germanCsv().split('\n')[1]?.split(';') ?? [];
    assert.deepEqual(rows[0]?.map(writtenValue), [line[1], line[2], line[4], line[0]]);
    assert.equal(toWire(rows[0][3] ?? null), line[0]);
    assert.deepEqual(toWire(rows[0][0] ?? null), { s: line[1] });
    const range = { firstRow: 0, lastRow: 1000, fields: [0] };
    const [[sum] = []] = await own('select sum(Betrag) from (from own order by id limit 1000)');
    assert.equal((await summarize(result, range, signal)).sum, sum);
    const { text } = await cellsText(result, { firstRow: 0, lastRow: 1, fields: [0, 1, 2, 3] }, 'csv', false, signal);
    assert.equal(text, `"${line[1] ?? ''}",${line[2] ?? ''},${line[4] ?? ''},${line[0] ?? ''}`);
  });

  it('gives texts and values of large pages alike', async () => {
    const query = { fields: ['Betrag', 'Datum', 'Aktiv'], x_file_texts: true };
    const large = await found({ ...query, limit: 20_000 });
    const small = await found({ ...query, limit: 100, offset: 19_900 });
    assert.deepEqual(texts(large.slice(19_900)), texts(small));
  });
});
