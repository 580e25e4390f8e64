/** The resources of a folder, ready to be asked. */
import { Catalogue, type Description } from './catalogue.ts';
import { Engine, type EngineOptions } from './engine.ts';

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
  /** Resource id to the data file that is attached for it. */
  readonly #data = new Map<string, string>();

  private constructor(catalogue: Catalogue, engine: Engine) {
    this.catalogue = catalogue;
    this.engine = engine;
  }

  static async open(options: EngineOptions): Promise<ServedFolder> {
    return new ServedFolder(new Catalogue(options.directory), await Engine.open(options));
  }

  /** As it is now: an import by any window counts from its end on. Undefined if there is no such resource. */
  async open(id: string): Promise<OpenResource | undefined> {
    const description = await this.catalogue.find(id);
    if (description === undefined) return undefined;
    try {
      return { description, database: await this.#attach(description) };
    } catch (error) {
      // Another window may have imported the file again between the two steps.
      const newer = await this.catalogue.find(id);
      if (newer === undefined || newer.data === description.data) throw error;
      return { description: newer, database: await this.#attach(newer) };
    }
  }

  async #attach({ resource, data }: Description): Promise<string> {
    const database = await this.engine.attach(data);
    const old = this.#data.get(resource.id);
    this.#data.set(resource.id, data);
    if (old !== undefined && old !== data)
      setTimeout(() => void this.engine.detach(old), DETACH_AFTER_MS).unref();
    return database;
  }
}
