import { HttpError } from './errors.ts';

/** A response whose bytes stop for so long has ended. */
export const SILENCE_MS = 30_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ends a try whose server is silent for too long: before the first byte of an answer, or between two of them. */
export class Silence {
  readonly #controller = new AbortController();
  readonly #host: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `host`: of who is silent. */
  constructor(host: string) {
    this.#host = host;
  }

  /** Aborts with an HttpError. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** From now on it may last so long: until there is an answer at all, or until its next bytes. */
  begin(awaited: 'answer' | 'bytes', ms: number): void {
    this.end();
    const kind = awaited === 'answer' ? 'timeout' : 'stalled';
    const late = new HttpError(kind, this.#host, { message: `no ${awaited} for ${ms} ms` });
    this.#timer = setTimeout(() => this.#controller.abort(late), Math.min(ms, LONGEST_TIMER_MS));
  }

  /** Something came, or nobody waits. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
