/** The resources of a folder as tables of DuckDB's. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Description } from '../../store/description.ts';
import type {
  Datastore,
  Snapshots,
  StatementAnswer,
  StatementLimits,
  Table,
  TableEntry,
  TableFacts,
} from '../datastore.ts';
import type { TableChanges } from '../tableChanges.ts';
import { DuckdbTable } from './duckdbTable.ts';
import { ServedFolder, type FolderOptions } from './servedFolder.ts';
import { runStatement } from './statement/runStatement.ts';

export class DuckdbDatastore implements Datastore {
  readonly #folder: ServedFolder;
  #changes: Promise<TableChanges> | undefined;

  constructor(folder: ServedFolder) {
    this.#folder = folder;
  }

  /** Throws FolderInUse. */
  static async open(options: FolderOptions): Promise<DuckdbDatastore> {
    return new DuckdbDatastore(await ServedFolder.open(options));
  }

  async list(): Promise<readonly TableEntry[]> {
    return (await this.#folder.catalogue.list()).map(entryOf);
  }

  async entry(id: string): Promise<TableEntry | undefined> {
    const description = await this.#folder.catalogue.find(id);
    return description && entryOf(description);
  }

  async open(name: string, signal: AbortSignal): Promise<Table | undefined> {
    const resource = await this.#folder.open(name, signal);
    if (resource === undefined) return undefined;
    const longest = await this.#folder.longestRecord(resource, signal);
    return DuckdbTable.ofResource(resource, this.#folder.engine, longest);
  }

  async names(): Promise<Table> {
    return DuckdbTable.ofNames(await this.#folder.catalogue.list(), this.#folder.engine);
  }

  async facts(name: string, signal: AbortSignal): Promise<TableFacts | undefined> {
    const description = await this.#folder.current(name, signal);
    if (description === undefined || description.created?.isActive === false) return undefined;
    const { resource, fields, data, created } = description;
    const file = join(this.#folder.catalogue.directory, data);
    return {
      id: resource.id,
      fields,
      records: () => Promise.resolve({ total: resource.records, isEstimate: false }),
      aliases: created?.aliases ?? [],
      indexes: created === undefined ? [] : [created.primaryKey, ...created.indexes],
      size: () =>
        stat(file).then(
          ({ size }) => size,
          () => resource.stored,
        ),
    };
  }

  /** Loaded when it is needed: most datastores are for reading. */
  changes(): Promise<TableChanges> {
    this.#changes ??= import('./duckdbChanges.ts').then(
      ({ DuckdbChanges }) => new DuckdbChanges(this.#folder),
    );
    return this.#changes;
  }

  statement<T>(
    sql: string,
    limits: StatementLimits,
    read: (answer: StatementAnswer) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    return runStatement(sql, this.#folder, limits, read, signal);
  }

  snapshots(sql: string, signal: AbortSignal): Promise<Snapshots> {
    return this.#folder.snapshots(sql, signal);
  }

  /** Reads these data files in place of those that another process is changing. */
  read(snapshots: Snapshots): void {
    this.#folder.read(snapshots);
  }

  async close(): Promise<void> {
    await this.#folder.close();
  }
}

function entryOf({ resource, created }: Description): TableEntry {
  const { id, name, file, size, beside = [] } = resource;
  const modified = Math.max(resource.modified, ...beside.map(([, time]) => time));
  return {
    ...{ id, name, file, size, modified },
    isCreated: created !== undefined,
    isActive: created?.isActive !== false,
  };
}
