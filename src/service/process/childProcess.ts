import { fork, type ChildProcess } from 'node:child_process';
import type { Failed, ServeReady, ServeRequest } from './protocol.ts';

/** Each query in DuckDB holds one of these threads; slow ones must not hold up the others. */
const POOL_THREADS = '16';

/** Starts the service's bundle with this program's own runtime (in VS Code that is Electron as Node). */
export function startChild(servicePath: string, log: (line: string) => void): ChildProcess {
  const child = fork(servicePath, [], {
    execPath: process.execPath,
    execArgv: [],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', UV_THREADPOOL_SIZE: POOL_THREADS },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (line !== '') log(`local datastore: ${line}`);
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

  constructor(servicePath: string, request: ServeRequest, log: (line: string) => void) {
    const child = startChild(servicePath, log);
    this.#child = child;
    this.ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    this.ready = new Promise((resolve, reject) => {
      child.on('message', (message: ServeReady | Failed) => {
        if (message.kind === 'ready') resolve(message);
        else reject(new Error(message.message));
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error('The process that serves local files ended unexpectedly.')));
    });
    this.ready.catch(() => undefined);
    child.send(request);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
