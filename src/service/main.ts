/** The child process: serves, or imports one file. Its first message says which (protocol.ts). */
import { importFile } from './importFile.ts';
import type {
  Failed,
  ImportDone,
  ImportProgress,
  ImportRequest,
  ServeReady,
  ServeRequest,
} from './protocol.ts';
import { startServer } from './server.ts';

/** What is written here is the person's alone. */
process.umask(0o077);
// Never longer than the window that needs it, however that ends.
process.once('disconnect', () => process.exit());
process.once('message', (request: ServeRequest | ImportRequest) => {
  const work = request.kind === 'serve' ? serve(request) : convert(request);
  work.catch((error: unknown) =>
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }).then(() =>
      process.exit(1),
    ),
  );
});

async function serve({ directory, memoryLimitMb }: ServeRequest): Promise<void> {
  const { baseUrl, token } = await startServer({
    directory,
    memoryLimitMb,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  await tell({ kind: 'ready', baseUrl, token });
}

async function convert(request: ImportRequest): Promise<void> {
  const resource = await importFile(request, (bytesRead, bytesTotal) => {
    void tell({ kind: 'progress', bytesRead, bytesTotal });
  });
  await tell({ kind: 'imported', resource });
  process.exit();
}

function tell(message: ServeReady | ImportProgress | ImportDone | Failed): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
