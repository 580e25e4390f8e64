/**
 * The resources of a folder. `<id>.json` describes one and names its data file; replacing that description is the moment in
 * which a new import counts, for every window that serves the folder. Data files of imports never change; those of created
 * resources are changed by the one process that serves the folder for writing.
 */
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredField } from './layout.ts';
import type { LocalResource } from '../protocol.ts';
import { isResourceId } from './resourceId.ts';

const VERSION = 3;
/** Knew no `key` of a field; all else is the same. */
const OLDER = 2;

export interface Description {
  readonly resource: LocalResource;
  readonly fields: readonly StoredField[];
  /** Name of the data file in the same folder. */
  readonly data: string;
  /** `place`: a record's `_id` is its place in the table, from 1. `stored`: column `i` has it. */
  readonly ids: 'place' | 'stored';
  /** Of a resource that was created by `datastore_create`: its records can change. */
  readonly created?: CreatedTable;
}

export interface CreatedTable {
  /** False from `datastore_delete` on: the resource is there, its records are not. */
  readonly isActive: boolean;
  /** The next record's `_id`. Like PostgreSQL's sequences it never goes back. */
  readonly nextId: number;
  /** Other names. */
  readonly aliases: readonly string[];
  /** The fields that tell records apart; none if it is empty. */
  readonly primaryKey: readonly string[];
  /** Lists of fields. Only `datastore_info` shows them: the engine needs none. */
  readonly indexes: readonly (readonly string[])[];
}

export class Catalogue {
  readonly directory: string;
  readonly #known = new Map<string, { readonly stamp: string; readonly description: Description }>();

  constructor(directory: string) {
    this.directory = directory;
  }

  /** By name. */
  async list(): Promise<readonly Description[]> {
    const names = await readdir(this.directory).catch(() => []);
    const ids = names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
    const found = await Promise.all(ids.map((id) => this.find(id)));
    return found
      .filter((description) => description !== undefined)
      .sort((one, other) => (one.resource.name < other.resource.name ? -1 : 1));
  }

  /** Undefined for what is not there, or was written by another version of this program. */
  async find(id: string): Promise<Description | undefined> {
    if (!isResourceId(id)) return undefined;
    const file = join(this.directory, `${id}.json`);
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const stamp = [mtimeMs, size, ino].join(' ');
      const known = this.#known.get(id);
      if (known?.stamp === stamp) return known.description;
      const { version, ...description } = JSON.parse(await readFile(file, 'utf8')) as Description & {
        version: number;
      };
      if (version !== VERSION && version !== OLDER) return undefined;
      this.#known.set(id, { stamp, description });
      return description;
    } catch {
      return undefined;
    }
  }

  /** By id, or by another name of a created resource. */
  async findNamed(name: string): Promise<Description | undefined> {
    const description = await this.find(name);
    if (description !== undefined) return description;
    return (await this.list()).find(({ created }) => created?.aliases.includes(name));
  }

  /** A file that goes with the data: what was skipped in an import, what changed in a local copy. */
  beside({ data }: Pick<Description, 'data'>, what: string): string {
    return join(this.directory, `${stemOf(data)}${what}.jsonl`);
  }

  /** From now on this import counts; data of earlier ones goes, unless a system keeps open files. */
  async replace(description: Description): Promise<void> {
    const { id } = description.resource;
    const file = join(this.directory, `${id}.json`);
    const part = `${file}.${String(process.pid)}.part`;
    await writeFile(part, JSON.stringify({ version: VERSION, ...description }), { mode: 0o600 });
    await rename(part, file);
    await this.#dropData(id, description.data);
  }

  /** Takes a resource out; the file that it came from stays. */
  async remove(id: string): Promise<void> {
    if (!isResourceId(id)) return;
    await rm(join(this.directory, `${id}.json`), { force: true });
    await this.#dropData(id, undefined);
  }

  async #dropData(id: string, kept: string | undefined): Promise<void> {
    const names = await readdir(this.directory).catch(() => []);
    const old = names.filter(
      (name) =>
        name.startsWith(`${id}.`) &&
        /\.(duckdb|duckdb\.wal|jsonl)$/.test(name) &&
        (kept === undefined || !name.startsWith(stemOf(kept))),
    );
    await Promise.all(
      old.map((name) => rm(join(this.directory, name), { force: true }).catch(() => undefined)),
    );
  }
}

/** With the dot at its end. */
function stemOf(data: string): string {
  return data.slice(0, -'duckdb'.length);
}
