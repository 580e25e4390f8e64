import type { Disposing } from './disposables.ts';
import type { FailureAction, Failures } from './failures.ts';
import type { LongTask, UnfinishedTasks } from './unfinishedTasks.ts';
import { translate } from './windowLanguage.ts';
import { PLATFORM_WORDS } from './platformWords.ts';

/** Actions for each kind of interrupted task, from its stored details. */
export type Restarts = Readonly<Record<LongTask['kind'], (what: unknown) => readonly FailureAction[]>>;

export function startAgain(start: (what: unknown) => unknown): Restarts[LongTask['kind']] {
  return (what) => [{ label: translate(PLATFORM_WORDS.startAgain), run: () => start(what) }];
}

/** Time for the previous window to close, and for restored panels to start their own imports. */
const WAIT_MS = 5000;

/** Reports once what the previous window didn't finish. */
export function reportInterrupted(tasks: UnfinishedTasks, restarts: Restarts, failures: Failures): Disposing {
  const report = ({ kind, title, what }: LongTask): void => {
    const text = translate(PLATFORM_WORDS.interrupted, { task: title });
    failures.offer('Start Again', 'warning', text, what === null ? [] : restarts[kind](what));
  };
  const timer = setTimeout(() => {
    void tasks.takeInterrupted().then((interrupted) => {
      for (const task of interrupted) report(task);
    });
  }, WAIT_MS);
  return { dispose: () => clearTimeout(timer) };
}
