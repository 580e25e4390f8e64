/** Imports files and reads the texts in their data files. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { importFile } from '../../../src/service/reading/importFile.ts';
import { inspectFile } from '../../../src/service/reading/openedFile.ts';
import type { Inspection, ReadingChoices } from '../../../src/service/resource/reading.ts';
import type { LocalResource } from '../../../src/service/resource/localResource.ts';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import { storedRows } from './storedTable.ts';

export interface Imported {
  readonly resource: LocalResource;
  /** Fields by name with their types. */
  readonly fields: readonly (readonly [string, string])[];
  /** Records with the texts that are stored. */
  readonly records: readonly (readonly (string | null)[])[];
}

export class ImportFolder {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<ImportFolder> {
    return new ImportFolder(await mkdtemp(path.join(tmpdir(), 'file-import-')));
  }

  path(name: string): string {
    return path.join(this.folder, name);
  }

  async write(name: string, content: string | Buffer): Promise<string> {
    await writeFile(this.path(name), content);
    return this.path(name);
  }

  async import(file: string, choices: ReadingChoices = {}): Promise<Imported> {
    const directory = this.path('data');
    const resource = await this.#work((workDirectory) =>
      importFile({ file, directory, choices, workDirectory, memoryLimitMb: 1024 }, () => undefined),
    );
    const description = await new Catalogue(directory).find(resource.id);
    if (description === undefined) throw new Error('not in the catalogue');
    const fields = description.fields.map(({ id, type }) => [id, type] as const);
    const columns = description.fields.map(({ spelling }, index) => `${spelling ? 't' : 'c'}${String(index)}`);
    const rows = await storedRows(path.join(directory, description.data), columns.join(', '));
    return { resource, fields, records: rows as Imported['records'] };
  }

  inspect(file: string, choices: ReadingChoices = {}): Promise<Inspection> {
    return this.#work((workDirectory) => inspectFile({ file, choices, workDirectory }));
  }

  /** Files whose names contain this ending, each with a hash of its content. */
  async hashes(ending: string): Promise<readonly (readonly [name: string, hash: string])[]> {
    const names = (await readdir(this.folder)).filter((name) => name.includes(ending));
    const hash = (content: Buffer): string => createHash('sha1').update(content).digest('hex');
    return Promise.all(names.map(async (name) => [name, hash(await readFile(this.path(name)))] as const));
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async #work<T>(work: (workDirectory: string) => Promise<T>): Promise<T> {
    await mkdir(this.path('data'), { recursive: true });
    const workDirectory = await mkdtemp(path.join(this.path('data'), 'import-'));
    try {
      return await work(workDirectory);
    } finally {
      await rm(workDirectory, { recursive: true, force: true });
    }
  }
}

/** Runs statements in a DuckDB without limits, to make files. */
export async function withDuckdb(...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}
