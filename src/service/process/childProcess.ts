import { fork, type ChildProcess, type SerializationType } from 'node:child_process';
import { basename } from 'node:path';
import { type ProcessKind, memoryText, ProcessEnded, type ProcessEnding } from '../resource/processEndings.ts';
import { DatabaseRefused } from './databaseRefused.ts';
import { boundEnvironment, isMemoryLine, watchMemory } from './memoryBound.ts';
import type { Failed, ServeDatabaseRequest, ServeReady, ServeRequest } from './protocol.ts';

/** Each query in DuckDB holds one of these threads, and slow ones must not delay others. */
const POOL_THREADS = '16';

export interface ChildOptions {
  readonly kind: ProcessKind;
  /** Path of the bundle that runs. */
  readonly servicePath: string;
  /** Limit of memory in MiB; above it, the process is ended. */
  readonly boundMb: number;
  readonly log: (line: string) => void;
  readonly serialization?: SerializationType;
}

/** A process of this program that is ended when it exceeds its memory limit. */
export class BoundedProcess {
  readonly channel: ChildProcess;
  /** Resolves when the process has ended, with the reason (meaningless after `kill`). */
  readonly ended: Promise<ProcessEnded>;

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
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      isOverBound ||= isMemoryLine(text);
      for (const line of text.split('\n')) if (line !== '') log(`${basename(servicePath, '.js')}: ${line}`);
    });
    const endWatch =
      child.pid === undefined
        ? () => undefined
        : watchMemory(child.pid, boundMb, () => {
            isOverBound = true;
            this.kill();
          });
    this.ended = new Promise((resolve) => {
      const end = (ending: ProcessEnding): void => {
        endWatch();
        resolve(new ProcessEnded(kind, isOverBound ? 'memory' : ending, memoryText(boundMb)));
      };
      // 'close' follows the end of stderr; only 'error' comes if the process couldn't be started.
      child.once('close', (_code, signal) => end(signal === null ? 'crash' : endingOf(signal)));
      child.on('error', () => end('crash'));
    });
  }

  kill(): void {
    this.channel.kill('SIGKILL');
  }
}

/** The system or people send these signals; a process that crashes sends itself others. */
function endingOf(signal: NodeJS.Signals): ProcessEnding {
  return signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT' ? 'killed' : 'crash';
}

/** A child that serves, or will soon. */
export class ServingProcess {
  /** Rejects if the child ends before it serves, with DatabaseRefused, ProcessEnded or its own error. */
  readonly ready: Promise<ServeReady>;
  /** Resolves when the child has ended for any reason. */
  readonly ended: Promise<ProcessEnded>;
  readonly #child: BoundedProcess;

  constructor(options: ChildOptions, request: ServeRequest | ServeDatabaseRequest) {
    const child = new BoundedProcess(options);
    this.#child = child;
    this.ended = child.ended;
    this.ready = new Promise((resolve, reject) => {
      child.channel.on('message', (message: ServeReady | Failed) => {
        if (message.kind === 'ready') resolve(message);
        else if (message.refusal !== undefined) reject(new DatabaseRefused(message.refusal));
        else reject(new Error(message.message));
      });
      void child.ended.then(reject);
    });
    this.ready.catch(() => undefined);
    child.channel.send(request);
  }

  kill(): void {
    this.#child.kill();
  }
}
