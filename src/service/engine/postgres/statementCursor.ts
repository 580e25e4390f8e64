/** One statement in a read-only transaction of its own, on a connection that others use afterwards. */
import type { Duplex } from 'node:stream';
import type pg from 'pg';
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
/** Completed commands before the statement: `begin` and `set local`. */
const COMMANDS_BEFORE = 2;

/**
 * Statements that begin a transaction in which nothing can be written: PostgreSQL refuses to make it writable once a query has
 * run in it, and its rollback takes back every setting that a function has changed. `timeMs`: limit for each statement; 0 for none.
 */
export function beginReadOnly(timeMs: number): readonly string[] {
  return ['begin read only', `set local statement_timeout = ${String(timeMs)}`];
}

/**
 * `begin`, the statement and `rollback` are sent in one go: the transaction takes no time of the network's. A batch of Infinity
 * is all rows in one exchange, for which alone PostgreSQL runs a statement in several processes.
 */
export class StatementCursor {
  readonly #client: pg.PoolClient;
  readonly #statement: PostgresStatement;
  readonly #batch: number;
  readonly #timeMs: number;
  readonly #over = Promise.withResolvers<undefined>();
  #wire: Wire | undefined;
  #rows: PostgresRow[] = [];
  #reading = Promise.withResolvers<readonly PostgresRow[]>();
  #completed = 0;
  #isEnding = false;
  #error: unknown;

  constructor(client: pg.PoolClient, statement: PostgresStatement, batch: number, timeMs: number) {
    this.#client = client;
    this.#statement = statement;
    this.#batch = batch;
    this.#timeMs = timeMs;
  }

  /** Fewer rows than a batch at the end. A rejection is handled already, so that a batch can be requested ahead. */
  read(): Promise<readonly PostgresRow[]> {
    this.#reading = Promise.withResolvers();
    this.#reading.promise.catch(() => undefined);
    if (this.#error !== undefined) this.#reading.reject(this.#error);
    else if (this.#wire === undefined) this.#client.query(this);
    else {
      this.#execute(this.#wire);
      this.#wire.flush();
    }
    return this.#reading.promise;
  }

  /** Waits until the transaction is over. False if it failed: the connection needs a rollback then. */
  async close(): Promise<boolean> {
    this.#isEnding ||= this.#wire === undefined;
    if (this.#wire === undefined) return this.#error === undefined;
    if (this.#error === undefined) this.#end(this.#wire);
    await this.#over.promise;
    return this.#error === undefined;
  }

  /** Called by `pg` when the connection is free; `pg` goes on with the next query after an error that is returned. */
  submit(connection: pg.Connection): Error | undefined {
    if (this.#isEnding) return new Error('The statement was closed before it was sent.');
    const wire = connection as unknown as Wire;
    this.#wire = wire;
    const { sql, values } = this.#statement;
    wire.stream.cork();
    for (const text of beginReadOnly(this.#timeMs)) run(wire, text);
    wire.parse({ text: sql });
    wire.bind({ values });
    this.#execute(wire);
    if (this.#batch === Infinity) this.#end(wire);
    else wire.flush();
    wire.stream.uncork();
    return undefined;
  }

  #execute(wire: Wire): void {
    wire.execute({ rows: this.#batch === Infinity ? 0 : this.#batch });
  }

  #end(wire: Wire): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    run(wire, UNLOCK);
    run(wire, 'rollback');
    wire.sync();
  }

  handleDataRow({ fields }: { readonly fields: PostgresRow }): void {
    this.#rows.push(fields);
  }

  handlePortalSuspended(): void {
    const rows = this.#rows;
    this.#rows = [];
    this.#reading.resolve(rows);
  }

  handleCommandComplete(): void {
    this.#completed += 1;
    if (this.#completed !== COMMANDS_BEFORE + 1 || this.#wire === undefined) return;
    this.handlePortalSuspended();
    this.#end(this.#wire);
  }

  /** Also called when the connection ends. The server skips what was sent behind the fault, up to a `sync`. */
  handleError(error: unknown): void {
    this.#error ??= error;
    if (!this.#isEnding) this.#wire?.sync();
    this.#reading.reject(error);
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
