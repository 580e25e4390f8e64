/** Long tasks in a panel's status line, with Pause and Cancel. When the panel closes, a notification shows them. */
import { defined } from '../base/defined.ts';
import { unlessAborted } from '../base/untilAborted.ts';
import type { Disposing } from '../platform/disposables.ts';
import { type Report, withProgress } from '../platform/progress.ts';
import { percentText } from '../platform/quantities.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { GridScreen } from './gridScreen.ts';
import type { PanelWaits } from './panelWaits.ts';
import type { PlacedTask, TaskPlace } from './recordsPorts.ts';
import { TASK_WORDS } from './recordsWords.ts';

/** Time between two messages to the page, because a fast export reports hundreds of times a second. */
const SHOWN_MS = 200;

export interface PanelTasksOptions {
  readonly screen: Pick<GridScreen, 'setTask'>;
  readonly waits: Pick<PanelWaits, 'during'>;
}

export class PanelTasks implements TaskPlace, Disposing {
  readonly #options: PanelTasksOptions;
  readonly #running = new Set<PanelTask<unknown>>();
  #count = 0;
  #isGone = false;

  constructor(options: PanelTasksOptions) {
    this.#options = options;
  }

  async run<T>(placed: PlacedTask<T>): Promise<T | undefined> {
    // People may have closed the panel while they chose a place.
    if (this.#isGone) return withProgress(placed.title, placed.work);
    this.#count += 1;
    const task = new PanelTask(placed, `task-${String(this.#count)}`, this.#options);
    this.#running.add(task);
    return task.done.finally(() => this.#running.delete(task));
  }

  dispose(): void {
    this.#isGone = true;
    for (const task of [...this.#running]) task.leave();
  }
}

class PanelTask<T> {
  readonly #placed: PlacedTask<T>;
  readonly #id: string;
  readonly #options: PanelTasksOptions;
  readonly done: Promise<T | undefined>;
  /** Aborts the current run, which lasts from the beginning or Resume to the end or Pause. */
  #stop = new AbortController();
  #state: 'running' | 'pausing' | 'paused' | 'cancelled' = 'running';
  #wake: () => void = () => undefined;
  #last: Parameters<Report> = [''];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasLeft = false;
  #elsewhere: Report | undefined;

  constructor(placed: PlacedTask<T>, id: string, options: PanelTasksOptions) {
    this.#placed = placed;
    this.#id = id;
    this.#options = options;
    this.done = this.#run();
  }

  /** Moves the task to a notification, because the panel closed. */
  leave(): void {
    this.#hasLeft = true;
    if (this.#state !== 'running') {
      this.#cancel();
      return;
    }
    void withProgress(this.#placed.title, async (signal, report) => {
      this.#elsewhere = report;
      signal.addEventListener('abort', this.#cancel, { once: true });
      report(...this.#last);
      await this.done.catch(() => undefined);
    });
  }

  async #run(): Promise<T | undefined> {
    try {
      for (;;) {
        const { signal } = (this.#stop = new AbortController());
        this.#show();
        const work = this.#placed.work(signal, (...news) => this.#report(news));
        const outcome = await this.#options.waits.during(unlessAborted(work, signal), false);
        if (outcome !== undefined || !signal.aborted || this.#state === 'cancelled') return outcome;
        await this.#paused();
        if (this.#isCancelled) return undefined;
      }
    } finally {
      if (!this.#hasLeft) this.#options.screen.setTask(this.#id, undefined);
      clearTimeout(this.#timer);
    }
  }

  async #paused(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#wake = () => resolve(undefined);
    this.#state = 'paused';
    this.#show();
    await promise;
  }

  /** A getter, because the state may change while `run` waits. */
  get #isCancelled(): boolean {
    return this.#state === 'cancelled';
  }

  readonly #cancel = (): void => {
    this.#state = 'cancelled';
    this.#stop.abort();
    this.#wake();
  };

  readonly #pause = (): void => {
    if (this.#state !== 'running') return;
    this.#state = 'pausing';
    this.#stop.abort();
    this.#show();
  };

  readonly #resume = (): void => {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    this.#wake();
  };

  #report(news: Parameters<Report>): void {
    this.#last = news;
    this.#elsewhere?.(...news);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#show();
    }, SHOWN_MS);
  }

  #show(): void {
    if (this.#hasLeft) return;
    const { title, canPause = false } = this.#placed;
    const [message, fraction] = this.#last;
    const isPaused = this.#state === 'paused' || this.#state === 'pausing';
    const share = fraction === undefined ? '' : percentText(fraction);
    const paused = share === '' ? TASK_WORDS.paused : TASK_WORDS.pausedAt;
    const toggle = isPaused
      ? ({ label: translate(TASK_WORDS.resume), icon: 'debug-continue', run: this.#resume } as const)
      : ({ label: translate(TASK_WORDS.pause), icon: 'debug-pause', run: this.#pause } as const);
    this.#options.screen.setTask(this.#id, {
      title,
      text: isPaused ? translate(paused, { 0: share }) : message,
      ...defined({ fraction }),
      ...(isPaused && { isPaused }),
      tools: [
        ...(canPause ? [toggle] : []),
        { label: translate(TASK_WORDS.cancelExport), icon: 'close', run: this.#cancel },
      ],
    });
  }
}
