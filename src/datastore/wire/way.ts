/** How the actions of a portal are reached: extensions and firewalls leave some with one path, or without POST (docs/ckan.md 1). */
import * as v from 'valibot';
import type { DatastoreError } from './errors.ts';

const PATHS = ['/api/action', '/api/3/action'] as const;
const METHODS = ['POST', 'GET'] as const;

export const actionPath = v.picklist(PATHS);
export const actionMethod = v.picklist(METHODS);

export interface Way {
  readonly path: (typeof PATHS)[number];
  readonly method: (typeof METHODS)[number];
}

/** Of nearly every portal. */
export const USUAL_WAY: Way = { path: '/api/action', method: 'POST' };

/** 202: a firewall's challenge (docs/ckan.md 30). */
const NO_SUCH_WAY = new Set([200, 202, 400, 403, 404, 405, 410, 411, 415, 501]);

/** Something else than CKAN has answered, or CKAN has answered without having read the question. */
export function mayBeWrongWay({ isCkan, kind, part, status = 0 }: DatastoreError): boolean {
  // An id was sent: one that nobody knows is "not found", and a missing one was in the body that a firewall dropped.
  return isCkan ? kind === 'validation' && part === 'resource' : NO_SUCH_WAY.has(status);
}

/**
 * What a failure says about the server. `none`: a page or other text with status 200 can be that of a firewall, a captive
 * portal or a login. `doubtful`: a firewall's challenge, which may be gone tomorrow.
 */
export type Evidence = 'none' | 'doubtful' | 'firm';

const CHALLENGES: ReadonlySet<number> = new Set([202, 400, 403]);

export function evidenceOf({ isCkan, status }: Partial<Pick<DatastoreError, 'isCkan' | 'status'>>): Evidence {
  if (isCkan === true || status === undefined) return 'firm';
  if (status === 200) return 'none';
  return CHALLENGES.has(status) ? 'doubtful' : 'firm';
}

/** The ways that are left to try, likeliest first. `known`: what has proved right by now. */
export function otherWays(
  { path, method }: Way,
  known: Partial<Way>,
  { status = 0, isCkan }: DatastoreError,
): readonly Way[] {
  const paths = known.path === undefined ? [path, ...PATHS.filter((other) => other !== path)] : [path];
  const methods =
    known.method === undefined ? [method, ...METHODS.filter((other) => other !== method)] : [method];
  const hasPath = isCkan || !(status === 404 || status === 410);
  const ways = hasPath
    ? paths.flatMap((each) => methods.map((other) => ({ path: each, method: other })))
    : methods.flatMap((other) => paths.map((each) => ({ path: each, method: other })));
  return ways.slice(1);
}
