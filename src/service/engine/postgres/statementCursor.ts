import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { RecordTooLarge } from '../../question/answerErrors.ts';
import type { PostgresStatement } from './postgresStatement.ts';

export type PostgresRow = readonly (string | null)[];

/** Messages of PostgreSQL's extended protocol as sent by `pg`, whose own types are outdated. */
interface Wire {
  readonly stream: Duplex;
  parse(message: { readonly text: string }): void;
  bind(message: { readonly values?: readonly string[] }): void;
  execute(message: { readonly rows: number }): void;
  flush(): void;
  sync(): void;
}

const UNLOCK = 'select pg_catalog.pg_advisory_unlock_all()';
/** Advisory locks that a view takes belong to the session, so a rollback doesn't release them. */
export const ROLLBACK = `rollback; ${UNLOCK}`;
/** Bytes of rows in memory at a time; one row may have more. */
const MOST_BYTES = 4 << 20;

/**
 * Begins a transaction that can't write: PostgreSQL refuses to make it writable after its first query, and its rollback
 * undoes every setting that a function changed. `timeMs` limits each statement; 0 means no limit.
 */
export function beginReadOnly(timeMs: number): readonly string[] {
  return ['begin read only', limitTime(timeMs)];
}

/** Limits the next statements of a transaction, because a function may have changed the limit. */
export function limitTime(timeMs: number): string {
  return `set local statement_timeout = ${String(timeMs)}`;
}

interface Around {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A read-only transaction for one statement, without additional round trips. */
export function ownTransaction(timeMs: number): Around {
  return { before: beginReadOnly(timeMs), after: [UNLOCK, 'rollback'] };
}

export interface RowPart {
  readonly rows: readonly PostgresRow[];
  readonly isLast: boolean;
}

/**
 * Returns rows in parts: a batch, or less if rows are large. PostgreSQL waits with the rest until the next part is
 * requested. A batch of Infinity is one exchange, because only then PostgreSQL uses several processes.
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
  readonly #parts: RowPart[] = [];
  #request: PromiseWithResolvers<RowPart> | undefined;
  #completed = 0;
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

  /** Call it again after the part has arrived. Its rejection is handled, so a part can be requested ahead. */
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

  /** Waits for the end of the statement. False if it failed: the connection needs a rollback then. */
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

  /** The rest of many large rows would take longer to read than a new connection. */
  #loseIfLarge({ stream }: Wire): void {
    if (stream.isPaused() || this.#bytes > MOST_BYTES) stream.destroy();
  }

  /** `pg` calls this when the connection is free, and continues with the next query if an error is returned. */
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
    // Rows of the statements in `after` aren't rows of this one.
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
    // No rows follow, but the message that ends the statement does.
    this.#wire?.stream.resume();
  }

  handleCommandComplete(): void {
    this.#completed += 1;
    if (this.#completed !== this.#around.before.length + 1 || this.#wire === undefined) return;
    this.#give(true);
    this.#end(this.#wire);
    this.#wire.stream.resume();
  }

  /** `pg` calls this when the connection ends, too. The server skips what was sent after the error, up to a `sync`. */
  handleError(error: unknown): void {
    // Rows before one that is too large are returned.
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
