import * as v from 'valibot';
import * as vscode from 'vscode';
import { readStored, storedList } from '../../base/stored.ts';
import { DisposableStore } from '../../platform/disposables.ts';
import type { Log } from '../../platform/log.ts';

const PREFIX = 'token:';
/** Read as the origin in it. */
const tokenKey = v.pipe(
  v.string(),
  v.startsWith(PREFIX),
  v.transform((key) => key.slice(PREFIX.length)),
  v.url(),
);

/** API tokens in SecretStorage, each under the exact origin it was given for. */
export class TokenStore implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<string>());
  /** The origin whose token is another one now; fires also when another window set or removed it. */
  readonly onDidChange = this.#changed.event;
  /** Origins known to have a token (true) or none (false), for the tree's lock. */
  readonly #known = new Map<string, boolean>();
  /** Tokens that are in no keyring. */
  readonly #ofSession = new Map<string, string>();
  /** Origins whose token is stored once their portal is in the list. */
  readonly #waiting = new Set<string>();

  constructor(secrets: vscode.SecretStorage, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
    this.#store.add(
      secrets.onDidChange(({ key }) => {
        if (!key.startsWith(PREFIX)) return;
        this.#forget(key.slice(PREFIX.length));
      }),
    );
  }

  /** The token for the origin of this URL. A keyring that fails counts as having none: the portal will say 403. */
  async get(url: string): Promise<string | undefined> {
    const { origin } = new URL(url);
    try {
      const token = this.#ofSession.get(origin) ?? (await this.#secrets.get(PREFIX + origin));
      this.#known.set(origin, token !== undefined);
      if (token !== undefined) this.#log.hide(token);
      return token;
    } catch (error) {
      this.#log.error('VS Code could not give the stored token', error);
      return undefined;
    }
  }

  async has(url: string): Promise<boolean> {
    return this.#known.get(new URL(url).origin) ?? (await this.get(url)) !== undefined;
  }

  /** @returns `session` when the keyring failed (docs/security.md 10): the token then lives as long as this window. */
  async set(url: string, token: string): Promise<'kept' | 'session'> {
    const { origin } = new URL(url);
    this.#log.hide(token);
    this.#waiting.delete(origin);
    try {
      await this.#secrets.store(PREFIX + origin, token);
      // Not before: questions go on meanwhile.
      this.#ofSession.delete(origin);
      return 'kept';
    } catch (error) {
      this.#log.error('VS Code could not keep the token', error);
      this.#setForSession(origin, token);
      return 'session';
    }
  }

  /** For a portal that isn't in the list yet: the token is used now, and stored once `keepHeld` is called. */
  hold(url: string, token: string): void {
    const { origin } = new URL(url);
    this.#log.hide(token);
    this.#waiting.add(origin);
    this.#setForSession(origin, token);
  }

  /** The portal at this URL is in the list now: stores the token that was held for it. See `set`. */
  async keepHeld(url: string): Promise<'kept' | 'session'> {
    const { origin } = new URL(url);
    const token = this.#waiting.has(origin) ? this.#ofSession.get(origin) : undefined;
    return token === undefined ? 'kept' : this.set(url, token);
  }

  /** Every origin that a token is stored for, whether or not it has a portal. */
  async origins(): Promise<readonly string[]> {
    const stored = await this.#storedKeys();
    const kept = readStored(storedList(tokenKey), stored) ?? [];
    return [...new Set([...kept, ...this.#ofSession.keys()])].sort();
  }

  async remove(url: string): Promise<void> {
    const { origin } = new URL(url);
    this.#waiting.delete(origin);
    if (this.#ofSession.delete(origin)) this.#forget(origin);
    await this.#secrets.delete(PREFIX + origin);
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #storedKeys(): Promise<readonly string[]> {
    try {
      return await this.#secrets.keys();
    } catch (error) {
      this.#log.error('VS Code could not list the stored tokens', error);
      return [];
    }
  }

  #setForSession(origin: string, token: string): void {
    this.#ofSession.set(origin, token);
    this.#forget(origin);
  }

  #forget(origin: string): void {
    this.#known.delete(origin);
    this.#changed.fire(origin);
  }
}
