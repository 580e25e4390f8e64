import type * as vscode from 'vscode';
import type { Log } from '../../platform/log.ts';

const PREFIX = 'password:';

/** Passwords of databases in SecretStorage, each under the base URL of its portal. */
export class PasswordStore {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;
  /** Passwords that the keyring couldn't store. */
  readonly #ofSession = new Map<string, string>();

  constructor(secrets: vscode.SecretStorage, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
  }

  /** If the keyring fails, the password counts as missing, and the database will refuse the connection. */
  async get(baseUrl: string): Promise<string | undefined> {
    try {
      const password = this.#ofSession.get(baseUrl) ?? (await this.#secrets.get(PREFIX + baseUrl));
      this.#hide(baseUrl, password);
      return password;
    } catch (error) {
      this.#log.error('VS Code could not give the stored password', error);
      return undefined;
    }
  }

  /** Stores a password, or removes an empty one. Returns `session` if the keyring failed: only this window has it. */
  async set(baseUrl: string, password: string): Promise<'kept' | 'session'> {
    if (password === '') {
      await this.remove(baseUrl);
      return 'kept';
    }
    this.#hide(baseUrl, password);
    try {
      await this.#secrets.store(PREFIX + baseUrl, password);
      this.#ofSession.delete(baseUrl);
      return 'kept';
    } catch (error) {
      this.#log.error('VS Code could not keep the password', error);
      this.#ofSession.set(baseUrl, password);
      return 'session';
    }
  }

  async remove(baseUrl: string): Promise<void> {
    this.#ofSession.delete(baseUrl);
    await this.#secrets.delete(PREFIX + baseUrl);
  }

  /** A password that is part of the address isn't secret, and hiding it would make the address unreadable. */
  #hide(baseUrl: string, password: string | undefined): void {
    if (password !== undefined && !baseUrl.includes(password)) this.#log.hide(password);
  }
}
