/** The embedded datastore for the extension. No process runs before it's needed. */
import { existsSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SharedWork } from '../../base/sharedWork.ts';
import type { ExactObject } from '../../base/cells.ts';
import type { Field } from '../../base/field.ts';
import type { StatementResult } from '../copies/statementResult.ts';
import type { SourcedStatement } from '../engine/duckdb/statement/documentEngine.ts';
import { withSchema } from '../reading/tableSchema.ts';
import { Catalogue } from '../store/catalogue.ts';
import { clearLeftovers, makeFolder, removePartial, withWorkDirectory } from '../store/workDirectory.ts';
import type { Inspection, ReadingChoices } from '../resource/reading.ts';
import {
  claimImport,
  currentResource,
  importInTurn,
  isReadAs,
  type FileImport,
  type ImportNews,
} from './importTurn.ts';
import { JobProcesses } from './jobProcess.ts';
import type { ServeReady } from './protocol.ts';
import type { CopyOrigin, LocalResource } from '../resource/localResource.ts';
import { resourceIdOf } from '../resource/resourceId.ts';
import { KeptServing, ServingProcess } from './keptServing.ts';
import { SqlProcesses } from './sqlProcesses.ts';
import { servingBoundMb } from './memoryBound.ts';
import type { ProcessEnded } from '../resource/processEndings.ts';

export interface EmbeddedDatastoreOptions {
  /** Path of the bundle of main.ts. */
  readonly servicePath: string;
  /** Folder of imported data, created on demand. Several windows may share it. */
  readonly directory: string;
  readonly memoryLimitMb: () => number;
  readonly log: (line: string) => void;
  /** Folder with a subfolder for each platform whose DuckDB is packaged; undefined if run from source. */
  readonly natives?: string;
}

/** `sources` are resources of this datastore under the names that the statement reads. */
export interface SqlStatement extends SourcedStatement {
  /** The resource that the records become, in another folder of resources. */
  readonly result: Pick<LocalResource, 'id' | 'name'> & { readonly directory: string };
}

/** Thrown if the package has no DuckDB for this machine (the universal VSIX). */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing';
  /** The platform in the names of VSIX files, such as `linux-x64`. */
  readonly platform: string;

  constructor(platform: string) {
    super(`There is no engine for local files on ${platform}.`);
    this.platform = platform;
  }
}

export class EmbeddedDatastore {
  readonly #options: EmbeddedDatastoreOptions;
  readonly #catalogue: Catalogue;
  readonly #processes: JobProcesses;
  readonly #imports = new SharedWork<string, LocalResource, ImportNews>();
  /** Imports by resource, with the removal of what a cancelled one leaves. */
  readonly #jobs = new Map<string, Promise<unknown>>();
  readonly #listeners = new Set<(restarted: boolean, ended: ProcessEnded) => void>();
  readonly #serving: KeptServing;
  readonly #sql: SqlProcesses;
  #cleared: Promise<void> | undefined;

  constructor(options: EmbeddedDatastoreOptions) {
    this.#options = options;
    this.#catalogue = new Catalogue(options.directory);
    this.#processes = new JobProcesses(options);
    this.#sql = new SqlProcesses(options);
    this.#serving = new KeptServing(
      () => this.#start(),
      (restarted, ended) => {
        options.log(ended.message);
        for (const listener of this.#listeners) listener(restarted, ended);
      },
    );
  }

  /** Throws EngineMissing if DuckDB isn't packaged for this machine. */
  requireEngine(): void {
    const { natives } = this.#options;
    const platform = `${process.platform}-${process.arch}`;
    if (natives !== undefined && !existsSync(join(natives, platform, 'duckdb.node'))) throw new EngineMissing(platform);
  }

  /** Starts the server on demand. Call it before every request, as the address changes. Throws EngineMissing. */
  async access(signal: AbortSignal): Promise<Pick<ServeReady, 'baseUrl' | 'token'>> {
    this.requireEngine();
    return this.#serving.access(signal);
  }

  /** Keeps the processes for an import and its first search ready, until the returned function is called. */
  prepare(): () => void {
    this.requireEngine();
    // Callers of `access` get the error.
    this.#serving.ready().catch(() => undefined);
    return this.#processes.hold();
  }

  /** Inspects a file before its import. Rejects like `importFile`. */
  async inspectFile(file: string, choices: ReadingChoices, signal: AbortSignal): Promise<Inspection> {
    this.requireEngine();
    await this.#clear();
    return withWorkDirectory(this.#options.directory, '', (workDirectory) =>
      this.#processes.run('inspect', { file, choices, workDirectory }, signal),
    );
  }

  /**
   * Imports a file, unless it was imported in the same way and hasn't changed. `onPreview` is called when the first
   * records can be served. Rejects with JobFailed, EngineMissing, another Error whose message is for people, or the
   * reason of the abort.
   */
  async importFile(
    file: string,
    choices: ReadingChoices,
    signal: AbortSignal,
    onProgress: (fraction: number) => void = () => undefined,
    onPreview: (resource: LocalResource) => void = () => undefined,
  ): Promise<LocalResource> {
    signal.throwIfAborted();
    this.requireEngine();
    const path = await realpath(file).catch(() => file);
    const id = resourceIdOf(path, choices.part);
    const isAsChosen = (resource: LocalResource): boolean => isReadAs(resource, choices);
    const request = { file: path, choices, wantsPreview: true, isAsChosen } as const;
    const current = await currentResource(request, this.#catalogue);
    if (current !== undefined) return current;
    return this.#imports.join(
      id,
      (stop, onNews) => this.#track(id, this.#import(request, onNews, stop)),
      signal,
      (news) => (typeof news === 'number' ? onProgress(news) : onPreview(news)),
    );
  }

  /** Copies what `download` writes. A previous copy stays until it's done. Rejects like `importFile` or `download`. */
  async copy(
    { id, name }: Pick<LocalResource, 'id' | 'name'>,
    download: (file: string) => Promise<CopyOrigin>,
    signal: AbortSignal,
  ): Promise<LocalResource> {
    signal.throwIfAborted();
    this.requireEngine();
    const { directory } = this.#options;
    await this.#clear();
    return withWorkDirectory(directory, '', async (workDirectory) => {
      const file = join(workDirectory, 'records.part');
      const origin = await download(file);
      await using _claim = await claimImport(directory, id, signal);
      const job = { directory, id, name, origin, file, workDirectory };
      return await this.#processes.run('copy', job, signal);
    });
  }

  /** A previous result stays until this one is done. Rejects with StatementRefused, EngineMissing, or the abort's reason. */
  async runStatement({ sql, sources, result }: SqlStatement, signal: AbortSignal): Promise<StatementResult> {
    signal.throwIfAborted();
    this.requireEngine();
    await makeFolder(result.directory);
    return withWorkDirectory(result.directory, '', (workDirectory) =>
      this.#sql.runStatement({ sql, sources, result, workDirectory }, signal),
    );
  }

  /** The fields of an imported resource. Needs no process. */
  async fields(id: string): Promise<readonly Field[] | undefined> {
    const description = await this.#catalogue.find(id);
    return description?.fields.map(({ id: name, type, info }) => ({
      id: name,
      type,
      ...(info && { info: info as ExactObject }),
    }));
  }

  /** Path of the changes of a copy at its last refresh, JSON Lines (engine/duckdb/table/tableComparison.ts). */
  async changesFile(id: string): Promise<string | undefined> {
    const description = await this.#catalogue.find(id);
    return description?.resource.changes && this.#catalogue.beside(description, 'changes');
  }

  /** Resolves when a cancelled import of this resource has removed its files. */
  async untilCleanedUp(id: string): Promise<void> {
    await this.#jobs.get(id)?.catch(() => undefined);
  }

  /** Lists imported resources in the order in which they were first added. Needs no process. */
  async resources(): Promise<readonly LocalResource[]> {
    const all = await this.#catalogue.list();
    return all.toSorted((one, other) => (one.added ?? 0) - (other.added ?? 0)).map(({ resource }) => resource);
  }

  /** Whether the resource has its data; a description alone means that its records must be read again. */
  async hasData(id: string): Promise<boolean> {
    return (await this.#catalogue.findWhole(id)) !== undefined;
  }

  async importedAt(id: string): Promise<number | undefined> {
    const file = join(this.#options.directory, `${id}.json`);
    return (await stat(file).catch(() => undefined))?.mtimeMs;
  }

  /** Path of the list of skipped records, JSON Lines of SkippedRecord. */
  async skippedFile(id: string): Promise<string | undefined> {
    const description = await this.#catalogue.find(id);
    return description && this.#catalogue.beside(description, 'skipped');
  }

  /** Marks the resource's column types as those of the schema file beside its file, which must be equal. */
  async adoptSchema(id: string): Promise<void> {
    await this.#catalogue.amend(id, async ({ resource, ...description }) => {
      if (resource.reading === undefined) return { ...description, resource };
      const { columns: _, nullWords: __, ...reading } = resource.reading;
      return { ...description, resource: { ...resource, reading: await withSchema(resource.file, reading) } };
    });
  }

  /** Removes a resource, but not its file. */
  async remove(id: string): Promise<void> {
    await this.#catalogue.remove(id);
  }

  /** `restarted` is false if the next `access` must try again. */
  onDidCrash(listener: (restarted: boolean, ended: ProcessEnded) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#imports.abortAll(new Error('The local datastore has been closed.'));
    this.#processes.end();
    this.#sql.end();
    this.#serving.dispose();
    this.#listeners.clear();
  }

  async #import(request: FileImport, onNews: (news: ImportNews) => void, signal: AbortSignal): Promise<LocalResource> {
    await this.#clear();
    try {
      return await importInTurn(request, this.#catalogue, this.#processes, onNews, signal);
    } catch (error) {
      // A disk that can't be written has no first records, and why is told by the first error.
      await removePartial(this.#options.directory, resourceIdOf(request.file)).catch(() => undefined);
      throw error;
    }
  }

  #track<T>(id: string, job: Promise<T>): Promise<T> {
    this.#jobs.set(id, job);
    return job.finally(() => {
      if (this.#jobs.get(id) === job) this.#jobs.delete(id);
    });
  }

  async #start(): Promise<ServingProcess> {
    const { servicePath, directory, memoryLimitMb, log } = this.#options;
    await makeFolder(directory);
    await this.#clear();
    const limitMb = memoryLimitMb();
    const child = { kind: 'serving', servicePath, boundMb: servingBoundMb(limitMb), log } as const;
    return new ServingProcess(child, { kind: 'serve', directory, memoryLimitMb: limitMb });
  }

  #clear(): Promise<void> {
    this.#cleared ??= clearLeftovers(this.#options.directory);
    return this.#cleared;
  }
}
