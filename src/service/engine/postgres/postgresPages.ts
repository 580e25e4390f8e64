/** Remembers where pages ended, so that the next one continues there, whatever was written meanwhile. */
import { untilAborted } from '../../../base/untilAborted.ts';
import type { HeldCursor, CursorReading } from './heldCursor.ts';
import { MOST_HELD } from './postgresConnections.ts';
import type { Place } from './postgresStatement.ts';

const MOST_PLACES = 1000;
/** Maximum length of a place, in UTF-16 units. */
const LONGEST_PLACE = 4096;
const PLACE_MS = 600_000;
/** Pages that ended after the same number of records, for clients that may all come back. */
const MOST_ENDS = 16;
const HELD_MS = 30_000;

export interface PageEnd {
  readonly reading: CursorReading;
  /** Equal for pages that are followed by the same records. */
  readonly identity: string;
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

/** An export requests the last record of a page again, together with the next ones. */
export const OVERLAPS = [0, 1] as const;

export class PostgresPages {
  readonly #ends = new Map<string, readonly KeptEnd[]>();
  readonly #held = new Map<string, Held>();
  readonly #running = new Map<string, Promise<void>>();

  /** Waits for a running page that ends where this one begins. Returns a function to call when this page is over. */
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

  /** The last page that ended there; contested if another reading waits there, too, but at another record. */
  end(question: string, begin: number): (PageEnd & { readonly isContested: boolean }) | undefined {
    const ends = (this.#ends.get(keyOf(question, begin)) ?? []).filter(isFresh);
    const waiting = ends.filter(isWaiting);
    const last = waiting.at(-1) ?? ends.findLast(({ reading }) => !reading.isOver) ?? ends.at(-1);
    if (last === undefined) return undefined;
    const isContested = waiting.some(({ identity }) => identity !== last.identity);
    const alike = waiting.find(({ identity }) => identity === last.identity);
    // In a contested place, no reading is taken to continue.
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

  /** Returns the cursor, which is the caller's from now on. */
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

/** Whether the next page of its reading begins there, or one record earlier. */
function isWaiting({ reading, count, isContinued }: KeptEnd): boolean {
  return !reading.isOver && !isContinued && count >= (reading.end ?? 0) - Math.max(...OVERLAPS);
}

function keyOf(question: string, count: number): string {
  return `${question} ${String(count)}`;
}
