import { fork, type ChildProcess, type SerializationType } from 'node:child_process';
import { basename } from 'node:path';
import { untilAborted } from '../../base/untilAborted.ts';
import { isLateLine, sqlLimitMs } from '../reading/timeLimit.ts';
import {
  type ProcessKind,
  memoryText,
  ProcessEnded,
  type ProcessEnding,
  secondsText,
} from '../resource/processEndings.ts';
import { boundEnvironment, isMemoryLine, watchMemory } from './memoryBound.ts';
import type { ChildMessage, ParentRequest } from './protocol.ts';

/** Each query in DuckDB holds one of these threads, and slow ones must not delay others. */
const POOL_THREADS = '16';

export interface ChildOptions {
  readonly kind: ProcessKind;
  readonly servicePath: string;
  /** Limit of memory in MiB; above it, the process is ended. */
  readonly boundMb: number;
  readonly log: (line: string) => void;
  readonly serialization?: SerializationType;
}

export class BoundedProcess {
  readonly channel: ChildProcess;
  /** Resolves when the process has ended, with the reason (meaningless after `kill`). */
  readonly ended: Promise<ProcessEnded>;
  /** A question leaves nothing at this signal, whereas `ended` would keep its answer as long as the process lives. */
  readonly #gone = new AbortController();

  /** Uses this program's own runtime, which in VS Code is Electron as Node. */
  constructor({ kind, servicePath, boundMb, log, serialization = 'json' }: ChildOptions) {
    const child = fork(servicePath, [], {
      execPath: process.execPath,
      execArgv: [],
      env: {
        ...process.env,
        ELECTRON_RUN_AS_NODE: '1',
        UV_THREADPOOL_SIZE: POOL_THREADS,
        ...boundEnvironment(boundMb),
      },
      serialization,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.channel = child;
    let isOverBound = false;
    let isLate = false;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      isOverBound ||= isMemoryLine(text);
      isLate ||= isLateLine(text);
      for (const line of text.split('\n')) if (line !== '') log(`${basename(servicePath, '.js')}: ${line}`);
    });
    const endWatch = watchMemory(child.pid, boundMb, () => {
      isOverBound = true;
      this.kill();
    });
    this.ended = new Promise((resolve) => {
      const end = (ending: ProcessEnding): void => {
        endWatch();
        if (isLate) resolve(new ProcessEnded(kind, 'time', secondsText(sqlLimitMs())));
        else resolve(new ProcessEnded(kind, isOverBound ? 'memory' : ending, memoryText(boundMb)));
      };
      // 'close' follows the end of stderr; only 'error' comes if the process couldn't be started.
      child.once('close', (_code, signal) => end(signal === null ? 'crash' : endingOf(signal)));
      child.on('error', () => end('crash'));
    });
    void this.ended.then((ended) => this.#gone.abort(ended));
  }

  get isAlive(): boolean {
    return this.channel.connected && !this.channel.killed;
  }

  /** Sends a request. `onMessage` gets all later messages, and settles the promise. Rejects with ProcessEnded. */
  async ask<Answer>(
    request: ParentRequest,
    onMessage: (message: ChildMessage, settle: Pick<PromiseWithResolvers<Answer>, 'resolve' | 'reject'>) => void,
  ): Promise<Answer> {
    const { promise, ...settle } = Promise.withResolvers<Answer>();
    const listen = (message: unknown): void => onMessage(message as ChildMessage, settle);
    this.channel.on('message', listen);
    try {
      this.channel.send(request, () => undefined);
      return await untilAborted(promise, this.#gone.signal);
    } finally {
      this.channel.off('message', listen);
    }
  }

  kill(): void {
    this.channel.kill('SIGKILL');
  }

  async end(): Promise<void> {
    this.kill();
    await this.ended;
  }
}

/** The system or people send these signals; a process that crashes sends itself others. */
function endingOf(signal: NodeJS.Signals): ProcessEnding {
  return signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT' ? 'killed' : 'crash';
}
