/** Long tasks of a window, stored in its workspace so that the next window can report what didn't finish. */
import { rm } from 'node:fs/promises';
import * as v from 'valibot';
import { isLeftBehind, ownName } from '../../disk/owner.ts';
import { holdsSecret, hideSecrets } from '../../base/secretText.ts';
import type { Shape } from '../../base/schema.ts';
import type { Disposing } from '../disposables.ts';
import type { FailureAction, Failures } from '../failures.ts';
import { PLATFORM_WORDS } from '../platformWords.ts';
import { type Storage, StoredList } from './stored.ts';
import { translate } from '../windowLanguage.ts';

const keptTask = v.object({
  kind: v.picklist(['export', 'copy', 'file', 'import']),
  /** The title of its progress: "Exporting records of Trees". */
  title: v.string(),
  /** Arguments for starting the task again, as JSON. `null` if they contained a secret and weren't stored. */
  what: v.optional(v.unknown(), null),
  /** The process that runs the task (disk/owner.ts). */
  owner: v.string(),
  /** Files that the task deletes or renames when it ends. Their names contain an owner, too. */
  partFiles: v.optional(v.array(v.string()), []),
});

type KeptTask = Shape<typeof keptTask>;
export type LongTask = Pick<KeptTask, 'kind' | 'title' | 'what'>;

export class UnfinishedTasks {
  readonly #stored: StoredList<typeof keptTask>;
  readonly #running = new Map<string, KeptTask>();
  /** Titles of tasks begun in this window. A file imported again may have other options. */
  readonly #begun = new Set<string>();
  #earlier: readonly KeptTask[];
  #isClosed = false;

  constructor(state: Storage) {
    this.#stored = new StoredList(state, { key: 'unfinishedTasks', item: keptTask });
    this.#earlier = this.#stored.items;
  }

  /** Stores the task while `work` runs. `work` reports the temporary files that it writes. */
  async during<T>(task: LongTask, work: (writes: (partFile: string) => void) => Promise<T>): Promise<T> {
    const owner = `task-${ownName()}`;
    const { kind } = task;
    const title = hideSecrets(task.title);
    this.#begun.add(title);
    const what = holdsSecret(JSON.stringify(task.what)) ? null : task.what;
    const keep = (partFiles: readonly string[]): void => {
      this.#running.set(owner, { kind, title, what, owner, partFiles: [...partFiles] });
      this.#save();
    };
    const partFiles: string[] = [];
    keep(partFiles);
    try {
      return await work((partFile) => {
        partFiles.push(partFile);
        keep(partFiles);
      });
    } finally {
      this.#running.delete(owner);
      this.#save();
    }
  }

  /** Removes and returns closed windows' unfinished tasks that weren't begun again, and deletes temporary files. */
  async takeInterrupted(): Promise<readonly LongTask[]> {
    const left = this.#earlier.filter(({ owner }) => isLeftBehind(owner));
    if (left.length === 0) return [];
    this.#earlier = this.#earlier.filter((task) => !left.includes(task));
    this.#save();
    for (const partFile of left.flatMap(({ partFiles }) => partFiles))
      if (isLeftBehind(partFile)) await rm(partFile, { force: true });
    return left.filter(({ title }) => !this.#begun.has(title));
  }

  /** Tasks that end from now on, because the window closes, stay unfinished. */
  dispose(): void {
    this.#isClosed = true;
  }

  #save(): void {
    if (!this.#isClosed) void this.#stored.set([...this.#earlier, ...this.#running.values()]);
  }
}

export type Restarts = Readonly<Record<LongTask['kind'], (what: unknown) => readonly FailureAction[]>>;

export function startAgain(start: (what: unknown) => unknown): Restarts[LongTask['kind']] {
  return (what) => [{ label: translate(PLATFORM_WORDS.startAgain), run: () => start(what) }];
}

/** Time for the previous window to close, and for restored panels to start their own imports. */
const WAIT_MS = 5000;

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
