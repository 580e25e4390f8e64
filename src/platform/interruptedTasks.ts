import type { Disposing } from './disposables.ts';
import type { Failures } from './failures.ts';
import { showMessage } from './messages.ts';
import type { LongTask, UnfinishedTasks } from './unfinishedTasks.ts';
import { translate } from './words.ts';
import { PLATFORM_WORDS } from './platformWords.ts';

/** Starts a task again; `what`: as it was kept. */
export type Restarts = Readonly<Record<LongTask['kind'], (what: unknown) => Promise<unknown>>>;

/** A window that is being reloaded may still end, and panels that come back begin their imports by themselves. */
const SETTLED_MS = 5000;

/** Says once what the window before this one did not finish. */
export function reportInterrupted(tasks: UnfinishedTasks, restarts: Restarts, failures: Failures): Disposing {
  const tell = async ({ kind, title, what }: LongTask): Promise<void> => {
    const again = translate(PLATFORM_WORDS.startAgain);
    const text = translate(PLATFORM_WORDS.interrupted, { task: title });
    const answer = await showMessage('warning', text, ...(what === null ? [] : [again]));
    if (answer === again) await restarts[kind](what);
  };
  const timer = setTimeout(() => {
    void tasks.takeInterrupted().then((interrupted) => {
      for (const task of interrupted)
        tell(task).catch((error: unknown) => failures.show('Start Again', error));
    });
  }, SETTLED_MS);
  return { dispose: () => clearTimeout(timer) };
}
