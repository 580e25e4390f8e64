/**
 * Bounds of the memory of our processes (resident set size), and who enforces them: on Linux the parent reads /proc, which
 * costs the child nothing; elsewhere a thread of the child looks, because no system call reads another process's memory.
 */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Above it a process is ended. In MiB. */
export const MEMORY_BOUND_MB = { import: 2048, database: 1024, sql: 1536 } as const;
/** What a process with a fixed bound needs beside the memory of its engine, which exceeds its limit in sorts and groups. */
const HEADROOM_MB = { import: 512, sql: 768 } as const;
/**
 * What a serving process needs beside it. Under a memory limit of 1,024, a deep sort of ten million records took 1,559 MB, and
 * a bench with many clients 1,827 MB: a bound of 512 MB more would end processes that do nothing unusual.
 */
const SERVING_HEADROOM_MB = 896;

const CHECK_MS = 100;
/** The environment variable that tells a child its bound. */
const BOUND_VARIABLE = 'DATASTORE_EXPLORER_MEMORY_BOUND_MB';
/** The last line on stderr of a child that ends itself. */
const EXCEEDED_LINE = 'The memory bound of this process is exceeded.';
/** What V8 says last where a heap is full. */
const HEAP_FULL = 'JavaScript heap out of memory';

/** `memoryLimitMb`: of the engine. */
export function servingBoundMb(memoryLimitMb: number): number {
  return memoryLimitMb + SERVING_HEADROOM_MB;
}

/** The memory of the engine of a process with a fixed bound: as set, but never so much that the process exceeds its bound. */
export function engineLimitMb(kind: 'import' | 'sql', memoryLimitMb: number): number {
  return Math.min(memoryLimitMb, MEMORY_BOUND_MB[kind] - HEADROOM_MB[kind]);
}

export function boundEnvironment(boundMb: number): Readonly<Record<string, string>> {
  return { [BOUND_VARIABLE]: String(boundMb) };
}

/** Whether a line of a child's stderr says that it ended for lack of memory. */
export function isMemoryLine(line: string): boolean {
  return line.includes(EXCEEDED_LINE) || line.includes(HEAP_FULL);
}

/** Calls `onExceeded` once. Returns the function that ends the watch. Does nothing outside of Linux. */
export function watchMemory(pid: number, boundMb: number, onExceeded: () => void): () => void {
  if (process.platform !== 'linux') return () => undefined;
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

/** For a child, before its work: where its parent can't watch it, it watches itself. */
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

/**
 * Ends this process when it uses more memory, with a last line on stderr. A thread of its own looks, so it does even while
 * the main thread is busy. Returns the function that ends the watch.
 */
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
