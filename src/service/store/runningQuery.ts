/** A statement that DuckDB works on, piece by piece. */
import type {
  DuckDBConnection,
  DuckDBInstance,
  DuckDBResult,
  DuckDBType,
  DuckDBValue,
} from '@duckdb/node-api';
import type { Bindings } from './bindings.ts';
import type { Lane } from './lane.ts';

export type Row = readonly DuckDBValue[];

/** An interrupt that comes just before a query begins is lost, so it is repeated. */
const INTERRUPT_EVERY_MS = 100;

/**
 * It holds a place in its lane only while the engine works for it, not while its reader is slow. Whoever has got one closes
 * it; an abort interrupts it.
 */
export class RunningQuery {
  readonly #connection: DuckDBConnection;
  readonly #lane: Lane;
  readonly #signal: AbortSignal;
  #result: DuckDBResult | undefined;
  #repeated: NodeJS.Timeout | undefined;

  private constructor(connection: DuckDBConnection, lane: Lane, signal: AbortSignal) {
    this.#connection = connection;
    this.#lane = lane;
    this.#signal = signal;
    signal.addEventListener('abort', this.#interrupt, { once: true });
  }

  /** `instance` is asked for when it is this query's turn. */
  static async begin(
    instance: () => Promise<DuckDBInstance>,
    sql: string,
    { values, types }: Bindings,
    lane: Lane,
    signal: AbortSignal,
  ): Promise<RunningQuery> {
    await lane.enter(false, signal);
    let query: RunningQuery | undefined;
    try {
      const connection = await (await instance()).connect();
      query = new RunningQuery(connection, lane, signal);
      signal.throwIfAborted();
      query.#result = await connection.stream(sql, [...values], [...types]);
      return query;
    } catch (error) {
      query?.close();
      throw error;
    } finally {
      lane.leave();
    }
  }

  get names(): readonly string[] {
    return this.#result?.columnNames() ?? [];
  }

  get types(): readonly DuckDBType[] {
    return this.#result?.columnTypes() ?? [];
  }

  /** Some rows more; undefined at the end. */
  async next(): Promise<readonly Row[] | undefined> {
    await this.#lane.enter(true, this.#signal);
    try {
      const chunk = await this.#result?.fetchChunk();
      return chunk && chunk.rowCount > 0 ? chunk.getRows() : undefined;
    } finally {
      this.#lane.leave();
    }
  }

  /** What is not read is not worked out. */
  close(): void {
    this.#signal.removeEventListener('abort', this.#interrupt);
    clearInterval(this.#repeated);
    this.#connection.disconnectSync();
  }

  readonly #interrupt = (): void => {
    this.#connection.interrupt();
    this.#repeated ??= setInterval(this.#interrupt, INTERRUPT_EVERY_MS);
  };
}
