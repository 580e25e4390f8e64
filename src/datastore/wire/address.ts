/** Reads what people paste: a base URL, a dataset or resource page, an API call, a download, or an id. */
import type { DatastoreQuery } from '../query/query.ts';
import { queryFromUrl } from './request.ts';
import { readsAsCommand } from '../../base/commandText.ts';
import { defined } from '../../base/defined.ts';
import { holdsSecret } from '../../base/secretText.ts';
import { decoded } from '../../base/urlParts.ts';

export interface Address {
  /** The likeliest base URL: everything before `/api/` or a page of the portal. Absent for an id alone. */
  readonly baseUrl?: string;
  /**
   * `baseUrl` and other possible base URLs, likeliest first: without a language segment, then the parents, then with
   * https instead of a typed http, or with http if no scheme was typed.
   */
  readonly candidates: readonly string[];
  readonly resourceId?: string;
  /** The catalog page of the address, if it names no resource. */
  readonly page?: CatalogPage;
  /** The query of an API call or a download. Absent if it requests all records. */
  readonly query?: DatastoreQuery;
  /** Names of parameters that neither `query` nor `resourceId` expresses. Absent if there are none. */
  readonly leftOut?: readonly string[];
}

/** A dataset, or the datasets of an organization or group, by the name or id in the address. */
export interface CatalogPage {
  readonly kind: 'dataset' | 'organization' | 'group';
  readonly name: string;
}

/** `notUrl`: no address or id. `scheme`: not http(s). `secret`: has a login or token, which would end up in logs. */
export interface AddressProblem {
  readonly problem: 'empty' | 'notUrl' | 'scheme' | 'secret';
}

/** A resource from an id or alias, or from an address that names it. */
export interface ResourceAddress extends Pick<Address, 'query' | 'leftOut'> {
  readonly resourceId: string;
  /** Possible base URLs of the portal, likeliest first. Empty for an id or alias. */
  readonly candidates: readonly string[];
}

export interface ResourceProblem {
  readonly problem: AddressProblem['problem'] | 'notResource';
}

/** Pages of a resource, including those that only editors see (CKAN 2.9+). */
const RESOURCE_PAGES = new Set(['resource', 'resource_edit', 'resource_data', 'dictionary']);
/** The first path segment after the base URL on pages of a portal. */
const PAGES = new Set(['dataset', 'organization', 'group', 'datastore', 'user', 'about', 'feeds']);
const CATALOG_PAGES: ReadonlyMap<string, CatalogPage['kind']> = new Map([
  ['dataset', 'dataset'],
  ['organization', 'organization'],
  ['group', 'group'],
  ['package_show', 'dataset'],
  ['organization_show', 'organization'],
  ['group_show', 'group'],
]);
/** Segments after `dataset`, `organization` or `group` that aren't names. */
const NO_NAMES = new Set(['new', 'edit', 'activity', 'groups', 'about', 'members', 'bulk_process', 'followers']);
const LANGUAGE = /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/;

/** Limit in UTF-16 code units. Servers accept a tenth of it, and Node.js needs quadratic time for parameters. */
const LONGEST = 50_000;

/** Reads any pasted text as an address or an id. Throws nothing. */
export function parseAddress(text: string): Address | AddressProblem {
  if (text.length > LONGEST) return { problem: 'notUrl' };
  if (text.trim() === '') return { problem: 'empty' };
  if (holdsSecret(text)) return { problem: 'secret' };
  const trimmed = withoutWrapping(text.trim());
  if (isUuid(trimmed)) return { candidates: [], resourceId: trimmed };
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return { problem: 'scheme' };
  if (scheme === undefined && !looksLikeHost(trimmed)) {
    return /[\s/]/.test(trimmed) ? { problem: 'notUrl' } : { candidates: [], resourceId: trimmed };
  }
  const url = URL.parse(scheme === undefined ? `${assumedScheme(trimmed)}://${trimmed}` : trimmed);
  // The text before an @ may be a password, even if the address can't be read.
  if (url === null) return { problem: trimmed.includes('@') ? 'secret' : 'notUrl' };
  if (url.username !== '' || url.password !== '') return { problem: 'secret' };
  return addressOf(url, scheme === undefined);
}

/** Reads a text as a resource. A text that looks like a host, or isn't an address, is an alias. */
export function parseResource(text: string): ResourceAddress | ResourceProblem {
  const address = parseAddress(text);
  if ('candidates' in address && address.resourceId !== undefined) {
    const { resourceId, candidates, query, leftOut } = address;
    return defined({ resourceId, candidates, query, leftOut });
  }
  const problem = 'problem' in address ? address.problem : 'notResource';
  const alias = text.trim();
  const isAlias = alias !== '' && !alias.includes('/') && problem !== 'secret' && !readsAsCommand(alias);
  return isAlias ? { resourceId: alias, candidates: [] } : { problem };
}

/** Path of a dataset's page, or of a resource's page, after the base URL. */
export function datasetPage(dataset: string, resourceId?: string): string {
  const page = `/dataset/${encodeURIComponent(dataset)}`;
  return resourceId === undefined ? page : `${page}/resource/${encodeURIComponent(resourceId)}`;
}

/** Ids that CKAN generates are UUIDs; aliases aren't. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}

const CLOSING: Readonly<Record<string, string>> = { '<': '>', '(': ')', '[': ']', '"': '"', "'": "'", '`': '`' };

/** Removes marks around an address, and the text after it. A query may contain any character, so it is kept. */
function withoutWrapping(text: string): string {
  const [, mark = '', address = ''] = /^([<(["'`]?)(https?:\/\/.*)$/is.exec(text) ?? [];
  if (address === '') return text;
  const end = mark === '' ? -1 : address.lastIndexOf(CLOSING[mark] ?? mark);
  const inner = end < 0 ? address : address.slice(0, end);
  const [, plain = inner] = /^([^?\s]+)(?:\s[^?]*)?$/.exec(inner) ?? [];
  return plain.includes('?') ? plain : plain.replace(/(?<![.,;:!>)\]"'`])[.,;:!>)\]"'`]+$/, '');
}

/** Matches `data.example.org/dataset/x` and `localhost:5000`. An alias has neither dots nor ports. */
function looksLikeHost(text: string): boolean {
  return /^(?:[^\s/?#@]+\.[^\s/?#@.]+|localhost|\[[0-9a-f:]+\])(?::\d+)?(?:[/?#]\S*)?$/i.test(text);
}

function assumedScheme(text: string): string {
  return /^(?:localhost|127\.|\[::1\])/i.test(text) ? 'http' : 'https';
}

/** Takes an address apart without checking for secrets. `isAssumed`: the scheme wasn't typed. */
export function addressOf(url: URL, isAssumed = false): Address {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const { base, resourceId, page } = takeApart(segments, url.searchParams);
  const candidates = [url.origin, ...otherOrigins(url, isAssumed)].flatMap((origin) =>
    basesOf(base).map((path) => [origin, ...path].join('/')),
  );
  const [baseUrl = url.origin] = candidates;
  const { query, leftOut } = queryFromUrl(url) ?? {};
  return defined({
    baseUrl,
    candidates,
    resourceId,
    page: resourceId === undefined ? page : undefined,
    query: Object.keys(query ?? {}).length > 1 ? query : undefined,
    leftOut,
  });
}

/** Other origins on the host that may be a portal. A typed https address is never requested over http. */
function otherOrigins({ protocol, host, port }: URL, isAssumed: boolean): readonly string[] {
  if (port !== '') return [];
  if (protocol === 'http:') return [`https://${host}`];
  return isAssumed ? [`http://${host}`] : [];
}

interface Parts {
  readonly base: readonly string[];
  readonly resourceId?: string | undefined;
  readonly page?: CatalogPage | undefined;
}

function takeApart(segments: readonly string[], parameters: URLSearchParams): Parts {
  const api = segments.findIndex((segment, index) => segment === 'api' && isApi(segments[index + 1]));
  if (api >= 0) {
    const action = segments.at(-1) ?? '';
    const id = parameters.get('resource_id') ?? (/^(?:datastore|resource)_/.test(action) ? parameters.get('id') : null);
    const page = pageOf(action, parameters.get('id') ?? '');
    return { base: segments.slice(0, api), resourceId: id === null || id === '' ? undefined : id, page };
  }
  const dump = segments.findIndex((segment, index) => segment === 'datastore' && segments[index + 1] === 'dump');
  if (dump >= 0)
    return { base: segments.slice(0, dump), resourceId: segments.slice(dump + 2, dump + 3).map(decoded)[0] };
  // Reads /dataset/NAME/resource/ID. Portals may rename `dataset`, so the segments before are only counted.
  const page = segments.findIndex(
    (segment, index) => index >= 2 && RESOURCE_PAGES.has(segment) && isUuid(segments[index + 1] ?? ''),
  );
  if (page >= 0) return { base: segments.slice(0, page - 2), resourceId: segments[page + 1] };
  const other = segments.findIndex((segment) => PAGES.has(segment));
  if (other < 0) return { base: segments };
  return { base: segments.slice(0, other), page: pageOf(segments[other], decoded(segments[other + 1] ?? '')) };
}

function pageOf(word = '', name: string): CatalogPage | undefined {
  const kind = CATALOG_PAGES.get(word);
  return kind === undefined || name === '' || NO_NAMES.has(name) ? undefined : { kind, name };
}

/** The segment after `api`: none, `action/…`, `3/…` or `util/…`. */
function isApi(next: string | undefined): boolean {
  return next === undefined || /^(?:action|util|\d+)$/.test(next);
}

/** Longer paths belong to other sites, and not all their parents are tried. */
const MOST_PARENTS = 2;

/** CKAN strips a leading language segment, so both addresses are the same portal (docs/ckan.md 7). */
function basesOf(base: readonly string[]): readonly (readonly string[])[] {
  const bases = [base];
  for (let length = base.length - 1; length >= 0; length -= 1)
    if (length < MOST_PARENTS || length === base.length - 1) bases.push(base.slice(0, length));
  const last = base.at(-1);
  const isLanguage = last !== undefined && LANGUAGE.test(last);
  // Both /en/data and /data/en are in use. The parents already include the second form.
  const first = base[0];
  if (!isLanguage && first !== undefined && LANGUAGE.test(first)) bases.splice(1, 0, base.slice(1));
  return bases;
}
