/** Names one resource of one portal. Saved with panels and passed between commands. */
export interface ResourceRef {
  readonly portalId: string;
  readonly resourceId: string;
}

export function sameResource(one: ResourceRef, other: ResourceRef): boolean {
  return one.portalId === other.portalId && one.resourceId === other.resourceId;
}
