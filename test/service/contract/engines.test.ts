/** Files and tables of PostgreSQL answer the same questions alike; test/trino asks them of Trino. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { valueText } from '../../../src/base/exactJson.ts';
import { quotedValue } from '../../../src/base/quotes.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { TestDatastore } from '../datastore.ts';
import { PostgresCluster } from '../engine/postgresCluster.ts';
import { engineContract, sampleContract } from './engineContract.ts';

describe('files, read by DuckDB', () => {
  let datastore: TestDatastore;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'contract-'));
    datastore = await TestDatastore.open({});
  });
  after(async () => {
    await datastore.close();
    await rm(folder, { recursive: true });
  });

  engineContract({
    served: () => datastore,
    create: async (name, [, ...columns], records) => {
      const lines = [columns.map(([id]) => id), ...records.map(([, ...values]) => values)].map((values) =>
        values.map((value) => (value === null ? '' : quotedValue(valueText(value)))).join(),
      );
      const file = path.join(folder, `${name}.csv`);
      await writeFile(file, lines.join('\n'));
      await datastore.import(file, name);
    },
  });
});

describe('tables of PostgreSQL', () => {
  let cluster: PostgresCluster;
  let server: RunningServer;
  before(async () => {
    cluster = await PostgresCluster.start();
    server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
  });
  after(async () => {
    await server.close();
    await cluster.stop();
  });

  const engine = {
    served: () => new ServedTables(server),
    create: (...table: Parameters<PostgresCluster['create']>) => cluster.create(...table),
  };
  engineContract(engine);
  describe('answer like a file', () => {
    const parts = ['records', 'total', 'fields', 'limit', 'next_page', 'filterops'];
    sampleContract(engine, ['lessons', 'stations'], parts);
  });
});
