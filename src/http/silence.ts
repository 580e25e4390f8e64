import { HttpError } from './errors.ts';

/** Longest pause between two bytes of a response, unless the caller sets another. */
export const SILENCE_MS = 30_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ends a try whose server is silent for too long, before the first byte of an answer or between two of them. */
export class Silence {
  readonly #controller = new AbortController();
  readonly #host: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: string) {
    this.#host = host;
  }

  /** Aborts with an HttpError when the time is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  begin(awaited: 'answer' | 'bytes', ms: number): void {
    this.end();
    const kind = awaited === 'answer' ? 'timeout' : 'stalled';
    const late = new HttpError(kind, this.#host, { message: `no ${awaited} for ${ms} ms` });
    this.#timer = setTimeout(() => this.#controller.abort(late), Math.min(ms, LONGEST_TIMER_MS));
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
