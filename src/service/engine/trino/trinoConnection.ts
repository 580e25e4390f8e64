/** Runs statements by https://trino.io/docs/current/develop/client-protocol.html, and ends those not needed now. */
import { setTimeout as delay } from 'node:timers/promises';
import { type ExactValue, isList, member } from '../../../base/cells.ts';
import { parseExact, valueText } from '../../../base/exactJson.ts';
import { ActionError, validationError } from '../../ckan/actionError.ts';
import type { DatabaseRefusal } from '../../resource/databaseReasons.ts';
import { DataUnavailable } from '../../store/dataUnavailable.ts';
import { MOST_RECORD_BYTES } from '../../question/answerErrors.ts';
import { trinoReply } from './trinoHttp.ts';
import { refusalOfFailure, refusalOfStatus, trinoRefusal } from './trinoRefusal.ts';

export interface TrinoAddress {
  /** An address such as `https://host:8443`, without a path. */
  readonly origin: string;
  readonly user: string;
  /** The password is only sent over https. */
  readonly password: string | undefined;
}

export interface TrinoLimits {
  /** Bytes that a statement may read from storage; undefined for the cluster's own limit. */
  readonly scannedBytes: number | undefined;
  /** Limit for one request; a minute if undefined. Trino answers within a second even without rows. */
  readonly requestMs?: number;
}

export type TrinoRow = readonly ExactValue[];

interface StatementAnswer {
  readonly rows: readonly TrinoRow[];
  /** Length of its text in UTF-16 units. */
  readonly length: number;
  /** Trino's column types; empty until Trino has analyzed the statement. */
  readonly types: readonly string[];
  readonly next: URL | undefined;
}

const REQUEST_MS = 60_000;
/** Time for Trino to report that a statement took too long. */
const LATE_MS = 5_000;
const CANCEL_MS = 5_000;
/** How long a statement waits for a worker. Clusters wait five minutes, unless told otherwise. */
const WORKERS_MS = 10_000;
/** Pauses after each attempt but the last. */
const RETRY_MS = [100, 300, 1000, 3000] as const;
/** The protocol says to repeat requests with these statuses. */
const BUSY = [429, 502, 503, 504];
const DEEPEST = 1000;

export class TrinoConnection {
  readonly #address: TrinoAddress;
  readonly #limits: TrinoLimits;
  readonly #place: string;

  constructor(address: TrinoAddress, limits: TrinoLimits, place: string) {
    this.#address = address;
    this.#limits = limits;
    this.#place = place;
  }

  /**
   * Yields rows, and reads from the server on demand. `timeMs` limits the statement; 0 means no limit. `checkTypes`
   * gets Trino's column types before any rows. `most` limits the answers together, in UTF-16 units. Throws what
   * `checkTypes` throws, DataUnavailable, and ActionError, which is RecordTooLarge for such a record.
   */
  async *rows(
    sql: string,
    timeMs: number,
    signal: AbortSignal,
    checkTypes?: (types: readonly string[]) => void,
    most = Infinity,
  ): AsyncGenerator<readonly TrinoRow[]> {
    signal.throwIfAborted();
    // Trino itself ends an overdue statement.
    const limit = timeMs === 0 ? undefined : AbortSignal.timeout(timeMs + Math.min(LATE_MS, this.#requestMs));
    const either = limit === undefined ? signal : AbortSignal.any([signal, limit]);
    let next: URL | undefined;
    let length = 0;
    try {
      // The signal isn't passed, because only the answer says how to end the statement.
      let answer = await this.#request('POST', this.#atOrigin('/v1/statement'), this.#requestTime(), sql, timeMs);
      for (;;) {
        next = answer.next;
        either.throwIfAborted();
        length += answer.length;
        if (length > most) throw validationError({ query: ['The answer of the database is too large'] });
        if (answer.types.length > 0) checkTypes?.(answer.types);
        if (answer.rows.length > 0) yield answer.rows;
        if (next === undefined) return;
        answer = await this.#patiently(next, either);
      }
    } catch (error) {
      signal.throwIfAborted();
      if (limit?.aborted === true) throw validationError({ query: ['Query took too long'] });
      if (error instanceof ActionError || error instanceof DataUnavailable) throw error;
      throw this.#unreachable(error instanceof TryAgain ? 'busy' : refusalOfFailure(error));
    } finally {
      if (next !== undefined) await this.#end(next);
    }
  }

  /** Reads all rows of a short answer. Throws ActionError and DataUnavailable. */
  async all(sql: string, timeMs: number, signal: AbortSignal): Promise<readonly TrinoRow[]> {
    const found: TrinoRow[] = [];
    for await (const rows of this.rows(sql, timeMs, signal, undefined, MOST_RECORD_BYTES))
      for (const row of rows) found.push(row);
    return found;
  }

  async #patiently(next: URL, signal: AbortSignal): Promise<StatementAnswer> {
    for (const waitMs of RETRY_MS)
      try {
        return await this.#get(next, signal);
      } catch (error) {
        if (!(error instanceof TryAgain)) throw error;
        await delay(waitMs, undefined, { signal });
      }
    return this.#get(next, signal);
  }

  #get(next: URL, signal: AbortSignal): Promise<StatementAnswer> {
    return this.#request('GET', next, AbortSignal.any([signal, this.#requestTime()]));
  }

  #requestTime(): AbortSignal {
    return AbortSignal.timeout(this.#requestMs);
  }

  get #requestMs(): number {
    return this.#limits.requestMs ?? REQUEST_MS;
  }

  /** Throws ActionError, DataUnavailable, TryAgain, and what `trinoReply` throws. */
  async #request(method: 'GET' | 'POST', url: URL, signal: AbortSignal, sql?: string, timeMs = 0) {
    const headers = {
      ...this.#identity(),
      ...this.#session(timeMs),
      ...(sql !== undefined && { 'Content-Type': 'text/plain; charset=utf-8' }),
    };
    const asked = { method, headers, ...(sql !== undefined && { body: sql }) };
    const { status, text } = await trinoReply(url, asked, signal);
    if (BUSY.includes(status)) throw new TryAgain(`Trino: ${String(status)}`);
    if (status !== 200) throw this.#unreachable(refusalOfStatus(status, url.protocol === 'https:'));
    return { ...this.#answer(parseExact(text, DEEPEST)), length: text.length };
  }

  #answer(value: ExactValue): Omit<StatementAnswer, 'length'> {
    const error = member(value, 'error');
    if (error !== undefined) {
      const textOf = (key: string): string => valueText(member(error, key) ?? '');
      throw trinoRefusal(
        { message: textOf('message'), errorName: textOf('errorName'), errorType: textOf('errorType') },
        this.#place,
      );
    }
    const next = member(value, 'nextUri');
    const data = member(value, 'data');
    const columns = member(value, 'columns');
    return {
      rows: isList(data) ? data.filter(isList) : [],
      types: isList(columns) ? columns.map((column) => valueText(member(column, 'type') ?? '')) : [],
      next: typeof next === 'string' ? this.#atOrigin(next) : undefined,
    };
  }

  /** Trino may use another name for itself, but credentials are sent only to the address that was configured. */
  #atOrigin(next: string): URL {
    const { pathname, search } = new URL(next, this.#address.origin);
    return new URL(pathname + search, this.#address.origin);
  }

  #identity(): Record<string, string> {
    const { user, password } = this.#address;
    return {
      'X-Trino-User': user,
      'X-Trino-Source': 'datastore-explorer',
      'X-Trino-Time-Zone': 'UTC',
      'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
      ...(password !== undefined && {
        Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      }),
    };
  }

  #session(timeMs: number): Record<string, string> {
    const { scannedBytes } = this.#limits;
    const properties = [
      `required_workers_max_wait_time=${String(WORKERS_MS)}ms`,
      ...(timeMs > 0 ? [`query_max_run_time=${String(timeMs)}ms`] : []),
      ...(scannedBytes === undefined ? [] : [`query_max_scan_physical_bytes=${String(scannedBytes)}B`]),
    ];
    return { 'X-Trino-Session': properties.join(',') };
  }

  /** Trino ends the statement some minutes later if this doesn't arrive. */
  async #end(next: URL): Promise<void> {
    const signal = AbortSignal.timeout(CANCEL_MS);
    const asked = { method: 'DELETE', headers: this.#identity() } as const;
    await trinoReply(next, asked, signal).catch(() => undefined);
  }

  #unreachable(refusal: DatabaseRefusal): DataUnavailable {
    return new DataUnavailable('unreachable', this.#place, refusal);
  }
}

class TryAgain extends Error {
  override readonly name = 'TryAgain';
}
