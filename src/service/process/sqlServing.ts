/** The side of a child that runs SQL (sqlProcesses.ts), one statement after the other. */
import { searchSql } from '../api/sql/searchSql.ts';
import { ActionError } from '../ckan/actionError.ts';
import { DuckdbDatastore } from '../engine/duckdb/duckdbDatastore.ts';
import { DataUnavailable } from '../store/dataUnavailable.ts';
import type { Failed, SqlDone, SqlRequest } from './protocol.ts';

let opened: Promise<DuckdbDatastore> | undefined;
let running = new AbortController();

/** Cancels the running statement, if there is one. */
export function cancelSql(): void {
  running.abort(new Error('The request is over.'));
}

export async function answerSql(request: SqlRequest): Promise<SqlDone | Failed> {
  const { directory, memoryLimitMb, sql, timeMs } = request;
  const { signal } = (running = new AbortController());
  try {
    opened ??= DuckdbDatastore.open({ directory, memoryLimitMb });
    const datastore = await opened;
    return { kind: 'sqlDone', result: await searchSql({ sql }, { datastore, signal }, { timeMs }) };
  } catch (error) {
    return {
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
      ...(error instanceof ActionError && { refused: { status: error.status, body: error.body } }),
      ...(error instanceof DataUnavailable && { unavailable: { reason: error.reason, resource: error.resource } }),
    };
  } finally {
    // Replaced data files are detached when the requests that read them have ended.
    running.abort();
  }
}
