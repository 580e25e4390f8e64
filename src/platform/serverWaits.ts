/**
 * Waits before a server is asked again. Panels show the waits of their own server, and a message with Try Now shows
 * others.
 */
import { describeWait, WAIT_WORDS } from '../datastore/wire/waitWords.ts';
import type { OnWait, Wait } from '../http/originGate.ts';
import type { Disposing } from './disposables.ts';
import { showMessage } from './messages.ts';
import { translate, windowLanguage } from './windowLanguage.ts';

/** Shortest wait that a message reports. */
const UNTOLD_MS = 3000;
/** Shortest wait that is shown at all. */
const UNSEEN_MS = 1000;

/** A running wait. Of several for one server, the one that ends last is shown. */
export interface RunningWait extends Omit<Wait, 'ms'> {
  /** End of the wait on the clock of `performance.now()`. */
  readonly until: number;
}

export interface WaitWatcher {
  readonly isSeen: () => boolean;
  /** Shows a wait. Undefined means that it is over. */
  readonly show: (wait: RunningWait | undefined) => void;
}

export class ServerWaits {
  readonly #running = new Map<string, Set<RunningWait>>();
  readonly #watchers = new Map<string, Set<WaitWatcher>>();
  /** Hosts whose waits are shown in a message. */
  readonly #told = new Set<string>();

  readonly onWait: OnWait = (wait) => {
    if (wait.ms < UNSEEN_MS) return () => undefined;
    const { ms, ...told } = wait;
    const { host, reason } = told;
    const running = { ...told, until: performance.now() + ms };
    const all = within(this.#running, host);
    all.add(running);
    const isSeen = this.#watchersOf(host).some((watcher) => watcher.isSeen());
    const isAsked = reason === undefined;
    if (isAsked && ms >= UNTOLD_MS && !isSeen && !this.#told.has(host)) void this.#tell(wait);
    this.#show(host);
    return () => {
      all.delete(running);
      if (all.size === 0) this.#told.delete(host);
      this.#show(host);
    };
  };

  /** Adds a display for a host, and shows it the running wait. `host` includes the port. */
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
  const set = sets.get(host) ?? new Set();
  sets.set(host, set);
  return set;
}
