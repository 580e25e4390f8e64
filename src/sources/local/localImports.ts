import * as vscode from 'vscode';
import type { Problem } from '../../platform/problem.ts';
import { percentText } from '../../platform/quantities.ts';
import { Owner } from '../../platform/disposables.ts';
import type { Failures } from '../../platform/failures.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { UnfinishedTasks } from '../../platform/state/unfinishedTasks.ts';
import { defined } from '../../base/defined.ts';
import { unlessAborted, untilAborted } from '../../base/untilAborted.ts';
import { type EmbeddedDatastore, type LocalResource, type ReadingChoices, resourceIdOf } from '../../service/index.ts';
import { nameOf } from './localFile.ts';
import { importProblem } from './localProblems.ts';
import { IMPORT_WORDS } from './localWords.ts';

export class LocalImport {
  readonly file: string;
  readonly choices: ReadingChoices;
  /** Resolves when the first records can be searched; undefined if the import was canceled. Rejects with a Problem. */
  readonly first: Promise<LocalResource | undefined>;
  /** Resolves when all records can be searched; undefined if the import was canceled. Rejects with a Problem. */
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
    // Callers get the error from `done`, so `first` must not report it as unhandled.
    this.first.catch(() => undefined);
  }

  get preview(): LocalResource | undefined {
    return this.#preview;
  }

  get resourceId(): string {
    return this.#preview?.id ?? resourceIdOf(this.file, this.choices.part);
  }

  get name(): string {
    return nameOf(this.file, this.choices.part);
  }

  get records(): number {
    return this.#preview?.records ?? 0;
  }

  /** Resolves at the end, to false if the import was canceled. Rejects like `done`. */
  get isWhole(): Promise<boolean> {
    return this.done.then((resource) => resource !== undefined);
  }

  get fraction(): number {
    return this.#fraction;
  }

  cancel(): void {
    this.#controller.abort();
  }
}

export interface BrokenImport {
  readonly file: string;
  readonly choices: ReadingChoices;
  /** Number of records that could be searched before. */
  readonly records: number;
  /** A sentence for people. Undefined if the import was canceled. */
  readonly reason?: string;
}

export interface LocalImportsDeps {
  readonly datastore: EmbeddedDatastore;
  readonly failures: Failures;
  readonly unfinished: UnfinishedTasks;
}

/** The running imports of this window, which the tree and the records panels show. */
export class LocalImports extends Owner {
  readonly #deps: LocalImportsDeps;
  readonly #changed = this.owned.add(new vscode.EventEmitter<void>());
  /** Fires when an import starts, ends, gets its first records, or progresses by a percent. */
  readonly onDidChange = this.#changed.event;
  readonly #running = new Map<string, LocalImport>();
  /** Failed imports by resource id, until the next import. */
  readonly #broken = new Map<string, BrokenImport>();
  readonly broken = (resourceId: string): BrokenImport | undefined => this.#broken.get(resourceId);
  readonly forget = (resourceId: string): void => void this.#broken.delete(resourceId);

  constructor(deps: LocalImportsDeps) {
    super();
    this.#deps = deps;
    this.owned.addCall(() => {
      for (const running of this.running) running.cancel();
    });
  }

  get running(): readonly LocalImport[] {
    return [...this.#running.values()];
  }

  /** Stores the reason of a failure for the file's row in the tree. Returns the reason with possible remedies. */
  fail(file: string, choices: ReadingChoices, error: unknown, preview?: LocalResource): Problem {
    const problem = importProblem(file, choices, error);
    this.#break(file, choices, preview, problem.message);
    this.#changed.fire();
    return problem;
  }

  /** Callers with the same options share one import. Other options end the earlier import of the file. */
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
      // Callers that waited for the first records are done, so the failure is shown here.
      if (started.preview !== undefined) void this.#deps.failures.show('Import', error);
    });
    return started;
  }

  cancel(file: string): void {
    for (const running of this.running) if (running.file === file) running.cancel();
  }

  /** The signal ends the waiting. It also cancels an import that this call started and that has no records yet. */
  async first(file: string, choices: ReadingChoices, signal: AbortSignal): Promise<LocalResource | undefined> {
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
      const resource = await this.#deps.unfinished.during(task, () =>
        unlessAborted(this.#deps.datastore.importFile(file, choices, signal, progressed, previewed), signal),
      );
      if (resource !== undefined) this.#broken.delete(resource.id);
      else if (preview !== undefined) this.#break(file, choices, preview);
      return resource;
    } catch (error) {
      throw this.fail(file, choices, error, preview);
    } finally {
      if (preview !== undefined) await this.#deps.datastore.untilCleanedUp(preview.id);
    }
  }

  #break(file: string, choices: ReadingChoices, preview?: LocalResource, reason?: string): void {
    const { id = resourceIdOf(file, choices.part), records = 0 } = preview ?? {};
    this.#broken.set(id, defined({ file, choices, records, reason }));
  }
}
