/** Limits of memory (resident set). On Linux the parent reads /proc; elsewhere, only the child can read its memory. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Processes that exceed this are ended. The unit is MiB. */
export const MEMORY_BOUND_MB = { import: 2048, database: 1024, sql: 1536 } as const;
/** What a process with a fixed limit needs besides DuckDB's memory, which exceeds its limit in sorts and groups. */
const HEADROOM_MB = { import: 512, sql: 768 } as const;
/** A serving process needs this besides DuckDB's memory: with a limit of 1,024 MB, many clients took 1,827 MB. */
const SERVING_HEADROOM_MB = 896;

const CHECK_MS = 100;
const BOUND_VARIABLE = 'DATASTORE_EXPLORER_MEMORY_BOUND_MB';
const EXCEEDED_LINE = 'The memory bound of this process is exceeded.';
/** V8's last words when its heap is full. */
const HEAP_FULL = 'JavaScript heap out of memory';

export function servingBoundMb(memoryLimitMb: number): number {
  return memoryLimitMb + SERVING_HEADROOM_MB;
}

/** DuckDB's memory in a process with a fixed limit: as configured, but never so much that the process exceeds it. */
export function engineLimitMb(kind: 'import' | 'sql', memoryLimitMb: number): number {
  return Math.min(memoryLimitMb, MEMORY_BOUND_MB[kind] - HEADROOM_MB[kind]);
}

export function boundEnvironment(boundMb: number): Readonly<Record<string, string>> {
  return { [BOUND_VARIABLE]: String(boundMb) };
}

export function isMemoryLine(line: string): boolean {
  return line.includes(EXCEEDED_LINE) || line.includes(HEAP_FULL);
}

/** Calls `onExceeded` once. Returns a function that stops watching. Does nothing outside of Linux, or without `pid`. */
export function watchMemory(pid: number | undefined, boundMb: number, onExceeded: () => void): () => void {
  if (process.platform !== 'linux' || pid === undefined) return () => undefined;
  const timer = setInterval(() => {
    if (residentMb(pid) <= boundMb) return;
    clearInterval(timer);
    onExceeded();
  }, CHECK_MS);
  return () => clearInterval(timer);
}

function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Makes a child watch itself before its work, if its parent can't. */
export function keepBoundOfParent(): void {
  const boundMb = Number(process.env[BOUND_VARIABLE] ?? Infinity);
  if (process.platform !== 'linux' && Number.isFinite(boundMb)) endAbove(boundMb, EXCEEDED_LINE);
}

const WATCH = `
  const { workerData } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  setInterval(() => {
    if (process.memoryUsage.rss() <= workerData.bytes) return;
    try { writeSync(2, workerData.line + '\\n'); } catch {}
    process.kill(process.pid, 'SIGKILL');
  }, workerData.everyMs);`;

/** A thread ends this process above a memory limit, with a last line on stderr. Returns what stops the watch. */
export function endAbove(boundMb: number, line: string): () => void {
  const worker = new Worker(WATCH, {
    eval: true,
    workerData: { bytes: boundMb * 2 ** 20, line, everyMs: CHECK_MS },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  worker.unref();
  worker.on('error', () => undefined);
  return () => void worker.terminate();
}
