/** Exports of a summary, whose last row has a text where groups have numbers and dates. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { ExactNumber } from '../../../src/base/cells.ts';
import type { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { OUR_DIALECT } from '../../../src/datastore/dialect/dialect.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { ExportRun } from '../../../src/export/exportRun.ts';
import type { FormatId } from '../../../src/export/formats.ts';
import { streamedRecords } from '../../../src/export/streamedRecords.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { type FakeGroups, fakeSummaries } from '../../support/fakes/fakeSummaries.ts';

const never = new AbortController().signal;

const GROUPS: FakeGroups = {
  fields: [
    { id: 'at:year', type: 'int4' },
    { id: 'at:day', type: 'date' },
    { id: 'sum:amount', type: 'numeric' },
    { id: 'share', type: 'numeric' },
  ],
  rows: [
    [2024, '2024-01-31', new ExactNumber('9007199254740993.10'), new ExactNumber('50.00')],
    [null, null, null, 25],
    ['(others)', '(others)', -4, 25],
  ],
  facts: { others: 3 },
};
const QUERY: DatastoreQuery = {
  resourceId: 'r',
  summary: {
    groups: [
      { field: 'at', unit: 'year' },
      { field: 'at', unit: 'day' },
    ],
    measures: [{ calculate: 'sum', field: 'amount' }, { calculate: 'share' }],
    top: 2,
  },
};

describe('an export of a summary', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'summary-export-'));
    file = path.join(folder, 'groups.out');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const run = (format: FormatId, groups = GROUPS, query = QUERY) =>
    new ExportRun({ baseUrl: 'https://ckan.test', query, format }, { file }).run(
      clientOf(fakeSummaries(groups), undefined, OUR_DIALECT),
      never,
    );

  const texts: [format: FormatId, text: string][] = [
    [
      'csv',
      'at:year,at:day,sum:amount,share\r\n2024,2024-01-31,9007199254740993.10,50.00\r\n,,,25\r\n(others),(others),-4,25\r\n',
    ],
    [
      'ndjson',
      '{"at:year":2024,"at:day":"2024-01-31","sum:amount":9007199254740993.10,"share":50.00}\n' +
        '{"at:year":null,"at:day":null,"sum:amount":null,"share":25}\n' +
        '{"at:year":"(others)","at:day":"(others)","sum:amount":-4,"share":25}\n',
    ],
    [
      'markdown',
      '| at:year | at:day | sum:amount | share |\n| ---: | --- | ---: | ---: |\n' +
        '| 2024 | 2024-01-31 | 9007199254740993.10 | 50.00 |\n|  |  |  | 25 |\n| (others) | (others) | -4 | 25 |\n',
    ],
    [
      'sqlInsert',
      'BEGIN;\nCREATE TABLE "records" (\n  "at:year" text,\n  "at:day" text,\n  "sum:amount" numeric,\n  "share" numeric\n);\n' +
        `INSERT INTO "records" VALUES\n('2024', '2024-01-31', 9007199254740993.10, 50.00),\n(NULL, NULL, NULL, 25),\n` +
        `('(others)', '(others)', -4, 25);\nCOMMIT;\n`,
    ],
  ];
  for (const [format, text] of texts)
    it(`writes ${format} with all digits and the others`, async () => {
      const { records, isComplete } = await run(format);
      assert.deepEqual([records, isComplete], [3, true]);
      assert.equal(fs.readFileSync(file, 'utf8'), text);
    });

  it('has columns of text in Parquet where the others are, which a note says, and exact numbers elsewhere', async () => {
    const { notes } = await run('parquet');
    assert.deepEqual(notes, [
      { kind: 'asText', field: 'at:year' },
      { kind: 'asText', field: 'at:day' },
    ]);
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const sql = `SELECT column_type FROM (DESCRIBE FROM read_parquet('${file}'))`;
    const types = (await connection.runAndReadAll(sql)).getRowsJson().flat();
    connection.closeSync();
    instance.closeSync();
    assert.deepEqual(types, ['VARCHAR', 'VARCHAR', 'DECIMAL(18,2)', 'DECIMAL(4,2)']);
  });

  it('has dates and numbers in Excel beside the text of the others, which a note counts', async () => {
    const { notes } = await run('xlsx');
    assert.deepEqual(notes, [
      { kind: 'asText', field: 'sum:amount', count: 1 },
      { kind: 'asText', field: 'at:year', count: 1 },
      { kind: 'asText', field: 'at:day', count: 1 },
    ]);
  });

  it('writes every group once, however many pages there are', async () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => [at, `2024-01-${String(at)}`, at, at]);
    for (const format of ['json', 'tsv', 'geojson'] as const) {
      const { records, isComplete } = await run(format, { ...GROUPS, rows });
      assert.deepEqual([records, isComplete], [60_000, true]);
      fs.rmSync(file);
    }
  });

  it('is not asked for as a stream of records', () => {
    const stream = () => Promise.reject(new Error('asked'));
    const client = { stream } as unknown as DatastoreClient;
    assert.equal(streamedRecords(client, { query: QUERY, format: 'csv' }, never, {}), undefined);
  });
});
