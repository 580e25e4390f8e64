import type { CatalogPage } from '../datastore/wire/address.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { lookAlikeAt, type PortalStatus } from '../datastore/wire/model.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { HttpError, type HttpErrorKind } from '../http/errors.ts';
import { inOneMessage } from '../platform/failures.ts';
import { askName, showLeftOut, showMessage } from '../platform/messages.ts';
import { Problem } from '../platform/problem.ts';
import { withLateProgress } from '../platform/progress.ts';
import { defined } from '../base/defined.ts';
import { addressText } from '../base/secretText.ts';
import { askNewPortal, askPortalAddress } from './portalQuestions.ts';
import { addResource, type AddResourceDeps } from './addResource.ts';
import type { KnownPortal } from './web/knownPortals.ts';
import type { Portal } from '../platform/portal.ts';
import type { PortalParts } from './portalParts.ts';
import type { PortalOffer } from './portalSource.ts';
import { translate } from '../platform/windowLanguage.ts';
import { readAddress } from './web/pastedResource.ts';
import { PORTAL_WORDS } from './portalWords.ts';
import * as vscode from 'vscode';
import { capabilitiesOf } from '../datastore/dialect/capabilities.ts';
import type { DialectFacts } from '../datastore/dialect/facts.ts';
import { countText, datasetsText } from '../platform/quantities.ts';
import { showCapabilities } from './web/portalCapabilities.ts';

export interface Added {
  readonly portal: Portal;
  /** The pasted address also named a resource, which was added too. */
  readonly resourceId?: string;
  readonly query?: DatastoreQuery;
  readonly page?: CatalogPage;
  readonly isNew: boolean;
}

export interface AddPortalDeps extends AddResourceDeps, Pick<PortalParts, 'sources'> {
  readonly knownPortals: () => Promise<readonly KnownPortal[]>;
}

/** Failures of the host itself, which another protocol would have as well. */
const OF_HOST: ReadonlySet<HttpErrorKind> = new Set([
  'dns',
  'connectTimeout',
  'timeout',
  'offline',
  'proxy',
  'proxyLogin',
  'proxyAddress',
]);

interface Probe {
  readonly baseUrl: string;
  readonly status?: PortalStatus;
}

interface Sought {
  readonly candidates: readonly string[];
  readonly resourceId?: string;
}

/** Number of addresses to try with a resource. Each one costs a few requests. */
const MOST_BY_RECORDS = 2;

/** Turns anything pasted from a portal into a portal, and into a resource if it names one. */
export class AddPortal {
  readonly #deps: AddPortalDeps;

  constructor(deps: AddPortalDeps) {
    this.#deps = deps;
  }

  async run(text = ''): Promise<Added | undefined> {
    const title = translate(PORTAL_WORDS.addPortal);
    const address = await this.#address(title, text);
    if (address === undefined) return undefined;
    const offer = this.#offerFor(address);
    if (offer !== undefined) return offer.add(address);
    const parsed = readAddress(address);
    if (!('candidates' in parsed)) return undefined;
    // A pasted call may contain a token, so only the portal's own address is shown.
    const shown = parsed.hadSecret === undefined ? address : (parsed.candidates[0] ?? '');
    const probe = await this.#probe(shown, parsed);
    if (probe === 'edit') {
      const edited = await askPortalAddress(title, shown, this.#deps.sources.offers);
      return edited === undefined ? undefined : this.run(edited);
    }
    if (probe === undefined) return undefined;
    const isNew = this.#deps.store.findByUrl(probe.baseUrl) === undefined;
    const portal = await this.#keep(title, probe);
    if (portal === undefined) return undefined;
    showLeftOut(parsed);
    const { page, query } = parsed;
    if (parsed.resourceId === undefined) return { portal, isNew, ...defined({ page }) };
    const resourceId = await addResource(this.#deps, portal, parsed.resourceId);
    return { portal, isNew, ...(resourceId !== undefined && { resourceId, ...defined({ query }) }) };
  }

  /** Reports what a new portal offers. If its records open anyway, only a portal that isn't CKAN is reported. */
  announce({ portal, page, resourceId, isNew }: Added): void {
    if (!this.#deps.sources.of(portal).look.isOnWeb) return;
    const { isLookAlike = false } = this.#deps.clients.ofPortal(portal.id).dialect.facts;
    if (!isNew || (resourceId !== undefined && !isLookAlike)) return;
    announcePortal(portal, page, this.#deps).catch((error: unknown) =>
      this.#deps.failures.show(`Datasets of ${portal.baseUrl}`, error),
    );
  }

  async #address(title: string, text: string): Promise<string | undefined> {
    const { offers } = this.#deps.sources;
    if (text === '') return askNewPortal(title, await this.#deps.knownPortals(), offers);
    const isWhole = this.#offerFor(text) !== undefined || 'candidates' in readAddress(text);
    return isWhole ? text : askPortalAddress(title, text, offers);
  }

  #offerFor(address: string): PortalOffer | undefined {
    return this.#deps.sources.offers.find((offer) => offer.isMeant(address));
  }

  /** Returns the first candidate that answers as a portal. A failure is shown with possible remedies. */
  async #probe(address: string, sought: Sought): Promise<Probe | 'edit' | undefined> {
    const { candidates, resourceId } = sought;
    const { clients } = this.#deps;
    const listed = candidates.find((baseUrl) => this.#deps.store.findByUrl(baseUrl) !== undefined);
    if (listed !== undefined) return { baseUrl: listed };
    const title = translate(PORTAL_WORDS.lookingForPortal, { address: addressText(address) });
    let failure: unknown;
    const probe = await withLateProgress(title, async (signal): Promise<Probe | 'none'> => {
      const unreachable = new Set<string>();
      const silent = new Set<string>();
      for (const baseUrl of candidates) {
        if (unreachable.has(new URL(baseUrl).origin)) continue;
        try {
          const status = await clients.at(baseUrl).status(signal);
          return { baseUrl: status.baseUrl, status };
        } catch (error) {
          if (signal.aborted) throw error;
          if (saysNothing(error)) silent.add(baseUrl);
          // The first candidate is the likeliest, so its failure is the most useful one.
          failure ??= error;
          if (!(error instanceof HttpError)) continue;
          if (OF_HOST.has(error.kind)) return 'none';
          unreachable.add(new URL(baseUrl).origin);
        }
      }
      const reached = candidates.filter((baseUrl) => !unreachable.has(new URL(baseUrl).origin));
      const baseUrl = await this.#byRecords(reached, resourceId, signal);
      if (baseUrl === undefined) return 'none';
      return { baseUrl, ...(silent.has(baseUrl) && { status: lookAlikeAt(baseUrl) }) };
    });
    return probe === 'none' ? this.#afterFailure(address, sought, failure) : probe;
  }

  /** Some look-alikes of CKAN only answer for records (docs/ckan.md 53), so this tries the resource. */
  async #byRecords(
    candidates: readonly string[],
    resourceId: string | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (resourceId === undefined) return undefined;
    for (const baseUrl of candidates.slice(0, MOST_BY_RECORDS)) {
      try {
        await this.#deps.clients.at(baseUrl).fields(resourceId, signal);
        return baseUrl;
      } catch {
        // The caller already knows why the status request failed.
        signal.throwIfAborted();
      }
    }
    return undefined;
  }

  async #afterFailure(address: string, sought: Sought, failure: unknown): Promise<Probe | 'edit' | undefined> {
    const { store, failures, setToken } = this.#deps;
    const words = failures.log(`No portal at ${addressText(address)}`, failure);
    const { offersToken } = words;
    const [baseUrl] = sought.candidates;
    if (baseUrl === undefined) return undefined;
    const first = offersToken ? translate(PORTAL_WORDS.setToken) : translate(PORTAL_WORDS.tryAgain);
    const edit = translate(PORTAL_WORDS.editAddress);
    const anyway = translate(PORTAL_WORDS.addAnyway);
    const text = inOneMessage(isLogin(failure) ? failures.describe(tokenNeeded(failure)) : words);
    const answer = await showMessage('error', text, first, edit, anyway);
    if (answer === anyway) return { baseUrl };
    if (answer === edit) return 'edit';
    if (answer !== first) return undefined;
    if (offersToken && !(await setToken(store.visit(baseUrl).id))) return undefined;
    return this.#probe(address, sought);
  }

  async #keep(title: string, { baseUrl, status }: Probe): Promise<Portal | undefined> {
    const { store, clients } = this.#deps;
    const listed = store.findByUrl(baseUrl);
    if (listed !== undefined) {
      void showMessage('information', translate(PORTAL_WORDS.alreadyListed, { name: listed.name }));
      return listed;
    }
    const prompt = translate(PORTAL_WORDS.namePrompt, { address: baseUrl });
    const usual = status === undefined || status.title === '' ? new URL(baseUrl).host : status.title;
    const name = await askName(title, prompt, translate(PORTAL_WORDS.enterName), usual);
    if (name === undefined) return undefined;
    const portal = await store.add(name, baseUrl);
    if (status !== undefined) clients.ofPortal(portal.id).dialect.learnStatus(status, false);
    return portal;
  }
}

/** The portal refuses all requests without a token. */
function isLogin(error: unknown): error is DatastoreError {
  return error instanceof DatastoreError && error.kind === 'forbidden' && error.details?.tokenWithheld !== true;
}

function tokenNeeded({ host, serverMessage, details }: DatastoreError): Problem {
  const words = serverMessage ?? details?.title ?? '';
  const text = translate(words === '' ? PORTAL_WORDS.tokenMissing : PORTAL_WORDS.tokenNeeded, { host, words });
  return new Problem(text.replace(/(?<![.!?])$/, '.'), translate(PORTAL_WORDS.setOne));
}

/** The site has no page at CKAN's status address. */
function saysNothing(error: unknown): boolean {
  return error instanceof DatastoreError && !error.isCkan && error.status === 404;
}

/** Number of extensions that the message names. What This Portal Can Do shows all. */
const MOST_NAMES = 6;

/** Counts the datasets, then shows the message. `page` is the pasted page, for which Find is already open. */
export async function announcePortal(
  portal: Portal,
  page: CatalogPage | undefined,
  sources: Pick<PortalParts, 'store' | 'clients' | 'failures'>,
): Promise<void> {
  const { clients, failures } = sources;
  const title = translate(PORTAL_WORDS.countingDatasets, { name: portal.name });
  const count = await withLateProgress(title, async (signal) => {
    try {
      return (await clients.catalogOf(portal.id).search({}, { start: 0, rows: 0 }, signal)).total;
    } catch (error) {
      signal.throwIfAborted();
      failures.log(`Datasets of ${portal.baseUrl}`, error);
      return undefined;
    }
  });
  const { facts } = clients.ofPortal(portal.id).dialect;
  const find = {
    label: translate(PORTAL_WORDS.findDataset),
    run: () => vscode.commands.executeCommand('datastoreExplorer.findDataset', { portalId: portal.id }),
  };
  const actions = page === undefined && count !== undefined && count > 0 ? [find] : [];
  failures.offer(`Add ${portal.baseUrl}`, 'information', summaryText(portal.name, facts, count), [
    ...actions,
    { label: translate(PORTAL_WORDS.showCapabilities), run: () => showCapabilities(sources, portal) },
  ]);
}

/** Returns a text such as `Added "City": CKAN 2.11.6 · datastore · 3,204 datasets. Extensions: harvest, 3 more.` */
export function summaryText(name: string, facts: DialectFacts, datasets: number | undefined): string {
  const { version, extensions, isLookAlike = false } = facts;
  const hasSql = capabilitiesOf(facts).some((can) => can.name === 'sql' && can.answer === 'yes');
  const parts = [
    version === undefined
      ? translate(isLookAlike ? PORTAL_WORDS.lookAlike : PORTAL_WORDS.versionUnknown)
      : `CKAN ${version}`,
    ...(extensions === undefined ? [] : [datastoreText(extensions)]),
    ...(hasSql ? ['SQL'] : []),
    ...(datasets === undefined ? [] : [datasetsText(datasets)]),
  ];
  const others = extensions?.filter((extension) => extension !== 'datastore') ?? [];
  const sentence = translate(PORTAL_WORDS.added, { name, facts: parts.join(' · ') });
  if (others.length === 0) return sentence;
  return `${sentence} ${translate(PORTAL_WORDS.extensions, { names: namesText(others) })}`;
}

function datastoreText(extensions: readonly string[]): string {
  return translate(extensions.includes('datastore') ? PORTAL_WORDS.datastore : PORTAL_WORDS.withoutDatastore);
}

function namesText(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, more === 1 ? MOST_NAMES + 1 : MOST_NAMES);
  return [...shown, ...(more > 1 ? [translate(PORTAL_WORDS.more, { count: countText(more) })] : [])].join(', ');
}
