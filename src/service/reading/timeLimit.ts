/** A view is a stranger's SQL. Neither SQLite nor a DuckDB that plans can be stopped but with their process. */
import { Worker } from 'node:worker_threads';

const LIMIT_SECONDS = 60;
/** Tests use this variable to lower the limit. */
const VARIABLE = 'DATASTORE_EXPLORER_SQL_SECONDS';
const LATE_LINE = 'The time limit of this process is exceeded.';

const WATCH = `
  const { workerData } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  setTimeout(() => {
    try { writeSync(2, workerData.line + '\\n'); } catch {}
    process.kill(process.pid, 'SIGKILL');
  }, workerData.ms);`;

/** Time that a stranger's SQL, or a person's statement, may take. */
export function sqlLimitMs(): number {
  return 1000 * Math.min(LIMIT_SECONDS, Number(process.env[VARIABLE] ?? LIMIT_SECONDS));
}

export function isLateLine(line: string): boolean {
  return line.includes(LATE_LINE);
}

/** A thread ends this process, with a last line on stderr, unless `work` is done in time. */
export async function inTime<T>(work: () => Promise<T>): Promise<T> {
  const worker = new Worker(WATCH, {
    eval: true,
    workerData: { line: LATE_LINE, ms: sqlLimitMs() },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  worker.unref();
  worker.on('error', () => undefined);
  try {
    return await work();
  } finally {
    await worker.terminate();
  }
}
