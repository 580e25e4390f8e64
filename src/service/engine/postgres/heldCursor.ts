/** A statement whose rows are read some at a time, with pauses between: all of them are those of the moment in which it began. */
import type pg from 'pg';
import type { PostgresRow, PostgresSession } from './postgresConnections.ts';
import type { PostgresStatement } from './postgresStatement.ts';

export class HeldCursor {
  readonly #session: PostgresSession;
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

  /** What was read last. */
  get last(): PostgresRow | undefined {
    return this.#last;
  }

  /** Fewer at the end. Throws ActionError and DataUnavailable; it is closed then. */
  async read(count: number, signal: AbortSignal): Promise<readonly PostgresRow[]> {
    const text = `fetch forward ${String(count)} from held`;
    const ask = (client: pg.PoolClient) => client.query<(string | null)[]>({ text, rowMode: 'array' });
    const { rows } = await this.#session.run(ask, signal);
    this.#last = rows.at(-1) ?? this.#last;
    return rows;
  }

  close(): Promise<void> {
    return this.#session.end();
  }
}
