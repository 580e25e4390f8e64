/** One statement in a read-only transaction of its own, on a connection that others use afterwards. */
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { RecordTooLarge } from '../recordSize.ts';
import type { PostgresRow } from './postgresConnections.ts';
import type { PostgresStatement } from './postgresStatement.ts';

/** Messages of PostgreSQL's extended protocol, as `pg` sends them (its own types are of older versions). */
interface Wire {
  readonly stream: Duplex;
  parse(message: { readonly text: string }): void;
  bind(message: { readonly values?: readonly string[] }): void;
  execute(message: { readonly rows: number }): void;
  flush(): void;
  sync(): void;
}

const UNLOCK = 'select pg_catalog.pg_advisory_unlock_all()';
/** A session keeps the advisory locks that a view has taken, whatever becomes of the transaction. */
export const ROLLBACK = `rollback; ${UNLOCK}`;
/** Bytes of rows that are in memory at a time; one row may have more. */
const MOST_BYTES = 4 << 20;

/**
 * Statements that begin a transaction in which nothing can be written: PostgreSQL refuses to make it writable once a query has
 * run in it, and its rollback takes back every setting that a function has changed. `timeMs`: limit for each statement; 0 for none.
 */
export function beginReadOnly(timeMs: number): readonly string[] {
  return ['begin read only', limitTime(timeMs)];
}

/** For the statements that follow in a transaction, whose limit a function may have changed. */
export function limitTime(timeMs: number): string {
  return `set local statement_timeout = ${String(timeMs)}`;
}

/** What is sent in one go with a statement. */
export interface Around {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A read-only transaction of its own, which takes no time of the network's. */
export function ownTransaction(timeMs: number): Around {
  return { before: beginReadOnly(timeMs), after: [UNLOCK, 'rollback'] };
}

/** Some rows of a statement. */
export interface RowPart {
  readonly rows: readonly PostgresRow[];
  readonly isLast: boolean;
}

/**
 * Gives rows in parts: a batch, or less where rows are large. The connection isn't read until the next part is requested, so
 * PostgreSQL waits with the rows that follow. A batch of Infinity is all rows in one exchange, for which alone PostgreSQL runs a
 * statement in several processes.
 */
export class StatementCursor {
  readonly #client: pg.PoolClient;
  readonly #statement: PostgresStatement;
  readonly #batch: number;
  readonly #around: Around;
  readonly #over = Promise.withResolvers<undefined>();
  #wire: Wire | undefined;
  #rows: PostgresRow[] = [];
  #bytes = 0;
  /** Parts that came with one that was requested. */
  readonly #parts: RowPart[] = [];
  #request: PromiseWithResolvers<RowPart> | undefined;
  #completed = 0;
  /** The server waits to be asked for the next batch. */
  #isSuspended = false;
  #isEnding = false;
  #isClosed = false;
  #error: unknown;

  constructor(client: pg.PoolClient, statement: PostgresStatement, batch: number, around: Around) {
    this.#client = client;
    this.#statement = statement;
    this.#batch = batch;
    this.#around = around;
  }

  /** Call it again when the part is there. A rejection is handled already, so that a part can be requested ahead. */
  read(): Promise<RowPart> {
    const part = this.#parts.shift();
    if (part !== undefined) return Promise.resolve(part);
    const request = Promise.withResolvers<RowPart>();
    request.promise.catch(() => undefined);
    if (this.#error !== undefined) request.reject(this.#error);
    else {
      this.#request = request;
      if (this.#wire === undefined) this.#client.query(this);
      else this.#goOn(this.#wire);
    }
    return request.promise;
  }

  #goOn(wire: Wire): void {
    if (this.#isSuspended) {
      this.#execute(wire);
      wire.flush();
    }
    wire.stream.resume();
  }

  /** Waits until the statement is over. False if it failed: the connection needs a rollback then. */
  async close(): Promise<boolean> {
    this.#isClosed = true;
    this.#isEnding ||= this.#wire === undefined;
    if (this.#wire === undefined) return this.#error === undefined;
    if (this.#error === undefined) {
      this.#end(this.#wire);
      this.#loseIfLarge(this.#wire);
    }
    await this.#over.promise;
    return this.#error === undefined;
  }

  /** What is left of many large rows would take longer to read than a new connection. */
  #loseIfLarge({ stream }: Wire): void {
    if (stream.isPaused() || this.#bytes > MOST_BYTES) stream.destroy();
  }

  /** Called by `pg` when the connection is free; `pg` goes on with the next query after an error that is returned. */
  submit(connection: pg.Connection): Error | undefined {
    if (this.#isEnding) return new Error('The statement was closed before it was sent.');
    const wire = connection as unknown as Wire;
    this.#wire = wire;
    const { sql, values } = this.#statement;
    wire.stream.cork();
    for (const text of this.#around.before) run(wire, text);
    wire.parse({ text: sql });
    wire.bind({ values });
    this.#execute(wire);
    if (this.#batch === Infinity) this.#end(wire);
    else wire.flush();
    wire.stream.uncork();
    return undefined;
  }

  #execute(wire: Wire): void {
    this.#isSuspended = false;
    wire.execute({ rows: this.#batch === Infinity ? 0 : this.#batch });
  }

  #end(wire: Wire): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    for (const text of this.#around.after) run(wire, text);
    wire.sync();
  }

  handleDataRow({ fields, length }: { readonly fields: PostgresRow; readonly length: number }): void {
    // What `after` gives isn't a row of the statement.
    if (this.#wire === undefined || this.#completed !== this.#around.before.length) return;
    this.#bytes += length;
    if (this.#isClosed) {
      this.#loseIfLarge(this.#wire);
      return;
    }
    this.#rows.push(fields);
    if (this.#bytes < MOST_BYTES) return;
    this.#give(false);
    this.#wire.stream.pause();
  }

  /** The rows so far. */
  #give(isLast: boolean): void {
    const part = { rows: this.#rows, isLast };
    this.#rows = [];
    this.#bytes = 0;
    if (this.#request === undefined) this.#parts.push(part);
    else this.#request.resolve(part);
    this.#request = undefined;
  }

  handlePortalSuspended(): void {
    this.#isSuspended = true;
    this.#give(false);
    // No rows follow, but what tells that the statement is over.
    this.#wire?.stream.resume();
  }

  handleCommandComplete(): void {
    this.#completed += 1;
    if (this.#completed !== this.#around.before.length + 1 || this.#wire === undefined) return;
    this.#give(true);
    this.#end(this.#wire);
    this.#wire.stream.resume();
  }

  /** Also called when the connection ends. The server skips what was sent behind the fault, up to a `sync`. */
  handleError(error: unknown): void {
    // The rows before one that is too large can be given out.
    if (error instanceof RecordTooLarge && this.#rows.length > 0) this.#give(false);
    this.#error ??= error;
    if (!this.#isEnding) this.#wire?.sync();
    this.#request?.reject(error);
    this.#wire?.stream.resume();
    this.#over.resolve(undefined);
  }

  handleReadyForQuery(): void {
    this.#over.resolve(undefined);
  }
}

function run(wire: Wire, text: string): void {
  wire.parse({ text });
  wire.bind({});
  wire.execute({ rows: 0 });
}
