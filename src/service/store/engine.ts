/** The serving half of DuckDB: attaches data files read-only and streams rows out of them. */
import { join } from 'node:path';
import type { DuckDBInstance, DuckDBValue } from '@duckdb/node-api';
import type { Bindings } from './bindings.ts';
import { openEnclosed } from './duckdbInstance.ts';
import { quote } from './layout.ts';

export type Row = readonly DuckDBValue[];

export interface EngineOptions {
  readonly directory: string;
  readonly memoryLimitMb: number;
}

/** An interrupt that comes just before a query begins is lost, so it is repeated. */
const INTERRUPT_EVERY_MS = 100;

export class Engine {
  readonly #instance: DuckDBInstance;
  readonly #directory: string;
  /** Data file to the name under which it is attached. */
  readonly #attached = new Map<string, Promise<string>>();
  #names = 0;

  private constructor(instance: DuckDBInstance, directory: string) {
    this.#instance = instance;
    this.#directory = directory;
  }

  static async open({ directory, memoryLimitMb }: EngineOptions): Promise<Engine> {
    const instance = await openEnclosed({
      directories: [`${directory}/`],
      files: [],
      temporaryDirectory: join(directory, `spill-${String(process.pid)}`),
      memoryLimitMb,
    });
    return new Engine(instance, directory);
  }

  /** The name of the attached database. A file is never changed, so it is attached once. */
  attach(dataFile: string): Promise<string> {
    const known = this.#attached.get(dataFile);
    if (known) return known;
    const name = `r${String((this.#names += 1))}`;
    const path = quote(join(this.#directory, dataFile));
    const attached = this.#run(`attach ${path} as ${name} (read_only)`).then(() => name);
    this.#attached.set(dataFile, attached);
    attached.catch(() => this.#attached.delete(dataFile));
    return attached;
  }

  /** Queries that are under way go on. */
  async detach(dataFile: string): Promise<void> {
    const name = await this.#attached.get(dataFile);
    this.#attached.delete(dataFile);
    if (name !== undefined) await this.#run(`detach ${name}`);
  }

  /** The query ends when the signal is aborted, or when the caller stops taking rows. */
  async *rows(sql: string, { values, types }: Bindings, signal: AbortSignal): AsyncGenerator<readonly Row[]> {
    signal.throwIfAborted();
    const connection = await this.#instance.connect();
    let repeated: NodeJS.Timeout | undefined;
    const interrupt = (): void => {
      connection.interrupt();
      repeated ??= setInterval(interrupt, INTERRUPT_EVERY_MS);
    };
    signal.addEventListener('abort', interrupt, { once: true });
    try {
      signal.throwIfAborted();
      const result = await connection.stream(sql, [...values], [...types]);
      for await (const rows of result.yieldRows()) yield rows;
    } finally {
      signal.removeEventListener('abort', interrupt);
      clearInterval(repeated);
      connection.disconnectSync();
    }
  }

  close(): void {
    this.#instance.closeSync();
  }

  async #run(sql: string): Promise<void> {
    const connection = await this.#instance.connect();
    try {
      await connection.run(sql);
    } finally {
      connection.disconnectSync();
    }
  }
}
