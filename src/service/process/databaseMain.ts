/** The child process that puts the action API in front of a database. It needs no DuckDB, which some packages lack. */
import type { Datastore } from '../question/datastore.ts';
import { PostgresDatastore } from '../engine/postgres/postgresDatastore.ts';
import { TrinoDatastore } from '../engine/trino/trinoDatastore.ts';
import { serveDatastore } from '../http/serving.ts';
import type { DatabaseOptions } from './databaseUrl.ts';
import { answerParent, logError } from './parentRequests.ts';
import type { ServeDatabaseRequest } from './protocol.ts';
import { keepHeapSmall } from './smallHeap.ts';
import { trinoOptions } from './trinoUrl.ts';

answerParent(async ({ options }: ServeDatabaseRequest) => {
  keepHeapSmall();
  const { baseUrl, token } = await serveDatastore(await opened(options), { log: logError });
  return { kind: 'ready', baseUrl, token };
});

function opened(options: DatabaseOptions): Promise<Datastore> {
  switch (options.kind) {
    case 'postgres':
      return PostgresDatastore.open(options);
    case 'trino':
      return TrinoDatastore.open(trinoOptions(options, options.password));
  }
}
