/**
 * The catalog of a CKAN in memory: its actions on datasets, organizations, groups and tags, with Solr's way of finding
 * them.
 */
import type { ExactValue } from '../../../src/base/cells.ts';
import { Refused, type Params } from './fakeSearch.ts';

export interface FakeDataset {
  readonly name: string;
  readonly title: string;
  readonly notes?: string;
  /** Name of the organization, from which its title is made. */
  readonly organization?: string;
  readonly groups?: readonly string[];
  readonly tags?: readonly string[];
  /** A time as ISO 8601. */
  readonly modified?: string;
  readonly isPrivate?: boolean;
  readonly resources?: readonly FakeDatasetResource[];
  /** Members that replace others or are added. */
  readonly oddities?: object;
}

export interface FakeDatasetResource {
  readonly id: string;
  readonly name?: string;
  readonly format?: string;
  readonly datastore_active?: unknown;
  readonly [member: string]: unknown;
}

/** An array, or datasets that are made when they are requested. */
export interface FakeDatasets {
  readonly length: number;
  /** Whether no dataset is private, so that none needs to be checked. */
  readonly areOpen?: boolean;
  at(index: number): FakeDataset | undefined;
}

export interface FakeCatalogOptions {
  readonly datasets: FakeDatasets;
  /** Greatest number of datasets per page. 1,000 if absent. */
  readonly rowsMax?: number;
  /** Parameters of `package_search` that this portal refuses. */
  readonly refuses?: readonly string[];
  /** False for a portal that looks like CKAN and counts nothing. */
  readonly hasFacets?: boolean;
}

/** A refusal with a status other than 409, or with another type. */
export class CatalogRefusal extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

const KNOWN = (
  'q fl fq fq_list rows sort start qf bf boost facet facet.mincount facet.limit facet.field extras tie defType mm df ' +
  'include_private include_drafts'
).split(' ');

const ORDERS: Readonly<Record<string, (one: FakeDataset, other: FakeDataset) => number>> = {
  'metadata_modified desc': (one, other) => compare(modifiedOf(other), modifiedOf(one)),
  'title_string asc': (one, other) => compare(one.title, other.title),
};

export class FakeCatalog {
  readonly #options: FakeCatalogOptions;
  /** Indices of all datasets, by the order in which they were requested. */
  readonly #orders = new Map<string, readonly number[]>();

  constructor(options: FakeCatalogOptions) {
    this.#options = options;
  }

  /** The `result` of an action. Undefined for an action of another kind. Throws Refused and CatalogRefusal. */
  answer(action: string, params: Params, isMember: boolean): ExactValue | undefined {
    switch (action) {
      case 'package_search':
        return this.#search(params, isMember) as ExactValue;
      case 'package_show':
        return this.#show(textOf(params['id']), isMember);
      case 'resource_show':
        return this.#resource(textOf(params['id']), isMember);
      case 'organization_list':
        return this.#list(params, ({ organization }) => (organization === undefined ? [] : [organization]));
      case 'group_list':
        return this.#list(params, ({ groups = [] }) => groups);
      case 'tag_list':
        return this.#list({}, ({ tags = [] }) => tags);
      default:
        return undefined;
    }
  }

  #search(params: Params, isMember: boolean): object {
    const { refuses = [], rowsMax = 1000, hasFacets = true } = this.#options;
    const unknown = Object.keys(params).filter((name) => !KNOWN.includes(name) || refuses.includes(name));
    if (unknown.length > 0)
      throw new CatalogRefusal(400, 'Search Query Error', `Invalid search parameters: ['${unknown.join("', '")}']`);
    const start = natural(params, 'start', 0);
    const rows = Math.min(natural(params, 'rows', 10), rowsMax);
    const seesPrivate = params['include_private'] === true && isMember;
    const found = this.#matching(params, seesPrivate);
    const fields = params['facet'] === 'false' ? [] : ((params['facet.field'] ?? []) as readonly string[]);
    const facets = hasFacets && { search_facets: this.#facets(fields, found, natural(params, 'facet.limit', 50)) };
    return {
      count: found.length,
      facets: {},
      results: found.slice(start, start + rows).map((place) => this.#shown(place)),
      sort: textOf(params['sort']) || 'score desc, metadata_modified desc',
      ...facets,
    };
  }

  /** Indices of the matching datasets in the requested order. */
  #matching(params: Params, seesPrivate: boolean): readonly number[] {
    const [key = ''] = textOf(params['sort']).split(',');
    const places = this.#ordered(key in ORDERS ? key : '');
    const words = wordsOf(textOf(params['q']), params['defType'] === 'edismax');
    const clauses = [...textOf(params['fq']).matchAll(/\+(\w+):"((?:[^"\\]|\\.)*)"/g)].map(
      ([, field = '', value = '']) => [field, value.replace(/\\(.)/g, '$1')] as const,
    );
    const seesAll = seesPrivate || this.#options.datasets.areOpen === true;
    if (seesAll && clauses.length === 0 && words.length === 0) return places;
    const isAny = params['mm'] === '1';
    const hits = (place: number): number => words.filter((word) => word.test(textsOf(this.#at(place)))).length;
    const ranked = isAny ? [...places].sort((one, other) => hits(other) - hits(one)) : places;
    return ranked.filter((place) => {
      const dataset = this.#at(place);
      return (
        (seesPrivate || dataset.isPrivate !== true) &&
        clauses.every(([field, value]) => filedUnder(dataset, field).includes(value)) &&
        (isAny ? hits(place) > 0 : words.every((word) => word.test(textsOf(dataset))))
      );
    });
  }

  #ordered(key: string): readonly number[] {
    const known = this.#orders.get(key);
    if (known !== undefined) return known;
    const places = Array.from({ length: this.#options.datasets.length }, (_, place) => place);
    const order = ORDERS[key];
    if (order !== undefined) places.sort((one, other) => order(this.#at(one), this.#at(other)) || one - other);
    this.#orders.set(key, places);
    return places;
  }

  #at(place: number): FakeDataset {
    const dataset = this.#options.datasets.at(place);
    if (dataset === undefined) throw new RangeError(`There is no dataset ${place}`);
    return dataset;
  }

  #facets(fields: readonly string[], found: readonly number[], limit: number): object {
    const facet = (field: string): object => {
      const counts = Map.groupBy(
        found.flatMap((place) => filedUnder(this.#at(place), field)),
        (name) => name,
      );
      const items = [...counts]
        .map(([name, { length: count }]) => ({ name, display_name: titleOf(name), count }))
        .sort((one, other) => other.count - one.count)
        .slice(0, limit < 0 ? undefined : limit);
      return { title: field, items: items.sort((one, other) => compare(other.display_name, one.display_name)) };
    };
    return Object.fromEntries(fields.map((field) => [field, facet(field)]));
  }

  #show(id: string, isMember: boolean): ExactValue {
    const { length } = this.#options.datasets;
    for (let place = 0; place < length; place++) {
      const dataset = this.#at(place);
      if (dataset.name !== id && idOf(dataset) !== id) continue;
      if (dataset.isPrivate === true && !isMember)
        throw new CatalogRefusal(
          403,
          'Authorization Error',
          `Access denied: User  not authorized to read package ${id}`,
        );
      return this.#shown(place);
    }
    throw new CatalogRefusal(404, 'Not Found Error', 'Not found');
  }

  /** Undefined for a resource that is in no dataset. */
  #resource(id: string, isMember: boolean): ExactValue | undefined {
    const { length } = this.#options.datasets;
    for (let place = 0; place < length; place++) {
      const dataset = this.#at(place);
      const resource = dataset.resources?.find((each) => each.id === id);
      if (resource === undefined) continue;
      this.#show(dataset.name, isMember);
      return { name: '', package_id: idOf(dataset), ...resource } as ExactValue;
    }
    return undefined;
  }

  /** With `all_fields`, CKAN 2.7+ returns at most 25, without saying so. */
  #list(params: Params, namesOf: (dataset: FakeDataset) => readonly string[]): ExactValue {
    const { length } = this.#options.datasets;
    const names = new Set<string>();
    for (let place = 0; place < length; place++) for (const name of namesOf(this.#at(place))) names.add(name);
    const most = params['all_fields'] === true ? 25 : 1000;
    const offset = natural(params, 'offset', 0);
    const listed = [...names].sort().slice(offset, offset + Math.min(natural(params, 'limit', most), most));
    if (params['all_fields'] !== true) return listed;
    return listed.map((name) => ({ id: `id-of-${name}`, name, display_name: titleOf(name), package_count: 1 }));
  }

  #shown(place: number): ExactValue {
    const dataset = this.#at(place);
    const { name, title, notes = '', organization, groups = [], tags = [], resources = [], oddities } = dataset;
    return {
      id: idOf(dataset),
      name,
      title,
      notes,
      private: dataset.isPrivate === true,
      state: 'active',
      metadata_modified: modifiedOf(dataset),
      organization:
        organization === undefined
          ? null
          : { id: `id-of-${organization}`, name: organization, title: titleOf(organization) },
      groups: groups.map((group) => ({ name: group, title: titleOf(group), display_name: titleOf(group) })),
      tags: tags.map((tag) => ({ name: tag, display_name: tag })),
      num_resources: resources.length,
      resources: resources.map((resource) => ({ package_id: idOf(dataset), ...resource })),
      ...oddities,
    } as ExactValue;
  }
}

/** Datasets like `dataset-000007` of an organization, in two groups, with two resources of which one has records. */
export function generatedDatasets(length: number): FakeDatasets {
  const at = (index: number): FakeDataset | undefined => {
    if (index < 0 || index >= length) return undefined;
    const number = String(index).padStart(6, '0');
    const id = (what: string) => `${number}00-0000-4000-8000-0000000000${what}`;
    return {
      name: `dataset-${number}`,
      title: `Dataset ${number} about ${TOPICS[index % TOPICS.length] ?? ''}`,
      notes: 'Generated. '.repeat(20),
      organization: `office-${index % 40}`,
      groups: [`group-${index % 12}`],
      tags: [`tag-${index % 300}`, TOPICS[index % TOPICS.length] ?? ''],
      modified: new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString().slice(0, -1),
      resources: [
        { id: id('01'), name: `Records ${number}`, format: 'CSV', datastore_active: true },
        { id: id('02'), name: `Report ${number}`, format: 'PDF', datastore_active: false },
      ],
    };
  };
  return { length, areOpen: true, at };
}

const TOPICS = ['schools', 'water', 'noise', 'trees', 'budgets', 'traffic', 'libraries'];

function idOf({ name }: FakeDataset): string {
  return `id-of-${name}`;
}

function modifiedOf({ modified = '2026-01-02T03:04:05.678901' }: FakeDataset): string {
  return modified;
}

/** A title from a name: `school-board` becomes "School board". */
export function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

function filedUnder({ organization, groups = [], tags = [] }: FakeDataset, field: string): readonly string[] {
  if (field === 'organization') return organization === undefined ? [] : [organization];
  return field === 'groups' ? groups : field === 'tags' ? tags : [];
}

function textsOf({ name, title, notes = '', organization = '', tags = [] }: FakeDataset): string {
  return [name, title, notes, organization, ...tags].join(' ').toLowerCase();
}

/**
 * The words of a search, which must all occur as whole words. With `edismax`, also `(wo OR wo*)`. Throws CatalogRefusal
 * for an invalid expression.
 */
function wordsOf(q: string, isExtended: boolean): readonly RegExp[] {
  if (!isExtended && q.includes(':') && q !== '*:*')
    throw new CatalogRefusal(409, 'Search Error', `SOLR returned an error running query: undefined field`);
  const terms = q === '*:*' ? [] : (q.toLowerCase().match(/\([^)]*\)|\S+/g) ?? []);
  return terms.map((term) => {
    const prefix = isExtended ? /^\((.+) or \1\*\)$/.exec(term)?.[1] : undefined;
    const word = (prefix ?? term).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    return new RegExp(`(?<![\\p{L}\\p{N}])${word}${prefix === undefined ? '(?![\\p{L}\\p{N}])' : ''}`, 'u');
  });
}

function natural(params: Params, name: string, otherwise: number): number {
  const value = params[name] ?? otherwise;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Refused({ [name]: ['Invalid integer'] });
  if (value < 0 && name !== 'facet.limit') throw new Refused({ [name]: ['Must be a natural number'] });
  return value;
}

function textOf(value: ExactValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
