/** A statement whose rows are read some at a time, on a connection that others use afterwards. */
import type pg from 'pg';
import Cursor from 'pg-cursor';
import type { PostgresRow } from './postgresConnections.ts';
import type { PostgresStatement } from './postgresStatement.ts';

export class StatementCursor {
  readonly #client: pg.PoolClient;
  readonly #cursor: Cursor<string[]>;
  readonly #ended = Promise.withResolvers<undefined>();
  readonly #onEnd = (): void => {
    this.#isOver = true;
    this.#ended.resolve(undefined);
  };
  /** The statement failed, or its connection has ended: nothing is left to close. */
  #isOver = false;

  constructor(client: pg.PoolClient, { sql, values }: PostgresStatement) {
    this.#client = client;
    this.#cursor = client.query(new Cursor<string[]>(sql, [...values], { rowMode: 'array' }));
    client.once('end', this.#onEnd);
  }

  /** Fewer at the end. May be begun before anybody waits for it: what fails is heard of by who does. */
  read(count: number): Promise<readonly PostgresRow[]> {
    const rows = this.#cursor.read(count);
    rows.catch(() => (this.#isOver = true));
    return rows;
  }

  /**
   * The server lets go of the statement. pg-cursor waits for an answer that doesn't come when the statement failed before, or when
   * the connection ends (pg-cursor 2.22).
   */
  async close(): Promise<void> {
    if (!this.#isOver) await Promise.race([this.#cursor.close(), this.#ended.promise]);
    this.#client.off('end', this.#onEnd);
  }
}
