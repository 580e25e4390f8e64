/** The resources of a folder, ready to be asked. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Snapshots } from '../datastore.ts';
import { Bindings } from './bindings.ts';
import { Catalogue } from '../../store/catalogue.ts';
import type { Description } from '../../store/description.ts';
import type { Claim } from '../../../disk/claim.ts';
import { DataUnavailable, isInUse } from '../../store/dataUnavailable.ts';
import { Engine, type EngineOptions } from './engine.ts';
import { SEARCH_COLUMN, TABLE } from './layout.ts';
import { removeOwnSpill } from './spill.ts';
import { becomeSoleWriter } from '../../store/soleWriter.ts';

export interface FolderOptions extends EngineOptions {
  /** Lets actions change data. Created resources are attached so that they can change; no other process can use them then. */
  readonly writable?: boolean;
}

export interface OpenResource {
  readonly description: Description;
  /** The name of its database in SQL. */
  readonly database: string;
}

export class ServedFolder {
  readonly catalogue: Catalogue;
  readonly engine: Engine;
  /** Held by one who writes. */
  readonly #claim: Claim | undefined;
  /** Resource id to the data file that is attached for it. */
  readonly #data = new Map<string, string>();
  /** Data file to the requests that may still read it. */
  readonly #users = new Map<string, Set<AbortSignal>>();
  /** By resource id: the latest copy for other processes, and the number of changes before it. */
  readonly #copies = new Map<string, { readonly changes: number; readonly file: Promise<string> }>();
  /** By resource id: the description with the data file that this process reads in place of the changing one. */
  #read = new Map<string, Description>();
  #snapshots: Snapshots = {};
  /** Data files that no new request reads: each is detached when the last of its requests has ended. */
  readonly #left = new Set<string>();
  /** Data file to the length of its longest record, of those that don't change. */
  readonly #longest = new Map<string, number>();

  private constructor(catalogue: Catalogue, engine: Engine, claim: Claim | undefined) {
    this.catalogue = catalogue;
    this.engine = engine;
    this.#claim = claim;
  }

  /** Throws FolderInUse. */
  static async open(options: FolderOptions): Promise<ServedFolder> {
    const claim = options.writable === true ? await becomeSoleWriter(options.directory) : undefined;
    const engine = await Engine.open(options);
    return new ServedFolder(new Catalogue(options.directory), engine, claim);
  }

  async close(): Promise<void> {
    await this.engine.close();
    if (this.#copies.size > 0) removeOwnSpill(this.engine.directory);
    await this.#claim?.release();
  }

  /**
   * By id, or by another name of a created resource. As it is now: an import by any window counts from its end on. Its data
   * stays attached until the signal says that the request is over. Undefined if there is no such resource, or if it has no
   * records any more.
   */
  async open(name: string, signal: AbortSignal): Promise<OpenResource | undefined> {
    const description = await this.current(name, signal);
    if (description === undefined || description.created?.isActive === false) return undefined;
    try {
      return { description, database: await this.attach(description, signal) };
    } catch (error) {
      // Another window may have imported the file again between the two steps.
      const newer = await this.catalogue.findNamed(name);
      if (newer === undefined || newer.data === description.data) throw error;
      return { description: newer, database: await this.attach(newer, signal) };
    }
  }

  /** By id, or by another name of a created resource; also one that has no records any more. */
  async current(name: string, signal: AbortSignal): Promise<Description | undefined> {
    const description = this.#asRead(await this.catalogue.findNamed(name));
    if (description?.created?.isActive !== true) return description;
    const { resource } = description;
    return { ...description, resource: { ...resource, records: await this.#count(description, signal) } };
  }

  /** The name of its database in SQL. Throws DataUnavailable. */
  async attach(description: Description, signal: AbortSignal): Promise<string> {
    const { resource, data, created } = description;
    const isChanging = created !== undefined && this.#claim !== undefined;
    const access = isChanging ? 'read_write' : 'read_only';
    this.#use(data, signal);
    const database = await this.engine.attach(data, access).catch(async (error: unknown) => {
      if (isInUse(error)) throw new DataUnavailable('inUse', resource.name);
      if (!(await this.catalogue.hasData(description))) throw new DataUnavailable('gone', resource.name);
      throw error;
    });
    const old = this.#data.get(resource.id);
    this.#data.set(resource.id, data);
    if (old !== undefined && old !== data) this.#leave(old);
    return database;
  }

  /** No further request reads the data file. */
  release({ resource, data }: Description): void {
    this.#data.delete(resource.id);
    this.#leave(data);
  }

  /** See Datastore. A data file that this process changes is locked, so others read a copy. */
  async snapshots(sql: string, signal: AbortSignal): Promise<Snapshots> {
    if (this.#claim === undefined) return {};
    const changing = (await this.catalogue.list()).filter(
      ({ resource, created }) => created?.isActive === true && sql.includes(resource.id),
    );
    const copies = changing.map(
      async (each) => [each.resource.id, await this.#copyOf(each, signal)] as const,
    );
    return Object.fromEntries(await Promise.all(copies));
  }

  /** Makes later requests read these data files. */
  read(snapshots: Snapshots): void {
    this.#snapshots = snapshots;
  }

  async #copyOf(description: Description, signal: AbortSignal): Promise<string> {
    const { id } = description.resource;
    const { changes, directory } = this.engine;
    const latest = this.#copies.get(id);
    if (latest?.changes === changes) return latest.file;
    const file = this.attach(description, signal).then((database) => this.engine.copy(database));
    this.#copies.set(id, { changes, file });
    file.catch(() => this.#copies.delete(id));
    await file;
    // Windows keeps it while another process reads it; it goes with this process then.
    if (latest !== undefined)
      await rm(join(directory, await latest.file), { force: true }).catch(() => undefined);
    return file;
  }

  #asRead(description: Description | undefined): Description | undefined {
    const data = description && this.#snapshots[description.resource.id];
    if (description === undefined || data === undefined) return description;
    const { id } = description.resource;
    const before = this.#read.get(id);
    if (before?.data === data) return before;
    // A new object: what is remembered of a description holds for one state of its data.
    const { created } = description;
    const read = { ...description, data, ...(created && { created: { ...created } }) };
    this.#read.set(id, read);
    return read;
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

  /** Bytes of the texts of the longest record, or more, by the statistics of the engine's. */
  async longestRecord({ description, database }: OpenResource, signal: AbortSignal): Promise<number> {
    const { data, created } = description;
    let longest = this.#longest.get(data);
    if (longest !== undefined) return longest;
    longest = 0;
    // The statement reads one record, where a scan would read the first 2,048.
    const table = `${database}.${TABLE}`;
    const sql = `select stats(${SEARCH_COLUMN}) from ${table} where rowid in (select rowid from ${table} limit 1)`;
    for await (const [row] of this.engine.rows(sql, new Bindings(), signal, 'page'))
      longest = Number(/Max String Length: (\d+)/.exec(String(row?.[0]))?.[1] ?? 0);
    if (created === undefined) this.#longest.set(data, longest);
    return longest;
  }

  /** Created resources change, and only their data knows how many records there are. */
  async #count(description: Description, signal: AbortSignal): Promise<number> {
    const database = await this.attach(description, signal);
    const sql = `select count(*) from ${database}.${TABLE}`;
    for await (const [row] of this.engine.rows(sql, new Bindings(), signal, 'page')) return Number(row?.[0]);
    return 0;
  }
}
