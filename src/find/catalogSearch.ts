import type { DatasetQuery } from '../datastore/catalog/datasetQuery.ts';
import type { PortalPort } from '../platform/ports/portalPort.ts';
import { type DatasetHit, PortalSearch, type SearchedPortal } from './portalSearch.ts';

/** One query sent to several portals at the same time. */
export class CatalogSearch {
  readonly query: DatasetQuery;
  readonly #searches: readonly PortalSearch[];
  /** Portals with hits, in the order of their answers, so that rows which people look at never move down. */
  readonly #answered = new Set<PortalSearch>();
  readonly #end = new AbortController();
  readonly #onChange: () => void;

  constructor(
    places: readonly SearchedPortal[],
    query: DatasetQuery,
    portals: Pick<PortalPort, 'catalog'>,
    onChange: () => void,
  ) {
    this.query = query;
    this.#searches = places.map((place) => new PortalSearch(place, portals.catalog(place.id), query));
    this.#onChange = onChange;
    for (const search of this.#searches) void this.load(search);
  }

  get withHits(): readonly PortalSearch[] {
    return [...this.#answered];
  }

  get failed(): readonly PortalSearch[] {
    return this.#searches.filter(({ failure }) => failure !== undefined);
  }

  get first(): DatasetHit | undefined {
    return this.withHits[0]?.hits[0];
  }

  get isBusy(): boolean {
    return this.#searches.some(({ isBusy }) => isBusy);
  }

  /** Loads more from one portal, or retries there after a failure. */
  async load(search: PortalSearch): Promise<void> {
    const loaded = search.load(this.#end.signal);
    await loaded;
    if (this.#end.signal.aborted) return;
    if (search.hits.length > 0) this.#answered.add(search);
    this.#onChange();
  }

  abort(): void {
    this.#end.abort();
  }
}
