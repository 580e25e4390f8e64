/** The side of a child process: it answers its parent's requests, and ends with it. */
import { keepBoundOfParent } from './memoryBound.ts';
import { failureOf, type ChildMessage } from './protocol.ts';

/**
 * `answer` takes the requests that its process gets, and returns the message that answers one, if any. If it fails, the
 * parent is told and this process ends.
 */
export function answerParent(
  answer: (request: never) => Promise<ChildMessage | undefined>,
  onEnd: () => void = () => undefined,
): void {
  keepBoundOfParent();
  // The process must end with the window that uses it, however the window ends. A normal exit would wait for DuckDB.
  process.once('disconnect', () => {
    onEnd();
    process.kill(process.pid, 'SIGKILL');
  });
  process.on('message', (request) => {
    answer(request as never)
      .then((message) => message && sendParent(message))
      .catch((error: unknown) => sendParent(failureOf(error)).then(() => process.exit(1)));
  });
}

/** Resolves when the message is on its way. */
export function sendParent(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}

export function logError(line: string): void {
  process.stderr.write(`${line}\n`);
}
