import { isObject } from '../base/shape.ts';

/** The embedded datastore is one portal, whatever port it has today. */
export const LOCAL_PORTAL_ID = 'local';

/** A resource that somebody put under a portal. */
export interface PortalResource {
  readonly id: string;
  readonly name: string;
  /** How many records it had when last counted without a query. */
  readonly records?: number;
}

/** A base URL that somebody added. Never holds a token: see TokenStore. */
export interface Portal {
  /** UUID, or `LOCAL_PORTAL_ID`. Panels and drafts refer to it, so that an address can be edited. */
  readonly id: string;
  readonly name: string;
  /** As DatastoreClient takes it: may carry a path, never ends in a slash. Empty for the embedded datastore. */
  readonly baseUrl: string;
  /** A person allowed the token to go to this portal over plain http. */
  readonly allowPlainHttp?: boolean;
  readonly resources: readonly PortalResource[];
}

/** What is kept in VS Code's storage. */
export interface SavedPortals {
  readonly version: 1;
  readonly portals: readonly Portal[];
}

/** Reads what storage gave back; whatever is not a portal any more is left out (docs/security.md 21). */
export function readPortals(saved: unknown): readonly Portal[] {
  if (!isObject(saved) || saved['version'] !== 1 || !Array.isArray(saved['portals'])) return [];
  return saved['portals'].flatMap(readPortal);
}

function readPortal(value: unknown): readonly Portal[] {
  if (!isObject(value)) return [];
  const { id, name, baseUrl, allowPlainHttp, resources } = value;
  if (!isText(id) || !isText(name) || !isText(baseUrl) || !URL.canParse(baseUrl) || !Array.isArray(resources))
    return [];
  return [
    {
      id,
      name,
      baseUrl,
      ...(allowPlainHttp === true && { allowPlainHttp }),
      resources: resources.flatMap(readResource),
    },
  ];
}

function readResource(value: unknown): readonly PortalResource[] {
  if (!isObject(value)) return [];
  const { id, name, records } = value;
  if (!isText(id) || !isText(name)) return [];
  return [{ id, name, ...(Number.isSafeInteger(records) && { records: records as number }) }];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
