/** Writes, inspects and imports files in a folder, and reads the results. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importFile } from '../../../src/service/reading/importFile.ts';
import { inspectFile } from '../../../src/service/reading/openedFile.ts';
import type { Inspection, ReadingChoices, SkippedRecord } from '../../../src/service/resource/reading.ts';
import { skippedReason } from '../../../src/service/resource/reasons.ts';
import type { LocalResource } from '../../../src/service/resource/localResource.ts';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import type { Description } from '../../../src/service/store/description.ts';
import { storedRows } from './storedTable.ts';

export interface Imported {
  readonly resource: LocalResource;
  readonly fields: readonly string[];
  readonly types: readonly string[];
  readonly records: readonly (readonly (string | null)[])[];
  readonly skipped: readonly (SkippedRecord & { readonly reason: string })[];
}

export class ReadingFolder {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<ReadingFolder> {
    return new ReadingFolder(await mkdtemp(path.join(tmpdir(), 'reading-test-')));
  }

  get data(): string {
    return path.join(this.folder, 'data');
  }

  async write(name: string, content: string | Buffer): Promise<string> {
    const file = path.join(this.folder, name);
    await writeFile(file, content);
    return file;
  }

  async inspect(name: string, content: string | Buffer, choices: ReadingChoices = {}): Promise<Inspection> {
    return this.inspectFile(await this.write(name, content), choices);
  }

  inspectFile(file: string, choices: ReadingChoices = {}): Promise<Inspection> {
    return this.#inWorkDirectory((workDirectory) => inspectFile({ file, choices, workDirectory }));
  }

  async import(name: string, content: string | Buffer, choices: ReadingChoices = {}): Promise<Imported> {
    return this.importFile(await this.write(name, content), choices);
  }

  async importFile(
    file: string,
    choices: ReadingChoices = {},
    onProgress: (bytesRead: number, bytesTotal: number) => void = () => undefined,
    onPreview?: (resource: LocalResource) => void,
  ): Promise<Imported> {
    await mkdir(this.data, { recursive: true });
    const resource = await this.#inWorkDirectory((workDirectory) =>
      importFile({ file, directory: this.data, choices, workDirectory, memoryLimitMb: 1024 }, onProgress, onPreview),
    );
    return this.read(resource);
  }

  /** Reads a resource's stored data. */
  async read(resource: LocalResource): Promise<Imported> {
    const description = await new Catalogue(this.data).find(resource.id);
    if (description === undefined) throw new Error('not there');
    const { fields } = description;
    const lines = await readFile(this.#skippedOf(description), 'utf8').catch(() => '');
    return {
      resource,
      fields: fields.map(({ id }) => id),
      types: fields.map(({ type }) => type),
      records: await this.#recordsOf(description),
      skipped: lines
        .split('\n')
        .slice(0, -1)
        .map((line) => {
          const record = JSON.parse(line) as SkippedRecord;
          return { ...record, reason: skippedReason(record.reason) };
        }),
    };
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }

  #skippedOf({ data }: Description): string {
    return path.join(this.data, data.replace(/duckdb$/, 'skipped.jsonl'));
  }

  async #recordsOf({ data, fields }: Description): Promise<Imported['records']> {
    const texts = fields.map(({ spelling }, index) => `${spelling ? 't' : 'c'}${String(index)}`);
    return (await storedRows(path.join(this.data, data), texts.join(', ') || 'rowid')) as Imported['records'];
  }

  async #inWorkDirectory<T>(work: (workDirectory: string) => Promise<T>): Promise<T> {
    const workDirectory = await mkdtemp(path.join(this.folder, 'import-'));
    try {
      return await work(workDirectory);
    } finally {
      await rm(workDirectory, { recursive: true });
    }
  }
}
