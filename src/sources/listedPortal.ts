import { type Portal, type ResourceRef, savedResource } from '../platform/portal.ts';
import { AddressChanged, Problem } from '../platform/problem.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { PortalPlace } from './dialectStore.ts';
import type { OpenedResources } from './openedResources.ts';
import type { SourceNames } from './portalSource.ts';
import type { PortalStore } from './portalStore.ts';
import { PORTAL_WORDS } from './portalWords.ts';
import type { SavedResources } from './savedResources.ts';

export interface ListedPortalDeps {
  readonly store: PortalStore;
  readonly opened: OpenedResources;
  readonly saved: Pick<SavedResources, 'remove'>;
}

export abstract class ListedPortal {
  readonly #deps: ListedPortalDeps;
  readonly sourceOf = () => 'portal' as const;
  readonly isGone = (ref: ResourceRef): Promise<boolean> =>
    Promise.resolve(this.#deps.store.find(ref.portalId) === undefined);
  readonly remove = (ref: ResourceRef): Promise<void> => this.#deps.saved.remove(ref);

  constructor(deps: ListedPortalDeps) {
    this.#deps = deps;
  }

  names(ref: ResourceRef): SourceNames {
    const { store, opened } = this.#deps;
    const portal = store.find(ref.portalId);
    return {
      resource: savedResource(portal, ref.resourceId)?.name ?? opened.find(ref)?.name,
      server: portal === undefined ? '' : this.serverName(portal),
    };
  }

  protected serverName({ name }: Portal): string {
    return name;
  }

  /** The portal as it is in the list now. Throws AddressChanged, or Problem if the portal was removed. */
  protected portalAt({ portalId, baseUrl }: PortalPlace): Portal {
    const portal = portalIn(this.#deps.store, portalId);
    if (portal.baseUrl !== baseUrl) throw new AddressChanged(portal.name);
    return portal;
  }
}

/** Throws Problem if the portal was removed. */
export function portalIn(store: PortalStore, portalId: string): Portal {
  const portal = store.find(portalId);
  if (portal !== undefined) return portal;
  throw new Problem(translate(PORTAL_WORDS.portalRemoved), translate(PORTAL_WORDS.addAgain));
}
