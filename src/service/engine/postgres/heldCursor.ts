/** Holds a statement whose rows are read in parts, with pauses between. All are as of the moment when it began. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { PostgresSession } from './postgresConnections.ts';
import type { PostgresStatement } from './postgresStatement.ts';
import { limitTime, type PostgresRow, type RowPart, StatementCursor } from './statementCursor.ts';

export interface CursorReading {
  isOver: boolean;
  /** Number of records before the end of the newest page. */
  end?: number;
}

export class HeldCursor {
  /** The reading that this cursor continues. It may change, because equal readings share the newest cursor. */
  reading: CursorReading = { isOver: false };
  readonly #session: PostgresSession;
  readonly #hash = createHash('sha1');
  #last: PostgresRow | undefined;

  private constructor(session: PostgresSession) {
    this.#session = session;
  }

  /** Opens a cursor after the first `offset` rows. Throws ActionError and DataUnavailable. */
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

  get isLost(): boolean {
    return this.#session.isLost();
  }

  /** Equal for cursors that returned the same records. */
  get identity(): string {
    return this.#hash.copy().digest('hex');
  }

  get last(): PostgresRow | undefined {
    return this.#last;
  }

  /** Yields at most `count` rows in parts. Throws ActionError and DataUnavailable, which also close it. */
  async *read(count: number, signal: AbortSignal): AsyncGenerator<readonly PostgresRow[]> {
    const statement = { sql: `fetch forward ${String(count)} from held`, values: [] };
    const around = { before: [limitTime(this.#session.timeMs)], after: [] };
    let fetching: StatementCursor | undefined;
    let left = count;
    const next = async (client: pg.PoolClient): Promise<RowPart> => {
      fetching ??= new StatementCursor(client, statement, Infinity, around);
      const part = await fetching.read();
      // The session rolls back then, which would wait for the remaining rows.
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
