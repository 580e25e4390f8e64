import { parseResource } from '../datastore/client/address.ts';
import { type Choice, choose, separator } from '../platform/quickPick.ts';
import type { PickedResource } from '../platform/portal.ts';
import { addressText } from '../base/secretText.ts';
import type { AddPortal } from './addPortal.ts';
import type { AddResource } from './addResource.ts';
import { askResource, pickPortal } from './portalQuestions.ts';
import type { LocalPort, LocalQuestions } from '../platform/localPort.ts';
import type { PortalStore } from './portalStore.ts';
import { translate } from '../platform/windowLanguage.ts';
import { PORTAL_WORDS } from './portalWords.ts';

export interface ResourcePickerDeps {
  readonly store: PortalStore;
  readonly localFiles: LocalPort;
  readonly localOpening: LocalQuestions;
  readonly addPortal: AddPortal;
  readonly addResource: AddResource;
}

/** What a row of the pick leads to. */
type Way = () => Promise<PickedResource | undefined>;

/** Which resources there are to choose from. */
export type Wanted = 'all' | 'portals' | { readonly portalId: string };

/** Asks for a resource; from an empty state it leads to the ways to get one. */
export class ResourcePicker {
  readonly #deps: ResourcePickerDeps;

  constructor(deps: ResourcePickerDeps) {
    this.#deps = deps;
  }

  async pick(title: string, wanted: Wanted = 'all'): Promise<PickedResource | undefined> {
    const way = await choose<Way>({
      title,
      placeholder: translate(PORTAL_WORDS.selectResource),
      items: [...(await this.#known(wanted)), ...this.#others(wanted)],
      typed: (text) => {
        if ('problem' in parseResource(text)) return undefined;
        return {
          label: translate(PORTAL_WORDS.addTyped, { text: addressText(text) }),
          icon: 'add',
          value: () => this.add(text),
        };
      },
    });
    return way?.();
  }

  /** Adds what was typed or pasted; asks for what is missing. */
  async add(text?: string, portalId?: string): Promise<PickedResource | undefined> {
    const { store, addPortal, addResource } = this.#deps;
    const typed = text ?? (await askResource());
    if (typed === undefined || typed.trim() === '') return undefined;
    const parsed = parseResource(typed);
    if ('problem' in parsed) return undefined;
    const { query } = parsed;
    const home = store.portals.find(({ baseUrl }) => parsed.candidates.includes(baseUrl));
    if (home === undefined && parsed.candidates.length > 0) {
      const added = await addPortal.run(typed);
      return added?.resourceId === undefined
        ? undefined
        : { portalId: added.portal.id, resourceId: added.resourceId, ...(query && { query }) };
    }
    const title = translate(PORTAL_WORDS.portalOfResource);
    const given = portalId === undefined ? undefined : store.find(portalId);
    const portal = home ?? given ?? (await pickPortal(title, store, addPortal));
    if (portal === undefined) return undefined;
    const resourceId = await addResource.toPortal(portal, parsed.resourceId);
    return resourceId === undefined
      ? undefined
      : { portalId: portal.id, resourceId, ...(query && { query }) };
  }

  async #known(wanted: Wanted): Promise<readonly Choice<Way>[]> {
    const { store, localFiles } = this.#deps;
    const local = { ...localFiles.portal, resources: await localFiles.resources() };
    const from = wanted === 'portals' ? store.portals : [local, ...store.portals];
    return from
      .filter(
        ({ id, resources }) => resources.length > 0 && (typeof wanted === 'string' || id === wanted.portalId),
      )
      .flatMap(({ id, name, resources }) => [
        separator(name),
        ...resources.map((resource) => ({
          label: resource.name,
          // Separators are not searched: who types a portal's name looks for its resources.
          description: `${name} · ${resource.id}`,
          value: () => Promise.resolve({ portalId: id, resourceId: resource.id }),
        })),
      ]);
  }

  #others(wanted: Wanted): readonly Choice<Way>[] {
    const { localOpening } = this.#deps;
    const add = [
      separator(),
      { label: translate(PORTAL_WORDS.addResourceRow), icon: 'add', value: () => this.add() },
    ];
    if (wanted === 'portals') return add;
    return [
      ...add,
      {
        label: translate(PORTAL_WORDS.openLocalFileRow),
        icon: 'folder-opened',
        value: () => localOpening.chooseFiles(),
      },
      {
        label: translate(PORTAL_WORDS.exploreSample),
        icon: 'mortar-board',
        value: () => localOpening.openSample(),
      },
    ];
  }
}
