import { parseAddress } from '../datastore/client/address.ts';
import type { PortalStatus } from '../datastore/client/model.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { HttpError } from '../http/errors.ts';
import { inOneMessage } from '../platform/failures.ts';
import { askText, showMessage } from '../platform/messages.ts';
import { withProgress } from '../platform/progress.ts';
import { addressText } from '../base/secretText.ts';
import { askPortalAddress } from './portalQuestions.ts';
import type { AddResource, AddResourceDeps } from './addResource.ts';
import type { Portal } from '../platform/portal.ts';
import { translate } from '../platform/windowLanguage.ts';
import { PORTAL_WORDS } from './portalWords.ts';

export interface Added {
  readonly portal: Portal;
  /** The pasted address also named a resource, which was added too. */
  readonly resourceId?: string;
  /** What it asks of that resource. */
  readonly query?: DatastoreQuery;
}

export interface AddPortalDeps extends AddResourceDeps {
  readonly addResource: AddResource;
}

interface Probe {
  readonly baseUrl: string;
  readonly status?: PortalStatus;
}

/** Turns anything pasted from a portal into a portal, and into a resource if it names one. */
export class AddPortal {
  readonly #deps: AddPortalDeps;

  constructor(deps: AddPortalDeps) {
    this.#deps = deps;
  }

  /** `text`: what was already typed. `undefined` when it was cancelled. */
  async run(text = ''): Promise<Added | undefined> {
    const title = translate(PORTAL_WORDS.addPortal);
    const isReady = text !== '' && 'candidates' in parseAddress(text);
    const address = isReady ? text : await askPortalAddress(title, text);
    if (address === undefined) return undefined;
    const parsed = parseAddress(address);
    if (!('candidates' in parsed)) return undefined;
    const probe = await this.#probe(address, parsed.candidates);
    if (probe === 'edit') {
      const edited = await askPortalAddress(title, address);
      return edited === undefined ? undefined : this.run(edited);
    }
    if (probe === undefined) return undefined;
    const portal = await this.#keep(title, probe);
    if (portal === undefined) return undefined;
    if (parsed.resourceId === undefined) return { portal };
    const resourceId = await this.#deps.addResource.toPortal(portal, parsed.resourceId);
    const { query } = parsed;
    return { portal, ...(resourceId !== undefined && { resourceId, ...(query && { query }) }) };
  }

  /** The first candidate that answers as a portal; a failure is shown, with what can be done about it. */
  async #probe(address: string, candidates: readonly string[]): Promise<Probe | 'edit' | undefined> {
    const { clients } = this.#deps;
    const known = candidates.find((baseUrl) => this.#deps.store.findByUrl(baseUrl) !== undefined);
    if (known !== undefined) return { baseUrl: known };
    const title = translate(PORTAL_WORDS.lookingForPortal, { address: addressText(address) });
    let failure: unknown;
    const found = await withProgress(title, async (signal): Promise<Probe | 'none'> => {
      for (const baseUrl of candidates) {
        try {
          const status = await clients.at(baseUrl).status(signal);
          return { baseUrl: status.baseUrl, status };
        } catch (error) {
          if (signal.aborted) throw error;
          // The first candidate is the likeliest, so its failure says most.
          failure ??= error;
          // All of them are on one host: what can't be reached once can't be reached at all.
          if (error instanceof HttpError) break;
        }
      }
      return 'none';
    });
    return found === 'none' ? this.#afterFailure(address, candidates, failure) : found;
  }

  async #afterFailure(
    address: string,
    candidates: readonly string[],
    failure: unknown,
  ): Promise<Probe | 'edit' | undefined> {
    const { store, failures, setToken } = this.#deps;
    const words = failures.log(`No portal at ${addressText(address)}`, failure);
    const { offersToken } = words;
    const [baseUrl] = candidates;
    if (baseUrl === undefined) return undefined;
    const first = offersToken ? translate(PORTAL_WORDS.setToken) : translate(PORTAL_WORDS.tryAgain);
    const edit = translate(PORTAL_WORDS.editAddress);
    const anyway = translate(PORTAL_WORDS.addAnyway);
    const answer = await showMessage('error', inOneMessage(words), first, edit, anyway);
    if (answer === anyway) return { baseUrl };
    if (answer === edit) return 'edit';
    if (answer !== first) return undefined;
    if (offersToken && !(await setToken(store.visit(baseUrl).id))) return undefined;
    return this.#probe(address, candidates);
  }

  async #keep(title: string, { baseUrl, status }: Probe): Promise<Portal | undefined> {
    const { store } = this.#deps;
    const known = store.findByUrl(baseUrl);
    if (known !== undefined) {
      void showMessage('information', translate(PORTAL_WORDS.alreadyListed, { name: known.name }));
      return known;
    }
    const name = await askText({
      title,
      prompt: translate(PORTAL_WORDS.namePrompt, { address: baseUrl }),
      value: status === undefined || status.title === '' ? new URL(baseUrl).host : status.title,
      problem: (value) => (value.trim() === '' ? translate(PORTAL_WORDS.enterName) : undefined),
    });
    return name === undefined ? undefined : store.add(name.trim(), baseUrl);
  }
}
