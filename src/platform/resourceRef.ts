import * as v from 'valibot';
import type { DatastoreQuery } from '../datastore/query/query.ts';

/** Names one resource of one portal. Saved with panels and passed between commands. */
export type ResourceRef = Readonly<v.InferOutput<typeof resourceRef>>;

export const resourceRef = v.object({ portalId: v.string(), resourceId: v.string() });

/** A resource that was picked; `query`: what the address that was pasted for it asks. */
export interface PickedResource extends ResourceRef {
  readonly query?: DatastoreQuery;
}

/** Where records come from: a portal, a file, a copy of a portal's resource, or somebody who wrote them through the API. */
export type RecordsSource = 'portal' | 'file' | 'copy' | 'created';

export function sameResource(one: ResourceRef, other: ResourceRef): boolean {
  return one.portalId === other.portalId && one.resourceId === other.resourceId;
}
