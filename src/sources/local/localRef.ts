import type { ResourceRef } from '../../platform/portal.ts';

/** The embedded datastore is one portal, whatever its port. Panels and drafts of earlier versions hold this id. */
export const LOCAL_PORTAL_ID = 'local';

export function localRef(resourceId: string): ResourceRef {
  return { portalId: LOCAL_PORTAL_ID, resourceId };
}
