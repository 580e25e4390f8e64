/** Where pages ended lately, so that the next one goes on there, whatever was written meanwhile. */
import { untilAborted } from '../../../base/untilAborted.ts';
import type { HeldCursor } from './heldCursor.ts';
import type { Place } from './postgresStatement.ts';

const MOST_PLACES = 1000;
/** UTF-16 units of a place. */
const LONGEST_PLACE = 4096;
const PLACE_MS = 600_000;
/** Pages that ended behind the same number of records, of clients that may all come back. */
const MOST_ENDS = 16;
/** A statement that is held keeps a connection, and PostgreSQL from clearing up what was deleted since. */
export const MOST_HELD = 4;
const HELD_MS = 30_000;

/** Pages that go on one behind the other, as one client asks for them. */
export interface Reading {
  /** The last page had no more records behind it. */
  isOver: boolean;
  /** Number of records before the end of its newest page. */
  end?: number;
}

/** Where a page ended. */
export interface PageEnd {
  readonly reading: Reading;
  /** Equal for pages behind which the same records come. */
  readonly identity: string;
  /** The last record's place. Undefined where records have none. */
  readonly place?: Place | undefined;
}

interface KeptEnd extends PageEnd {
  readonly count: number;
  readonly at: number;
  isContinued: boolean;
}

interface Held {
  readonly cursor: HeldCursor;
  readonly timer: NodeJS.Timeout;
}

/** An export asks for the last record of a page once more, with the next ones. */
export const OVERLAPS = [0, 1] as const;

/** All by the question and how many of its records lie before. */
export class PostgresPages {
  readonly #ends = new Map<string, readonly KeptEnd[]>();
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

  /**
   * The last page that ended there. It is contested if another reading waits there too, but elsewhere in the table: nothing tells
   * then whose next page is requested. A reading that has gone on from there since doesn't contest it.
   */
  end(question: string, begin: number): (PageEnd & { readonly isContested: boolean }) | undefined {
    const ends = (this.#ends.get(keyOf(question, begin)) ?? []).filter(isFresh);
    const waiting = ends.filter(isWaiting);
    const last = waiting.at(-1) ?? ends.findLast(({ reading }) => !reading.isOver) ?? ends.at(-1);
    if (last === undefined) return undefined;
    const isContested = waiting.some(({ identity }) => identity !== last.identity);
    const alike = waiting.find(({ identity }) => identity === last.identity);
    // Whose page comes next is not known where it is contested: then no reading is taken to go on.
    if (alike === undefined || isContested) return { ...last, reading: { isOver: false }, isContested };
    alike.isContinued = true;
    return { ...last, reading: alike.reading, isContested };
  }

  keepEnd(question: string, count: number, { place = [], ...end }: PageEnd): void {
    const key = keyOf(question, count);
    const others = (this.#ends.get(key) ?? []).filter((other) => isFresh(other) && !other.reading.isOver);
    const isShort = place.reduce((length, text) => length + (text?.length ?? 0), 0) <= LONGEST_PLACE;
    const kept = { ...end, place: isShort ? place : undefined, count, at: Date.now(), isContinued: false };
    end.reading.end = Math.max(count, end.reading.end ?? 0);
    this.#ends.delete(key);
    this.#ends.set(key, [...others.slice(1 - MOST_ENDS), kept]);
    const [oldest = ''] = this.#ends.keys();
    if (this.#ends.size > MOST_PLACES) this.#ends.delete(oldest);
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
    this.keepEnd(question, end, { reading: cursor.reading, identity: cursor.identity });
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

function isFresh({ at }: { readonly at: number }): boolean {
  return Date.now() - at < PLACE_MS;
}

/** The next page of its reading begins there, or at the record before. */
function isWaiting({ reading, count, isContinued }: KeptEnd): boolean {
  return !reading.isOver && !isContinued && count >= (reading.end ?? 0) - Math.max(...OVERLAPS);
}

function keyOf(question: string, count: number): string {
  return `${question} ${String(count)}`;
}
