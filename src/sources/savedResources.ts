import { defined } from '../base/defined.ts';
import type { Failures } from '../platform/failures.ts';
import { showMessage } from '../platform/messages.ts';
import { type ResourceRef, savedResource } from '../platform/portal.ts';
import { choose } from '../platform/quickPick.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { OpenedResources } from './openedResources.ts';
import type { PortalStore } from './portalStore.ts';
import { SAVED_WORDS } from './portalWords.ts';

export interface SavedResourcesDeps {
  readonly store: PortalStore;
  readonly opened: OpenedResources;
  readonly failures: Failures;
}

/** Saves resources under their portals and removes them again, also from Recent. Panels aren't affected. */
export class SavedResources {
  readonly #deps: SavedResourcesDeps;

  constructor(deps: SavedResourcesDeps) {
    this.#deps = deps;
  }

  /** `name` is the name at the place of saving. Resources that were opened already have one. */
  async save(ref: ResourceRef, name?: string): Promise<void> {
    const { store, opened } = this.#deps;
    const { portalId, resourceId } = ref;
    if (savedResource(store.find(portalId), resourceId) !== undefined) return;
    const { name: ownName = resourceId, records } = opened.find(ref) ?? {};
    await store.putResource(portalId, defined({ id: resourceId, name: name ?? ownName, records }));
  }

  /** Removes a saved resource, which may then appear under Recent, or a recent one. */
  async remove(ref: ResourceRef): Promise<void> {
    const { store, failures } = this.#deps;
    const { portalId, resourceId } = ref;
    const resources = store.find(portalId)?.resources ?? [];
    const place = resources.findIndex(({ id }) => id === resourceId);
    const resource = resources[place];
    if (resource === undefined) return this.removeRecent(ref);
    await store.removeResource(ref);
    const text = translate(SAVED_WORDS.removed, { name: resource.name });
    failures.offerUndo(text, () => store.putResource(portalId, resource, place));
  }

  async removeRecent(ref: ResourceRef): Promise<void> {
    const { opened, failures } = this.#deps;
    const resource = opened.find(ref);
    if (resource === undefined) return;
    const putBack = await opened.remove(ref);
    failures.offerUndo(translate(SAVED_WORDS.removedRecent, { name: resource.name }), putBack);
  }

  async clearRecent(): Promise<void> {
    const { opened, failures } = this.#deps;
    if (opened.recent.length === 0) {
      void showMessage('information', translate(SAVED_WORDS.nothingRecent));
      return;
    }
    failures.offerUndo(translate(SAVED_WORDS.clearedRecent), await opened.clear());
  }

  async pickRecent(title: string): Promise<ResourceRef | undefined> {
    const { store, opened } = this.#deps;
    const all = opened.recent;
    if (all.length > 0)
      return choose({
        title,
        placeholder: translate(SAVED_WORDS.selectRecent),
        items: all.map(({ portalId, resourceId, name, dataset }) => ({
          label: name,
          description: [store.find(portalId)?.name, dataset?.title].filter(Boolean).join(' · '),
          value: { portalId, resourceId },
        })),
      });
    void showMessage('information', translate(SAVED_WORDS.nothingRecent));
    return undefined;
  }
}
