import { defined } from '../base/defined.ts';
import type { Catalog, DatasetPage } from '../datastore/catalog/catalog.ts';
import type { Dataset } from '../datastore/catalog/dataset.ts';
import type { DatasetQuery } from '../datastore/catalog/datasetQuery.ts';
import { freshPage } from '../datastore/catalog/freshPage.ts';
import type { Portal } from '../platform/portal.ts';
import type { PortalPort } from '../platform/ports/portalPort.ts';

export type SearchedPortal = Pick<Portal, 'id' | 'name' | 'baseUrl'>;

export interface DatasetHit {
  readonly kind: 'dataset';
  readonly portal: SearchedPortal;
  readonly dataset: Dataset;
}

/** Number of datasets per page, about as many as people look through. A row below loads more. */
const PAGE = 20;

/** The hits of one query on one portal, page by page, in the portal's order. */
export class PortalSearch {
  readonly portal: SearchedPortal;
  readonly more: { readonly kind: 'more'; readonly search: PortalSearch } = { kind: 'more', search: this };
  readonly #catalog: Catalog;
  readonly #query: DatasetQuery;
  hits: readonly DatasetHit[] = [];
  #last: Pick<DatasetPage, 'total' | 'next'> = { next: 0 };
  failure: { readonly error: unknown } | undefined;
  isBusy = false;

  constructor(portal: SearchedPortal, catalog: Catalog, query: DatasetQuery) {
    [this.portal, this.#catalog, this.#query] = [portal, catalog, query];
  }

  get total(): number | undefined {
    return this.#last.total;
  }

  get hasMore(): boolean {
    return this.#last.next !== undefined;
  }

  /** Loads the next page, or a failed one again. Never rejects. After an abort, nothing changes anymore. */
  async load(signal: AbortSignal): Promise<void> {
    const { next } = this.#last;
    if (next === undefined || this.isBusy) return;
    this.isBusy = true;
    this.failure = undefined;
    try {
      const page = await this.#catalog.search(this.#query, { start: next, rows: PAGE }, signal);
      if (!signal.aborted) this.#take(page);
    } catch (error) {
      if (!signal.aborted) this.failure = { error };
    } finally {
      this.isBusy = false;
    }
  }

  #take({ datasets, total, ...rest }: DatasetPage): void {
    const ids = this.hits.map(({ dataset }) => dataset.id);
    const { items, ...place } = freshPage({ items: datasets, ...rest }, ids);
    const hits = items.map((dataset) => ({ kind: 'dataset', portal: this.portal, dataset }) as const);
    this.hits = [...this.hits, ...hits];
    this.#last = { ...defined({ total }), ...place };
  }
}

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
    await search.load(this.#end.signal);
    if (this.#end.signal.aborted) return;
    if (search.hits.length > 0) this.#answered.add(search);
    this.#onChange();
  }

  abort(): void {
    this.#end.abort();
  }
}
