/** The embedded datastore, as the extension uses it. Plain Node; no process runs before it is needed. */
import { existsSync } from 'node:fs';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SharedWork } from '../../base/sharedWork.ts';
import { untilAborted } from '../../base/untilAborted.ts';
import { withSchema } from '../reading/tableSchema.ts';
import { Catalogue } from '../store/catalogue.ts';
import { clearLeftovers, removePartial, withWorkDirectory } from '../store/workDirectory.ts';
import type { Inspection, ReadingChoices } from '../resource/reading.ts';
import {
  claimImport,
  importInTurn,
  isReadAs,
  knownResource,
  type FileWish,
  type ImportNews,
} from './importTurn.ts';
import { JobProcesses } from './jobProcess.ts';
import type { ServeReady } from './protocol.ts';
import type { CopyOrigin, LocalResource } from '../resource/localResource.ts';
import { resourceIdOf } from '../resource/resourceId.ts';
import { ServingProcess } from './childProcess.ts';
import { KeptServing } from './keptServing.ts';
import { servingBoundMb } from './memoryBound.ts';
import { type ProcessEnded, withEnding } from '../resource/processEndings.ts';

export interface EmbeddedDatastoreOptions {
  /** The bundle of main.ts. */
  readonly servicePath: string;
  /** Where imported data lies; made when needed. Several windows may share it. */
  readonly directory: string;
  readonly memoryLimitMb: () => number;
  readonly log: (line: string) => void;
  /** The folder with a folder for each platform whose engine the program was packed with; absent where it is run from source. */
  readonly natives?: string;
}

/** The program was packed without the engine for this machine (the universal VSIX). */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing';
  /** As in the names of our VSIX files: `linux-x64`. */
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
  /** By resource: its import, with the removal of what a cancelled one leaves. */
  readonly #jobs = new Map<string, Promise<unknown>>();
  readonly #listeners = new Set<(restarted: boolean, ended: ProcessEnded) => void>();
  readonly #serving: KeptServing;
  #cleared: Promise<void> | undefined;

  constructor(options: EmbeddedDatastoreOptions) {
    this.#options = options;
    this.#catalogue = new Catalogue(options.directory);
    this.#processes = new JobProcesses(options);
    this.#serving = new KeptServing(
      () => this.#start(),
      (restarted, ended) => this.#reportCrash(restarted, ended),
    );
  }

  /** Throws EngineMissing where nothing of this can work. */
  requireEngine(): void {
    const { natives } = this.#options;
    const platform = `${process.platform}-${process.arch}`;
    if (natives !== undefined && !existsSync(join(natives, platform, 'duckdb.node')))
      throw new EngineMissing(platform);
  }

  /** Starts on first use. The address changes with every start, so ask before every request. Throws EngineMissing. */
  async access(signal: AbortSignal): Promise<Pick<ServeReady, 'baseUrl' | 'token'>> {
    signal.throwIfAborted();
    this.requireEngine();
    const { baseUrl, token } = await untilAborted(this.#serving.ready(), signal);
    return { baseUrl, token };
  }

  /** Has the processes ready that an import and its first search need, until the returned function is called. */
  prepare(): () => void {
    this.requireEngine();
    // Whoever needs it gets the error.
    this.#serving.ready().catch(() => undefined);
    return this.#processes.hold();
  }

  /** How a file would be read. Rejects like `importFile`. */
  async inspectFile(file: string, choices: ReadingChoices, signal: AbortSignal): Promise<Inspection> {
    this.requireEngine();
    await this.#clear();
    const inspected = await withWorkDirectory(this.#options.directory, '', (workDirectory) =>
      this.#processes.run({ kind: 'inspect', file, choices, workDirectory }, () => undefined, signal),
    );
    return inspected.inspection;
  }

  /**
   * A file that was imported before in the same way, and has not changed, is not read again. `onPreview`: the first
   * records can be asked for. Rejects with JobFailed, EngineMissing, another Error whose message is for a person, or the
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
    const isAsWanted = (resource: LocalResource): boolean => isReadAs(resource, choices);
    const wish = { file: path, choices, wantsPreview: true, isAsWanted } as const;
    const known = await knownResource(wish, this.#catalogue);
    if (known !== undefined) return known;
    return this.#imports.join(
      id,
      (stop, onNews) => this.#track(id, this.#import(wish, onNews, stop)),
      signal,
      (news) => (typeof news === 'number' ? onProgress(news) : onPreview(news)),
    );
  }

  /**
   * Makes a local copy of what `download` writes into the file that it is given (copies/copyFile.ts). A copy of this id
   * that was there before stays until the new one is whole. Rejects like `importFile`, and with what `download` throws.
   */
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
      const claim = await claimImport(directory, id, signal);
      try {
        const request = { kind: 'copy', directory, id, name, origin, file, workDirectory } as const;
        return (await this.#processes.run(request, () => undefined, signal)).resource;
      } finally {
        await claim.release();
      }
    });
  }

  /** What changed in a copy when it was last refreshed: JSON Lines (engine/duckdb/table/tableComparison.ts). */
  async changesFile(id: string): Promise<string | undefined> {
    const description = await this.#catalogue.find(id);
    return description?.resource.changes && this.#catalogue.beside(description, 'changes');
  }

  /** Resolves when an import of this resource that was cancelled has removed its files. */
  async untilCleanedUp(id: string): Promise<void> {
    await this.#jobs.get(id)?.catch(() => undefined);
  }

  /** What has been imported, in the order in which it first came. No process is needed for it. */
  async resources(): Promise<readonly LocalResource[]> {
    const all = await this.#catalogue.list();
    return all
      .toSorted((one, other) => (one.added ?? 0) - (other.added ?? 0))
      .map(({ resource }) => resource);
  }

  /** False where its records have to be read again: what has a description can have lost its data. */
  async hasData(id: string): Promise<boolean> {
    return (await this.#catalogue.findWhole(id)) !== undefined;
  }

  /** When a resource was imported, in ms. */
  async importedAt(id: string): Promise<number | undefined> {
    const file = join(this.#options.directory, `${id}.json`);
    return (await stat(file).catch(() => undefined))?.mtimeMs;
  }

  /** The list of the records that were left out of a resource: JSON Lines of SkippedRecord. */
  async skippedFile(id: string): Promise<string | undefined> {
    const description = await this.#catalogue.find(id);
    return description && this.#catalogue.beside(description, 'skipped');
  }

  /** What a resource's columns are is said by the schema file beside its file from now on, which says what they are already. */
  async adoptSchema(id: string): Promise<void> {
    await this.#catalogue.amend(id, async ({ resource, ...description }) => {
      if (resource.reading === undefined) return { ...description, resource };
      const { columns: _, nullWords: __, ...reading } = resource.reading;
      return { ...description, resource: { ...resource, reading: await withSchema(resource.file, reading) } };
    });
  }

  /** Takes out what was imported from a file; the file itself stays. */
  async remove(id: string): Promise<void> {
    await this.#catalogue.remove(id);
  }

  /** `restarted` is false when the next `access` has to try again. */
  onDidCrash(listener: (restarted: boolean, ended: ProcessEnded) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the processes. */
  dispose(): void {
    this.#imports.abortAll(new Error('The local datastore has been closed.'));
    this.#processes.end();
    this.#serving.dispose();
    this.#listeners.clear();
  }

  async #import(
    wish: FileWish,
    onNews: (news: ImportNews) => void,
    signal: AbortSignal,
  ): Promise<LocalResource> {
    await this.#clear();
    try {
      return await importInTurn(wish, this.#catalogue, this.#processes, onNews, signal);
    } catch (error) {
      await removePartial(this.#options.directory, resourceIdOf(wish.file));
      throw error;
    }
  }

  #track<T>(id: string, job: Promise<T>): Promise<T> {
    this.#jobs.set(id, job);
    const forget = (): void => {
      if (this.#jobs.get(id) === job) this.#jobs.delete(id);
    };
    job.then(forget, forget);
    return job;
  }

  async #start(): Promise<ServingProcess> {
    const { servicePath, directory, memoryLimitMb, log } = this.#options;
    await mkdir(directory, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw withEnding('serving', error, directory);
    });
    await this.#clear();
    const limitMb = memoryLimitMb();
    const child = { kind: 'serving', servicePath, boundMb: servingBoundMb(limitMb), log } as const;
    return new ServingProcess(child, { kind: 'serve', directory, memoryLimitMb: limitMb });
  }

  /** Once, before the first process of this window begins. */
  #clear(): Promise<void> {
    this.#cleared ??= clearLeftovers(this.#options.directory);
    return this.#cleared;
  }

  #reportCrash(restarted: boolean, ended: ProcessEnded): void {
    this.#options.log(ended.message);
    for (const listener of this.#listeners) listener(restarted, ended);
  }
}
