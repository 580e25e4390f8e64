/** Jobs are done by processes of their own, so that no file can harm the window or the server that asks for it. */
import type { Unreadable } from '../resource/reasons.ts';
import type { ChildProcess } from 'node:child_process';
import { startChild } from './childProcess.ts';
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

/** In bytes of its file: after a larger job the memory that it took is given back. */
const SMALL = 8 << 20;
/** For the next of many files to come. */
const IDLE_MS = 1000;

/** Starts them when they are needed; one that did a small job does the next one too, if it comes soon. */
export class JobProcesses {
  readonly #options: JobOptions;
  #waiting: JobProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** How many want one to be ready. */
  #holders = 0;
  #isEnded = false;

  constructor(options: JobOptions) {
    this.#options = options;
  }

  /**
   * Rejects with an Error whose message is for a person, or with the reason of the abort. Nothing works in the job's folder
   * any more when this settles.
   */
  async run<R extends Request>(
    request: R,
    onNews: (news: News) => void,
    signal: AbortSignal,
  ): Promise<AnswerTo<R>> {
    signal.throwIfAborted();
    const child = this.#take();
    const kill = (): void => child.kill();
    signal.addEventListener('abort', kill, { once: true });
    try {
      const answer = await child.run({ ...request, memoryLimitMb: this.#options.memoryLimitMb() }, onNews);
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

  /** Has one ready until the returned function is called: to start one takes longer than many a job. */
  hold(): () => void {
    this.#holders += 1;
    const { servicePath, log } = this.#options;
    if (!this.#isEnded && this.#waiting?.isAlive !== true)
      this.#keep(new JobProcess(startChild(servicePath, log)));
    else clearTimeout(this.#idle);
    return () => {
      this.#holders -= 1;
      if (this.#waiting !== undefined) this.#keep(this.#waiting);
    };
  }

  /** Of those that wait for a job; the others end with theirs. */
  end(): void {
    this.#isEnded = true;
    this.#drop();
  }

  #take(): JobProcess {
    const { servicePath, log } = this.#options;
    clearTimeout(this.#idle);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting?.isAlive === true ? waiting : new JobProcess(startChild(servicePath, log));
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
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  }

  get isAlive(): boolean {
    return this.#child.connected;
  }

  async run(request: object, onNews: (news: News) => void): Promise<JobAnswer> {
    const child = this.#child;
    const { promise, resolve, reject } = Promise.withResolvers<JobAnswer>();
    const onMessage = (message: News | JobAnswer | Failed): void => {
      if (message.kind === 'progress' || message.kind === 'preview') onNews(message);
      else if (message.kind === 'failed') reject(new JobFailed(message));
      else resolve(message);
    };
    const end = (): void => reject(new Error('The process that reads files ended unexpectedly.'));
    child.on('message', onMessage).once('error', reject).once('exit', end);
    try {
      child.send(request);
      return await promise;
    } finally {
      child.off('message', onMessage).off('error', reject).off('exit', end);
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async end(): Promise<void> {
    this.kill();
    await this.#ended;
  }
}

function isSmall(answer: JobAnswer): boolean {
  return answer.kind === 'inspected' || (answer.kind === 'imported' && answer.resource.size <= SMALL);
}

/** Why a job was not done. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  /** Where a file was to blame. */
  readonly unreadable: Unreadable | undefined;

  constructor({ message, unreadable }: Failed) {
    super(message);
    this.unreadable = unreadable;
  }

  /** One record is to blame: the file could be read without it. */
  get isAboutRecord(): boolean {
    return this.unreadable?.place.line !== undefined;
  }
}
