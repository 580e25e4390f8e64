/** A table in the engine for records that we read ourselves; it may get wider while it is filled. */
import { DuckDBDataChunk, VARCHAR, type DuckDBAppender, type DuckDBConnection } from '@duckdb/node-api';
import { setImmediate } from 'node:timers/promises';
import { valueColumn } from '../layout.ts';

/** Name of the table; a connection has one. */
export const RECORD_TABLE = 'source';

/** The engine's own vectors have this size. */
const BATCH = 2048;

type Value = string | null;

export class RecordTable {
  readonly #connection: DuckDBConnection;
  #columns: Value[][] = [];
  #appender: DuckDBAppender | undefined;
  #pending = 0;
  #records = 0;

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  get records(): number {
    return this.#records;
  }

  /** Missing values at the end are NULL. Resolves when the next record can come. */
  append(values: readonly Value[]): Promise<void> | undefined {
    const flushed = values.length > this.#columns.length ? this.#widen(values.length) : undefined;
    return flushed === undefined ? this.#add(values) : flushed.then(() => this.#add(values));
  }

  /** At least one column, so that the table exists. */
  async end(columns: number): Promise<void> {
    if (columns > this.#columns.length || this.#columns.length === 0) await this.#widen(Math.max(1, columns));
    this.#flush();
    this.#appender?.closeSync();
  }

  #add(values: readonly Value[]): Promise<void> | undefined {
    for (const [index, column] of this.#columns.entries()) column.push(values[index] ?? null);
    this.#pending += 1;
    this.#records += 1;
    if (this.#pending < BATCH) return undefined;
    this.#flush();
    return setImmediate();
  }

  /** By half at least: adding one column after the other would take quadratic time. */
  async #widen(columns: number): Promise<void> {
    this.#flush();
    this.#appender?.closeSync();
    const known = this.#columns.length;
    const width = known === 0 ? columns : Math.max(columns, Math.ceil(1.5 * known));
    const added = Array.from(
      { length: width - known },
      (_, index) => `${valueColumn(known + index)} varchar`,
    );
    if (known === 0) await this.#connection.run(`create temp table ${RECORD_TABLE} (${added.join(', ')})`);
    else
      for (const column of added)
        await this.#connection.run(`alter table ${RECORD_TABLE} add column ${column}`);
    this.#columns = Array.from({ length: width }, () => []);
    this.#appender = await this.#connection.createAppender(RECORD_TABLE);
  }

  #flush(): void {
    if (this.#pending === 0) return;
    const chunk = DuckDBDataChunk.create(this.#columns.map(() => VARCHAR));
    chunk.setColumns(this.#columns);
    this.#appender?.appendDataChunk(chunk);
    for (const column of this.#columns) column.length = 0;
    this.#pending = 0;
  }
}
