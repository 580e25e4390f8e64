/** The child process that serves, or does one job after the other, as its first message says (protocol.ts). */
import { startServer } from '../http/server.ts';
import { removeOwnSpill } from '../engine/duckdb/spill.ts';
import { importCopy } from '../copies/copyImport.ts';
import { importFile } from '../reading/importFile.ts';
import { inspectFile } from '../reading/openedFile.ts';
import { keepBoundOfParent } from './memoryBound.ts';
import type { Unreadable } from '../resource/reasons.ts';
import { UnreadableFile } from '../reading/unreadableFile.ts';
import type {
  CancelRequest,
  Failed,
  ImportPreview,
  ImportProgress,
  JobAnswer,
  JobRequest,
  ServeReady,
  ServeRequest,
  SqlBegun,
  SqlDone,
  SqlRequest,
} from './protocol.ts';
import { SqlProcesses } from './sqlProcesses.ts';
import { answerSql, cancelSql } from './sqlServing.ts';
import type { LocalResource } from '../resource/localResource.ts';

/** Files written here are private to their owner. */
process.umask(0o077);
keepBoundOfParent();
// The process must end with the window that uses it, however the window ends. A normal exit would wait for DuckDB's
// work.
let endServing = (): void => undefined;
process.once('disconnect', () => {
  endServing();
  process.kill(process.pid, 'SIGKILL');
});
process.on('message', (request: ServeRequest | JobRequest | SqlRequest | CancelRequest) => {
  if (request.kind === 'cancel') {
    cancelSql();
    return;
  }
  const work = request.kind === 'serve' ? serve(request) : answerTo(request).then(send);
  work.catch((error: unknown) =>
    send({
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
      ...(error instanceof UnreadableFile && { unreadable: unreadableOf(error) }),
    }).then(() => process.exit(1)),
  );
});

/** The parts that are sent to the other process. */
function unreadableOf({ file, reason, place }: UnreadableFile): Unreadable {
  return { file, reason, place };
}

async function serve({ directory, memoryLimitMb }: ServeRequest): Promise<void> {
  endServing = () => removeOwnSpill(directory);
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  const servicePath = process.argv[1] ?? '';
  const sql = new SqlProcesses({ servicePath, directory, memoryLimitMb, log });
  const { baseUrl, token } = await startServer({ directory, memoryLimitMb, runSql: sql.run, log });
  await send({ kind: 'ready', baseUrl, token });
}

async function answerTo(request: JobRequest | SqlRequest): Promise<JobAnswer | SqlDone | Failed> {
  switch (request.kind) {
    case 'sql':
      endServing = () => removeOwnSpill(request.directory);
      await send({ kind: 'sqlBegun' });
      return answerSql(request);
    case 'inspect':
      return { kind: 'inspected', inspection: await inspectFile(request) };
    case 'import': {
      const preview = request.wantsPreview === true ? reportPreview : undefined;
      return { kind: 'imported', resource: await importFile(request, reportProgress, preview) };
    }
    case 'copy':
      return { kind: 'copied', resource: await importCopy(request) };
  }
}

function reportProgress(bytesRead: number, bytesTotal: number): void {
  void send({ kind: 'progress', bytesRead, bytesTotal });
}

function reportPreview(resource: LocalResource): void {
  void send({ kind: 'preview', resource });
}

function send(
  message: ServeReady | ImportProgress | ImportPreview | JobAnswer | SqlBegun | SqlDone | Failed,
): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
