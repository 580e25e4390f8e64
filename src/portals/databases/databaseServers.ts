import type { Disposable } from 'vscode';
import type { PortalAccess } from '../../datastore/client/model.ts';
import { Problem } from '../../platform/problem.ts';
import { processProblem } from '../../platform/processProblem.ts';
import type { Portal } from '../../platform/portal.ts';
import { translate, windowLanguage } from '../../platform/windowLanguage.ts';
import {
  DatabaseRefused,
  type DatabaseServer,
  databaseText,
  type DatabaseOptions,
  ProcessEnded,
} from '../../service/index.ts';
import { databaseOf } from './databaseAddress.ts';
import { PORTAL_WORDS } from '../portalWords.ts';
import { DATABASE_WORDS } from './databaseWords.ts';
import type { PasswordStore } from './passwordStore.ts';

type Server = Pick<DatabaseServer, 'access' | 'dispose'>;

/** Which database it is in front of, and with which password. */
interface Running {
  readonly server: Server;
  readonly options: string;
}

/** The processes in front of the databases that are portals: each begins when its portal is first asked. */
export class DatabaseServers implements Disposable {
  readonly #passwords: PasswordStore;
  readonly #open: (options: DatabaseOptions) => Server;
  readonly #running = new Map<string, Running>();

  constructor(passwords: PasswordStore, open: (options: DatabaseOptions) => Server) {
    this.#passwords = passwords;
    this.#open = open;
  }

  /** Where the portal's tables are served now: its own address stays, this one changes. Throws Problem. */
  async access(portal: Portal, signal: AbortSignal): Promise<PortalAccess> {
    const address = databaseOf(portal);
    if (address === undefined) throw new Problem(translate(PORTAL_WORDS.invalidAddress));
    const password = await this.#passwords.get(portal.baseUrl);
    try {
      const options = { ...address, ...(password !== undefined && { password }) };
      return await this.#serverFor(portal.id, options).access(signal);
    } catch (error) {
      if (error instanceof ProcessEnded) throw processProblem(error);
      if (!(error instanceof DatabaseRefused)) throw error;
      const words = databaseText(error.refusal, address, windowLanguage.translate);
      const label = translate(DATABASE_WORDS.enterPassword);
      const enter = {
        label,
        command: 'datastoreExplorer.enterPassword',
        arguments: [{ portalId: portal.id }],
      };
      throw new Problem(words, '', { actions: error.refusal === 'password' ? [enter] : [], cause: error });
    }
  }

  /** Connects once. Throws DatabaseRefused. */
  async check(options: DatabaseOptions, signal: AbortSignal): Promise<void> {
    const server = this.#open(options);
    try {
      await server.access(signal);
    } finally {
      server.dispose();
    }
  }

  /** Ends the process of a portal that is gone. */
  forget(portalId: string): void {
    this.#running.get(portalId)?.server.dispose();
    this.#running.delete(portalId);
  }

  dispose(): void {
    for (const portalId of [...this.#running.keys()]) this.forget(portalId);
  }

  #serverFor(portalId: string, asked: DatabaseOptions): Server {
    const options = JSON.stringify(asked);
    const known = this.#running.get(portalId);
    if (known?.options === options) return known.server;
    this.forget(portalId);
    const server = this.#open(asked);
    this.#running.set(portalId, { server, options });
    return server;
  }
}
