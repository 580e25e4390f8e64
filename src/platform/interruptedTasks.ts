import type { Disposing } from './disposables.ts';
import type { Failures } from './failures.ts';
import { showMessage } from './messages.ts';
import type { LongTask, UnfinishedTasks } from './unfinishedTasks.ts';
import { translate } from './windowLanguage.ts';
import { PLATFORM_WORDS } from './platformWords.ts';

/** Starts a task again from what was stored of it. */
export type Restarts = Readonly<Record<LongTask['kind'], (what: unknown) => Promise<unknown>>>;

/** Until then the previous window may still be closing, and restored panels start their own imports. */
const WAIT_MS = 5000;

/** Reports, once, what the previous window didn't finish. */
export function reportInterrupted(tasks: UnfinishedTasks, restarts: Restarts, failures: Failures): Disposing {
  const report = async ({ kind, title, what }: LongTask): Promise<void> => {
    const again = translate(PLATFORM_WORDS.startAgain);
    const text = translate(PLATFORM_WORDS.interrupted, { task: title });
    const answer = await showMessage('warning', text, ...(what === null ? [] : [again]));
    if (answer === again) await restarts[kind](what);
  };
  const timer = setTimeout(() => {
    void tasks.takeInterrupted().then((interrupted) => {
      for (const task of interrupted)
        report(task).catch((error: unknown) => failures.show('Start Again', error));
    });
  }, WAIT_MS);
  return { dispose: () => clearTimeout(timer) };
}
