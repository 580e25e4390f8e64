/** Attaches data files to DuckDB and streams rows from them, for many requests at a time. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';
import type { Bindings } from './bindings.ts';
import { withTextMacros } from './statement/textMacros.ts';
import { openEnclosed, withConnection } from './duckdbInstance.ts';
import { placesFor, type Places } from './places.ts';
import { RunningQuery, type EngineRow, type Share } from './runningQuery.ts';
import { removeLeftSpill, spillFolder } from './spill.ts';
import { quotedText } from '../../../base/quotes.ts';
import { Semaphore } from '../../../base/semaphore.ts';

export type { EngineRow } from './runningQuery.ts';

export interface EngineOptions {
  readonly directory: string;
  readonly memoryLimitMb: number;
}

/** Each cost has places of its own: `page` reads few records, `scan` all or many, `sql` was written by a client. */
export type Cost = keyof Places;

const PLACES = placesFor(availableParallelism());
/** One processor is left to others, unless only one would remain. */
const SCAN_THREADS = availableParallelism() > 2 ? availableParallelism() - 1 : availableParallelism();
/** Reading this many values from a chunk takes less than a millisecond. */
const FEW_VALUES = 2000;
/** After this time without a question, DuckDB is closed to free its memory. Opening it again takes about 20 ms. */
const IDLE_MS = 60_000;
/** How often an engine without a question looks whether an open data file was removed, whose space is still taken. */
const LOOK_MS = 2000;

export class Engine {
  readonly #shares: Readonly<Record<Cost, Share>> = {
    page: { lane: new Semaphore(PLACES.page), valuesAtOnce: Infinity },
    scan: { lane: new Semaphore(PLACES.scan), valuesAtOnce: FEW_VALUES },
    sql: { lane: new Semaphore(PLACES.sql), valuesAtOnce: FEW_VALUES },
  };
  readonly #options: EngineOptions;
  readonly #idleMs: number;
  #instance: Promise<DuckDBInstance> | undefined;
  readonly #attached = new Map<string, Promise<string>>();
  #names = 0;
  #users = 0;
  #threads = 1;
  #idle: NodeJS.Timeout | undefined;

  private constructor(options: EngineOptions, idleMs: number) {
    this.#options = options;
    this.#idleMs = idleMs;
  }

  get memoryLimitMb(): number {
    return this.#options.memoryLimitMb;
  }

  get directory(): string {
    return this.#options.directory;
  }

  /** DuckDB itself starts with the first question. */
  static async open(options: EngineOptions, idleMs = IDLE_MS): Promise<Engine> {
    await removeLeftSpill(options.directory);
    return new Engine(options, idleMs);
  }

  /** Returns the name of the attached database. A data file never changes, so it's attached once. */
  async attach(dataFile: string): Promise<string> {
    using _use = this.#use();
    const known = this.#attached.get(dataFile);
    if (known) return await known;
    const name = `r${String((this.#names += 1))}`;
    const path = quotedText(join(this.#options.directory, dataFile));
    const attached = this.#run(`attach ${path} as ${name} (read_only)`).then(() => name);
    this.#attached.set(dataFile, attached);
    attached.catch(() => this.#attached.delete(dataFile));
    return await attached;
  }

  /**
   * Lets statements use several threads, which is for tables of several row groups: DuckDB's main thread waits busily
   * for the others, and 13 questions to a file of 100,000 records took 1.06 times as long with two threads as with one.
   * DuckDB is opened anew for it, so `isFree` says that no name of an attached database is in use.
   */
  useThreads(isFree: boolean): void {
    // The statement of a request that was aborted may still be ending.
    const canOpenAnew = this.#instance === undefined || (isFree && this.#users === 0);
    if (this.#threads === SCAN_THREADS || !canOpenAnew) return;
    void this.#shut();
    this.#threads = SCAN_THREADS;
  }

  /** Running queries continue and end normally. */
  async detach(dataFile: string): Promise<void> {
    const name = await this.#attached.get(dataFile);
    this.#attached.delete(dataFile);
    if (name !== undefined) await this.#run(`detach ${name}`);
  }

  /** The query ends when the signal is aborted or the caller stops reading. */
  async *rows(
    sql: string,
    bindings: Bindings,
    signal: AbortSignal,
    cost: Cost = 'scan',
  ): AsyncGenerator<readonly EngineRow[]> {
    signal.throwIfAborted();
    using _use = this.#use();
    using query = await this.#begin(sql, bindings, cost, signal);
    for (let rows = await query.next(); rows !== undefined; rows = await query.next()) yield rows;
  }

  /** A new folder for files that DuckDB writes. The caller removes it, or the next start does. */
  async newFolder(): Promise<string> {
    const folder = spillFolder(this.directory);
    await mkdir(folder);
    return folder;
  }

  /** Runs a query whose names and types of columns matter. It's closed after `read`. */
  async query<T>(
    sql: string,
    bindings: Bindings,
    cost: Cost,
    read: (query: RunningQuery) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    using _use = this.#use();
    using query = await this.#begin(sql, bindings, cost, signal);
    return await read(query);
  }

  #begin(sql: string, bindings: Bindings, cost: Cost, signal: AbortSignal): Promise<RunningQuery> {
    return RunningQuery.begin(() => this.#open(), sql, bindings, this.#shares[cost], signal);
  }

  /** DuckDB removes its spilled files. Nothing may be running. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#shut();
  }

  #open(): Promise<DuckDBInstance> {
    const { directory, memoryLimitMb } = this.#options;
    this.#instance ??= openEnclosed({
      directories: [`${directory}/`],
      files: [],
      temporaryDirectory: spillFolder(directory),
      memoryLimitMb,
      threads: this.#threads,
    })
      .then(withTextMacros)
      .catch((error: unknown) => {
        this.#instance = undefined;
        throw error;
      });
    return this.#instance;
  }

  async #run(sql: string): Promise<void> {
    using _use = this.#use();
    await withConnection(await this.#open(), (connection) => connection.run(sql));
  }

  /** DuckDB stays open until the use is disposed of, and for a while afterwards. */
  #use(): Disposable {
    this.#users += 1;
    clearTimeout(this.#idle);
    return {
      [Symbol.dispose]: () => {
        this.#users -= 1;
        if (this.#users === 0) this.#rest();
      },
    };
  }

  #rest(restedMs = 0): void {
    const lookMs = Math.min(LOOK_MS, this.#idleMs - restedMs);
    this.#idle = setTimeout(() => {
      const isGone = [...this.#attached.keys()].some((dataFile) => !existsSync(join(this.directory, dataFile)));
      if (isGone || restedMs + lookMs >= this.#idleMs) void this.#shut();
      else this.#rest(restedMs + lookMs);
    }, lookMs).unref();
  }

  async #shut(): Promise<void> {
    const instance = this.#instance;
    this.#instance = undefined;
    this.#threads = 1;
    this.#attached.clear();
    await instance?.then(
      (opened) => opened.closeSync(),
      () => undefined,
    );
  }
}
