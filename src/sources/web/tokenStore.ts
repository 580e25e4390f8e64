import * as v from 'valibot';
import * as vscode from 'vscode';
import { readStored, storedList } from '../../base/stored.ts';
import { Owner } from '../../platform/disposables.ts';
import type { Log } from '../../platform/log.ts';

const PREFIX = 'token:';
const tokenKey = v.pipe(
  v.string(),
  v.startsWith(PREFIX),
  v.transform((key) => key.slice(PREFIX.length)),
  v.url(),
);

/** API tokens in SecretStorage, each under the exact origin it was entered for. */
export class TokenStore extends Owner {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;
  readonly #changed = this.owned.add(new vscode.EventEmitter<string>());
  /** Fires with an origin whose token changed, in this window or another one. */
  readonly onDidChange = this.#changed.event;
  /** Whether origins have a token, for the tree's lock. Origins that weren't read are missing. */
  readonly #presence = new Map<string, boolean>();
  /** Number of changes of any token. A reading that began before the last one says nothing about the present. */
  #changes = 0;
  /** Tokens that the keyring couldn't store, or that aren't stored yet. */
  readonly #ofSession = new Map<string, string>();
  /** Origins whose token is stored after their portal was added to the list. */
  readonly #waiting = new Set<string>();

  constructor(secrets: vscode.SecretStorage, log: Log) {
    super();
    this.#secrets = secrets;
    this.#log = log;
    this.owned.add(
      secrets.onDidChange(({ key }) => {
        if (!key.startsWith(PREFIX)) return;
        this.#forget(key.slice(PREFIX.length));
      }),
    );
  }

  /** The token for the origin of this URL. Undefined if the keyring fails; the portal will then answer 403. */
  async get(url: string): Promise<string | undefined> {
    const { origin } = new URL(url);
    const changes = this.#changes;
    try {
      const token = this.#ofSession.get(origin) ?? (await this.#secrets.get(PREFIX + origin));
      if (this.#changes === changes) this.#presence.set(origin, token !== undefined);
      if (token !== undefined) this.#log.hide(token);
      return token;
    } catch (error) {
      this.#log.error('VS Code could not give the stored token', error);
      return undefined;
    }
  }

  async has(url: string): Promise<boolean> {
    return this.#presence.get(new URL(url).origin) ?? (await this.get(url)) !== undefined;
  }

  /** @returns `session` if the keyring failed (docs/security.md 10): the token is then lost when the window closes. */
  async set(url: string, token: string): Promise<'kept' | 'session'> {
    const { origin } = new URL(url);
    this.#log.hide(token);
    this.#waiting.delete(origin);
    try {
      await this.#secrets.store(PREFIX + origin, token);
      this.#outdate(origin);
      // Requests may need the token until the keyring has it.
      this.#ofSession.delete(origin);
      return 'kept';
    } catch (error) {
      this.#log.error('VS Code could not keep the token', error);
      this.#setForSession(origin, token);
      return 'session';
    }
  }

  /** Holds a token for a portal that isn't in the list yet. The token is used now and stored by `keepHeld`. */
  hold(url: string, token: string): void {
    const { origin } = new URL(url);
    this.#log.hide(token);
    this.#waiting.add(origin);
    this.#setForSession(origin, token);
  }

  /** Stores the held token after the portal was added to the list. See `set`. */
  async keepHeld(url: string): Promise<'kept' | 'session'> {
    const { origin } = new URL(url);
    const token = this.#waiting.has(origin) ? this.#ofSession.get(origin) : undefined;
    return token === undefined ? 'kept' : this.set(url, token);
  }

  /** All origins with a stored token, even without a portal. */
  async origins(): Promise<readonly string[]> {
    const keys = Promise.resolve(this.#secrets.keys());
    const stored = await keys.catch((error: unknown) =>
      this.#log.error('VS Code could not list the stored tokens', error),
    );
    const kept = readStored(storedList(tokenKey), stored) ?? [];
    return [...new Set([...kept, ...this.#ofSession.keys()])].sort();
  }

  async remove(url: string): Promise<void> {
    const { origin } = new URL(url);
    this.#waiting.delete(origin);
    if (this.#ofSession.delete(origin)) this.#forget(origin);
    await this.#secrets.delete(PREFIX + origin);
    this.#outdate(origin);
  }

  #setForSession(origin: string, token: string): void {
    this.#ofSession.set(origin, token);
    this.#forget(origin);
  }

  #forget(origin: string): void {
    this.#outdate(origin);
    this.#changed.fire(origin);
  }

  #outdate(origin: string): void {
    this.#changes += 1;
    this.#presence.delete(origin);
  }
}
