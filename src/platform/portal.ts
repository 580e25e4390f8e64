import * as v from 'valibot';
import { optionalMember, readStored, storedList, storedObject } from '../base/stored.ts';
import { isTokenHeader } from '../http/origin.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';

/** The embedded datastore is one portal, whatever its port. */
export const LOCAL_PORTAL_ID = 'local';

const text = v.pipe(v.string(), v.nonEmpty());

const portalResource = storedObject({
  id: text,
  name: text,
  /** How many records it had when last counted without a query. */
  records: optionalMember(v.pipe(v.number(), v.safeInteger())),
});

const portal = storedObject({
  /** UUID, or `LOCAL_PORTAL_ID`. Panels and drafts refer to it, so that an address can be edited. */
  id: text,
  name: text,
  /** As DatastoreClient takes it: may carry a path, never ends in a slash. Of a database, its own address. */
  baseUrl: v.pipe(v.string(), v.url()),
  /** Of a database: how the way there is encrypted. */
  encryption: optionalMember(v.picklist(['none', 'any', 'verify'])),
  /** A person allowed the token to go to this portal over plain http. */
  allowPlainHttp: optionalMember(v.boolean()),
  /** The header that carries the token; `Authorization` when absent. */
  tokenHeader: optionalMember(v.pipe(v.string(), v.check(isTokenHeader))),
  /** A person let conditions that `filters` can't say be asked by SQL. */
  allowSql: optionalMember(v.boolean()),
  resources: storedList(portalResource),
});

const savedPortals = v.object({ version: v.literal(1), portals: storedList(portal) });

/** A resource that people saved under its portal. */
export type PortalResource = v.InferOutput<typeof portalResource>;

/** A base URL that people added; empty for the embedded datastore. Never holds a token or password: see TokenStore and PasswordStore. */
export type Portal = v.InferOutput<typeof portal>;

/** Its tables are served by a process of ours: it has no catalog, website or API tokens. */
export function isDatabase({ baseUrl }: Pick<Portal, 'baseUrl'>): boolean {
  return /^(postgresql|trino):/.test(baseUrl);
}

/** Host and path, for people; empty for the embedded datastore. */
export function addressOf({ baseUrl }: Pick<Portal, 'baseUrl'>): string {
  return baseUrl.replace(/^(https?|postgresql|trino):\/\//, '').split('?', 1)[0] ?? '';
}

/** What is kept in VS Code's storage. */
export type SavedPortals = v.InferOutput<typeof savedPortals>;

/** Reads what storage gave back, without what is no longer a portal (docs/security.md 21). */
export function readPortals(saved: unknown): readonly Portal[] {
  return readStored(savedPortals, saved)?.portals ?? [];
}

/** The resource of that id, if it's saved under the portal. */
export function savedResource(
  portal: Pick<Portal, 'resources'> | undefined,
  resourceId: string,
): PortalResource | undefined {
  return portal?.resources.find(({ id }) => id === resourceId);
}

/** Names one resource of one portal. Saved with panels and passed between commands. */
export type ResourceRef = Readonly<v.InferOutput<typeof resourceRef>>;

export const resourceRef = v.object({ portalId: v.string(), resourceId: v.string() });

/** What the catalog says of a resource that may not be saved. */
export interface FoundResource {
  readonly name: string;
  readonly dataset?: { readonly name: string; readonly title: string };
}

/** A resource that was picked; `query`: what the address that was pasted for it asks. */
export interface PickedResource extends ResourceRef {
  readonly query?: DatastoreQuery;
}

/** What a resource links to, as far as that is known. */
export interface ResourceFile extends ResourceRef {
  readonly url?: string;
  readonly name?: string;
  readonly format?: string;
}

/** Where records come from: a portal, a file, or a copy of a portal's resource. */
export type RecordsSource = 'portal' | 'file' | 'copy';

/** For maps: the same for the same resource. */
export function resourceKey({ portalId, resourceId }: ResourceRef): string {
  return JSON.stringify([portalId, resourceId]);
}

export function sameResource(one: ResourceRef, other: ResourceRef): boolean {
  return one.portalId === other.portalId && one.resourceId === other.resourceId;
}
