import { defined } from '../base/defined.ts';
import type { Catalog, DatasetPage } from '../datastore/catalog/catalog.ts';
import { freshPage } from '../datastore/catalog/freshPage.ts';
import type { DatasetQuery } from '../datastore/catalog/datasetQuery.ts';
import type { Dataset } from '../datastore/catalog/dataset.ts';
import type { Portal } from '../platform/portal.ts';

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
  #hits: readonly DatasetHit[] = [];
  #last: Pick<DatasetPage, 'total' | 'next'> = { next: 0 };
  #failure: { readonly error: unknown } | undefined;
  #isBusy = false;

  constructor(portal: SearchedPortal, catalog: Catalog, query: DatasetQuery) {
    [this.portal, this.#catalog, this.#query] = [portal, catalog, query];
  }

  get hits(): readonly DatasetHit[] {
    return this.#hits;
  }

  get total(): number | undefined {
    return this.#last.total;
  }

  get hasMore(): boolean {
    return this.#last.next !== undefined;
  }

  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Loads the next page, or a failed one again. Never rejects. After an abort, nothing changes anymore. */
  async load(signal: AbortSignal): Promise<void> {
    const { next } = this.#last;
    if (next === undefined || this.#isBusy) return;
    this.#isBusy = true;
    this.#failure = undefined;
    try {
      const page = await this.#catalog.search(this.#query, { start: next, rows: PAGE }, signal);
      if (!signal.aborted) this.#take(page);
    } catch (error) {
      if (!signal.aborted) this.#failure = { error };
    } finally {
      this.#isBusy = false;
    }
  }

  #take({ datasets, total, ...rest }: DatasetPage): void {
    const ids = this.#hits.map(({ dataset }) => dataset.id);
    const { items, ...place } = freshPage({ items: datasets, ...rest }, ids);
    const hits = items.map((dataset) => ({ kind: 'dataset', portal: this.portal, dataset }) as const);
    this.#hits = [...this.#hits, ...hits];
    this.#last = { ...defined({ total }), ...place };
  }
}
