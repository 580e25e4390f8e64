/** Attaches the resources of a served folder for statements, and detaches replaced ones. */
import { Bindings } from './bindings.ts';
import { Catalogue } from '../../store/catalogue.ts';
import type { Description } from '../../store/description.ts';
import { DataUnavailable } from '../../store/dataUnavailable.ts';
import { Engine, type EngineOptions } from './engine.ts';
import { ROW_GROUP_SIZE, SEARCH_COLUMN, TABLE } from './layout.ts';

export interface OpenResource {
  readonly description: Description;
  readonly database: string;
}

export class ServedFolder {
  readonly catalogue: Catalogue;
  readonly engine: Engine;
  readonly #data = new Map<string, string>();
  /** Maps a data file to the requests that may still read it. */
  readonly #users = new Map<string, Set<AbortSignal>>();
  /** Replaced data files, each detached when its last request has ended. */
  readonly #left = new Set<string>();
  readonly #longest = new Map<string, number>();

  private constructor(catalogue: Catalogue, engine: Engine) {
    this.catalogue = catalogue;
    this.engine = engine;
  }

  static async open(options: EngineOptions): Promise<ServedFolder> {
    return new ServedFolder(new Catalogue(options.directory), await Engine.open(options));
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  /** Opens the latest import, by any window. Its data stays attached until the signal ends the request. */
  async open(id: string, signal: AbortSignal): Promise<OpenResource | undefined> {
    const description = await this.catalogue.find(id);
    if (description === undefined) return undefined;
    try {
      return { description, database: await this.attach(description, signal) };
    } catch (error) {
      // Another window may have imported the file again between the two steps.
      const newer = await this.catalogue.find(id);
      if (newer === undefined || newer.data === description.data) throw error;
      return { description: newer, database: await this.attach(newer, signal) };
    }
  }

  /** Returns the name of the attached database. Throws DataUnavailable. */
  async attach(description: Description, signal: AbortSignal): Promise<string> {
    const { resource, data } = description;
    if (resource.records > ROW_GROUP_SIZE) this.engine.useThreads(this.#isUnused);
    this.#use(data, signal);
    const database = await this.engine.attach(data).catch(async (error: unknown) => {
      if (!(await this.catalogue.hasData(description))) throw new DataUnavailable('gone', resource.name);
      throw error;
    });
    const old = this.#data.get(resource.id);
    this.#data.set(resource.id, data);
    if (old !== undefined && old !== data) this.#leave(old);
    return database;
  }

  get #isUnused(): boolean {
    return [...this.#users.values()].every(({ size }) => size === 0);
  }

  #use(data: string, signal: AbortSignal): void {
    this.#left.delete(data);
    const users = this.#users.get(data) ?? new Set();
    this.#users.set(data, users);
    if (signal.aborted || users.has(signal)) return;
    users.add(signal);
    signal.addEventListener(
      'abort',
      () => {
        users.delete(signal);
        this.#detachUnused(data);
      },
      { once: true },
    );
  }

  #leave(data: string): void {
    this.#left.add(data);
    this.#detachUnused(data);
  }

  #detachUnused(data: string): void {
    if ((this.#users.get(data)?.size ?? 0) > 0) return;
    this.#users.delete(data);
    if (this.#left.delete(data)) void this.engine.detach(data).catch(() => undefined);
  }

  /** An upper bound for the bytes of the longest record's texts, from DuckDB's statistics. */
  async longestRecord({ description, database }: OpenResource, signal: AbortSignal): Promise<number> {
    const { data } = description;
    let longest = this.#longest.get(data);
    if (longest !== undefined) return longest;
    longest = 0;
    // The condition makes DuckDB read one record instead of the first 2,048.
    const table = `${database}.${TABLE}`;
    const sql = `select stats(${SEARCH_COLUMN}) from ${table} where rowid in (select rowid from ${table} limit 1)`;
    for await (const [row] of this.engine.rows(sql, new Bindings(), signal, 'page'))
      longest = Number(/Max String Length: (\d+)/.exec(String(row?.[0]))?.[1] ?? 0);
    this.#longest.set(data, longest);
    return longest;
  }
}
