/** Waits before a server is asked again. Those who ask it show them, or a message tells of them, with Try Now. */
import { describeWait, WAIT_WORDS } from '../datastore/wire/waitWords.ts';
import type { OnWait, Wait } from '../http/originGate.ts';
import type { Disposing } from './disposables.ts';
import { showMessage } from './messages.ts';
import { translate, windowLanguage } from './windowLanguage.ts';

/** A shorter wait is over before a message could be read. */
const UNTOLD_MS = 3000;
/** A shorter one is not shown at all. */
const UNSEEN_MS = 1000;

/** What goes on now: the last of a server's waits to end. */
export interface RunningWait extends Omit<Wait, 'ms'> {
  /** When it ends; of `performance.now()`. */
  readonly until: number;
}

/** Shows the waits of one server. */
export interface WaitWatcher {
  /** People see what it shows. */
  readonly isSeen: () => boolean;
  /** Undefined: it is over. */
  readonly show: (wait: RunningWait | undefined) => void;
}

export class ServerWaits {
  /** By host. */
  readonly #running = new Map<string, Set<RunningWait>>();
  readonly #watchers = new Map<string, Set<WaitWatcher>>();
  /** Hosts whose waits a message tells of. */
  readonly #told = new Set<string>();

  readonly onWait: OnWait = (wait) => {
    if (wait.ms < UNSEEN_MS) return () => undefined;
    const { host, ms, isAsked, tryNow } = wait;
    const running = { host, isAsked, tryNow, until: performance.now() + ms };
    const all = within(this.#running, host);
    all.add(running);
    const isSeen = this.#watchersOf(host).some((watcher) => watcher.isSeen());
    if (isAsked && ms >= UNTOLD_MS && !isSeen && !this.#told.has(host)) void this.#tell(wait);
    this.#show(host);
    return () => {
      all.delete(running);
      if (all.size === 0) this.#told.delete(host);
      this.#show(host);
    };
  };

  /** `host`: with its port. Shows also what goes on already. */
  watch(host: string, watcher: WaitWatcher): Disposing {
    const watchers = within(this.#watchers, host);
    watchers.add(watcher);
    watcher.show(this.#waitFor(host));
    return { dispose: () => watchers.delete(watcher) };
  }

  #show(host: string): void {
    for (const watcher of this.#watchersOf(host)) watcher.show(this.#waitFor(host));
  }

  #watchersOf(host: string): readonly WaitWatcher[] {
    return [...(this.#watchers.get(host) ?? [])];
  }

  #waitFor(host: string): RunningWait | undefined {
    const all = [...(this.#running.get(host) ?? [])];
    const last = all.toSorted((one, other) => other.until - one.until)[0];
    const tryNow = () => {
      for (const each of all) each.tryNow();
    };
    return last && { ...last, tryNow };
  }

  async #tell(wait: Wait): Promise<void> {
    this.#told.add(wait.host);
    const tryNow = translate(WAIT_WORDS.tryNow);
    const answer = await showMessage('information', describeWait(wait, windowLanguage), tryNow);
    if (answer === tryNow) wait.tryNow();
  }
}

function within<T>(sets: Map<string, Set<T>>, host: string): Set<T> {
  const known = sets.get(host) ?? new Set();
  sets.set(host, known);
  return known;
}
