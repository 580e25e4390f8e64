/** Long work of a window, kept in its workspace's storage while it goes on: the next window can say what did not finish. */
import { rm } from 'node:fs/promises';
import * as v from 'valibot';
import type { Memento } from 'vscode';
import { isLeftBehind, ownName } from '../disk/owner.ts';
import { holdsSecret, hideSecrets } from '../base/secretText.ts';
import { readStored, storedList } from '../base/stored.ts';

const keptTask = v.object({
  kind: v.picklist(['export', 'copy', 'file', 'import']),
  /** As its progress says: "Exporting records of Trees". */
  title: v.string(),
  /** What it takes to start it again, as JSON; `null` where that holds a secret and was not kept. */
  what: v.optional(v.unknown(), null),
  /** The process that does it (disk/owner.ts). */
  owner: v.string(),
  /** Files that it takes away, or renames, when it ends; their names have their owner, too. */
  partFiles: v.optional(v.array(v.string()), []),
});

type KeptTask = Readonly<v.InferOutput<typeof keptTask>>;
export type LongTask = Pick<KeptTask, 'kind' | 'title' | 'what'>;

const KEY = 'unfinishedTasks';

export class UnfinishedTasks {
  readonly #state: Pick<Memento, 'get' | 'update'>;
  readonly #running = new Map<string, KeptTask>();
  /** Titles since this window began: a file that is imported again may be read in another way. */
  readonly #begun = new Set<string>();
  #earlier: readonly KeptTask[];
  #isClosed = false;

  constructor(state: Pick<Memento, 'get' | 'update'>) {
    this.#state = state;
    this.#earlier = readStored(storedList(keptTask), state.get(KEY)) ?? [];
  }

  /** Keeps the task in mind while `work` goes on, which says what files it writes for the time being. */
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

  /** Takes out what windows that are gone did not finish, and the files that they left. What goes on again is not among it. */
  async takeInterrupted(): Promise<readonly LongTask[]> {
    const left = this.#earlier.filter(({ owner }) => isLeftBehind(owner));
    if (left.length === 0) return [];
    this.#earlier = this.#earlier.filter((task) => !left.includes(task));
    this.#save();
    for (const partFile of left.flatMap(({ partFiles }) => partFiles))
      if (isLeftBehind(partFile)) await rm(partFile, { force: true });
    return left.filter(({ title }) => !this.#begun.has(title));
  }

  /** From now on tasks end because the window closes: they remain unfinished. */
  dispose(): void {
    this.#isClosed = true;
  }

  #save(): void {
    if (!this.#isClosed) void this.#state.update(KEY, [...this.#earlier, ...this.#running.values()]);
  }
}
