import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Description } from '../../store/description.ts';
import type {
  Datastore,
  StatementAnswer,
  StatementLimits,
  Table,
  TableEntry,
  TableFacts,
} from '../../question/datastore.ts';
import { DuckdbTable } from './duckdbTable.ts';
import type { EngineOptions } from './engine.ts';
import { ServedFolder } from './servedFolder.ts';
import { runStatement } from './statement/runStatement.ts';

export class DuckdbDatastore implements Datastore {
  readonly #folder: ServedFolder;

  constructor(folder: ServedFolder) {
    this.#folder = folder;
  }

  static async open(options: EngineOptions): Promise<DuckdbDatastore> {
    return new DuckdbDatastore(await ServedFolder.open(options));
  }

  async list(): Promise<readonly TableEntry[]> {
    return (await this.#folder.catalogue.list()).map(entryOf);
  }

  async entry(id: string): Promise<TableEntry | undefined> {
    const description = await this.#folder.catalogue.find(id);
    return description && entryOf(description);
  }

  async open(id: string, signal: AbortSignal): Promise<Table | undefined> {
    const resource = await this.#folder.open(id, signal);
    if (resource === undefined) return undefined;
    const longest = await this.#folder.longestRecord(resource, signal);
    return DuckdbTable.ofResource(resource, this.#folder.engine, longest);
  }

  async names(): Promise<Table> {
    return DuckdbTable.ofNames(await this.#folder.catalogue.list(), this.#folder.engine);
  }

  async facts(id: string): Promise<TableFacts | undefined> {
    const description = await this.#folder.catalogue.find(id);
    if (description === undefined) return undefined;
    const { resource, fields, data } = description;
    const file = join(this.#folder.catalogue.directory, data);
    return {
      id: resource.id,
      fields,
      records: () => Promise.resolve({ total: resource.records, isEstimate: false }),
      aliases: [],
      indexes: [],
      size: () =>
        stat(file).then(
          ({ size }) => size,
          () => resource.stored,
        ),
    };
  }

  statement<T>(
    sql: string,
    limits: StatementLimits,
    read: (answer: StatementAnswer) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    return runStatement(sql, this.#folder, limits, read, signal);
  }

  async close(): Promise<void> {
    await this.#folder.close();
  }
}

function entryOf({ resource }: Description): TableEntry {
  const { id, name, file, size, beside = [] } = resource;
  const modified = Math.max(resource.modified, ...beside.map(([, time]) => time));
  return { id, name, file, size, modified };
}
