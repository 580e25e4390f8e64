/** The datasets of one portal: searched by words, listed by organization, group or tag, or one by one. */
import { type ExactValue, isList, member } from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
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

/** Number of parallel requests, so that searches don't burden the portal. */
const MOST_REQUESTS = 4;

const OPTIONS = ['prefixes', 'privateDatasets', 'titleSort'] as const satisfies readonly CatalogOption[];

const LISTS = { organization: 'organization_list', groups: 'group_list', tags: 'tag_list' } as const satisfies Record<
  FacetName,
  string
>;

export interface DatasetPage {
  readonly datasets: readonly Dataset[];
  /** Number of matching datasets according to the portal. Only shown, because it may be wrong. */
  readonly total?: number;
  /** Offset of the next page. Absent at the end. */
  readonly next?: number;
}

interface Facet {
  readonly items: readonly FacetItem[];
  /** Whether the portal may have more. If it counts datasets, the items with the most are here. */
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
    // A server may return fewer datasets than requested.
    const end = window.start + found.length;
    const hasNext = found.length > 0 && (found.length >= window.rows || end < (total ?? 0));
    return defined({
      datasets: (await mapInSteps(found.slice(0, window.rows), readDataset)).filter((dataset) => dataset !== undefined),
      total,
      next: hasNext ? end : undefined,
    });
  }

  /** Yields all matching datasets page by page, each of them once. */
  async *datasets(query: DatasetQuery, rows: number, signal: AbortSignal): AsyncGenerator<readonly Dataset[], void> {
    const seen = new Set<string>();
    for (let start: number | undefined = 0; start !== undefined;) {
      const { datasets, ...place }: DatasetPage = await this.search(query, { start, rows }, signal);
      const { items, next }: ListedPage<Dataset> = freshPage({ items: datasets, ...place }, seen);
      for (const { id } of items) seen.add(id);
      if (items.length > 0) yield items;
      start = next;
    }
  }

  dataset(name: string, signal: AbortSignal): Promise<Dataset> {
    return this.#show(name, readDataset, signal);
  }

  details(name: string, signal: AbortSignal): Promise<DatasetDetails> {
    return this.#show(name, readDatasetDetails, signal);
  }

  /** The id of the dataset that contains a resource. */
  async datasetOf(resourceId: string, signal: AbortSignal): Promise<string> {
    const { result, host } = await this.#ask('resource_show', JSON.stringify({ id: resourceId }), signal);
    const id = identifierIn(member(result, 'package_id'));
    if (id === undefined) throw new DatastoreError('catalogMissing', host);
    return id;
  }

  /** The organizations, groups or tags with datasets. Catalogs that don't count datasets return all. */
  async facet(facet: FacetName, signal: AbortSignal): Promise<Facet> {
    const { result } = await this.#search((options) => facetBody(facet, MOST_ITEMS, options), signal);
    const counted = await readFacet(result, facet, signal);
    const items = counted ?? (await readFacetList((await this.#ask(LISTS[facet], '{}', signal)).result, signal));
    return { items, isCut: items.length >= MOST_ITEMS };
  }

  async #show<T>(name: string, read: (value: ExactValue) => T | undefined, signal: AbortSignal): Promise<T> {
    const { result, host } = await this.#ask('package_show', JSON.stringify({ id: name }), signal);
    const shown = read(result);
    if (shown === undefined) throw new DatastoreError('catalogMissing', host);
    return shown;
  }

  /** Sends all options that the catalog may support. One that it refuses is never sent again. */
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
        const shown = used.map((option) => [option, true] as const);
        dialect.learn(Object.fromEntries<boolean>(dropped === undefined ? shown : [...shown, [dropped, false]]));
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

/** Whether CKAN itself refused a parameter. Errors of Solr have their own type, and the status of an invalid query. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof DatastoreError) || !error.isCkan) return false;
  return error.kind === 'validation' || (error.kind === 'server' && (error.status ?? 500) < 500);
}

function ofCatalog(error: DatastoreError, action: string): DatastoreError {
  const subject = action === 'package_show' || action === 'resource_show' ? 'dataset' : 'catalog';
  if (error.kind === 'forbidden') return error.as('forbidden', { subject });
  const kind = error.kind === 'actionUnknown' ? 'catalogMissing' : 'datasetMissing';
  return error.kind === 'actionUnknown' || error.kind === 'notFound' ? error.as(kind) : error;
}
