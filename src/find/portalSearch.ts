import type { Catalog, DatasetPage } from '../datastore/catalog/catalog.ts';
import { freshPage } from '../datastore/catalog/freshPage.ts';
import type { DatasetQuery } from '../datastore/catalog/datasetQuery.ts';
import type { DatasetHit, FindRow, SearchedPortal } from './findRow.ts';

/** As many as people look through; the next ones are a row away. */
const PAGE = 20;

/** What one portal has found for one question, a page after another, in its own order. */
export class PortalSearch {
  readonly portal: SearchedPortal;
  /** Chosen for its next page. */
  readonly more: FindRow = { kind: 'more', search: this };
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

  /** As the portal says. */
  get total(): number | undefined {
    return this.#last.total;
  }

  get hasMore(): boolean {
    return this.#last.next !== undefined;
  }

  /** Why the last page didn't come. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Asks for the next page, or again for one that failed. Never rejects; once aborted, nothing changes anymore. */
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
    const known = this.#hits.map(({ dataset }) => dataset.id);
    const { items, ...place } = freshPage({ items: datasets, ...rest }, known);
    const hits = items.map((dataset) => ({ kind: 'dataset', portal: this.portal, dataset }) as const);
    this.#hits = [...this.#hits, ...hits];
    this.#last = { ...(total !== undefined && { total }), ...place };
  }
}
