import type { LocalResource, ReadingChoices } from '../service/index.ts';
import { nameOf } from './fileToOpen.ts';

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
