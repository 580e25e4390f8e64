/** Names one resource of one portal. Saved with panels and passed between commands. */
export interface ResourceRef {
  readonly portalId: string;
  readonly resourceId: string;
}

/** Where records come from: a portal, a file, a copy of a portal's resource, or somebody who wrote them through the API. */
export type RecordsSource = 'portal' | 'file' | 'copy' | 'created';

export function sameResource(one: ResourceRef, other: ResourceRef): boolean {
  return one.portalId === other.portalId && one.resourceId === other.resourceId;
}
