/** Created resources as they change: each is a data file of its own, of which a new one replaces the old where fields go. */
import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CreatedTable, Description } from '../../store/description.ts';
import type { ChangeRecords, Reshaping, TableChanges } from '../tableChanges.ts';
import type { ServedFolder } from './servedFolder.ts';
import { idsFrom, TableRows } from './tableRows.ts';

export class DuckdbChanges implements TableChanges {
  readonly #folder: ServedFolder;

  constructor(folder: ServedFolder) {
    this.#folder = folder;
  }

  current(name: string, signal: AbortSignal): Promise<Description | undefined> {
    return this.#folder.current(name, signal);
  }

  async idOf(name: string): Promise<string | undefined> {
    return (await this.#folder.catalogue.findNamed(name))?.resource.id;
  }

  async idsFrom(table: Description, first: number, signal: AbortSignal): Promise<readonly number[]> {
    const database = await this.#folder.attach(table, signal);
    return idsFrom(first, this.#folder.engine, database, signal);
  }

  async change<T>(table: Description, work: ChangeRecords<T>, signal: AbortSignal): Promise<T> {
    const database = await this.#folder.attach(table, signal);
    return this.#folder.engine.write(
      (connection) => work(new TableRows(connection, database, table.fields)),
      signal,
    );
  }

  async reshape<T>(
    { id, current, fields, kept }: Reshaping,
    work: ChangeRecords<T>,
    signal: AbortSignal,
  ): Promise<{ readonly result: T; readonly data: string }> {
    const { engine } = this.#folder;
    const losesFields = current !== undefined && kept.length < current.fields.length;
    const isNewFile = current === undefined || losesFields;
    const data = isNewFile ? `${id}.${randomUUID().slice(0, 8)}.duckdb` : current.data;
    // Attached by the engine alone: until the change counts, everybody else goes on with what was there.
    const database = await engine.attach(data, 'read_write');
    try {
      const old = losesFields ? await this.#folder.attach(current, signal) : undefined;
      const result = await engine.write(async (connection) => {
        const rows = new TableRows(connection, database, fields);
        if (current === undefined) await rows.create();
        else {
          if (old !== undefined) await new TableRows(connection, old, current.fields).copyTo(database, kept);
          await rows.addFields(kept.length);
        }
        return work(rows);
      }, signal);
      return { result, data };
    } catch (error) {
      if (isNewFile) await this.#drop(data);
      throw error;
    }
  }

  async describe({ resource, ...description }: Description): Promise<void> {
    const { catalogue } = this.#folder;
    const { size } = await stat(join(catalogue.directory, description.data));
    await catalogue.replace({
      ...description,
      // Whoever asks counts them, because data and description can't change in one step.
      resource: { ...resource, records: 0, modified: Date.now(), stored: size },
    });
  }

  async amend(table: Description, created: CreatedTable): Promise<void> {
    await this.#folder.catalogue.replace({ ...table, created });
  }

  async empty(table: Description, created: CreatedTable): Promise<void> {
    const { resource } = table;
    this.#folder.release(table);
    await this.#folder.catalogue.replace({
      ...table,
      resource: { ...resource, records: 0, stored: 0, modified: Date.now() },
      fields: [],
      data: `${resource.id}.none.duckdb`,
      created,
    });
  }

  async #drop(data: string): Promise<void> {
    await this.#folder.engine.detach(data).catch(() => undefined);
    for (const name of [data, `${data}.wal`])
      await rm(join(this.#folder.catalogue.directory, name), { force: true }).catch(() => undefined);
  }
}
