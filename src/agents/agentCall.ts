/** One call of a tool: what it may ask, what it costs, and the resources that its input names. */
import { defined } from '../base/defined.ts';
import type { CellValue, RecordRow } from '../base/cells.ts';
import { Redactor } from '../base/secretText.ts';
import { Catalog } from '../datastore/catalog/catalog.ts';
import type { ActionApiOptions } from '../datastore/client/actionApi.ts';
import { DatastoreClient } from '../datastore/client/client.ts';
import { OUR_DIALECT } from '../datastore/dialect/dialect.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { KeptPlace } from '../document/kept/keptQuery.ts';
import { queryJson } from '../document/kept/queryObject.ts';
import { readExact } from '../base/exactJson.ts';
import { AgentFault } from './agentFault.ts';
import { type AgentFile, type AgentPlaces, type AgentPortal, fileOfPlaces, portalOfPlaces } from './agentPlaces.ts';
import type { CallBudget } from './agentBudget.ts';
import { boundedText, boundedValue, type LineMembers, plainCell } from './fencedText.ts';

export interface AgentResource {
  /** The name as `datastore_find` gives it. */
  readonly name: string;
  readonly resourceId: string;
  readonly client: DatastoreClient;
  readonly portal?: AgentPortal;
  readonly file?: AgentFile;
}

type AskedPlace = Pick<ActionApiOptions, 'access' | 'dialect'>;

/** What a catalog says of a resource. */
interface ResourceFacts {
  readonly title?: string;
  readonly dataset?: string;
  readonly organization?: string;
  readonly licence?: string;
}

const FIND = 'Use datastore_find to see the names of resources.';
const LONGEST_ID = 200;
/** Longest text about a query in an answer. */
export const LONGEST_REQUEST = 1500;
const LONGEST_NAME = 250;
const MOST_FACTS = 500;

/** Facts of resources by their ids, as long as a portal is listed. */
const cachedFacts = new WeakMap<AgentPortal, Map<string, ResourceFacts>>();

export class AgentCall {
  readonly places: AgentPlaces;
  readonly budget: CallBudget;
  readonly signal: AbortSignal;
  /** Hosts of our own service, whose addresses say nothing to agents. */
  readonly ownHosts = new Set<string>();
  readonly #redactor = new Redactor();
  /** A text of a server without tokens that this call has sent. */
  readonly withoutTokens = (text: string): string => this.#redactor.withoutHidden(text);

  constructor(places: AgentPlaces, budget: CallBudget) {
    this.places = places;
    this.budget = budget;
    this.signal = budget.signal;
  }

  /** A value for an answer, which is cut later. */
  plain(cell: CellValue): CellValue {
    const value = plainCell(cell);
    return typeof value === 'string' ? this.withoutTokens(value) : value;
  }

  plainRows(rows: readonly RecordRow[]): readonly RecordRow[] {
    return rows.map((row) => row.map((cell) => this.plain(cell)));
  }

  async catalog(portal: AgentPortal): Promise<Catalog> {
    return new Catalog(await this.#options(portal));
  }

  async client(place: AskedPlace): Promise<DatastoreClient> {
    return new DatastoreClient(await this.#options(place));
  }

  async fileResource(file: AgentFile): Promise<AgentResource> {
    const { access, resourceId } = await file.open(this.signal);
    return { name: file.name, resourceId, client: await this.client({ access, dialect: OUR_DIALECT }), file };
  }

  /** Names are short where there is only one portal, and can be tables of its SQL. */
  nameAt(portal: AgentPortal, resourceId: string): string {
    const { portals, files } = this.places;
    const isAlone = portals.length === 1 && !files.some(({ name }) => name === resourceId);
    return isAlone ? resourceId : `${portal.name}:${resourceId}`;
  }

  /** The resource with this name, which no server has confirmed yet. Throws AgentFault. */
  async resource(name: string): Promise<AgentResource> {
    const file = fileOfPlaces(this.places, name);
    if (file !== undefined) return this.fileResource(file);
    const { portal, resourceId } = portalOfPlaces(this.places, name) ?? {};
    if (portal === undefined || resourceId === undefined) throw this.#noResource(name);
    if (resourceId === '' || resourceId.length > LONGEST_ID || /\p{Cc}|^https?:/iu.test(resourceId))
      throw new AgentFault("A resource is named by its id, and this isn't one.", FIND, name);
    return { name: this.nameAt(portal, resourceId), resourceId, client: await this.client(portal), portal };
  }

  #noResource(name: string): AgentFault {
    const { portals } = this.places;
    const what =
      portals.length > 1 ? 'Several portals are here, so an id needs its portal before it: PORTAL:ID.' : FIND;
    return new AgentFault('No file or portal has a resource with this name.', what, name);
  }

  /** Members of the first line of an answer: where the records come from, and which question returned them. */
  async about(resource: AgentResource, query: DatastoreQuery): Promise<LineMembers> {
    const { name, portal, file } = resource;
    const { title, dataset, organization, licence } =
      portal === undefined ? { licence: 'not stated' } : await this.#facts(portal, resource);
    const request = queryJson({ place: placeOf(resource), query });
    const bounded = (text: string | undefined): string | undefined =>
      text === undefined ? undefined : boundedText(this.withoutTokens(text), LONGEST_NAME);
    return {
      ...{ resource: bounded(name), title: bounded(title), dataset: bounded(dataset) },
      ...{ organization: bounded(organization), portal: portal?.baseUrl, file: bounded(file?.name) },
      licence: bounded(licence) ?? 'not known',
      request: boundedValue(readExact(request) ?? request, LONGEST_REQUEST),
    };
  }

  /** Facts that a catalog doesn't tell are left out, because the records are the answer. */
  async #facts(portal: AgentPortal, { resourceId }: AgentResource): Promise<ResourceFacts> {
    const cache = cachedFacts.get(portal) ?? new Map<string, ResourceFacts>();
    cachedFacts.set(portal, cache);
    const cached = cache.get(resourceId);
    if (cached !== undefined) return cached;
    try {
      const catalog = await this.catalog(portal);
      const { title, organization, license, resources } = await catalog.dataset(
        await catalog.datasetOf(resourceId, this.signal),
        this.signal,
      );
      const name = resources.find(({ id }) => id === resourceId)?.name;
      const { title: licence = 'not stated' } = license ?? {};
      const facts = defined({ title: name, dataset: title, organization: organization?.title, licence });
      if (cache.size >= MOST_FACTS) cache.clear();
      cache.set(resourceId, facts);
      return facts;
    } catch {
      return {};
    }
  }

  async #options({ access, dialect }: AskedPlace): Promise<ActionApiOptions> {
    const { baseUrl, token } = await access(this.signal);
    if (token !== undefined) this.#redactor.hide(token);
    if (dialect.isOnThisMachine) this.ownHosts.add(new URL(baseUrl).host);
    return { exchange: this.budget.exchange(this.places.transport, dialect.isOnThisMachine), access, dialect };
  }
}

/** The place as query documents and links name it. */
export function placeOf({ portal, file, resourceId }: AgentResource): KeptPlace {
  if (portal !== undefined) return { kind: 'portal', baseUrl: portal.baseUrl, resourceId };
  return { kind: 'file', path: file?.name ?? '' };
}
