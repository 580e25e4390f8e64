import type { Disposable } from 'vscode';
import { defined } from '../../base/defined.ts';
import type { PortalAccess } from '../../datastore/wire/model.ts';
import { DatastoreError } from '../../datastore/wire/errors.ts';
import { Problem, processProblem, Unreachable } from '../../platform/problem.ts';
import type { Portal } from '../../platform/portal.ts';
import { translate, windowLanguage } from '../../platform/windowLanguage.ts';
import {
  DatabaseRefused,
  type DatabaseServer,
  databaseText,
  isUnreachable,
  serverOf,
  type DatabaseOptions,
  ProcessEnded,
} from '../../service/index.ts';
import { databaseOf } from './databaseAddress.ts';
import { PORTAL_WORDS } from '../portalWords.ts';
import { DATABASE_WORDS } from './databaseWords.ts';
import type { PasswordStore } from './passwordStore.ts';

type Server = Pick<DatabaseServer, 'access' | 'dispose'>;

/** The processes that serve the databases. Each one starts when its portal is first used. */
export class DatabaseServers implements Disposable {
  readonly #passwords: PasswordStore;
  readonly #open: (options: DatabaseOptions) => Server;
  /** Each process by its portal's id, with the connection options that it was started with, as JSON. */
  readonly #running = new Map<string, { readonly server: Server; readonly options: string }>();
  /** Portals by the host and port of their processes. */
  readonly #hosts = new Map<string, Portal>();

  constructor(passwords: PasswordStore, open: (options: DatabaseOptions) => Server) {
    this.#passwords = passwords;
    this.#open = open;
  }

  /** Returns the current address of the process for a portal, which differs from the portal's own. Throws Problem. */
  async access(portal: Portal, signal: AbortSignal): Promise<PortalAccess> {
    const address = databaseOf(portal);
    if (address === undefined) throw new Problem(translate(PORTAL_WORDS.invalidAddress));
    const password = await this.#passwords.get(portal.baseUrl);
    try {
      const options = defined({ ...address, password });
      const access = await this.#serverFor(portal.id, options).access(signal);
      this.#hosts.set(new URL(access.baseUrl).host, portal);
      return access;
    } catch (error) {
      if (error instanceof ProcessEnded) throw processProblem(error);
      if (!(error instanceof DatabaseRefused)) throw error;
      const words = databaseText(error.refusal, address, windowLanguage.translate);
      const label = translate(DATABASE_WORDS.enterPassword);
      const enter = { label, command: 'datastoreExplorer.enterPassword', arguments: [{ portalId: portal.id }] };
      throw new Problem(words, '', { actions: error.refusal === 'password' ? [enter] : [], cause: error });
    }
  }

  /** Rewords a process's error about its database, using the portal's name instead of the process's address. */
  reworded(error: unknown): Problem | undefined {
    const portal = error instanceof DatastoreError ? this.#hosts.get(error.host) : undefined;
    const address = portal && databaseOf(portal);
    if (!(error instanceof DatastoreError) || error.kind !== 'server' || portal === undefined || !address)
      return undefined;
    const { serverMessage = '' } = error;
    if (!isUnreachable(serverMessage)) return new Problem(serverMessage, '', { cause: error });
    const names = { name: portal.name, server: serverOf(address) };
    return new Unreachable(translate(DATABASE_WORDS.unreachable, names), '', { cause: error });
  }

  nameOf(host: string): string | undefined {
    return this.#hosts.get(host)?.name;
  }

  /** Connects once to test the options. Throws DatabaseRefused. */
  async check(options: DatabaseOptions, signal: AbortSignal): Promise<void> {
    const server = this.#open(options);
    try {
      await server.access(signal);
    } finally {
      server.dispose();
    }
  }

  forget(portalId: string): void {
    this.#running.get(portalId)?.server.dispose();
    this.#running.delete(portalId);
  }

  dispose(): void {
    for (const portalId of [...this.#running.keys()]) this.forget(portalId);
  }

  #serverFor(portalId: string, database: DatabaseOptions): Server {
    const options = JSON.stringify(database);
    const running = this.#running.get(portalId);
    if (running?.options === options) return running.server;
    this.forget(portalId);
    const server = this.#open(database);
    this.#running.set(portalId, { server, options });
    return server;
  }
}
