import type { Uri } from 'vscode';
import type { Failures } from '../platform/failures.ts';
import type { ResourceRef } from '../platform/resourceRef.ts';
import type { Settings } from '../platform/settings.ts';
import { AddPortal } from './addPortal.ts';
import { AddResource } from './addResource.ts';
import { ClearLocalData } from '../local/clearLocalData.ts';
import type { LocalFiles } from '../local/localFiles.ts';
import { LocalRemoval } from '../local/localRemoval.ts';
import { LocalOpening } from '../local/localOpening.ts';
import { LOCAL_PORTAL_ID } from '../platform/portal.ts';
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
  readonly settings: Settings;
  readonly extensionUri: Uri;
  readonly closePanels: (portalId: string) => void;
  /** Takes it off the screen: panels and form. */
  readonly closeResource: (ref: ResourceRef) => void;
  /** Shows and runs it. */
  readonly search: (ref: ResourceRef) => Promise<void>;
}

/** The conversations about portals: questions, pick lists and what follows from them. They keep nothing. */
export class PortalFlows {
  readonly addPortal: AddPortal;
  readonly care: PortalCare;
  readonly clearLocalData: ClearLocalData;
  readonly localOpening: LocalOpening;
  readonly localRemoval: LocalRemoval;
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
    this.localOpening = new LocalOpening(deps);
    const close = (resourceId: string) => deps.closeResource({ portalId: LOCAL_PORTAL_ID, resourceId });
    this.clearLocalData = new ClearLocalData(deps.localFiles, close);
    this.localRemoval = new LocalRemoval({
      ...deps,
      close,
      open: async (file) => {
        const ref = await this.localOpening.openAll([file]);
        if (ref !== undefined) await deps.search(ref);
      },
    });
    this.resourcePicker = new ResourcePicker({
      ...deps,
      localOpening: this.localOpening,
      addPortal,
      addResource,
      portalPicker: this.portalPicker,
    });
    this.names = new ResourceNames(deps.store, deps.clients, deps.failures);
    this.care = new PortalCare({ ...deps, setToken });
    this.website = new PortalWebsite(deps.clients);
  }
}
