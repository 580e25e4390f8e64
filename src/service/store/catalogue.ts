/** `<id>.json` describes a resource and names its data file. Replacing it publishes an import to every window. */
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Claim } from '../../disk/claim.ts';
import { DataUnavailable } from './dataUnavailable.ts';
import { type Description, isDescription } from './description.ts';
import { isResourceId } from '../resource/resourceId.ts';
import { syncFolder, writeWhole } from '../../disk/wholeFile.ts';

const VERSION = 4;
/** Version 2 has no `key` of a field, and both have another index of blocks, which is ignored. All else is the same. */
const OLDER: readonly unknown[] = [2, 3];
/** How long to wait for another process's change, which usually takes milliseconds. */
const PATIENCE_MS = 30_000;

export class Catalogue {
  readonly directory: string;
  readonly #cache = new Map<string, { readonly stamp: string; readonly description: Description }>();

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Lists resources by name, without damaged ones. */
  async list(): Promise<readonly Description[]> {
    const ids = (await this.#names()).flatMap((name) =>
      name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : [],
    );
    const all = await Promise.all(ids.map((id) => this.find(id).catch(unlessDamaged)));
    return all
      .filter((description) => description !== undefined)
      .sort((one, other) => (one.resource.name < other.resource.name ? -1 : 1));
  }

  /** Undefined if there is none, or another version of this program wrote it. Throws DataUnavailable (`damaged`). */
  async find(id: string): Promise<Description | undefined> {
    if (!isResourceId(id)) return undefined;
    const file = join(this.directory, `${id}.json`);
    const facts = await stat(file).catch(unlessGone);
    if (facts === undefined) return undefined;
    const stamp = [facts.mtimeMs, facts.size, facts.ino].join(' ');
    const cached = this.#cache.get(id);
    if (cached?.stamp === stamp) return cached.description;
    const text = await readFile(file, 'utf8').catch(unlessGone);
    if (text === undefined) return undefined;
    const { version, ...description } = parsed(text) ?? { version: VERSION };
    if (version !== VERSION && !OLDER.includes(version)) return undefined;
    if (!isDescription(description)) throw new DataUnavailable('damaged', id);
    this.#cache.set(id, { stamp, description });
    return description;
  }

  /** Like `find`, but undefined if damaged or without data: such a resource must be imported again. */
  async findWhole(id: string): Promise<Description | undefined> {
    const description = await this.find(id).catch(unlessDamaged);
    return description !== undefined && (await this.hasData(description)) ? description : undefined;
  }

  async hasData({ data }: Description): Promise<boolean> {
    return (await stat(join(this.directory, data)).catch(unlessGone)) !== undefined;
  }

  /** Path of a list that belongs to the data: skipped records, or changes of a local copy. */
  beside({ data }: Pick<Description, 'data'>, what: string): string {
    return join(this.directory, `${stemOf(data)}${what}.jsonl`);
  }

  /** Publishes a description and deletes the previous data. `prepare` brings data while no other process changes it. */
  async replace(description: Description, prepare: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const { id } = description.resource;
    await this.#alone(id, async () => {
      const before = await this.find(id).catch(unlessDamaged);
      const added = before === undefined ? Date.now() : before.added;
      await prepare();
      await this.#write({ ...description, ...(added !== undefined && { added }) });
      if (before !== undefined && before.data !== description.data) await this.#drop(stemOf(before.data));
    });
  }

  async amend(id: string, change: (description: Description) => Promise<Description>): Promise<void> {
    await this.#alone(id, async () => {
      const before = await this.find(id);
      if (before !== undefined) await this.#write(await change(before));
    });
  }

  /** Removes a resource, but not its file. `isUnwanted` is called while no other process changes the resource. */
  async remove(id: string, isUnwanted: () => boolean | Promise<boolean> = () => true): Promise<void> {
    if (!isResourceId(id)) return;
    await this.#alone(id, async () => {
      if (!(await isUnwanted())) return;
      await rm(join(this.directory, `${id}.json`), { force: true });
      await syncFolder(this.directory);
      await this.#drop(`${id}.`);
    });
  }

  /** Removes listed files that no description names, left by killed processes. Newer ones may belong to an import. */
  async removeOrphans(before: readonly string[]): Promise<void> {
    const data = before.filter((name) => isData(name));
    for (const [id, names] of Map.groupBy(data, (name) => name.slice(0, name.indexOf('.'))))
      if (isResourceId(id)) await this.#removeUnnamed(id, names);
  }

  async #removeUnnamed(id: string, names: readonly string[]): Promise<void> {
    const unnamed = async (): Promise<readonly string[]> => {
      const text = await readFile(join(this.directory, `${id}.json`), 'utf8').catch(unlessGone);
      const data = text === undefined ? '' : parsed(text)?.data;
      return typeof data !== 'string' ? [] : names.filter((name) => data === '' || !name.startsWith(stemOf(data)));
    };
    if ((await unnamed()).length === 0) return;
    await this.#alone(id, async () => {
      for (const name of await unnamed()) await this.#remove(name);
    });
  }

  async #write(description: Description): Promise<void> {
    const file = join(this.directory, `${description.resource.id}.json`);
    await writeWhole(file, JSON.stringify({ version: VERSION, ...description }));
  }

  async #alone(id: string, work: () => Promise<void>): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const patience = AbortSignal.timeout(PATIENCE_MS);
    await using _claim = await Claim.wait(this.directory, `${id}.change`, patience).catch((error: unknown) => {
      throw patience.aborted ? new Error('another window changes it and does not finish.') : error;
    });
    await work();
  }

  async #drop(prefix: string): Promise<void> {
    const names = (await this.#names()).filter((name) => name.startsWith(prefix) && isData(name));
    await Promise.all(names.map((name) => this.#remove(name)));
  }

  /** Windows doesn't delete a file that another window has open; the next start does. */
  async #remove(name: string): Promise<void> {
    await rm(join(this.directory, name), { force: true }).catch(() => undefined);
  }

  async #names(): Promise<readonly string[]> {
    return (await readdir(this.directory).catch(unlessGone)) ?? [];
  }
}

/** Descriptions may be of any version of this program. Undefined if the text is damaged. */
function parsed(text: string): { readonly version?: unknown; readonly data?: unknown } | undefined {
  try {
    return Object(JSON.parse(text)) as { readonly version?: unknown; readonly data?: unknown };
  } catch {
    return undefined;
  }
}

function unlessGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof DataUnavailable)) throw error;
}

function isData(name: string): boolean {
  return /\.(duckdb|duckdb\.wal|jsonl)$/.test(name);
}

/** The name without its ending, but with the dot. */
function stemOf(data: string): string {
  return data.slice(0, -'duckdb'.length);
}
