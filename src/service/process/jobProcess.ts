/** Runs jobs in separate processes, so that no file can harm the window or server that needs it. */
import type { Unreadable } from '../resource/reasons.ts';
import { BoundedProcess } from './childProcess.ts';
import { engineLimitMb, MEMORY_BOUND_MB } from './memoryBound.ts';
import type { Failed, ImportReport, JobKind, JobRequest, Jobs } from './protocol.ts';

export interface JobOptions {
  readonly servicePath: string;
  readonly memoryLimitMb: () => number;
  readonly log: (line: string) => void;
}

type JobToRun<Kind extends JobKind> = Omit<Jobs[Kind]['request'], 'memoryLimitMb'>;

/** Larger files (in bytes) end the process afterwards, to free its memory. */
const SMALL = 8 << 20;
/** How long a process waits for the next of many files. */
const IDLE_MS = 1000;

/** Starts processes on demand. A process that did a small job is reused for the next one if it comes soon. */
export class JobProcesses {
  readonly #options: JobOptions;
  #waiting: BoundedProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #holders = 0;
  #isEnded = false;

  constructor(options: JobOptions) {
    this.#options = options;
  }

  /** Rejects with JobFailed, ProcessEnded, or the reason of the abort, after all work in the job's folder has ended. */
  async run<Kind extends JobKind>(
    kind: Kind,
    job: JobToRun<Kind>,
    signal: AbortSignal,
    onReport: (report: ImportReport) => void = () => undefined,
  ): Promise<Jobs[Kind]['result']> {
    signal.throwIfAborted();
    const child = this.#take();
    const kill = (): void => child.kill();
    signal.addEventListener('abort', kill, { once: true });
    try {
      const memoryLimitMb = engineLimitMb('import', this.#options.memoryLimitMb());
      const request = { kind, ...job, memoryLimitMb } as unknown as JobRequest;
      const result = await child.ask<Jobs[Kind]['result']>(request, (message, { resolve, reject }) => {
        if (message.kind === 'done') resolve(message.result);
        else if (message.kind === 'failed') reject(new JobFailed(message));
        else if (message.kind === 'progress' || message.kind === 'preview') onReport(message);
      });
      if (kind === 'inspect' || (kind === 'import' && 'size' in result && result.size <= SMALL)) this.#keep(child);
      else await child.end();
      return result;
    } catch (error) {
      await child.end();
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', kill);
    }
  }

  /** Keeps a process ready until the returned function is called, because starting one takes longer than many jobs. */
  hold(): () => void {
    this.#holders += 1;
    if (!this.#isEnded && this.#waiting?.isAlive !== true) this.#keep(this.#start());
    else clearTimeout(this.#idle);
    return () => {
      this.#holders -= 1;
      if (this.#waiting !== undefined) this.#keep(this.#waiting);
    };
  }

  /** Ends idle processes; the others end with their jobs. */
  end(): void {
    this.#isEnded = true;
    this.#drop();
  }

  #take(): BoundedProcess {
    clearTimeout(this.#idle);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting?.isAlive === true ? waiting : this.#start();
  }

  #start(): BoundedProcess {
    const { servicePath, log } = this.#options;
    return new BoundedProcess({ kind: 'import', servicePath, boundMb: MEMORY_BOUND_MB.import, log });
  }

  #keep(child: BoundedProcess): void {
    if (this.#waiting !== child) this.#drop();
    clearTimeout(this.#idle);
    if (this.#isEnded) {
      child.kill();
      return;
    }
    this.#waiting = child;
    if (this.#holders === 0) this.#idle = setTimeout(() => this.#drop(), IDLE_MS);
  }

  #drop(): void {
    clearTimeout(this.#idle);
    this.#waiting?.kill();
    this.#waiting = undefined;
  }
}

export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  readonly unreadable: Unreadable | undefined;

  constructor({ message, unreadable }: Failed) {
    super(message);
    this.unreadable = unreadable;
  }

  /** Whether a single record is the cause, so that the file could be read without it. */
  get isAboutRecord(): boolean {
    return this.unreadable?.place.line !== undefined;
  }
}
