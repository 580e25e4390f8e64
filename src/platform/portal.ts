import * as v from 'valibot';
import { optionalMember, storedList, storedObject } from '../base/stored.ts';
import { isTokenHeader } from '../http/origin.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';

const text = v.pipe(v.string(), v.nonEmpty());

const portalResource = storedObject({
  id: text,
  name: text,
  /** Number of records when last counted without a query. */
  records: optionalMember(v.pipe(v.number(), v.safeInteger())),
});

export const Portal = storedObject({
  /** A UUID, or the fixed id of the local files. Panels and drafts refer to it, so that the address can be edited. */
  id: text,
  name: text,
  /** The base URL may have a path, and never ends in a slash. A database has its own kind of address. */
  baseUrl: v.pipe(v.string(), v.url()),
  encryption: optionalMember(v.picklist(['none', 'any', 'verify'])),
  /** Whether a person has allowed the token to be sent to this portal over plain http. */
  allowPlainHttp: optionalMember(v.boolean()),
  /** The header for the token. `Authorization` if absent. */
  tokenHeader: optionalMember(v.pipe(v.string(), v.check(isTokenHeader))),
  /** Whether a person has allowed SQL for conditions that `filters` can't express. */
  allowSql: optionalMember(v.boolean()),
  resources: storedList(portalResource),
});

export type PortalResource = v.InferOutput<typeof portalResource>;

/** A portal never contains a token or password (TokenStore, PasswordStore). The local files have an empty base URL. */
export type Portal = v.InferOutput<typeof Portal>;

/** The lists below a portal in the tree, besides its saved resources. */
export type PortalLists = 'datasets' | 'tables' | 'files';

/** Host and path for people. Empty for the embedded datastore. */
export function portalAddress({ baseUrl }: Pick<Portal, 'baseUrl'>): string {
  return baseUrl.replace(/^[a-z]+:\/\//, '').split('?', 1)[0] ?? '';
}

export function savedResource(
  portal: Pick<Portal, 'resources'> | undefined,
  resourceId: string,
): PortalResource | undefined {
  return portal?.resources.find(({ id }) => id === resourceId);
}

/** Identifies a resource of a portal. Saved with panels and passed between commands. */
export type ResourceRef = Readonly<v.InferOutput<typeof resourceRef>>;

export const resourceRef = v.object({ portalId: v.string(), resourceId: v.string() });

/** The catalog's facts about a resource that may not be saved. */
export interface FoundResource {
  readonly name: string;
  readonly dataset?: { readonly name: string; readonly title: string };
}

/** A resource that people picked. `query` is the query of an address that they pasted. */
export interface PickedResource extends ResourceRef {
  readonly query?: DatastoreQuery;
}

/** The file that a resource links to, as far as it is known. */
export interface ResourceFile extends ResourceRef {
  readonly url?: string;
  readonly name?: string;
  readonly format?: string;
}

export type RecordsSource = 'portal' | 'file' | 'copy' | 'result';

export function resourceKey({ portalId, resourceId }: ResourceRef): string {
  return JSON.stringify([portalId, resourceId]);
}

export function sameResource(one: ResourceRef, other: ResourceRef): boolean {
  return one.portalId === other.portalId && one.resourceId === other.resourceId;
}
