import { defined } from '../../base/defined.ts';
import type { Failures } from '../../platform/failures.ts';
import { askName, showMessage } from '../../platform/messages.ts';
import type { Portal } from '../../platform/portal.ts';
import { withLateProgress } from '../../platform/progress.ts';
import { translate, windowLanguage } from '../../platform/windowLanguage.ts';
import {
  type DatabaseKind,
  type DatabaseOptions,
  DatabaseRefused,
  databaseText,
  serverOf,
} from '../../service/index.ts';
import type { PortalCare } from '../portalSource.ts';
import type { PortalStore } from '../portalStore.ts';
import { PORTAL_WORDS } from '../portalWords.ts';
import { databaseKindOf, databaseName, databaseOf, databaseUrl, writtenAddress } from './databaseAddress.ts';
import { DATABASE_KINDS } from './databaseKinds.ts';
import { askDatabase, askPassword } from './databaseQuestions.ts';
import type { DatabaseServers } from './databaseServers.ts';
import { DATABASE_WORDS, TRINO_WORDS } from './databaseWords.ts';
import type { PasswordStore } from './passwordStore.ts';

export interface DatabaseActionsDeps {
  readonly store: PortalStore;
  readonly passwords: PasswordStore;
  readonly servers: DatabaseServers;
  readonly failures: Pick<Failures, 'log'>;
}

type Remedy = 'again' | 'address' | 'password';

/** The likeliest remedies of a refusal; others may be the fault of the address. */
const REMEDIES: Partial<Readonly<Record<DatabaseRefused['refusal'], readonly Remedy[]>>> = {
  unreachable: ['again', 'address'],
  password: ['password', 'address'],
  busy: ['again', 'address'],
  failed: ['again', 'address'],
};
const USUAL_REMEDIES: readonly Remedy[] = ['address', 'again'];

const LABELS = {
  again: PORTAL_WORDS.tryAgain,
  address: PORTAL_WORDS.editAddress,
  password: DATABASE_WORDS.enterPassword,
} as const satisfies Readonly<Record<Remedy, string>>;

/** Actions for a database that is a portal, or becomes one after the first successful connection. */
export class DatabaseActions implements PortalCare {
  readonly #deps: DatabaseActionsDeps;

  constructor(deps: DatabaseActionsDeps) {
    this.#deps = deps;
  }

  async add(
    kind: DatabaseKind,
    text?: string,
  ): Promise<{ readonly portal: Portal; readonly isNew: boolean } | undefined> {
    const { store } = this.#deps;
    const title = translate(DATABASE_KINDS[kind].words.add);
    const options = await this.#connected(title, await askDatabase(kind, title, undefined, text));
    if (options === undefined) return undefined;
    const baseUrl = databaseUrl(options);
    const { encryption } = options;
    const listed = store.findByUrl(baseUrl);
    if (listed !== undefined) {
      await this.#keepPassword(baseUrl, options);
      await store.change(listed.id, { encryption });
      void showMessage('information', translate(PORTAL_WORDS.alreadyListed, { name: listed.name }));
      return { portal: listed, isNew: false };
    }
    const prompt = translate(PORTAL_WORDS.namePrompt, { address: writtenAddress(options) });
    const name = await askName(title, prompt, translate(PORTAL_WORDS.enterName), databaseName(options));
    if (name === undefined) return undefined;
    await this.#keepPassword(baseUrl, options);
    return { portal: await store.add(name, baseUrl, { encryption }), isNew: true };
  }

  async edit(portal: Portal): Promise<void> {
    const { store, passwords, servers } = this.#deps;
    const title = translate(PORTAL_WORDS.edit, { name: portal.name });
    const name = await askName(title, translate(PORTAL_WORDS.name), translate(PORTAL_WORDS.enterName), portal.name);
    const stored = await this.#optionsOf(portal);
    if (name === undefined || stored === undefined) return;
    const options = await this.#connected(title, await askDatabase(stored.kind, title, stored));
    if (options === undefined) return;
    const baseUrl = databaseUrl(options);
    await this.#keepPassword(baseUrl, options);
    await store.change(portal.id, { name, baseUrl, encryption: options.encryption });
    if (baseUrl !== portal.baseUrl) await passwords.remove(portal.baseUrl);
    servers.forget(portal.id);
  }

  /** Returns false if people entered no password. */
  async enterPassword(portal: Portal): Promise<boolean> {
    const stored = await this.#optionsOf(portal);
    if (stored !== undefined && !DATABASE_KINDS[stored.kind].takesPassword(stored.encryption)) {
      void showMessage('warning', translate(TRINO_WORDS.noPassword, { name: portal.name }));
      return false;
    }
    const options = stored && (await askPassword(stored));
    if (options === undefined) return false;
    await this.#keepPassword(portal.baseUrl, options);
    return true;
  }

  async test(portal: Portal): Promise<void> {
    const { name } = portal;
    const options = await this.#connected(name, await this.#optionsOf(portal));
    if (options === undefined) return;
    // Stores the password that people may have entered while connecting.
    if (databaseUrl(options) === portal.baseUrl) await this.#keepPassword(portal.baseUrl, options);
    void showMessage('information', translate(DATABASE_WORDS.connected, { name }));
  }

  removalDetail({ baseUrl }: Portal): string {
    const kind = databaseKindOf(baseUrl);
    return translate((kind === undefined ? PORTAL_WORDS : DATABASE_KINDS[kind].words).removalDetail);
  }

  /** Runs after the portal was removed from the list. */
  async forget({ id, baseUrl }: Portal): Promise<void> {
    this.#deps.servers.forget(id);
    await this.#deps.passwords.remove(baseUrl);
  }

  /** Connects, letting people correct the options after each failure. Undefined if people gave up. */
  async #connected(title: string, options: DatabaseOptions | undefined): Promise<DatabaseOptions | undefined> {
    if (options === undefined) return undefined;
    switch (await this.#connect(options)) {
      case 'connected':
        return options;
      case 'again':
        return this.#connected(title, options);
      case 'address':
        return this.#connected(title, await askDatabase(options.kind, title, options));
      case 'password':
        return this.#connected(title, await askPassword(options, options.password));
      case undefined:
        return undefined;
    }
  }

  async #connect(options: DatabaseOptions): Promise<'connected' | Remedy | undefined> {
    const { servers, failures } = this.#deps;
    const server = serverOf(options);
    try {
      return await withLateProgress(translate(DATABASE_WORDS.connecting, { server }), async (signal) => {
        await servers.check(options, signal);
        return 'connected' as const;
      });
    } catch (error) {
      if (!(error instanceof DatabaseRefused)) throw error;
      failures.log(`No database at ${server}`, error);
      const remedies = REMEDIES[error.refusal] ?? USUAL_REMEDIES;
      const text = databaseText(error.refusal, options, windowLanguage.translate);
      const answer = await showMessage('error', text, ...remedies.map((remedy) => translate(LABELS[remedy])));
      return remedies.find((remedy) => translate(LABELS[remedy]) === answer);
    }
  }

  async #optionsOf(portal: Portal): Promise<DatabaseOptions | undefined> {
    const address = databaseOf(portal);
    const password = await this.#deps.passwords.get(portal.baseUrl);
    return address && defined({ ...address, password });
  }

  async #keepPassword(baseUrl: string, { password = '' }: DatabaseOptions): Promise<void> {
    if ((await this.#deps.passwords.set(baseUrl, password)) === 'session')
      void showMessage('warning', translate(DATABASE_WORDS.passwordNotStored));
  }
}
