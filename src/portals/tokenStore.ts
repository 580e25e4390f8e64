import * as vscode from 'vscode';
import { DisposableStore } from '../platform/disposables.ts';
import type { Log } from '../platform/log.ts';

const PREFIX = 'token:';

/** API tokens in SecretStorage, each under the exact origin it was given for. There is no other way to look one up. */
export class TokenStore implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<void>());
  /** Fires also when another window set or removed a token. */
  readonly onDidChange = this.#changed.event;
  /** Origins known to have a token (true) or none (false), for the tree's lock. */
  readonly #known = new Map<string, boolean>();
  readonly #ofSession = new Map<string, string>();

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

  /** @returns `session` when the keyring failed (threat T11): the token then lives as long as this window. */
  async set(url: string, token: string): Promise<'kept' | 'session'> {
    const { origin } = new URL(url);
    this.#log.hide(token);
    this.#ofSession.delete(origin);
    try {
      await this.#secrets.store(PREFIX + origin, token);
      return 'kept';
    } catch (error) {
      this.#log.error('VS Code could not keep the token', error);
      this.#ofSession.set(origin, token);
      this.#forget(origin);
      return 'session';
    }
  }

  async remove(url: string): Promise<void> {
    const { origin } = new URL(url);
    if (this.#ofSession.delete(origin)) this.#forget(origin);
    await this.#secrets.delete(PREFIX + origin);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #forget(origin: string): void {
    this.#known.delete(origin);
    this.#changed.fire();
  }
}
