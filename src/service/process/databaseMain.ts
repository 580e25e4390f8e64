/** The child process that puts the action API in front of a database. It needs no DuckDB, which some packages lack. */
import type { Datastore } from '../question/datastore.ts';
import { PostgresDatastore } from '../engine/postgres/postgresDatastore.ts';
import { TrinoDatastore } from '../engine/trino/trinoDatastore.ts';
import { serveDatastore } from '../http/serving.ts';
import { DataUnavailable } from '../store/dataUnavailable.ts';
import type { DatabaseOptions } from './databaseUrl.ts';
import { keepBoundOfParent } from './memoryBound.ts';
import type { Failed, ServeDatabaseRequest, ServeReady } from './protocol.ts';
import { keepHeapSmall } from './smallHeap.ts';
import { trinoOptions } from './trinoUrl.ts';

keepBoundOfParent();
// The process must end with the window that uses it, however the window ends.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', (request: ServeDatabaseRequest) => {
  serve(request).then(send, (error: unknown) => send(failureOf(error)).then(() => process.exit(1)));
});

async function serve({ options }: ServeDatabaseRequest): Promise<ServeReady> {
  keepHeapSmall();
  const { baseUrl, token } = await serveDatastore(await opened(options), {
    log: (line) => process.stderr.write(`${line}\n`),
  });
  return { kind: 'ready', baseUrl, token };
}

function opened(options: DatabaseOptions): Promise<Datastore> {
  switch (options.kind) {
    case 'postgres':
      return PostgresDatastore.open(options);
    case 'trino':
      return TrinoDatastore.open(trinoOptions(options, options.password));
  }
}

function failureOf(error: unknown): Failed {
  const refusal = error instanceof DataUnavailable ? error.refusal : undefined;
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', message, ...(refusal !== undefined && { refusal }) };
}

function send(message: ServeReady | Failed): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
