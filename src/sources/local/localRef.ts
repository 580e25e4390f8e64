import type { ResourceRef } from '../../platform/portal.ts';

/** The embedded datastore is one portal on any port. Earlier versions stored this id in panels and drafts. */
export const LOCAL_PORTAL_ID = 'local';

export function localRef(resourceId: string): ResourceRef {
  return { portalId: LOCAL_PORTAL_ID, resourceId };
}
