import type { Failures } from '../platform/failures.ts';
import { PLATFORM_WORDS } from '../platform/platformWords.ts';
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

/** Which resources people keep under their portals, and which only under Recent. Neither opens or closes any records. */
export class SavedResources {
  readonly #deps: SavedResourcesDeps;

  constructor(deps: SavedResourcesDeps) {
    this.#deps = deps;
  }

  /** `name`: as it is called where it is saved from; one that was opened has a name already. */
  async save(ref: ResourceRef, name?: string): Promise<void> {
    const { store, opened } = this.#deps;
    const { portalId, resourceId } = ref;
    const known = opened.find(ref);
    if (savedResource(store.find(portalId), resourceId) !== undefined) return;
    await store.putResource(portalId, {
      id: resourceId,
      name: name ?? known?.name ?? resourceId,
      ...(known?.records !== undefined && { records: known.records }),
    });
  }

  /** One that was opened lately is under Recent then; one that is there is taken out of there. */
  async remove(ref: ResourceRef): Promise<void> {
    const { store } = this.#deps;
    const { portalId, resourceId } = ref;
    const resources = store.find(portalId)?.resources ?? [];
    const place = resources.findIndex(({ id }) => id === resourceId);
    const resource = resources[place];
    if (resource === undefined) return this.removeRecent(ref);
    await store.removeResource(ref);
    const text = translate(SAVED_WORDS.removed, { name: resource.name });
    this.#offerUndo(text, () => store.putResource(portalId, resource, place));
  }

  async removeRecent(ref: ResourceRef): Promise<void> {
    const { opened } = this.#deps;
    const known = opened.find(ref);
    if (known === undefined) return;
    const putBack = await opened.remove(ref);
    this.#offerUndo(translate(SAVED_WORDS.removedRecent, { name: known.name }), putBack);
  }

  async clearRecent(): Promise<void> {
    const { opened } = this.#deps;
    if (opened.recent.length === 0) {
      void showMessage('information', translate(SAVED_WORDS.nothingRecent));
      return;
    }
    const putBack = await opened.clear();
    this.#offerUndo(translate(SAVED_WORDS.clearedRecent), putBack);
  }

  /** Asks for one of those that were opened last. */
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

  #offerUndo(text: string, run: () => Promise<void>): void {
    const undo = { label: translate(PLATFORM_WORDS.undo), run };
    this.#deps.failures.offer('Undo', 'information', text, [undo]);
  }
}
