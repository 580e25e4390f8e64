/** A question to a catalog, as `package_search` takes it. */
import type { CatalogOption } from '../dialect/facts.ts';

/** What datasets are filed under, by the names of CKAN's index. */
export type FacetName = 'organization' | 'groups' | 'tags';

export interface DatasetQuery {
  /** What people typed; empty for every dataset. */
  readonly words?: string;
  /** The last word may be the beginning of one. */
  readonly isTyping?: boolean;
  /** Only datasets of the organization, group or tag of this name. */
  readonly within?: Readonly<Partial<Record<FacetName, string>>>;
  /** The portal's own order where it is absent: by relevance with words. */
  readonly sort?: 'updated' | 'title';
}

export interface DatasetWindow {
  readonly start: number;
  readonly rows: number;
}

export type CatalogOptions = readonly CatalogOption[];

const SORTS = {
  updated: 'metadata_modified desc, name asc',
  title: 'title_string asc, name asc',
} as const satisfies Record<NonNullable<DatasetQuery['sort']>, string>;

/** JSON text. CKAN counts organizations, groups and tags with every search unless `facet` is "false". */
export function datasetSearchBody(
  { words = '', isTyping = false, within = {}, sort }: DatasetQuery,
  { start, rows }: DatasetWindow,
  options: CatalogOptions,
): string {
  const q = words.trim() === '' ? {} : wordsSought(words, isTyping && options.includes('prefixes'));
  const fq = Object.entries(within).map(([field, name]) => `+${field}:${quoted(name)}`);
  return JSON.stringify({
    ...q,
    ...(fq.length > 0 && { fq: fq.join(' ') }),
    ...(sort !== undefined && (sort !== 'title' || options.includes('titleSort')) && { sort: SORTS[sort] }),
    start,
    rows,
    facet: 'false',
    ...(options.includes('privateDatasets') && { include_private: true }),
  });
}

/** Every organization, group or tag that has datasets, with their number. */
export function facetBody(facet: FacetName, most: number, options: CatalogOptions): string {
  return JSON.stringify({
    rows: 0,
    'facet.field': [facet],
    'facet.limit': most,
    ...(options.includes('privateDatasets') && { include_private: true }),
  });
}

/** CKAN's parser finds whole words; `edismax`, which it takes too, also finds their beginnings. */
function wordsSought(words: string, isTyping: boolean): { readonly q: string; readonly defType?: string } {
  const safe = wordsOnly(words);
  const [, before = '', last] = isTyping
    ? (/^(.*?)(?<![\p{L}\p{N}])([\p{L}\p{N}]{2,})$/su.exec(safe) ?? [])
    : [];
  return last === undefined
    ? { q: safe.trim() }
    : { q: `${before}(${last} OR ${last}*)`, defType: 'edismax' };
}

const OPERATOR = /^(?:AND|OR|NOT)$/;

/** Operators at the beginning, at the end and in front of AND or OR join nothing. In lower case they are words. */
function withoutIdleOperators(text: string): string {
  const parts = text.split(/(\s+)/);
  const isWord = (part: string) => part.trim() !== '' && !OPERATOR.test(part);
  const [first, last] = [parts.findIndex(isWord), parts.findLastIndex(isWord)];
  const isIdle = (at: number) => at < first || at > last || /^(?:AND|OR)$/.test(parts[at + 2] ?? '');
  return parts.map((part, at) => (OPERATOR.test(part) && isIdle(at) ? part.toLowerCase() : part)).join('');
}

/**
 * CKAN takes a text with a colon for a Solr expression, `{!` chooses another parser, and Solr refuses an operator that
 * has nothing to join and a quotation that doesn't end.
 */
function wordsOnly(words: string): string {
  const safe = withoutIdleOperators(words.replace(/[:{}!]/g, ' '));
  const isQuoted = (safe.split('"').length - 1) % 2 === 0;
  return isQuoted ? safe : safe.replace(/"(?=[^"]*$)/, ' ');
}

/** A name as Solr's phrase, in which nothing else has a meaning. */
function quoted(name: string): string {
  return `"${name.replace(/[\\"]/g, '\\$&')}"`;
}
