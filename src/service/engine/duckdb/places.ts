/** How many statements of each kind (engine.ts) may use a thread of the pool at a time. */
export interface Places {
  readonly page: number;
  readonly scan: number;
  readonly sql: number;
}

/** libuv's default size of the pool. */
const USUAL_THREADS = 4;
/** Size of the pool that childProcess.ts gives to a serving process. */
const MANY_THREADS = 16;

/** `threads` is the pool's size; some are left to pages. Two places of a kind keep short statements from waiting. */
export function placesFor(
  processors: number,
  threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? USUAL_THREADS),
): Places {
  if (threads < MANY_THREADS) return { page: 6, scan: threads < USUAL_THREADS ? 1 : 2, sql: 1 };
  return { page: 6, scan: Math.min(6, Math.max(2, processors - 1)), sql: 2 };
}
