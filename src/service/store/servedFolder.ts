/** The resources of a folder, ready to be asked. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Bindings } from './bindings.ts';
import { Catalogue, type Description } from './catalogue.ts';
import type { Claim } from './claim.ts';
import { DataUnavailable, isInUse } from './dataUnavailable.ts';
import { Engine, type EngineOptions } from './engine.ts';
import { ID_COLUMN, TABLE } from './layout.ts';
import { becomeSoleWriter } from './soleWriter.ts';
import { Turns } from './turns.ts';

export interface FolderOptions extends EngineOptions {
  /** Created resources are attached so that they can change; no other process can use them then. */
  readonly writable?: boolean;
}

export interface OpenResource {
  readonly description: Description;
  /** The name of its database in SQL. */
  readonly database: string;
}

/** A request may have got the old name and not yet begun its query. */
const DETACH_AFTER_MS = 10_000;

export class ServedFolder {
  readonly catalogue: Catalogue;
  readonly engine: Engine;
  /** Whatever changes data waits here for its turn. */
  readonly writing = new Turns();
  /** Held by one who writes. */
  readonly #claim: Claim | undefined;
  /** Resource id to the data file that is attached for it. */
  readonly #data = new Map<string, string>();
  /** Data files of created resources whose description is known to be right. */
  readonly #checked = new Map<string, Promise<void>>();

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
    await this.#claim?.release();
  }

  /**
   * By id, or by another name of a created resource. As it is now: an import by any window counts from its end on.
   * Undefined if there is no such resource, or if it has no records any more.
   */
  async open(name: string): Promise<OpenResource | undefined> {
    const description = await this.current(name);
    if (description === undefined || description.created?.isActive === false) return undefined;
    try {
      return { description, database: await this.attach(description) };
    } catch (error) {
      // Another window may have imported the file again between the two steps.
      const newer = await this.catalogue.findNamed(name);
      if (newer === undefined || newer.data === description.data) throw error;
      return { description: newer, database: await this.attach(newer) };
    }
  }

  /** By id, or by another name of a created resource; also one that has no records any more. */
  async current(name: string): Promise<Description | undefined> {
    const description = await this.catalogue.findNamed(name);
    if (description?.created?.isActive !== true || this.#claim === undefined) return description;
    const { data, resource } = description;
    const checked = this.#checked.get(data) ?? this.#repair(description);
    this.#checked.set(data, checked);
    await checked;
    return this.catalogue.find(resource.id);
  }

  /** A data file that this process has made. */
  trust(data: string): void {
    this.#checked.set(data, Promise.resolve());
  }

  /** The name of its database in SQL. Throws DataUnavailable. */
  async attach(description: Description): Promise<string> {
    const { resource, data, created } = description;
    const isChanging = created !== undefined && this.#claim !== undefined;
    const access = isChanging ? 'read_write' : 'read_only';
    const database = await this.engine.attach(data, access).catch(async (error: unknown) => {
      if (isInUse(error)) throw new DataUnavailable('inUse', resource.name);
      if (!(await this.catalogue.hasData(description))) throw new DataUnavailable('gone', resource.name);
      throw error;
    });
    const old = this.#data.get(resource.id);
    this.#data.set(resource.id, data);
    if (old !== undefined && old !== data) this.#detachLater(old);
    return database;
  }

  /** The data file is not asked for any more. */
  release({ resource, data }: Description): void {
    this.#data.delete(resource.id);
    this.#detachLater(data);
  }

  #detachLater(data: string): void {
    setTimeout(() => void this.engine.detach(data).catch(() => undefined), DETACH_AFTER_MS).unref();
  }

  /** A process that was killed may have written records, but not yet how many there are. */
  async #repair(description: Description): Promise<void> {
    const { resource, created, data } = description;
    if (created === undefined) return;
    const database = await this.attach(description);
    const sql = `select count(*), coalesce(max(${ID_COLUMN}), 0) from ${database}.${TABLE}`;
    const signal = new AbortController().signal;
    for await (const rows of this.engine.rows(sql, new Bindings(), signal))
      for (const [count, last] of rows) {
        const records = Number(count);
        const nextId = Math.max(created.nextId, resource.records === records ? 0 : Number(last) + 1);
        if (records === resource.records && nextId === created.nextId) return;
        const { size } = await stat(join(this.catalogue.directory, data));
        await this.catalogue.replace({
          ...description,
          resource: { ...resource, records, stored: size },
          created: { ...created, nextId },
        });
      }
  }
}
