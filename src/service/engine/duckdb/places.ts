/** How many statements may hold a thread of the pool at a time, of each kind (engine.ts). */
export interface Places {
  readonly page: number;
  readonly scan: number;
  readonly sql: number;
}

/** libuv's own number. */
const USUAL_THREADS = 4;
/** What childProcess.ts gives to a serving process. */
const MANY_THREADS = 16;

/**
 * `threads`: of the pool. However many slow statements there are, some threads are left to pages; each statement uses every
 * processor all the same. Of each kind there are two even on one processor, for the sake of short ones, where there is room.
 */
export function placesFor(
  processors: number,
  threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? USUAL_THREADS),
): Places {
  if (threads < MANY_THREADS) return { page: 6, scan: threads < USUAL_THREADS ? 1 : 2, sql: 1 };
  return { page: 6, scan: Math.min(6, Math.max(2, processors - 1)), sql: 2 };
}
