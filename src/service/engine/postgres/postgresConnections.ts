/** Every statement is read-only and rolled back, has a time limit, and is cancelled when its client has gone. */
import type { Socket } from 'node:net';
import pg from 'pg';
import { Semaphore } from '../../../base/semaphore.ts';
import { invalidQuery, validationError } from '../../ckan/actionError.ts';
import { DataUnavailable } from '../../store/dataUnavailable.ts';
import { fieldsChanged, RecordTooLarge } from '../../question/answerErrors.ts';
import { BoundedClient } from './boundedClient.ts';
import { isLost, isState, postgresRefusalOf } from './postgresRefusal.ts';
import type { PostgresStatement } from './postgresStatement.ts';
import { beginReadOnly, ownTransaction, type PostgresRow, ROLLBACK, StatementCursor } from './statementCursor.ts';

export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** `verify` accepts only a certificate that this machine trusts. */
  readonly encryption: 'none' | 'any' | 'verify';
  /** If undefined, the password comes from PGPASSWORD, or from the file that PGPASSFILE names. */
  readonly password?: string;
}

export interface PostgresSession {
  /** An error ends the session. Throws ActionError and DataUnavailable. */
  run<T>(work: (client: pg.PoolClient) => Promise<T>, signal: AbortSignal): Promise<T>;
  end(): Promise<void>;
  isLost(): boolean;
  readonly timeMs: number;
}

/** Numbers of connections. A dump with a slow client holds one for hours, so some are left to pages. */
export interface ConnectionLimits {
  readonly pages: number;
  readonly streams: number;
  /** Limit for making a connection. Waiting for a free one may take longer. */
  readonly connectMs: number;
  /** Limit for the answer to a cancelled or overdue statement, because a frozen or unreachable server gives none. */
  readonly answerMs: number;
}

const LIMITS: ConnectionLimits = { pages: 8, streams: 4, connectMs: 10_000, answerMs: 10_000 };
/** A held statement takes a connection, and keeps PostgreSQL from removing records deleted meanwhile. */
export const MOST_HELD = 4;
const IDLE_MS = 30_000;
/** Tables are read from their beginning, and times are written in UTC. */
const SETTINGS =
  '-c default_transaction_read_only=on -c synchronize_seqscans=off -c timezone=UTC -c datestyle=ISO ' +
  '-c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex -c standard_conforming_strings=on';

/** What a statement needed too much of, by SQLSTATE. */
const EXCEEDED: ReadonlyMap<string, string> = new Map([
  ['57014', 'Query took too long'],
  ['53200', 'Query needed too much memory'],
  ['53100', 'Query needed too much room on the disk of the database'],
  ['53400', 'Query needed too much room on the disk of the database'],
]);

/** Maximum length of an error's message in UTF-16 units, because it may contain values. */
const MOST_WORDS = 4096;

/** A field was dropped, or has another type now. */
const MISSED_FIELD = /^42(703|804)$/;

export class PostgresConnections {
  readonly #address: PostgresAddress;
  readonly #pool: pg.Pool;
  /** A statement must be cancelled even if all connections of the other pool are in use. */
  readonly #cancels: pg.Pool;
  readonly #pages: Semaphore;
  readonly #streams: Semaphore;
  readonly #answerMs: number;

  constructor(address: PostgresAddress, limits = LIMITS) {
    this.#address = address;
    this.#answerMs = limits.answerMs;
    this.#pages = new Semaphore(limits.pages);
    this.#streams = new Semaphore(limits.streams);
    const { host, port, database, user, password, encryption } = address;
    const shared = {
      ...{ host, port, database, user, ...(password !== undefined && { password }) },
      ssl: encryption === 'none' ? false : { rejectUnauthorized: encryption === 'verify' },
      application_name: 'datastore-explorer',
      options: SETTINGS,
      connectionTimeoutMillis: limits.connectMs,
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
      Client: BoundedClient,
    };
    this.#pool = new pg.Pool({ ...shared, max: limits.pages + limits.streams + MOST_HELD });
    // An aborted request waits for its cancel, whose connection may be cut off as well.
    this.#cancels = new pg.Pool({ ...shared, max: 1, query_timeout: limits.answerMs });
    for (const pool of [this.#pool, this.#cancels]) {
      // The error of an idle connection is ignored, because the next question gets a new one.
      pool.on('error', () => undefined);
      // A connection that breaks in use fails its statement, and emits an 'error' that would end the process.
      pool.on('connect', (client) => client.on('error', () => undefined));
    }
  }

  /**
   * Yields rows in batches, or in parts of them if rows are large (StatementCursor), and reads from the server on
   * demand. `timeMs` limits the statement once it has its turn; 0 means no limit. Throws DataUnavailable and
   * ActionError, which is RecordTooLarge after the rows before such a record.
   */
  async *rows(
    statement: PostgresStatement,
    batch: number,
    timeMs: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly PostgresRow[]> {
    const lane = timeMs === 0 ? this.#streams : this.#pages;
    await lane.enter(signal);
    try {
      yield* this.#rows(statement, batch, timeMs, signal);
    } finally {
      lane.leave();
    }
  }

  async *#rows(
    statement: PostgresStatement,
    batch: number,
    timeMs: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly PostgresRow[]> {
    const client = await this.#connect();
    const watch = this.#watch(client, timeMs, signal);
    const cursor = new StatementCursor(client, statement, batch, ownTransaction(timeMs));
    let isBroken = false;
    try {
      signal.throwIfAborted();
      // A dump is written while the server reads on. The rest of a page may not be needed.
      const readsAhead = timeMs === 0;
      let next = cursor.read();
      for (;;) {
        const { rows, isLast } = await next;
        signal.throwIfAborted();
        if (readsAhead && !isLast) next = cursor.read();
        if (rows.length > 0) yield rows;
        if (isLast) return;
        if (!readsAhead) next = cursor.read();
      }
    } catch (error) {
      isBroken = isLost(error);
      signal.throwIfAborted();
      throw this.#refusal(error);
    } finally {
      const isRolledBack = await cursor.close();
      await watch.settle();
      // A cancel that was on its way could have hit the rollback.
      if (!isRolledBack && !isBroken) await client.query(ROLLBACK).catch(() => (isBroken = true));
      watch.end();
      client.release(isBroken);
    }
  }

  /** Reads all rows of a short answer. Throws ActionError and DataUnavailable. */
  async all(statement: PostgresStatement, timeMs: number, signal: AbortSignal): Promise<readonly PostgresRow[]> {
    const all: PostgresRow[] = [];
    for await (const rows of this.rows(statement, Infinity, timeMs, signal)) for (const row of rows) all.push(row);
    return all;
  }

  /** Takes a place among the statements of pages, for a session. Returns the function that gives it back. */
  async turn(signal: AbortSignal): Promise<() => void> {
    await this.#pages.enter(signal);
    return () => this.#pages.leave();
  }

  /** Opens a read-only transaction on a connection for the caller alone. Throws ActionError and DataUnavailable. */
  async session(timeMs: number, signal: AbortSignal): Promise<PostgresSession> {
    signal.throwIfAborted();
    const client = await this.#connect();
    let isBroken = false;
    let isOver = false;
    const onEnd = (): void => {
      isBroken = true;
    };
    client.once('end', onEnd);
    const end = async (): Promise<void> => {
      if (isOver) return;
      isOver = true;
      client.off('end', onEnd);
      if (!isBroken) await client.query(ROLLBACK).catch(() => (isBroken = true));
      client.release(isBroken);
    };
    const run = async <T>(work: (client: pg.PoolClient) => Promise<T>, signal: AbortSignal): Promise<T> => {
      const watch = this.#watch(client, timeMs, signal);
      try {
        signal.throwIfAborted();
        const result = await work(client);
        signal.throwIfAborted();
        return result;
      } catch (error) {
        isBroken ||= isLost(error);
        await watch.settle();
        await end();
        signal.throwIfAborted();
        throw this.#refusal(error);
      } finally {
        await watch.settle();
        watch.end();
      }
    };
    await run((each) => each.query(beginReadOnly(timeMs).join(';')), signal);
    return { run, end, isLost: () => isBroken, timeMs };
  }

  #connect(): Promise<pg.PoolClient> {
    return this.#pool.connect().catch((error: unknown) => {
      throw this.#refusal(error);
    });
  }

  #watch(client: pg.PoolClient, timeMs: number, signal: AbortSignal): Watch {
    return new Watch(client, { timeMs, answerMs: this.#answerMs, cancel: () => this.#cancel(client) }, signal);
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#cancels.end()]);
  }

  async #cancel(client: pg.PoolClient): Promise<void> {
    const { processID } = client as pg.PoolClient & { readonly processID?: number };
    const asked = this.#cancels.query('select pg_cancel_backend($1)', [processID]);
    // A late cancel must not hit the next statement of this connection.
    await asked.catch(() => lose(client));
  }

  /** Errors tell nothing of the question except PostgreSQL's own message about it. */
  #refusal(error: unknown): unknown {
    if (error instanceof RecordTooLarge) return error;
    const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
    const { database } = this.#address;
    const exceeded = EXCEEDED.get(code);
    if (exceeded !== undefined) return validationError({ query: [exceeded] });
    if (MISSED_FIELD.test(code)) return fieldsChanged();
    if (code === '42P01' || code === '3F000') return new DataUnavailable('dropped', database);
    const refusal = postgresRefusalOf(error);
    if (refusal !== undefined) return new DataUnavailable('unreachable', database, refusal);
    // All other errors are the fault of the question, or of a view.
    const words = message.slice(0, MOST_WORDS);
    return isState(code) ? Object.assign(invalidQuery(words), { message: words }) : error;
  }
}

interface WatchOptions {
  readonly timeMs: number;
  readonly answerMs: number;
  readonly cancel: () => Promise<void>;
}

/** Cancels an aborted statement at the server, or drops the connection, so that its reader gets an error. */
class Watch {
  readonly #client: pg.PoolClient;
  readonly #signal: AbortSignal;
  readonly #onAbort: () => void;
  #timer: NodeJS.Timeout | undefined;
  #cancelled: Promise<void> | undefined;

  constructor(client: pg.PoolClient, { timeMs, answerMs, cancel }: WatchOptions, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
    this.#onAbort = () => {
      this.#loseAfter(answerMs);
      this.#cancelled ??= cancel();
    };
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (timeMs > 0) this.#loseAfter(timeMs + answerMs);
  }

  /** Stops cancelling, and waits for a cancel on its way, which must not hit the connection's next statement. */
  async settle(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#onAbort);
    await this.#cancelled;
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #loseAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => lose(this.#client), ms);
  }
}

function lose(client: pg.PoolClient): void {
  const { connection } = client as pg.PoolClient & { readonly connection: { stream: Socket } };
  connection.stream.destroy();
}
