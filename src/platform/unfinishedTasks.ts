/** Long work of a window, kept in its workspace's storage while it goes on: the next window can say what did not finish. */
import { rm } from 'node:fs/promises';
import type { Memento } from 'vscode';
import { isLeftBehind, ownName } from '../disk/owner.ts';
import { holdsSecret, hideSecrets } from '../base/secretText.ts';
import { isObject } from '../base/shape.ts';

export interface LongTask {
  readonly kind: 'export' | 'copy' | 'import';
  /** As its progress says: "Exporting records of Trees". */
  readonly title: string;
  /** What it takes to start it again, as JSON; `null` where that holds a secret and was not kept. */
  readonly what: unknown;
}

interface KeptTask extends LongTask {
  /** The process that does it (store/owner.ts). */
  readonly owner: string;
  /** A file that it takes away, or renames, when it ends; its name has its owner, too. */
  readonly partFile?: string;
}

const KEY = 'unfinishedTasks';
const KINDS: readonly unknown[] = ['export', 'copy', 'import'] satisfies readonly LongTask['kind'][];

export class UnfinishedTasks {
  readonly #state: Pick<Memento, 'get' | 'update'>;
  readonly #running = new Map<string, KeptTask>();
  /** Titles since this window began: a file that is imported again may be read in another way. */
  readonly #begun = new Set<string>();
  #earlier: readonly KeptTask[];
  #isClosed = false;

  constructor(state: Pick<Memento, 'get' | 'update'>) {
    this.#state = state;
    const kept = state.get<unknown>(KEY);
    this.#earlier = Array.isArray(kept) ? kept.filter(isKeptTask) : [];
  }

  /** Keeps the task in mind while `work` goes on, which says what file it writes for the time being. */
  async during<T>(task: LongTask, work: (writes: (partFile: string) => void) => Promise<T>): Promise<T> {
    const owner = `task-${ownName()}`;
    const { kind } = task;
    const title = hideSecrets(task.title);
    this.#begun.add(title);
    const what = holdsSecret(JSON.stringify(task.what)) ? null : task.what;
    const keep = (partFile?: string): void => {
      this.#running.set(owner, { kind, title, what, owner, ...(partFile !== undefined && { partFile }) });
      this.#save();
    };
    keep();
    try {
      return await work(keep);
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
    for (const { partFile } of left)
      if (partFile !== undefined && isLeftBehind(partFile)) await rm(partFile, { force: true });
    return left.filter(({ title }) => !this.#begun.has(title));
  }

  /** From here on tasks end because the window does: they stay unfinished. */
  dispose(): void {
    this.#isClosed = true;
  }

  #save(): void {
    if (!this.#isClosed) void this.#state.update(KEY, [...this.#earlier, ...this.#running.values()]);
  }
}

function isKeptTask(value: unknown): value is KeptTask {
  if (!isObject(value)) return false;
  const { kind, title, owner, partFile } = value;
  const hasFile = partFile === undefined || typeof partFile === 'string';
  return KINDS.includes(kind) && typeof title === 'string' && typeof owner === 'string' && hasFile;
}
