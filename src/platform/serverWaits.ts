/** Tells people of waits that servers ask for, with Try Now; a server's wait once, whatever waits for it. */
import { describeWait, WAIT_WORDS } from '../datastore/client/waitWords.ts';
import type { OnWait, Wait } from '../http/originGate.ts';
import { showMessage } from './messages.ts';
import { translate, windowLanguage } from './windowLanguage.ts';

/** A shorter wait is over before it could be read. */
const UNSEEN_MS = 3000;

export class ServerWaits {
  /** By host: how many requests wait, while one message tells of them. */
  readonly #told = new Map<string, number>();

  readonly onWait: OnWait = (wait) => {
    if (wait.ms < UNSEEN_MS) return () => undefined;
    const { host } = wait;
    const others = this.#told.get(host) ?? 0;
    this.#told.set(host, others + 1);
    if (others === 0) void this.#tell(wait);
    return () => {
      const left = (this.#told.get(host) ?? 1) - 1;
      if (left > 0) this.#told.set(host, left);
      else this.#told.delete(host);
    };
  };

  async #tell(wait: Wait): Promise<void> {
    const tryNow = translate(WAIT_WORDS.tryNow);
    const answer = await showMessage('information', describeWait(wait, windowLanguage), tryNow);
    if (answer === tryNow) wait.tryNow();
  }
}
