import type { Failures } from '../platform/failures.ts';
import { AddPortal } from './addPortal.ts';
import { AddResource } from './addResource.ts';
import type { LocalFiles } from './localFiles.ts';
import type { PortalClients } from './portalClients.ts';
import { PortalCare } from './portalCare.ts';
import type { PortalDirectory } from './portalDirectory.ts';
import { PortalPicker } from './portalPicker.ts';
import type { PortalStore } from './portalStore.ts';
import { PortalWebsite } from './portalWebsite.ts';
import { ResourceNames } from './resourceNames.ts';
import { ResourcePicker } from './resourcePicker.ts';
import type { TokenStore } from './tokenStore.ts';

export interface PortalFlowsDeps {
  readonly store: PortalStore;
  readonly tokens: TokenStore;
  readonly clients: PortalClients;
  readonly localFiles: LocalFiles;
  readonly directory: PortalDirectory;
  readonly failures: Failures;
  readonly closePanels: (portalId: string) => void;
}

/** The conversations about portals: questions, pick lists and what follows from them. They keep nothing. */
export class PortalFlows {
  readonly addPortal: AddPortal;
  readonly care: PortalCare;
  readonly names: ResourceNames;
  readonly portalPicker: PortalPicker;
  readonly resourcePicker: ResourcePicker;
  readonly website: PortalWebsite;

  constructor(deps: PortalFlowsDeps) {
    const setToken = (portalId: string) => deps.directory.setToken(portalId);
    const addResource = new AddResource({ ...deps, setToken });
    const setTokenOf = (baseUrl: string) => setToken(deps.store.visit(baseUrl).id);
    const addPortal = new AddPortal({ ...deps, addResource, setToken: setTokenOf });
    this.addPortal = addPortal;
    this.portalPicker = new PortalPicker(deps.store, addPortal);
    this.resourcePicker = new ResourcePicker({
      ...deps,
      addPortal,
      addResource,
      portalPicker: this.portalPicker,
    });
    this.names = new ResourceNames(deps.store, deps.clients, deps.failures);
    this.care = new PortalCare(deps);
    this.website = new PortalWebsite(deps.clients);
  }
}
