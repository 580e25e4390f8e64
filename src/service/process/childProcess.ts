import { fork, type ChildProcess } from 'node:child_process';
import { basename } from 'node:path';
import { DatabaseRefused } from './databaseRefused.ts';
import type { Failed, ServeDatabaseRequest, ServeReady, ServeRequest } from './protocol.ts';

/** Each query in DuckDB holds one of these threads; slow ones must not hold up the others. */
const POOL_THREADS = '16';

/** Starts a bundle of the service with this program's own runtime (in VS Code that is Electron as Node). */
export function startChild(servicePath: string, log: (line: string) => void): ChildProcess {
  const child = fork(servicePath, [], {
    execPath: process.execPath,
    execArgv: [],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', UV_THREADPOOL_SIZE: POOL_THREADS },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (line !== '') log(`${basename(servicePath, '.js')}: ${line}`);
  });
  return child;
}

/** A child that serves, or is about to. */
export class ServingProcess {
  /** Rejects when the child ends before it serves. */
  readonly ready: Promise<ServeReady>;
  /** Resolves when the child has ended, for whatever reason. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;

  /** `ready` rejects with DatabaseRefused where a database lets nobody in. */
  constructor(
    servicePath: string,
    request: ServeRequest | ServeDatabaseRequest,
    log: (line: string) => void,
  ) {
    const child = startChild(servicePath, log);
    this.#child = child;
    this.ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    this.ready = new Promise((resolve, reject) => {
      child.on('message', (message: ServeReady | Failed) => {
        if (message.kind === 'ready') resolve(message);
        else if (message.refusal !== undefined) reject(new DatabaseRefused(message.refusal));
        else reject(new Error(message.message));
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error('The process that serves the records ended unexpectedly.')));
    });
    this.ready.catch(() => undefined);
    child.send(request);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
