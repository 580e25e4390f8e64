import * as vscode from 'vscode';
import { periodText } from '../base/calendarDay.ts';
import { defined } from '../base/defined.ts';
import { unlessAborted } from '../base/untilAborted.ts';
import type { DatasetDetails, ResourceDetails } from '../datastore/catalog/datasetDetails.ts';
import { datasetPage } from '../datastore/wire/address.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import type {
  About,
  Copied,
  DetailsHost,
  DetailsInit,
  DetailsLook,
  DetailsRecords,
  DetailsTarget,
} from '../messages/detailsProtocol.ts';
import { DETAILS_STRINGS } from '../messages/detailsStrings.ts';
import type { Handlers } from '../messages/rpc.ts';
import type { Failures } from '../platform/failures.ts';
import { openAddress, openLink } from '../platform/links.ts';
import type { FileDetails } from '../platform/ports/localPort.ts';
import { portalAddress, type ResourceFile, type ResourceRef, savedResource } from '../platform/portal.ts';
import type { PortalPort } from '../platform/ports/portalPort.ts';
import { Problem } from '../platform/problem.ts';
import { translate, translated, windowLanguage } from '../platform/windowLanguage.ts';
import { DETAILS_WORDS as WORDS } from './detailsWords.ts';
import { aboutDataset, aboutDatasetResource, aboutTable } from './portalAbout.ts';
import { fieldInfo, fieldKind, typeName } from '../base/field.ts';
import { toWire } from '../base/exactJson.ts';
import type { Page } from '../datastore/wire/model.ts';
import { countText, recordsText } from '../platform/quantities.ts';

export interface DetailsDeps {
  readonly portals: Pick<PortalPort, 'find' | 'lists' | 'client' | 'catalog' | 'names' | 'remember' | 'setToken'>;
  readonly fileDetails: (resourceId: string) => Promise<FileDetails | undefined>;
  readonly failures: Failures;
  readonly saved: { save(ref: ResourceRef, name: string): Promise<void>; remove(ref: ResourceRef): Promise<void> };
  readonly openRecords: (ref: ResourceRef) => unknown;
  readonly openFile: (file: ResourceFile) => unknown;
  readonly showDetails: (target: DetailsTarget) => unknown;
}

interface CatalogEntry {
  readonly dataset: DatasetDetails;
  /** Undefined if the page is about the dataset as a whole. */
  readonly resource: ResourceDetails | undefined;
}

/** A catalog's entry, or the facts that our own service has about a file or a database table. */
type Entry = CatalogEntry | { readonly file: FileDetails };

/** One page of details. Its parts load one after the other, and each shows its own failure. Its calls throw Problem. */
export class DetailsController implements Handlers<DetailsHost> {
  readonly #target: DetailsTarget;
  readonly #deps: DetailsDeps;
  readonly #show: (look: DetailsLook) => void;
  #look: DetailsLook;
  #entry: Entry | undefined;
  #loading = new AbortController();

  /** `show` updates the page whenever a part has loaded. */
  constructor(target: DetailsTarget, deps: DetailsDeps, show: (look: DetailsLook) => void) {
    this.#target = target;
    this.#deps = deps;
    this.#show = show;
    const { portalId, resourceId, dataset = '' } = target;
    const isFile = deps.portals.lists(portalId) === 'files';
    const names = resourceId === undefined ? undefined : deps.portals.names({ portalId, resourceId });
    this.#look = {
      title: names?.resource ?? dataset,
      place: deps.portals.find(portalId)?.name ?? names?.server ?? '',
      kind: isFile ? 'file' : resourceId === undefined ? 'dataset' : 'resource',
      about: { state: 'loading' },
      records: resourceId === undefined ? noRecords('', false) : { state: 'loading' },
      ...this.#saved,
    };
  }

  get look(): DetailsLook {
    return this.#look;
  }

  /** Loads the page, also again. */
  start(): void {
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    void this.#load(signal);
  }

  /** Requests nothing until people ask or trust the workspace, because VS Code restores pages without being asked. */
  wait(): void {
    const about = { state: 'waiting', words: translate(WORDS.restricted) } as const;
    this.#change({ about, records: noRecords('', false) });
  }

  /** Loads the page if `wait` has delayed that. */
  startWaiting(): void {
    if (this.#look.about.state === 'waiting') this.start();
  }

  ready(): DetailsInit {
    return {
      strings: translated(DETAILS_STRINGS),
      language: windowLanguage.tag,
      target: this.#target,
      look: this.#look,
    };
  }

  async openRecords(listed: string | null): Promise<void> {
    const { portalId, resourceId } = this.#target;
    const id = listed ?? resourceId;
    if (id === undefined) return;
    const ref = { portalId, resourceId: id };
    const { dataset } = this.#listed ?? {};
    const resource = dataset?.resources.find((each) => each.id === id);
    if (dataset !== undefined && resource !== undefined) {
      const { name, title } = dataset;
      await this.#deps.portals.remember(ref, { name: resource.name, dataset: { name, title } });
    }
    await this.#deps.openRecords(ref);
  }

  async showResource(resourceId: string): Promise<void> {
    const { portalId, dataset } = this.#target;
    await this.#deps.showDetails(defined({ portalId, resourceId, dataset }));
  }

  async showDataset(): Promise<void> {
    const entry = this.#listed;
    if (entry === undefined) return;
    await this.#deps.showDetails({ portalId: this.#target.portalId, dataset: entry.dataset.name });
  }

  async toggleSaved(): Promise<void> {
    const { portalId, resourceId } = this.#target;
    const { saved } = this.#deps;
    if (resourceId === undefined) return;
    const ref = { portalId, resourceId };
    await (this.#look.isSaved === true ? saved.remove(ref) : saved.save(ref, this.#look.title));
    this.refreshSaved();
  }

  refreshSaved(): void {
    if (this.#saved.isSaved !== this.#look.isSaved) this.#change(this.#saved);
  }

  async openWebsite(): Promise<void> {
    await openAddress(this.#website());
  }

  async openFile(): Promise<void> {
    const { resource } = this.#listed ?? {};
    if (resource === undefined) return;
    const { id: resourceId, url, name, format } = resource;
    await this.#deps.openFile(defined({ portalId: this.#target.portalId, resourceId, name, format, url }));
  }

  openLink(url: string): Promise<void> {
    return openLink(url);
  }

  async copy(what: Copied): Promise<void> {
    await vscode.env.clipboard.writeText(this.#copied(what));
  }

  retry(part: 'about' | 'records'): void {
    if (part === 'about') this.start();
    else void this.#loadRecords(this.#loading.signal);
  }

  async setToken(): Promise<void> {
    if (await this.#deps.portals.setToken(this.#target.portalId)) this.start();
  }

  dispose(): void {
    this.#loading.abort();
  }

  get #saved(): Pick<DetailsLook, 'isSaved'> {
    const { portalId, resourceId } = this.#target;
    const { portals } = this.#deps;
    if (resourceId === undefined || portals.lists(portalId) === 'files') return {};
    return { isSaved: savedResource(portals.find(portalId), resourceId) !== undefined };
  }

  get #listed(): CatalogEntry | undefined {
    return this.#entry !== undefined && 'dataset' in this.#entry ? this.#entry : undefined;
  }

  async #load(signal: AbortSignal): Promise<void> {
    const { resourceId } = this.#target;
    const hasRecords = resourceId !== undefined && this.#look.records.state !== 'shown';
    this.#change({ about: { state: 'loading' }, ...(hasRecords && { records: { state: 'loading' } }) });
    await this.#part('about', signal, async () => {
      this.#entry = await this.#find(signal);
      const about = aboutOf(this.#entry);
      return { about, title: about.title };
    });
    if (signal.aborted || !hasRecords) return;
    const absent = this.#absentRecords();
    if (absent === undefined) await this.#loadRecords(signal);
    else this.#change({ records: absent });
  }

  /** Why records aren't requested. Undefined if they are, also if the catalog doesn't say or can't be reached. */
  #absentRecords(): DetailsLook['records'] | undefined {
    const entry = this.#entry;
    if (entry === undefined) return undefined;
    if ('file' in entry) return entry.file.isLoaded ? undefined : noRecords(translate(WORDS.notLoaded), false);
    return entry.resource?.hasRecords === false ? noRecords(translate(WORDS.noRecords), true) : undefined;
  }

  async #find(signal: AbortSignal): Promise<Entry> {
    const { portalId, resourceId, dataset: name } = this.#target;
    const { portals, fileDetails } = this.#deps;
    const lists = portals.lists(portalId);
    if (lists === 'files') {
      const file = await fileDetails(resourceId ?? '');
      if (file === undefined) throw new Problem(translate(WORDS.fileGone));
      return { file };
    }
    const catalog = portals.catalog(portalId);
    try {
      const dataset = await catalog.details(name ?? (await catalog.datasetOf(resourceId ?? '', signal)), signal);
      const resource = dataset.resources.find(({ id }) => id === resourceId);
      const portal = portals.find(portalId);
      if (resource !== undefined && portal !== undefined && lists === 'tables') {
        const path = portalAddress(portal);
        return { file: { about: aboutTable(resource, path), isLoaded: true, path } };
      }
      if (resourceId === undefined || resource !== undefined) return { dataset, resource };
    } catch (error) {
      const isMissing = error instanceof DatastoreError && error.kind === 'datasetMissing';
      if (!isMissing || resourceId === undefined) throw error;
    }
    const portal = portals.find(portalId)?.name ?? '';
    throw new Problem(translate(WORDS.resourceGone, { portal }), translate(WORDS.mayBeRemoved));
  }

  async #loadRecords(signal: AbortSignal): Promise<void> {
    const { portalId, resourceId = '' } = this.#target;
    this.#change({ records: { state: 'loading' } });
    await this.#part('records', signal, async () => {
      const client = await this.#deps.portals.client({ portalId, resourceId }, signal);
      const page = await client.search({ resourceId, limit: SAMPLED_RECORDS }, undefined, signal);
      return { records: sampleOf(page) };
    });
  }

  async #part(
    part: 'about' | 'records',
    signal: AbortSignal,
    load: () => Promise<Partial<DetailsLook>>,
  ): Promise<void> {
    try {
      const loaded = await unlessAborted(load(), signal);
      if (loaded !== undefined && !signal.aborted) this.#change(loaded);
    } catch (error) {
      const { message, hint, offersToken } = this.#deps.failures.log('Details', error);
      this.#change({ [part]: { state: 'failed', message, hint, offersToken } });
    }
  }

  #change(changes: Partial<DetailsLook>): void {
    this.#look = { ...this.#look, ...changes };
    this.#show(this.#look);
  }

  /** The address of the page on the portal. Throws Problem if there is none. */
  #website(): string {
    const entry = this.#listed;
    const portal = this.#deps.portals.find(this.#target.portalId);
    if (entry === undefined || portal === undefined) throw new Problem(translate(WORDS.noWebsite));
    return portal.baseUrl + datasetPage(entry.dataset.name, entry.resource?.id);
  }

  #copied(what: Copied): string {
    const entry = this.#listed;
    const { resourceId, dataset = '' } = this.#target;
    if (what === 'id') return resourceId ?? entry?.dataset.id ?? dataset;
    if (this.#entry !== undefined && 'file' in this.#entry) return this.#entry.file.path;
    const url = this.#website();
    if (what === 'address' || entry === undefined) return url;
    const { title, author, organization } = entry.dataset;
    const updated = entry.resource?.updated ?? entry.dataset.updated;
    const cited = {
      ...{ author: author || (organization?.title ?? ''), title, portal: this.#look.place, url },
      ...(entry.resource !== undefined && { resource: entry.resource.name }),
      ...defined({ updated }),
    };
    return citation(cited, new Date());
  }
}

function aboutOf(entry: Entry): About {
  if ('file' in entry) return entry.file.about;
  const { dataset, resource } = entry;
  return resource === undefined ? aboutDataset(dataset) : aboutDatasetResource(dataset, resource);
}

function noRecords(words: string, canTry: boolean): DetailsLook['records'] {
  return { state: 'none', words, canTry };
}

export const SAMPLED_RECORDS = 10;
const SAMPLED_FIELDS = 50;
/** Most fields in the list, in which each takes a row. */
const LISTED_FIELDS = 500;
/** Longest text of a cell in UTF-16 units. */
const LONGEST_CELL = 100;

export function sampleOf({ fields, rows, total, totalIsEstimate }: Page): DetailsRecords {
  const estimate = translate(WORDS.aboutRecords, { count: countText(total ?? 0) });
  return {
    state: 'shown',
    total: total === undefined ? '' : totalIsEstimate ? estimate : recordsText(total),
    fields: fields
      .slice(0, LISTED_FIELDS)
      .map(({ id, type, info }) => ({
        ...{ id, type: typeName(type), isNumber: fieldKind(type) === 'number' },
        ...fieldInfo(info),
      })),
    fieldCount: countText(fields.length),
    hasMoreFields: fields.length > LISTED_FIELDS,
    sample: rows
      .slice(0, SAMPLED_RECORDS)
      .map((row) => row.slice(0, SAMPLED_FIELDS).map((value) => toWire(value, LONGEST_CELL))),
  };
}

export interface Cited {
  /** Name of the author or organization. May be empty. */
  readonly author: string;
  readonly title: string;
  readonly resource?: string;
  readonly portal: string;
  /** The date of the last update as ISO 8601. */
  readonly updated?: string;
  readonly url: string;
}

/** Example: "City of Example. “Trees” (trees.csv). Data Example, updated 2026-05-03. https://… Accessed 2026-11-23." */
export function citation({ author, title, resource, portal, updated, url }: Cited, today: Date): string {
  const name = resource === undefined || resource === title ? `“${title}”` : `“${title}” (${resource})`;
  const place =
    updated === undefined ? portal : `${portal}, ${translate(WORDS.citedUpdate, { date: updated.slice(0, 10) })}`;
  const day = { year: today.getFullYear(), month: today.getMonth() + 1, day: today.getDate() };
  const accessed = translate(WORDS.citedAccess, { date: periodText(day, 'day') });
  const parts = [author, name, place].filter((part) => part !== '');
  return [...parts.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`)), url, accessed].join(' ');
}
