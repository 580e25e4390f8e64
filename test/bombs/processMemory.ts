/** Peak memory of the Node processes that this process has started, with their own children. Linux only: elsewhere there is no /proc. */
import { readFileSync, readlinkSync } from 'node:fs';

const SAMPLE_MS = 50;

export class ProcessMemory {
  readonly #peaks = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS);
  }

  /** The peak of the largest process so far, in MiB. NaN without /proc. */
  get peakMb(): number {
    this.#sample();
    return process.platform === 'linux' ? Math.max(0, ...this.#peaks.values()) : NaN;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #sample(): void {
    for (const pid of descendantsOf(process.pid)) {
      const before = this.#peaks.get(pid);
      // A process that has just been forked still has this process's memory.
      this.#peaks.set(pid, before === undefined ? 0 : Math.max(before, peakMbOf(pid)));
    }
  }
}

function descendantsOf(pid: number): readonly number[] {
  const children = textOf(`/proc/${String(pid)}/task/${String(pid)}/children`)
    .trim()
    .split(' ');
  return children.filter((child) => child !== '').flatMap((child) => [Number(child), ...descendantsOf(Number(child))]);
}

/** 0 for a process that has ended, and for one that isn't Node: a database isn't ours to bound. */
function peakMbOf(pid: number): number {
  try {
    if (readlinkSync(`/proc/${String(pid)}/exe`) !== readlinkSync('/proc/self/exe')) return 0;
  } catch {
    return 0;
  }
  return Number(/^VmHWM:\s*(\d+)/m.exec(textOf(`/proc/${String(pid)}/status`))?.[1] ?? 0) / 1024;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
