/** The child process that puts the action API in front of a database. Without the engine for files, which every build has not. */
import { PostgresDatastore } from '../engine/postgres/postgresDatastore.ts';
import { serveDatastore } from '../http/serving.ts';
import { DataUnavailable } from '../store/dataUnavailable.ts';
import type { Failed, ServeDatabaseRequest, ServeReady } from './protocol.ts';

// Never longer than the window that needs it, however that ends.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', (request: ServeDatabaseRequest) => {
  serve(request).then(send, (error: unknown) => send(failureOf(error)).then(() => process.exit(1)));
});

async function serve({ options }: ServeDatabaseRequest): Promise<ServeReady> {
  const datastore = await PostgresDatastore.open(options);
  const { baseUrl, token } = await serveDatastore(datastore, {
    log: (line) => process.stderr.write(`${line}\n`),
  });
  return { kind: 'ready', baseUrl, token };
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
