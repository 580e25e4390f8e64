/** A statement whose rows are read some at a time, with pauses between: all of them are those of the moment in which it began. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Reading } from './postgresPages.ts';
import type { PostgresRow, PostgresSession } from './postgresConnections.ts';
import type { PostgresStatement } from './postgresStatement.ts';
import { limitTime, type RowPart, StatementCursor } from './statementCursor.ts';

export class HeldCursor {
  /**
   * The pages that this one goes on with. Readings whose pages are equal share the newest cursor, so the one that goes on isn't
   * always the one for which the cursor was opened.
   */
  reading: Reading = { isOver: false };
  readonly #session: PostgresSession;
  readonly #hash = createHash('sha1');
  #last: PostgresRow | undefined;

  private constructor(session: PostgresSession) {
    this.#session = session;
  }

  /** Before the row behind the first `offset`. Throws ActionError and DataUnavailable. */
  static async open(
    session: PostgresSession,
    { sql, values }: PostgresStatement,
    offset: number,
    signal: AbortSignal,
  ): Promise<HeldCursor> {
    const cursor = new HeldCursor(session);
    await session.run(async (client) => {
      await client.query(`declare held no scroll cursor for ${sql}`, [...values]);
      if (offset > 0) await client.query(`move forward ${String(offset)} from held`);
    }, signal);
    return cursor;
  }

  /** The server has ended it. */
  get isLost(): boolean {
    return this.#session.isLost();
  }

  /** Equal for cursors that have given the same records. */
  get identity(): string {
    return this.#hash.copy().digest('hex');
  }

  /** What was read last. */
  get last(): PostgresRow | undefined {
    return this.#last;
  }

  /** Rows in parts, fewer at the end. Throws ActionError and DataUnavailable; it is closed then. */
  async *read(count: number, signal: AbortSignal): AsyncGenerator<readonly PostgresRow[]> {
    const statement = { sql: `fetch forward ${String(count)} from held`, values: [] };
    const around = { before: [limitTime(this.#session.timeMs)], after: [] };
    let fetching: StatementCursor | undefined;
    let left = count;
    const next = async (client: pg.PoolClient): Promise<RowPart> => {
      fetching ??= new StatementCursor(client, statement, Infinity, around);
      const part = await fetching.read();
      // The session rolls back then, which would wait for the rest of the rows.
      if (signal.aborted) await fetching.close();
      return part;
    };
    try {
      for (let isLast = false; !isLast;) {
        const part = await this.#session.run(next, signal);
        for (const row of part.rows) this.#hash.update(JSON.stringify(row));
        this.#last = part.rows.at(-1) ?? this.#last;
        left -= part.rows.length;
        ({ isLast } = part);
        this.reading.isOver = isLast && left > 0;
        yield part.rows;
      }
    } finally {
      await fetching?.close();
    }
  }

  close(): Promise<void> {
    return this.#session.end();
  }
}
