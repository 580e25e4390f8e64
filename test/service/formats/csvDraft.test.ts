/** A large CSV file is written while it's scanned. If it doesn't go on as it began, the table is begun again early. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { csvFormat } from '../../../src/service/formats/csv/csvFormat.ts';
import { DuckDBInstance } from '@duckdb/node-api';
import type { TableDraft } from '../../../src/service/engine/duckdb/table/importSource.ts';
import { ReadingFolder } from '../reading/readings.ts';

/** Lines have 32 bytes, so 32,768 are a MiB. */
const LINES = 320_000;

const csv = (odd: number): string =>
  `n,t\n${Array.from({ length: LINES }, (_, row) => `${row === odd ? '1234567x' : String(10_000_000 + row)},${'t'.repeat(22)}\n`).join('')}`;

describe('a large CSV file', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  for (const [what, odd, types] of [
    ['is begun once where it goes on as it began', -1, ['numeric']],
    ['is begun again when it turns out to be different', 100_000, ['numeric', 'text']],
  ] as const)
    it(what, async () => {
      const path = await folder.write('large.csv', csv(odd));
      const drafts: { readonly draft: TableDraft; readonly bytes: number }[] = [];
      let bytes = 0;
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      const source = await csvFormat.read(
        connection,
        { path, name: 'large.csv', workDirectory: folder.folder },
        { format: 'csv', compression: 'none', unreadable: 'refuse', encoding: 'utf-8' },
        (read) => (bytes = read),
        (draft) => drafts.push({ draft, bytes }),
      );
      connection.closeSync();
      assert.deepEqual(
        drafts.map(({ draft }) => draft.fields[0]?.type),
        types,
      );
      assert.equal(source.draft, drafts.at(-1)?.draft);
      assert.ok((drafts.at(-1)?.bytes ?? 0) < bytes / 2);
      const imported = await folder.importFile(path);
      assert.deepEqual(imported.types, [types.at(-1), 'text']);
      assert.deepEqual(imported.records[100_000], [odd < 0 ? '10100000' : '1234567x', 't'.repeat(22)]);
    });

  it('is written once, so that its data file has no room left over', async () => {
    const own = await ReadingFolder.open();
    try {
      await own.importFile(await own.write('large.csv', csv(-1)));
      const data = (await readdir(own.data)).find((name) => name.endsWith('.duckdb')) ?? '';
      const instance = await DuckDBInstance.create(join(own.data, data), { access_mode: 'READ_ONLY' });
      const connection = await instance.connect();
      const reader = await connection.runAndReadAll('select free_blocks, total_blocks from pragma_database_size()');
      connection.closeSync();
      instance.closeSync();
      const [free, total] = (reader.getRows()[0] ?? []).map(Number);
      assert.ok(10 * (free ?? Infinity) < (total ?? 0), `${String(free)} of ${String(total)} blocks are free`);
    } finally {
      await own.close();
    }
  });
});
