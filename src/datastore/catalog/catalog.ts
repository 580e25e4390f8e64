/** The datasets of one portal: found by words, listed by what they are filed under, shown one by one. */
import { type ExactValue, isList, member } from '../../base/cells.ts';
import { Semaphore } from '../../base/semaphore.ts';
import { mapInSteps } from '../../base/timeSlice.ts';
import { ActionApi, type ActionApiOptions } from '../client/actionApi.ts';
import type { CatalogOption } from '../dialect/facts.ts';
import { DatastoreError } from '../wire/errors.ts';
import { countIn, identifierIn } from './catalogValue.ts';
import { type Dataset, readDataset } from './dataset.ts';
import { type DatasetDetails, readDatasetDetails } from './datasetDetails.ts';
import {
  type CatalogOptions,
  type DatasetQuery,
  datasetSearchBody,
  type DatasetWindow,
  facetBody,
  type FacetName,
} from './datasetQuery.ts';
import { freshPage, type ListedPage } from './freshPage.ts';
import { type FacetItem, MOST_ITEMS, readFacet, readFacetList } from './facet.ts';

/** A portal is other people's machine. */
const MOST_REQUESTS = 4;

const OPTIONS = ['prefixes', 'privateDatasets', 'titleSort'] as const satisfies readonly CatalogOption[];

const LISTS = {
  organization: 'organization_list',
  groups: 'group_list',
  tags: 'tag_list',
} as const satisfies Record<FacetName, string>;

export interface DatasetPage {
  readonly datasets: readonly Dataset[];
  /** Matching datasets, as the portal says; for people, never to know where the end is. */
  readonly total?: number;
  /** Where the next page starts; absent at the end. */
  readonly next?: number;
}

export interface Facet {
  /** By title. */
  readonly items: readonly FacetItem[];
  /** The portal may have more; where it counts datasets, these have the most. */
  readonly isCut: boolean;
}

interface CatalogAnswer {
  readonly result: ExactValue;
  readonly host: string;
}

/** Every method throws HttpError, DatastoreError, or the reason of an abort. */
export class Catalog {
  readonly #options: ActionApiOptions;
  readonly #api: ActionApi;
  readonly #requests = new Semaphore(MOST_REQUESTS);

  constructor(options: ActionApiOptions) {
    this.#options = options;
    this.#api = new ActionApi(options);
  }

  async search(query: DatasetQuery, window: DatasetWindow, signal: AbortSignal): Promise<DatasetPage> {
    const bodyWith = (options: CatalogOptions) => datasetSearchBody(query, window, options);
    const { result, host } = await this.#search(bodyWith, signal);
    const found = member(result, 'results');
    if (!isList(found)) throw new DatastoreError('catalogMissing', host);
    const total = countIn(member(result, 'count'));
    // A server may give fewer than it was asked for.
    const end = window.start + found.length;
    const hasNext = found.length > 0 && (found.length >= window.rows || end < (total ?? 0));
    return {
      datasets: (await mapInSteps(found.slice(0, window.rows), readDataset)).filter(
        (dataset) => dataset !== undefined,
      ),
      ...(total !== undefined && { total }),
      ...(hasNext && { next: end }),
    };
  }

  /** Every dataset that matches, page by page; none comes twice. */
  async *datasets(
    query: DatasetQuery,
    rows: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly Dataset[], void> {
    const seen = new Set<string>();
    for (let start: number | undefined = 0; start !== undefined;) {
      const { datasets, ...place }: DatasetPage = await this.search(query, { start, rows }, signal);
      const { items, next }: ListedPage<Dataset> = freshPage({ items: datasets, ...place }, seen);
      for (const { id } of items) seen.add(id);
      if (items.length > 0) yield items;
      start = next;
    }
  }

  /** By its name or id. */
  dataset(name: string, signal: AbortSignal): Promise<Dataset> {
    return this.#show(name, readDataset, signal);
  }

  /** All that is said about a dataset, by its name or id. */
  details(name: string, signal: AbortSignal): Promise<DatasetDetails> {
    return this.#show(name, readDatasetDetails, signal);
  }

  /** The id of the dataset that a resource is in. */
  async datasetOf(resourceId: string, signal: AbortSignal): Promise<string> {
    const { result, host } = await this.#ask('resource_show', JSON.stringify({ id: resourceId }), signal);
    const id = identifierIn(member(result, 'package_id'));
    if (id === undefined) throw new DatastoreError('catalogMissing', host);
    return id;
  }

  /** The organizations, groups or tags that have datasets; where the catalog doesn't count them, all there are. */
  async facet(facet: FacetName, signal: AbortSignal): Promise<Facet> {
    const { result } = await this.#search((options) => facetBody(facet, MOST_ITEMS, options), signal);
    const counted = await readFacet(result, facet, signal);
    const items =
      counted ?? (await readFacetList((await this.#ask(LISTS[facet], '{}', signal)).result, signal));
    return { items, isCut: items.length >= MOST_ITEMS };
  }

  async #show<T>(name: string, read: (value: ExactValue) => T | undefined, signal: AbortSignal): Promise<T> {
    const { result, host } = await this.#ask('package_show', JSON.stringify({ id: name }), signal);
    const shown = read(result);
    if (shown === undefined) throw new DatastoreError('catalogMissing', host);
    return shown;
  }

  /** Asks with all that the catalog may take. What it refuses is left out, once and for all. */
  async #search(bodyWith: (options: CatalogOptions) => string, signal: AbortSignal): Promise<CatalogAnswer> {
    const { access, dialect } = this.#options;
    const { token } = await access(signal);
    const { facts } = dialect;
    let options: CatalogOptions = OPTIONS.filter(
      (option) => facts[option] !== false && (option !== 'privateDatasets' || token !== undefined),
    );
    let refusal: unknown;
    for (let dropped: CatalogOption | undefined; ;) {
      const body = bodyWith(options);
      const used = options.filter((option) => bodyWith(without(options, option)) !== body);
      try {
        const answer = await this.#ask('package_search', body, signal);
        dialect.learnFromCatalog(used, dropped);
        return answer;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refusal ??= error;
        dropped = used.find((option) => facts[option] !== true);
        if (dropped === undefined) throw refusal;
        options = without(options, dropped);
      }
    }
  }

  async #ask(action: string, body: string, signal: AbortSignal): Promise<CatalogAnswer> {
    return this.#requests.run(async () => {
      try {
        const { result, answer } = await this.#api.call(action, { body, numbers: 'rounded' }, signal);
        return { result, host: answer.url.host };
      } catch (error) {
        throw error instanceof DatastoreError ? ofCatalog(error, action) : error;
      }
    }, signal);
  }
}

function without(options: CatalogOptions, left: CatalogOption): CatalogOptions {
  return options.filter((option) => option !== left);
}

/** CKAN's own refusal of a parameter. Solr's have a type of their own, and the status of a question that is wrong. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof DatastoreError) || !error.isCkan) return false;
  return error.kind === 'validation' || (error.kind === 'server' && (error.status ?? 500) < 500);
}

/** The same refusal, in the words of a catalog. */
function ofCatalog(error: DatastoreError, action: string): DatastoreError {
  const subject = action === 'package_show' || action === 'resource_show' ? 'dataset' : 'catalog';
  if (error.kind === 'forbidden') return error.as('forbidden', { subject });
  const kind = error.kind === 'actionUnknown' ? 'catalogMissing' : 'datasetMissing';
  return error.kind === 'actionUnknown' || error.kind === 'notFound' ? error.as(kind) : error;
}
