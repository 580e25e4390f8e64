import type { Failures } from '../platform/failures.ts';
import type { OpenedResources } from './openedResources.ts';
import type { PortalClients } from './portalClients.ts';
import type { PortalSources } from './portalSource.ts';
import type { PortalStore } from './portalStore.ts';
import type { TokenStore } from './web/tokenStore.ts';

/** The objects that know about portals. Code that works on portals takes some of them. */
export interface PortalParts {
  readonly store: PortalStore;
  readonly opened: OpenedResources;
  readonly tokens: TokenStore;
  readonly sources: PortalSources;
  readonly clients: PortalClients;
  readonly failures: Failures;
  readonly setToken: (portalId: string) => Promise<boolean>;
}
