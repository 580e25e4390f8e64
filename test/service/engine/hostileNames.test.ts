/**
 * All kinds of characters in fields and values are found in DuckDB and PostgreSQL (Trino: test/trino/tables.test.ts).
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { quotedName } from '../../../src/base/quotes.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { HOSTILE_TEXT, hostileQueries, OTHER } from '../../support/samples/hostileQueries.ts';
import { isFull } from '../../support/results/full.ts';
import { TestDatastore } from '../datastore.ts';
import { PostgresCluster } from './postgresCluster.ts';

const SECOND = 'the other';

describe('hostile names and values', () => {
  it('find what they say, and nothing else, in a file', async () => {
    let count = 0;
    const files = await TestDatastore.open({});
    await fc.assert(
      fc.asyncProperty(HOSTILE_TEXT, HOSTILE_TEXT, async (field, value) => {
        fc.pre(field !== SECOND);
        const name = `file${String((count += 1))}.json`;
        const file = path.join(files.folder, name);
        const records = [
          { [field]: value, [SECOND]: 'x' },
          { [field]: OTHER, [SECOND]: value },
        ];
        await writeFile(file, JSON.stringify(records));
        await files.import(file);
        for (const query of hostileQueries(field, value))
          assert.deepEqual(await files.values(name, SECOND, query), ['x'], JSON.stringify(query));
      }),
      { numRuns: isFull ? 60 : 20 },
    );
    await files.close();
  });

  it('find what they say, and nothing else, in PostgreSQL', async () => {
    const cluster = await PostgresCluster.start();
    const served = new ServedTables(await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {}));
    let count = 0;
    try {
      await fc.assert(
        fc.asyncProperty(HOSTILE_TEXT, HOSTILE_TEXT, async (field, value) => {
          fc.pre(field !== SECOND);
          const name = `${field} ${String((count += 1))}`;
          const [table, column] = [quotedName(name), quotedName(field)];
          await cluster.ask(`create table ${table} (${column} text primary key, ${quotedName(SECOND)} text)`);
          await cluster.ask(`insert into ${table} values ($1, 'x'), ('${OTHER}', $1)`, [value]);
          for (const query of hostileQueries(field, value))
            assert.deepEqual(await served.records(name, query), [{ [field]: value, [SECOND]: 'x' }]);
          await cluster.ask(`drop table ${table}`);
        }),
        { numRuns: isFull ? 60 : 20 },
      );
    } finally {
      await served.server.close();
      await cluster.stop();
    }
  });
});
