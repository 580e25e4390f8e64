/** Runs jobs in separate processes, so that no file can harm the window or server that needs it. */
import type { Unreadable } from '../resource/reasons.ts';
import { BoundedProcess } from './childProcess.ts';
import { engineLimitMb, MEMORY_BOUND_MB } from './memoryBound.ts';
import type {
  CopyDone,
  CopyRequest,
  Failed,
  ImportDone,
  ImportPreview,
  ImportProgress,
  ImportRequest,
  Inspected,
  InspectRequest,
  JobAnswer,
} from './protocol.ts';

export interface JobOptions {
  readonly servicePath: string;
  readonly memoryLimitMb: () => number;
  readonly log: (line: string) => void;
}

type Prepared = 'memoryLimitMb';
type Request = Omit<InspectRequest, Prepared> | Omit<ImportRequest, Prepared> | Omit<CopyRequest, Prepared>;
type AnswerTo<R extends Request> = R['kind'] extends 'inspect'
  ? Inspected
  : R['kind'] extends 'import'
    ? ImportDone
    : CopyDone;
type News = ImportProgress | ImportPreview;

/** Larger files (in bytes) end the process afterwards, to free its memory. */
const SMALL = 8 << 20;
/** How long a process waits for the next of many files. */
const IDLE_MS = 1000;

/** Starts processes on demand. A process that did a small job is reused for the next one if it comes soon. */
export class JobProcesses {
  readonly #options: JobOptions;
  #waiting: JobProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** Number of callers that want a process to be ready. */
  #holders = 0;
  #isEnded = false;

  constructor(options: JobOptions) {
    this.#options = options;
  }

  /** Rejects with JobFailed, ProcessEnded, or the reason of the abort, after all work in the job's folder has ended. */
  async run<R extends Request>(request: R, onNews: (news: News) => void, signal: AbortSignal): Promise<AnswerTo<R>> {
    signal.throwIfAborted();
    const child = this.#take();
    const kill = (): void => child.kill();
    signal.addEventListener('abort', kill, { once: true });
    try {
      const memoryLimitMb = engineLimitMb('import', this.#options.memoryLimitMb());
      const answer = await child.run({ ...request, memoryLimitMb }, onNews);
      if (isSmall(answer)) this.#keep(child);
      else await child.end();
      return answer as AnswerTo<R>;
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
    if (!this.#isEnded && this.#waiting?.isAlive !== true) this.#keep(new JobProcess(this.#options));
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

  #take(): JobProcess {
    clearTimeout(this.#idle);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting?.isAlive === true ? waiting : new JobProcess(this.#options);
  }

  #keep(child: JobProcess): void {
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

class JobProcess {
  readonly #child: BoundedProcess;

  constructor({ servicePath, log }: JobOptions) {
    this.#child = new BoundedProcess({ kind: 'import', servicePath, boundMb: MEMORY_BOUND_MB.import, log });
  }

  get isAlive(): boolean {
    return this.#child.channel.connected;
  }

  async run(request: object, onNews: (news: News) => void): Promise<JobAnswer> {
    const { channel, ended } = this.#child;
    const { promise, resolve, reject } = Promise.withResolvers<JobAnswer>();
    const onMessage = (message: News | JobAnswer | Failed): void => {
      if (message.kind === 'progress' || message.kind === 'preview') onNews(message);
      else if (message.kind === 'failed') reject(new JobFailed(message));
      else resolve(message);
    };
    channel.on('message', onMessage);
    void ended.then(reject);
    try {
      channel.send(request, () => undefined);
      return await promise;
    } finally {
      channel.off('message', onMessage);
    }
  }

  kill(): void {
    this.#child.kill();
  }

  async end(): Promise<void> {
    this.kill();
    await this.#child.ended;
  }
}

function isSmall(answer: JobAnswer): boolean {
  return answer.kind === 'inspected' || (answer.kind === 'imported' && answer.resource.size <= SMALL);
}

/** Thrown if a job wasn't done. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  /** Set if the file is the cause. */
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
