import type { ChildProcess } from 'node:child_process';
import { startChild } from './childProcess.ts';
import type { Failed, ServeReady, ServeRequest } from './protocol.ts';

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
