import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBInstance,
  DuckDBListValue,
  type DuckDBResult,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Bindings } from './bindings.ts';
import type { Semaphore } from '../../../base/semaphore.ts';
import { giveWay } from '../../../base/timeSlice.ts';

export type EngineRow = readonly DuckDBValue[];

export interface Share {
  readonly lane: Semaphore;
  readonly valuesAtOnce: number;
}

/** UTF-16 units of texts that are read before others get a turn; one row may have more. */
const MOST_LENGTH = 1 << 20;

/** A statement read in pieces, in its lane only while DuckDB works. The caller closes it; an abort interrupts it. */
export class RunningQuery {
  readonly #connection: DuckDBConnection;
  readonly #endInterrupts: () => void;
  readonly #share: Share;
  readonly #signal: AbortSignal;
  #result: DuckDBResult | undefined;
  /** The rows that are read now. DuckDB frees them with this object, even while their columns are still in use. */
  #chunk: DuckDBDataChunk | undefined;
  #taken = 0;

  private constructor(connection: DuckDBConnection, share: Share, signal: AbortSignal) {
    this.#connection = connection;
    this.#share = share;
    this.#signal = signal;
    this.#endInterrupts = interruptOnAbort(connection, signal);
  }

  /** `instance` is called when it's this query's turn. */
  static async begin(
    instance: () => Promise<DuckDBInstance>,
    sql: string,
    { values, types }: Bindings,
    share: Share,
    signal: AbortSignal,
  ): Promise<RunningQuery> {
    const { lane } = share;
    await lane.enter(signal);
    let query: RunningQuery | undefined;
    try {
      const connection = await (await instance()).connect();
      query = new RunningQuery(connection, share, signal);
      signal.throwIfAborted();
      query.#result = await connection.stream(sql, [...values], [...types]);
      return query;
    } catch (error) {
      query?.[Symbol.dispose]();
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

  /** The next rows, undefined at the end. They are outside of JavaScript's heap, and can be read after the query. */
  async nextChunk(): Promise<DuckDBDataChunk | undefined> {
    await this.#fetch();
    return this.#chunk;
  }

  async next(): Promise<readonly EngineRow[] | undefined> {
    if (this.#chunk !== undefined && this.#taken < this.#chunk.rowCount) {
      await giveWay();
      this.#signal.throwIfAborted();
    } else {
      await this.#fetch();
    }
    const chunk = this.#chunk;
    if (chunk === undefined) return undefined;
    const { columnCount, rowCount } = chunk;
    const columns = Array.from({ length: columnCount }, (_, at) => chunk.getColumnVector(at));
    const count = Math.max(1, Math.floor(this.#share.valuesAtOnce / columnCount));
    const rows: EngineRow[] = [];
    for (let length = 0; rows.length < count && length < MOST_LENGTH; this.#taken += 1) {
      if (this.#taken === rowCount) break;
      const row = columns.map((column) => column.getItem(this.#taken));
      length += lengthOf(row);
      rows.push(row);
    }
    return rows;
  }

  async #fetch(): Promise<void> {
    const { lane } = this.#share;
    await lane.enter(this.#signal, true);
    try {
      this.#chunk = this.#result && (await fetchRows(this.#result));
      this.#taken = 0;
    } finally {
      lane.leave();
    }
  }

  /** DuckDB doesn't compute what isn't read. */
  [Symbol.dispose](): void {
    this.#endInterrupts();
    this.#connection.disconnectSync();
  }
}

/** The next chunk of a streamed result, undefined at the end, where DuckDB has none or an empty one. */
export async function fetchRows(result: DuckDBResult): Promise<DuckDBDataChunk | undefined> {
  const chunk = await result.fetchChunk();
  return chunk === null || chunk.rowCount === 0 ? undefined : chunk;
}

function lengthOf(values: readonly DuckDBValue[]): number {
  return values.reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + value.length;
    return value instanceof DuckDBListValue ? sum + lengthOf(value.items) : sum;
  }, 0);
}

/** DuckDB loses an interrupt that comes just before a statement begins, so it's repeated. */
const INTERRUPT_EVERY_MS = 100;

/** Interrupts a connection when the signal is aborted. Returns a function to call before the connection is closed. */
export function interruptOnAbort(connection: DuckDBConnection, signal: AbortSignal): () => void {
  let repeated: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    connection.interrupt();
    repeated ??= setInterval(interrupt, INTERRUPT_EVERY_MS);
  };
  signal.addEventListener('abort', interrupt, { once: true });
  return () => {
    signal.removeEventListener('abort', interrupt);
    clearInterval(repeated);
  };
}
