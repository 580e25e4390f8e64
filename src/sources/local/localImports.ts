import * as vscode from 'vscode';
import type { Problem } from '../../platform/problem.ts';
import { percentText } from '../../platform/quantities.ts';
import { DisposableStore } from '../../platform/disposables.ts';
import type { Failures } from '../../platform/failures.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { UnfinishedTasks } from '../../platform/unfinishedTasks.ts';
import { unlessAborted, untilAborted } from '../../base/untilAborted.ts';
import {
  type EmbeddedDatastore,
  type LocalResource,
  type ReadingChoices,
  resourceIdOf,
} from '../../service/index.ts';
import { nameOf } from './localFile.ts';
import { importProblem } from './localProblems.ts';
import { IMPORT_WORDS } from './localWords.ts';

/** One import while it goes on. */
export class LocalImport {
  readonly file: string;
  readonly choices: ReadingChoices;
  /** The first records can be asked for, or all of them; `undefined`: it was cancelled. Rejects with a Problem. */
  readonly first: Promise<LocalResource | undefined>;
  /** All records can be asked for; `undefined`: it was cancelled. Rejects with a Problem. */
  readonly done: Promise<LocalResource | undefined>;
  readonly #controller = new AbortController();
  #preview: LocalResource | undefined;
  #fraction = 0;

  constructor(
    file: string,
    choices: ReadingChoices,
    run: (
      signal: AbortSignal,
      onProgress: (fraction: number) => void,
      onPreview: (resource: LocalResource) => void,
    ) => Promise<LocalResource | undefined>,
  ) {
    this.file = file;
    this.choices = choices;
    const first = Promise.withResolvers<LocalResource | undefined>();
    this.first = first.promise;
    this.done = run(
      this.#controller.signal,
      (fraction) => (this.#fraction = fraction),
      (resource) => {
        this.#preview = resource;
        first.resolve(resource);
      },
    );
    this.done.then(first.resolve, first.reject);
    // Whoever waits gets the error from `done`.
    this.first.catch(() => undefined);
  }

  /** The resource with its first records, once they are there. */
  get preview(): LocalResource | undefined {
    return this.#preview;
  }

  get resourceId(): string {
    return this.#preview?.id ?? resourceIdOf(this.file, this.choices.part);
  }

  /** As its resource is called. */
  get name(): string {
    return nameOf(this.file, this.choices.part);
  }

  /** How many records can be asked for while it goes on. */
  get records(): number {
    return this.#preview?.records ?? 0;
  }

  /** The end: false when it was cancelled. Rejects as `done`. */
  get isWhole(): Promise<boolean> {
    return this.done.then((resource) => resource !== undefined);
  }

  /** How much is done, from 0 to 1. */
  get fraction(): number {
    return this.#fraction;
  }

  cancel(): void {
    this.#controller.abort();
  }
}

/** An import that failed or was canceled. */
export interface BrokenImport {
  readonly file: string;
  readonly choices: ReadingChoices;
  /** How many records could be searched until then. */
  readonly records: number;
  /** A sentence for people. Undefined if the import was canceled. */
  readonly reason?: string;
}

export interface LocalImportsDeps {
  readonly datastore: EmbeddedDatastore;
  readonly failures: Failures;
  readonly unfinished: UnfinishedTasks;
}

/** Imports that go on in this window, shown in the tree and in panels of records. */
export class LocalImports implements vscode.Disposable {
  readonly #datastore: EmbeddedDatastore;
  readonly #failures: Failures;
  readonly #unfinished: UnfinishedTasks;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<void>());
  /** One began, ended, got its first records, or got on by a percent. */
  readonly onDidChange = this.#changed.event;
  readonly #running = new Map<string, LocalImport>();
  /** By resource id, until it is imported again. */
  readonly #broken = new Map<string, BrokenImport>();

  constructor({ datastore, failures, unfinished }: LocalImportsDeps) {
    this.#datastore = datastore;
    this.#failures = failures;
    this.#unfinished = unfinished;
  }

  get running(): readonly LocalImport[] {
    return [...this.#running.values()];
  }

  broken(resourceId: string): BrokenImport | undefined {
    return this.#broken.get(resourceId);
  }

  /** Forgets a failure: its file is removed from the list. */
  forget(resourceId: string): void {
    this.#broken.delete(resourceId);
  }

  /** Keeps the reason why a file couldn't be opened, for its row in the tree. @returns the reason, with what can be done. */
  fail(file: string, choices: ReadingChoices, error: unknown, preview?: LocalResource): Problem {
    const problem = importProblem(file, choices, error);
    this.#break(file, choices, preview, problem.message);
    this.#changed.fire();
    return problem;
  }

  /** Two that want the same wait for the same import; another way of reading the file ends the one before. */
  start(file: string, choices: ReadingChoices): LocalImport {
    const key = `${file}\0${choices.part ?? ''}`;
    const before = this.#running.get(key);
    if (before !== undefined) {
      if (JSON.stringify(before.choices) === JSON.stringify(choices)) return before;
      before.cancel();
    }
    const started: LocalImport = new LocalImport(file, choices, (signal, onProgress, onPreview) =>
      this.#run(file, choices, signal, onProgress, onPreview, before).finally(() => {
        if (this.#running.get(key) === started) this.#running.delete(key);
        this.#changed.fire();
      }),
    );
    this.#running.set(key, started);
    this.#changed.fire();
    started.done.catch((error: unknown) => {
      // Those who waited for the first records went on long ago.
      if (started.preview !== undefined) void this.#failures.show('Import', error);
    });
    return started;
  }

  /** Ends the imports of this file. */
  cancel(file: string): void {
    for (const running of this.running) if (running.file === file) running.cancel();
  }

  /** The signal ends the waiting, and the import too if it began with it and has nothing to show yet. */
  async first(
    file: string,
    choices: ReadingChoices,
    signal: AbortSignal,
  ): Promise<LocalResource | undefined> {
    const others = this.running;
    const started = this.start(file, choices);
    const cancel = (): void => {
      if (!others.includes(started)) started.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await untilAborted(started.first, signal);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  dispose(): void {
    for (const running of this.running) running.cancel();
    this.#store.dispose();
  }

  async #run(
    file: string,
    choices: ReadingChoices,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
    onPreview: (resource: LocalResource) => void,
    before: LocalImport | undefined,
  ): Promise<LocalResource | undefined> {
    await before?.done.catch(() => undefined);
    const title = translate(IMPORT_WORDS.loading, { name: nameOf(file, choices.part) });
    let preview: LocalResource | undefined;
    try {
      const task = { kind: 'import', title, what: { file, choices } } as const;
      let shown = '';
      const progressed = (fraction: number): void => {
        onProgress(fraction);
        const percent = percentText(fraction);
        if (percent === shown) return;
        shown = percent;
        if (preview !== undefined) this.#changed.fire();
      };
      const previewed = (first: LocalResource): void => {
        preview = first;
        onPreview(first);
        this.#changed.fire();
      };
      const resource = await this.#unfinished.during(task, () =>
        unlessAborted(this.#datastore.importFile(file, choices, signal, progressed, previewed), signal),
      );
      if (resource !== undefined) this.#broken.delete(resource.id);
      else if (preview !== undefined) this.#break(file, choices, preview);
      return resource;
    } catch (error) {
      throw this.fail(file, choices, error, preview);
    } finally {
      if (preview !== undefined) await this.#datastore.untilCleanedUp(preview.id);
    }
  }

  #break(file: string, choices: ReadingChoices, preview?: LocalResource, reason?: string): void {
    const { id = resourceIdOf(file, choices.part), records = 0 } = preview ?? {};
    this.#broken.set(id, { file, choices, records, ...(reason !== undefined && { reason }) });
  }
}
