/** What databases have in common: every page asks about the same tables, so their list is kept for some seconds. */
import type { Datastore, TableEntry, TableFacts } from '../question/datastore.ts';
import { DataUnavailable } from '../store/dataUnavailable.ts';
import { ExpiringCache } from './expiringCache.ts';
import type { DatabaseTable, DescribedTable } from './databaseTable.ts';

/** Unknown tables are looked up at once, and a table that failed to answer is described anew. */
const LIST_MS = 10_000;
/** Smaller estimates aren't listed, because statistics of small tables are often far behind. */
export const LEAST_ESTIMATE = 1000;
const never = new AbortController().signal;

/** `L` is a table as listed, without its fields; `T` a table with them. */
export abstract class DatabaseDatastore<
  L extends TableEntry,
  T extends DatabaseTable<DescribedTable>,
> implements Datastore {
  readonly #names: { readonly database: string; readonly schema: string };
  /** By the name of the schema. */
  readonly #lists = new ExpiringCache<readonly L[]>(LIST_MS);
  #described = new WeakMap<L, T>();

  constructor(names: { readonly database: string; readonly schema: string }) {
    this.#names = names;
  }

  protected abstract tables(signal: AbortSignal): Promise<readonly L[]>;
  protected abstract describe(listed: L, signal: AbortSignal): Promise<T | undefined>;
  protected abstract hasSchema(signal: AbortSignal): Promise<boolean>;
  abstract close(): Promise<void>;

  /** Throws DataUnavailable if the database can't be reached, refuses access, or hasn't the schema. */
  protected async opened(): Promise<this> {
    const { database, schema } = this.#names;
    try {
      // A schema may be empty, but one that doesn't exist was mistyped.
      if ((await this.list()).length > 0 || (await this.hasSchema(never))) return this;
      throw new DataUnavailable('unreachable', schema, 'noSchema');
    } catch (error) {
      await this.close();
      if (error instanceof DataUnavailable && error.refusal !== undefined) throw error;
      // The message is left out, because it may repeat what was sent, even a password.
      throw new DataUnavailable('unreachable', database, 'failed');
    }
  }

  async list(): Promise<readonly L[]> {
    return this.#lists.recall(this.#names.schema) ?? this.#listAgain();
  }

  async #listAgain(): Promise<readonly L[]> {
    return this.#lists.keep(this.#names.schema, await this.tables(never));
  }

  /** To be called if a statement failed, where a table is described by its name: it may have changed. */
  protected forgetTable(listed: L): void {
    this.#described.delete(listed);
  }

  /** To be called if a statement failed, where the list has more about a table than its name. */
  protected forget(): void {
    this.#lists.forget(this.#names.schema);
  }

  async entry(name: string): Promise<L | undefined> {
    const isIt = ({ id, name: own }: TableEntry): boolean => id === name || own === name;
    return this.#lists.recall(this.#names.schema)?.find(isIt) ?? (await this.#listAgain()).find(isIt);
  }

  async open(name: string, signal: AbortSignal): Promise<T | undefined> {
    const listed = await this.entry(name);
    const table = listed && (await this.#table(listed, signal));
    if (table !== undefined || listed === undefined) return table;
    // The table was dropped since it was listed, and another may have its name.
    this.forget();
    const another = await this.entry(name);
    return another && this.#table(another, signal);
  }

  async #table(listed: L, signal: AbortSignal): Promise<T | undefined> {
    const table = this.#described.get(listed) ?? (await this.describe(listed, signal));
    if (table !== undefined) this.#described.set(listed, table);
    return table;
  }

  async facts(name: string, signal: AbortSignal): Promise<TableFacts | undefined> {
    return (await this.open(name, signal))?.facts(signal);
  }
}
