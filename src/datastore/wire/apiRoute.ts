/** Paths and methods for a portal's actions. Some portals have only one path, or block POST (docs/ckan.md 1). */
import * as v from 'valibot';
import type { DatastoreError } from './errors.ts';

const PATHS = ['/api/action', '/api/3/action'] as const;
const METHODS = ['POST', 'GET'] as const;

export const actionPath = v.picklist(PATHS);
export const actionMethod = v.picklist(METHODS);

export interface ApiRoute {
  readonly path: (typeof PATHS)[number];
  readonly method: (typeof METHODS)[number];
}

/** The way that works for nearly every portal. */
export const USUAL_WAY: ApiRoute = { path: '/api/action', method: 'POST' };

/** Statuses of a wrong way. 202 is a firewall's challenge (docs/ckan.md 30). */
const NO_SUCH_WAY = new Set([200, 202, 400, 403, 404, 405, 410, 411, 415, 501]);

/** Whether another program than CKAN answered, or CKAN didn't get the query. */
export function mayBeWrongWay({ isCkan, kind, part, status = 0 }: DatastoreError): boolean {
  // CKAN reports an unknown id as "not found". A missing id means that a firewall dropped the body.
  return isCkan ? kind === 'validation' && part === 'resource' : NO_SUCH_WAY.has(status);
}

/**
 * How much a failure says about the server. `none`: any text with status 200 may come from a firewall, a captive portal
 * or a login. `doubtful`: a firewall's challenge, which may end.
 */
export type Evidence = 'none' | 'doubtful' | 'firm';

const CHALLENGES: ReadonlySet<number> = new Set([202, 400, 403]);

/** How much an error says about the server, by its status. An error without a status is firm. */
export function evidenceOf({ isCkan, status }: Partial<Pick<DatastoreError, 'isCkan' | 'status'>>): Evidence {
  if (isCkan === true || status === undefined) return 'firm';
  if (status === 200) return 'none';
  return CHALLENGES.has(status) ? 'doubtful' : 'firm';
}

/** The remaining ways, likeliest first. `proved` is what has worked. */
export function otherWays(
  { path, method }: ApiRoute,
  proved: Partial<ApiRoute>,
  { status = 0, isCkan }: DatastoreError,
): readonly ApiRoute[] {
  const paths = proved.path === undefined ? [path, ...PATHS.filter((other) => other !== path)] : [path];
  const methods = proved.method === undefined ? [method, ...METHODS.filter((other) => other !== method)] : [method];
  const hasPath = isCkan || !(status === 404 || status === 410);
  const ways = hasPath
    ? paths.flatMap((each) => methods.map((other) => ({ path: each, method: other })))
    : methods.flatMap((other) => paths.map((each) => ({ path: each, method: other })));
  return ways.slice(1);
}
