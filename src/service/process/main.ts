/** The child process that serves, or does one job after the other, as its first message says (protocol.ts). */
import { searchSql } from '../api/sql/searchSql.ts';
import { importCopy } from '../copies/copyImport.ts';
import { StatementResults } from '../copies/statementResult.ts';
import { DocumentEngine } from '../engine/duckdb/statement/documentEngine.ts';
import { DuckdbDatastore } from '../engine/duckdb/duckdbDatastore.ts';
import { removeOwnSpill } from '../engine/duckdb/spill.ts';
import { startServer } from '../http/server.ts';
import { importFile } from '../reading/importFile.ts';
import { inspectFile } from '../reading/openedFile.ts';
import { unreadable } from '../reading/unreadableFile.ts';
import { StatementRefused } from '../resource/statementRefused.ts';
import { answerParent, logError, sendParent } from './parentRequests.ts';
import {
  failureOf,
  type ChildMessage,
  type ParentRequest,
  type ServeDatabaseRequest,
  type ServeReady,
  type ServeRequest,
  type SqlRequest,
  type StatementRequest,
} from './protocol.ts';
import { SqlProcesses } from './sqlProcesses.ts';

/** Files written here are private to their owner. */
process.umask(0o077);
// Node 22 warns that its SQLite is experimental, which is of no use to people who read such a file.
const warn = process.listeners('warning');
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') for (const listener of warn) listener(warning);
});
let spillsTo: string | undefined;
answerParent(answerTo, () => spillsTo !== undefined && removeOwnSpill(spillsTo));

async function answerTo(request: Exclude<ParentRequest, ServeDatabaseRequest>): Promise<ChildMessage | undefined> {
  switch (request.kind) {
    case 'serve':
      spillsTo = request.directory;
      return serve(request);
    case 'sql':
      spillsTo = request.directory;
      await sendParent({ kind: 'sqlBegun' });
      return answerSql(request);
    case 'statement':
      spillsTo = request.directory;
      await sendParent({ kind: 'sqlBegun' });
      return answerStatement(request);
    case 'cancel':
      runningSql.abort(new Error('The request is over.'));
      return undefined;
    case 'inspect':
      return { kind: 'done', result: await inspectFile(request) };
    case 'import':
      return {
        kind: 'done',
        result: await importFile(
          request,
          (bytesRead, bytesTotal) => void sendParent({ kind: 'progress', bytesRead, bytesTotal }),
          request.wantsPreview && ((resource) => void sendParent({ kind: 'preview', resource })),
        ),
      };
    case 'copy':
      return { kind: 'done', result: await importCopy(request) };
  }
}

async function serve({ directory, memoryLimitMb }: ServeRequest): Promise<ServeReady> {
  const sql = new SqlProcesses({
    servicePath: process.argv[1] ?? '',
    directory,
    memoryLimitMb: () => memoryLimitMb,
    log: logError,
  });
  const { baseUrl, token } = await startServer({ directory, memoryLimitMb, runSql: sql.run, log: logError });
  return { kind: 'ready', baseUrl, token };
}

let openedForSql: Promise<DuckdbDatastore> | undefined;
let runningSql = new AbortController();

/** A statement that fails doesn't end this process, which runs one after the other. */
async function answerSql({ directory, memoryLimitMb, sql, timeMs }: SqlRequest): Promise<ChildMessage> {
  const { signal } = (runningSql = new AbortController());
  try {
    openedForSql ??= DuckdbDatastore.open({ directory, memoryLimitMb });
    const datastore = await openedForSql;
    return { kind: 'sqlDone', result: await searchSql({ sql }, { datastore, signal }, { timeMs }) };
  } catch (error) {
    return failureOf(error);
  } finally {
    // Replaced data files are detached when the requests that read them have ended.
    runningSql.abort();
  }
}

let documents: { readonly engine: DocumentEngine; readonly results: StatementResults } | undefined;

async function answerStatement(request: StatementRequest): Promise<ChildMessage> {
  const { directory, memoryLimitMb, timeMs, result, workDirectory } = request;
  const { signal } = (runningSql = new AbortController());
  try {
    // Both engines hold memory at once.
    const share = Math.floor(memoryLimitMb / 3);
    documents ??= {
      engine: new DocumentEngine({ directory, memoryLimitMb: 2 * share }),
      results: new StatementResults(share),
    };
    const { engine, results } = documents;
    // What fails here fails again where it's awaited.
    results.prepare(result.directory).catch(() => undefined);
    const place = { ...result, workDirectory };
    const onRead = (): void => void sendParent({ kind: 'sqlRead' });
    const done = await engine.answer(request, timeMs, (answer) => results.import(answer, place, onRead), signal);
    return { kind: 'statementDone', result: done };
  } catch (error) {
    const isPlain = error instanceof StatementRefused;
    return failureOf(isPlain ? error : new StatementRefused({ unwritten: unreadable(result.name, error).reason }));
  }
}
