/** Queries of a catalog, as `package_search` takes them. */
import type { CatalogOption } from '../dialect/facts.ts';

/** Names of the fields of CKAN's index that group datasets. */
export type FacetName = 'organization' | 'groups' | 'tags';

export interface DatasetQuery {
  /** The text that people entered. Empty for all datasets. */
  readonly words?: string;
  /** Whether the last word may be incomplete. */
  readonly isTyping?: boolean;
  /** Whether one of the words is enough. CKAN requires two words, and nearly all of more. */
  readonly isAny?: boolean;
  /** Limits the search to the organization, group or tag with this name. */
  readonly within?: Readonly<Partial<Record<FacetName, string>>>;
  /** Absent: the portal's own order, which is by relevance if there are words. */
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
  { words = '', isTyping = false, isAny = false, within = {}, sort }: DatasetQuery,
  { start, rows }: DatasetWindow,
  options: CatalogOptions,
): string {
  const q = words.trim() === '' ? {} : wordsSought(words, isTyping && options.includes('prefixes'));
  const fq = Object.entries(within).map(([field, name]) => `+${field}:${quoted(name)}`);
  return JSON.stringify({
    ...q,
    ...(isAny && { mm: '1' }),
    ...(fq.length > 0 && { fq: fq.join(' ') }),
    ...(sort !== undefined && (sort !== 'title' || options.includes('titleSort')) && { sort: SORTS[sort] }),
    start,
    rows,
    facet: 'false',
    ...(options.includes('privateDatasets') && { include_private: true }),
  });
}

export function facetBody(facet: FacetName, most: number, options: CatalogOptions): string {
  return JSON.stringify({
    rows: 0,
    'facet.field': [facet],
    'facet.limit': most,
    ...(options.includes('privateDatasets') && { include_private: true }),
  });
}

/** CKAN's parser finds whole words. Its other parser, `edismax`, also finds the beginnings of words. */
function wordsSought(words: string, isTyping: boolean): { readonly q: string; readonly defType?: string } {
  const safe = wordsOnly(words);
  const [, before = '', last] = isTyping ? (/^(.*?)(?<![\p{L}\p{N}])([\p{L}\p{N}]{2,})$/su.exec(safe) ?? []) : [];
  return last === undefined ? { q: safe.trim() } : { q: `${before}(${last} OR ${last}*)`, defType: 'edismax' };
}

const OPERATOR = /^(?:AND|OR|NOT)$/;

/** Writes operators that join nothing in lower case: at the start, at the end, or before AND or OR. */
function withoutIdleOperators(text: string): string {
  const parts = text.split(/(\s+)/);
  const isWord = (part: string) => part.trim() !== '' && !OPERATOR.test(part);
  const [first, last] = [parts.findIndex(isWord), parts.findLastIndex(isWord)];
  const isIdle = (at: number) => at < first || at > last || /^(?:AND|OR)$/.test(parts[at + 2] ?? '');
  return parts.map((part, at) => (OPERATOR.test(part) && isIdle(at) ? part.toLowerCase() : part)).join('');
}

/**
 * Removes what has a meaning for CKAN and Solr. CKAN treats a text with a colon as a Solr expression, `{!` chooses
 * another parser, and Solr refuses operators that join nothing and unclosed quotation marks.
 */
function wordsOnly(words: string): string {
  const safe = withoutIdleOperators(words.replace(/[:{}!]/g, ' '));
  const isQuoted = (safe.split('"').length - 1) % 2 === 0;
  return isQuoted ? safe : safe.replace(/"(?=[^"]*$)/, ' ');
}

/** A name as a phrase of Solr, in which no other character has a meaning. */
function quoted(name: string): string {
  return `"${name.replace(/[\\"]/g, '\\$&')}"`;
}
