/** Parquet files of both writers, the engine's and the one in JavaScript, are read by pyarrow (PyPI) with FULL=1. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { OUR_DIALECT } from '../../../src/datastore/dialect/dialect.ts';
import { ExportRun } from '../../../src/export/exportRun.ts';
import { Exchange } from '../../../src/http/exchange.ts';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import { buildDir } from '../../../tools/vscode/projectPaths.ts';
import { pythonPackage } from '../../support/drivers/pythonPackage.ts';
import { isFull } from '../../support/results/full.ts';
import { TestDatastore } from '../datastore.ts';

/** Name, pyarrow's type, texts of the file, and what Python calls them if it differs. */
const COLUMNS: readonly (readonly [
  name: string,
  type: string,
  texts: readonly string[],
  shown?: readonly (string | null)[],
])[] = [
  ['whole', 'int64', ['1', '-9223372036854775808', '']],
  ['large', 'decimal128(19, 0)', ['9223372036854775808', '-1', '']],
  ['decimal', 'decimal128(7, 2)', ['1.50', '-12345.05', '']],
  ['day', 'date32[day]', ['2024-02-29', '0001-01-01', '']],
  [
    'moment',
    'timestamp[us]',
    ['2024-02-29T23:59:59', '1999-12-31T00:00:00.125', ''],
    ['2024-02-29 23:59:59', '1999-12-31 00:00:00.125000', null],
  ],
  ['flag', 'bool', ['true', 'false', ''], ['True', 'False', null]],
  ['text', 'string', ['é „x“ 😀', '007', '']],
];

if (isFull)
  describe('a Parquet file', function () {
    this.timeout(300_000);
    it('has names, types and values for pyarrow, from our engine and from our own writer', async () => {
      const python = path.join(pythonPackage('pyarrow==26.0.1', path.join(buildDir, 'pyarrow')), 'python');
      const rows = [0, 1, 2].map((row) => COLUMNS.map(([, , texts]) => texts[row]).join(','));
      const content = `${COLUMNS.map(([name]) => name).join(',')}\n${rows.join('\n')}\n`;
      const folder = fs.mkdtempSync(path.join(tmpdir(), 'pyarrow-'));
      const datastore = await TestDatastore.open({ 'typed.csv': { content } });
      try {
        const { baseUrl, token } = datastore.server;
        const exchange = new Exchange({ transport: new FetchTransport(), timeoutMs: () => 20_000 });
        const access = () => Promise.resolve({ baseUrl, token });
        const paging = { exchange: { fetch: exchange.fetch.bind(exchange) }, access, dialect: OUR_DIALECT };
        const fields = COLUMNS.map(([name]) => name);
        for (const client of [datastore.client, new DatastoreClient(paging)]) {
          const file = path.join(folder, 'records.parquet');
          const query = { resourceId: datastore.id('typed.csv'), fields };
          const run = new ExportRun({ baseUrl: '', query, format: 'parquet' }, { file, overwrites: true });
          await run.run(client, new AbortController().signal);
          const reader = path.join(import.meta.dirname, 'readParquet.py');
          const found: unknown = JSON.parse(execFileSync(python, [reader, file], { encoding: 'utf8' }));
          const values = COLUMNS.map(([, , texts, shown]) => shown ?? texts.map((text) => (text === '' ? null : text)));
          assert.deepEqual(found, [fields, COLUMNS.map(([, type]) => type), values]);
        }
      } finally {
        await datastore.close();
        fs.rmSync(folder, { recursive: true });
      }
    });
  });
