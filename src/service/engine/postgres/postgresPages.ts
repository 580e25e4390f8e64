/** Where pages ended lately, so that the next one goes on there, whatever was written meanwhile. */
import { untilAborted } from '../../../base/untilAborted.ts';
import type { HeldCursor } from './heldCursor.ts';
import type { Place } from './postgresStatement.ts';

const MOST_PLACES = 1000;
/** UTF-16 units of a place. */
const LONGEST_PLACE = 4096;
const PLACE_MS = 600_000;
/** A statement that is held keeps a connection, and PostgreSQL from clearing up what was deleted since. */
export const MOST_HELD = 4;
const HELD_MS = 30_000;

interface Known {
  readonly place: Place;
  readonly at: number;
}

interface Held {
  readonly cursor: HeldCursor;
  readonly timer: NodeJS.Timeout;
}

/** An export asks for the last record of a page once more, with the next ones. */
export const OVERLAPS = [0, 1] as const;

/** All by the question and how many of its records lie before. */
export class PostgresPages {
  readonly #places = new Map<string, Known>();
  readonly #held = new Map<string, Held>();
  readonly #running = new Map<string, Promise<void>>();

  /** Waits for a page on its way that ends where this one begins; `done`: this one is over. */
  async turn(question: string, begin: number, end: number, signal: AbortSignal): Promise<() => void> {
    const before = OVERLAPS.map((overlap) => this.#running.get(keyOf(question, begin + overlap)));
    const key = keyOf(question, end);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const running = promise.then(() => undefined);
    this.#running.set(key, running);
    const done = (): void => {
      if (this.#running.get(key) === running) this.#running.delete(key);
      resolve(undefined);
    };
    try {
      for (const page of before) if (page !== undefined) await untilAborted(page, signal);
      return done;
    } catch (error) {
      done();
      throw error;
    }
  }

  place(question: string, begin: number): Place | undefined {
    const known = this.#places.get(keyOf(question, begin));
    return known !== undefined && Date.now() - known.at < PLACE_MS ? known.place : undefined;
  }

  keepPlace(question: string, end: number, place: Place): void {
    const key = keyOf(question, end);
    this.#places.delete(key);
    if (place.reduce((length, text) => length + (text?.length ?? 0), 0) > LONGEST_PLACE) return;
    this.#places.set(key, { place, at: Date.now() });
    const [oldest = ''] = this.#places.keys();
    if (this.#places.size > MOST_PLACES) this.#places.delete(oldest);
  }

  /** It is the caller's from now on. */
  takeCursor(question: string, begin: number): HeldCursor | undefined {
    return this.#take(keyOf(question, begin));
  }

  #take(key: string): HeldCursor | undefined {
    const held = this.#held.get(key);
    if (held === undefined) return undefined;
    clearTimeout(held.timer);
    this.#held.delete(key);
    return held.cursor;
  }

  async keepCursor(question: string, end: number, cursor: HeldCursor): Promise<void> {
    const key = keyOf(question, end);
    await this.#take(key)?.close();
    const [oldest = ''] = this.#held.keys();
    if (this.#held.size >= MOST_HELD) await this.#take(oldest)?.close();
    const timer = setTimeout(() => void this.#take(key)?.close(), HELD_MS);
    this.#held.set(key, { cursor, timer });
  }

  async close(): Promise<void> {
    for (const key of [...this.#held.keys()]) await this.#take(key)?.close();
  }
}

function keyOf(question: string, count: number): string {
  return `${question} ${String(count)}`;
}
