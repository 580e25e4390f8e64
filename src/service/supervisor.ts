/** The embedded datastore as its user sees it. Plain Node; no process runs before it is needed. */
import { mkdir, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PortalAccess } from '../datastore/model.ts';
import { SharedWork } from '../datastore/sharedWork.ts';
import { untilAborted } from '../shared/untilAborted.ts';
import { Catalogue } from './store/catalogue.ts';
import type { Inspection, ReadingChoices } from './import/reading.ts';
import { runJob, type JobOptions } from './jobProcess.ts';
import type { LocalResource, ServeReady } from './protocol.ts';
import { resourceIdOf } from './store/resourceId.ts';
import { ServingProcess } from './servingProcess.ts';

export interface EmbeddedDatastoreOptions {
  /** The bundle of main.ts. */
  readonly servicePath: string;
  /** Where imported data lies; made when needed. Several windows may share it. */
  readonly directory: string;
  readonly memoryLimitMb: () => number;
  readonly log: (line: string) => void;
}

/** Before the n-th restart of a row; a row ends when a child has lived this much longer. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

export class EmbeddedDatastore {
  readonly #options: EmbeddedDatastoreOptions;
  readonly #imports = new SharedWork<string, LocalResource>();
  readonly #listeners = new Set<(restarted: boolean) => void>();
  #serving: Promise<ServingProcess> | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #isDisposed = false;

  constructor(options: EmbeddedDatastoreOptions) {
    this.#options = options;
  }

  /** Starts on first use. The address changes with every start, so ask before every request. */
  async access(signal: AbortSignal): Promise<PortalAccess> {
    signal.throwIfAborted();
    const { baseUrl, token } = await untilAborted(this.#ready(), signal);
    return { baseUrl, token };
  }

  /** How a file would be read. Rejects like `importFile`. */
  async inspectFile(file: string, choices: ReadingChoices, signal: AbortSignal): Promise<Inspection> {
    const request = { kind: 'inspect', file, choices } as const;
    return (await runJob(request, this.#jobOptions(), () => undefined, signal)).inspection;
  }

  /**
   * A file that was imported before in the same way, and has not changed, is not read again. Rejects with an Error whose
   * message is for a person, or with the reason of the abort.
   */
  async importFile(
    file: string,
    choices: ReadingChoices,
    signal: AbortSignal,
    onProgress: (fraction: number) => void = () => undefined,
  ): Promise<LocalResource> {
    signal.throwIfAborted();
    const path = await realpath(file).catch(() => file);
    const id = resourceIdOf(path, choices.part);
    const known = (await new Catalogue(this.#options.directory).find(id))?.resource;
    if (known !== undefined && (await isCurrent(known, path, choices))) return known;
    const request = { kind: 'import', file: path, directory: this.#options.directory, choices } as const;
    return this.#imports.join(
      id,
      async (stop, report) => {
        const done = await runJob(
          request,
          this.#jobOptions(),
          (message) => {
            if (message.kind === 'progress') report(message.bytesRead / Math.max(1, message.bytesTotal));
          },
          stop,
        );
        return done.resource;
      },
      signal,
      onProgress,
    );
  }

  /** What has been imported, by name. No process is needed for it. */
  async resources(): Promise<readonly LocalResource[]> {
    const descriptions = await new Catalogue(this.#options.directory).list();
    return descriptions.map(({ resource }) => resource);
  }

  /** Takes out what was imported from a file; the file itself stays. */
  async remove(id: string): Promise<void> {
    await new Catalogue(this.#options.directory).remove(id);
  }

  /** `restarted` is false when the next `access` has to try again. */
  onDidCrash(listener: (restarted: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the processes. */
  dispose(): void {
    this.#isDisposed = true;
    this.#imports.abortAll(new Error('The local datastore has been closed.'));
    void this.#serving?.then((serving) => serving.kill());
    this.#listeners.clear();
  }

  async #ready(): Promise<ServeReady> {
    if (this.#isDisposed) throw new Error('The local datastore has been closed.');
    this.#serving ??= this.#start();
    return (await this.#serving).ready;
  }

  async #start(): Promise<ServingProcess> {
    const { servicePath, directory, memoryLimitMb, log } = this.#options;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const serving = new ServingProcess(
      servicePath,
      { kind: 'serve', directory, memoryLimitMb: memoryLimitMb() },
      log,
    );
    if (this.#isDisposed) serving.kill();
    const startedAt = Date.now();
    const served = serving.ready.then(
      () => true,
      () => false,
    );
    void serving.ended.then(async () => {
      this.#serving = undefined;
      if (this.#isDisposed) return;
      log(`${basename(servicePath)} ended unexpectedly`);
      if (Date.now() - startedAt > LONGEST_PAUSE_MS) this.#pauseMs = FIRST_PAUSE_MS;
      this.#tell((await served) && (await this.#restart()));
    });
    return serving;
  }

  /** Once for each crash. A child that never served is started again by the next question only. */
  async #restart(): Promise<boolean> {
    const pause = this.#pauseMs;
    this.#pauseMs = Math.min(2 * pause, LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
    return this.#ready().then(
      () => true,
      () => false,
    );
  }

  #jobOptions(): JobOptions {
    const { servicePath, directory, memoryLimitMb, log } = this.#options;
    return { servicePath, directory, memoryLimitMb: memoryLimitMb(), log };
  }

  #tell(restarted: boolean): void {
    if (this.#isDisposed) return;
    for (const listener of this.#listeners) listener(restarted);
  }
}

async function isCurrent(known: LocalResource, path: string, choices: ReadingChoices): Promise<boolean> {
  const now = await stat(path).catch(() => undefined);
  if (known.isPartial === true || known.size !== now?.size || known.modified !== now.mtimeMs) return false;
  const reading: Readonly<Record<string, unknown>> = { ...known.reading };
  return Object.entries(choices).every(([name, choice]) => reading[name] === choice);
}
