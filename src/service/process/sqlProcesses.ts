import type { ResultText, RunSql } from '../api/action.ts';
import { ActionError, validationError } from '../ckan/actionError.ts';
import { Semaphore } from '../../base/semaphore.ts';
import { removeLeftSpill } from '../engine/duckdb/spill.ts';
import { sqlLimitMs } from '../reading/timeLimit.ts';
import { ProcessEnded, secondsText } from '../resource/processEndings.ts';
import { DataUnavailable } from '../store/dataUnavailable.ts';
import { BoundedProcess } from './childProcess.ts';
import { engineLimitMb, MEMORY_BOUND_MB } from './memoryBound.ts';
import type { Failed, SqlRequest, StatementRequest } from './protocol.ts';
import type { StatementResult } from '../copies/statementResult.ts';
import { StatementRefused } from '../resource/statementRefused.ts';

export interface SqlOptions {
  readonly servicePath: string;
  readonly directory: string;
  readonly memoryLimitMb: () => number;
  readonly log: (line: string) => void;
}

/** Each process runs one statement, so that ending it affects no other. Further statements wait. */
const MOST_PROCESSES = 2;
/** How long an idle process is kept: starting it and reading columns again takes longer than most statements. */
const IDLE_MS = 300_000;
/** How long DuckDB may take to stop a statement; it can't while it plans one. */
const GRACE_MS = 1000;

/** While DuckDB plans a statement, no memory limit and no interrupt has an effect: only ending the process stops it. */
export class SqlProcesses {
  readonly #options: SqlOptions;
  readonly #lane = new Semaphore(MOST_PROCESSES);
  readonly #processes = new Set<BoundedProcess>();
  readonly #idle = new Map<BoundedProcess, NodeJS.Timeout>();

  constructor(options: SqlOptions) {
    this.#options = options;
  }

  /** Rejects with ActionError (also if the process was ended), DataUnavailable, or the reason of the abort. */
  readonly run: RunSql = (sql, signal) =>
    this.#lane.run(() => this.#answer<ResultText>({ kind: 'sql', sql, ...this.#limits() }, signal), signal);

  /** Rejects with StatementRefused (also if the process was ended), or the reason of the abort. */
  runStatement(
    statement: Omit<StatementRequest, 'kind' | 'directory' | 'memoryLimitMb' | 'timeMs'>,
    signal: AbortSignal,
  ): Promise<StatementResult> {
    const request = { kind: 'statement', ...statement } as const;
    return this.#lane.run(() => this.#answer<StatementResult>({ ...request, ...this.#limits() }, signal), signal);
  }

  end(): void {
    for (const child of this.#processes) child.kill();
    for (const timer of this.#idle.values()) clearTimeout(timer);
  }

  #limits(): Pick<SqlRequest, 'directory' | 'memoryLimitMb' | 'timeMs'> {
    const { directory, memoryLimitMb } = this.#options;
    return { directory, memoryLimitMb: engineLimitMb('sql', memoryLimitMb()), timeMs: sqlLimitMs() };
  }

  async #answer<Answer>(request: SqlRequest | StatementRequest, signal: AbortSignal): Promise<Answer> {
    const child = this.#take();
    let late: NodeJS.Timeout | undefined;
    const time = { isOver: false };
    const endAfter = (ms: number): void => {
      clearTimeout(late);
      late = setTimeout(() => {
        time.isOver = true;
        child.kill();
      }, ms + GRACE_MS);
    };
    const cancel = (): void => {
      child.channel.send({ kind: 'cancel' }, () => undefined);
      endAfter(0);
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await child.ask<Answer>(request, (message, { resolve, reject }) => {
        if (message.kind === 'failed') reject(errorOf(message));
        else if (message.kind === 'sqlDone' || message.kind === 'statementDone') resolve(message.result as Answer);
        else if (message.kind === 'sqlBegun' && !signal.aborted) endAfter(request.timeMs);
        else if (message.kind === 'sqlRead' && !signal.aborted) clearTimeout(late);
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProcessEnded)) throw error;
      const ended = time.isOver ? new ProcessEnded('sql', 'time', secondsText(request.timeMs)) : error;
      throw request.kind === 'sql' ? endedError(ended) : new StatementRefused(ended);
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', cancel);
      if (child.channel.killed) {
        await child.ended;
        if (request.kind === 'statement') await removeLeftSpill(request.result.directory);
      } else this.#idle.set(child, setTimeout(() => child.kill(), IDLE_MS).unref());
    }
  }

  #take(): BoundedProcess {
    // The latest process has most in its caches, and the other one can end.
    const waiting = [...this.#idle.keys()].at(-1);
    if (waiting !== undefined) {
      clearTimeout(this.#idle.get(waiting));
      this.#idle.delete(waiting);
      return waiting.isAlive ? waiting : this.#take();
    }
    const { servicePath, directory, log } = this.#options;
    const bound = { kind: 'sql', boundMb: MEMORY_BOUND_MB.sql } as const;
    const child = new BoundedProcess({ ...bound, servicePath, log, serialization: 'advanced' });
    this.#processes.add(child);
    void child.ended.then(() => {
      this.#processes.delete(child);
      return removeLeftSpill(directory);
    });
    return child;
  }
}

/** The status is the same for all statements that exceed a limit. */
function endedError(ended: ProcessEnded): ActionError {
  if (ended.ending === 'memory' || ended.ending === 'time') return validationError({ query: [ended.message] });
  return new ActionError(500, { __type: 'Internal Server Error', message: ended.message });
}

function errorOf({ message, refused, unavailable, statement }: Failed): Error {
  if (statement !== undefined) return new StatementRefused(statement.reason, statement.at);
  if (refused !== undefined) return new ActionError(refused.status, refused.body);
  if (unavailable !== undefined) return new DataUnavailable(unavailable.reason, unavailable.resource);
  return new Error(message);
}
