/** DuckDB with one view for each source and nothing else: no other file, no setting, and nothing can be written. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, type DuckDBDataChunk, type DuckDBType, StatementType } from '@duckdb/node-api';
import { quotedName, quotedText } from '../../../../base/quotes.ts';
import type { Description } from '../../../store/description.ts';
import { StatementRefused } from '../../../resource/statementRefused.ts';
import type { Bindings } from '../bindings.ts';
import { openSpilling, type SpillingInstance } from '../duckdbInstance.ts';
import { type EngineRow, fetchRows, interruptOnAbort } from '../runningQuery.ts';
import { shownColumnTypes } from './columnTypes.ts';
import { sourceSelect } from './resourceView.ts';
import { shadowTextFunctions } from './textMacros.ts';

export interface NamedSource {
  readonly name: string;
  readonly description: Description;
}

/** The records in the order of the statement. */
export interface LockedAnswer {
  readonly names: readonly string[];
  readonly types: readonly DuckDBType[];
  /** Undefined after the last records. */
  readonly next: () => Promise<DuckDBDataChunk | undefined>;
}

export interface LockOptions {
  readonly directory: string;
  readonly memoryLimitMb: number;
}

const SETTINGS = {
  // Only so does an error tell its place.
  errors_as_json: 'true',
  // DuckDB's own limit: above it, each record of a large table would be compared with all keys of a small one.
  dynamic_or_filter_threshold: '50',
};

export class LockedSources {
  readonly #opened: SpillingInstance;

  private constructor(opened: SpillingInstance) {
    this.#opened = opened;
  }

  /** The sources are attached before external access ends. `sql` tells which of our own columns the views need. */
  static async open(
    { directory, memoryLimitMb }: LockOptions,
    sources: readonly NamedSource[],
    sql: string,
    signal: AbortSignal,
  ): Promise<LockedSources> {
    const opened = await openSpilling(directory, {
      directories: [],
      files: [],
      memoryLimitMb,
      // Nothing else works in this process meanwhile.
      threads: availableParallelism(),
      settings: SETTINGS,
      prepare: async (connection) => {
        for (const [index, { description }] of sources.entries())
          await connection.run(
            `attach ${quotedText(join(directory, description.data))} as ${databaseName(index)} (read_only)`,
          );
      },
    });
    const locked = new LockedSources(opened);
    try {
      await locked.#define(sources, sql, signal);
      return locked;
    } catch (error) {
      await locked.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#opened.close();
  }

  /** Rows of a statement of ours. */
  async *rows(sql: string, { values, types }: Bindings, signal: AbortSignal): AsyncGenerator<readonly EngineRow[]> {
    using opened = await this.#connect(signal);
    const result = await opened.connection.stream(sql, [...values], [...types]);
    yield* result.yieldRows();
  }

  /** Runs one SELECT of people. `read` gets its records while it runs. */
  async answer<T>(sql: string, read: (answer: LockedAnswer) => Promise<T>, signal: AbortSignal): Promise<T> {
    using opened = await this.#connect(signal);
    // A statement that could write would leave something to the next one.
    await opened.connection.run('begin transaction read only');
    const prepared = await opened.connection.prepare(sql);
    if (prepared.statementType !== StatementType.SELECT) throw new StatementRefused({ code: 'notSelect', details: [] });
    const result = await prepared.stream();
    return await read({
      names: result.columnNames(),
      types: result.columnTypes(),
      next: async () => {
        signal.throwIfAborted();
        const chunk = await fetchRows(result);
        // A result that is interrupted may just end.
        signal.throwIfAborted();
        return chunk;
      },
    });
  }

  async #define(sources: readonly NamedSource[], sql: string, signal: AbortSignal): Promise<void> {
    using opened = await this.#connect(signal);
    await shadowTextFunctions(opened.connection);
    for (const [index, { name, description }] of sources.entries()) {
      const resource = { description, database: databaseName(index) };
      const select = sourceSelect(resource, await shownColumnTypes(this, resource, signal), sql);
      await opened.connection.run(`create view ${quotedName(name)} as ${select}`);
    }
  }

  async #connect(signal: AbortSignal): Promise<Disposable & { readonly connection: DuckDBConnection }> {
    signal.throwIfAborted();
    const connection = await this.#opened.instance.connect();
    const endInterrupts = interruptOnAbort(connection, signal);
    return {
      connection,
      [Symbol.dispose]: () => {
        endInterrupts();
        connection.disconnectSync();
      },
    };
  }
}

/** A name that no source has, so that a view's own table is never taken for a source. */
function databaseName(index: number): string {
  return quotedName(` ${String(index)}`);
}
