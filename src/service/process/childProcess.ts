import { fork, type ChildProcess } from 'node:child_process';

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
