import * as vscode from 'vscode';
import type { ResourceAddress } from '../datastore/wire/address.ts';
import { type Choice, choose, separator } from '../platform/quickPick.ts';
import type { PickedResource, Portal, PortalResource, ResourceRef } from '../platform/portal.ts';
import { defined } from '../base/defined.ts';
import { addressText } from '../base/secretText.ts';
import type { AddPortal } from './addPortal.ts';
import { addResource, type AddResourceDeps } from './addResource.ts';
import { askResource, pickPortal } from './portalQuestions.ts';
import type { LocalPort, LocalQuestions } from '../platform/ports/localPort.ts';
import type { PortalParts } from './portalParts.ts';
import { translate } from '../platform/windowLanguage.ts';
import { showLeftOut } from '../platform/messages.ts';
import { type Pasted, readResource } from './web/pastedResource.ts';
import { PASTED_WORDS, PORTAL_WORDS, SAVED_WORDS } from './portalWords.ts';

export interface ResourcePickerDeps extends AddResourceDeps, Pick<PortalParts, 'opened'> {
  readonly localFiles: LocalPort;
  readonly localOpening: LocalQuestions;
  readonly addPortal: AddPortal;
  readonly finder: { find(place: { readonly portalId?: string }): Promise<ResourceRef | undefined> };
}

type Picking = () => Promise<PickedResource | undefined>;

export type PickScope = 'all' | 'portals' | { readonly portalId: string };

/** Asks for a resource. With an empty list it offers the ways to get one. */
export class ResourcePicker {
  readonly #deps: ResourcePickerDeps;

  constructor(deps: ResourcePickerDeps) {
    this.#deps = deps;
  }

  async pick(title: string, scope: PickScope = 'all'): Promise<PickedResource | undefined> {
    const way = await choose<Picking>({
      title,
      placeholder: translate(PORTAL_WORDS.selectResource),
      items: [...(await this.#listed(scope)), ...this.#others(scope)],
      typed: (text) => {
        const read = readResource(text);
        if ('problem' in read) return undefined;
        return { label: typedLabel(text, read), icon: 'add', value: () => this.add(text) };
      },
    });
    return way?.();
  }

  /** Adds a typed or pasted resource, and asks for what is missing. */
  async add(text?: string, portalId?: string): Promise<PickedResource | undefined> {
    const { store, addPortal } = this.#deps;
    const typed = text ?? (await askResource());
    if (typed === undefined || typed.trim() === '') return undefined;
    const parsed = readResource(typed);
    if ('problem' in parsed) return undefined;
    const { query } = parsed;
    const home = store.portals.find(({ baseUrl }) => parsed.candidates.includes(baseUrl));
    if (home === undefined && parsed.candidates.length > 0) {
      const added = await addPortal.run(typed);
      return added?.resourceId === undefined
        ? undefined
        : defined({ portalId: added.portal.id, resourceId: added.resourceId, query });
    }
    const title = translate(PORTAL_WORDS.portalOfResource);
    const named = portalId === undefined ? undefined : store.find(portalId);
    const portal = home ?? named ?? (await pickPortal(title, store.portals, addPortal));
    if (portal === undefined) return undefined;
    showLeftOut(parsed);
    const resourceId = await addResource(this.#deps, portal, parsed.resourceId);
    return resourceId === undefined ? undefined : { portalId: portal.id, resourceId, ...defined({ query }) };
  }

  /** Returns the query from the clipboard, or asks for one. The resource isn't saved. */
  async pasted(title: string): Promise<PickedResource | undefined> {
    const { store, addPortal } = this.#deps;
    const copied = await vscode.env.clipboard.readText();
    const isMeant = askedAddress(readResource(copied)) !== undefined;
    const typed = isMeant
      ? copied
      : await askResource(title, translate(PASTED_WORDS.prompt), translate(PASTED_WORDS.example));
    const parsed = askedAddress(readResource(typed ?? ''));
    if (typed === undefined || parsed === undefined) return typed ? this.add(typed) : undefined;
    const { resourceId, candidates, query } = parsed;
    const home = store.portals.find(({ baseUrl }) => candidates.includes(baseUrl));
    const portal = home ?? (await addPortal.run(candidates[0]))?.portal;
    if (portal === undefined) return undefined;
    showLeftOut(parsed);
    return defined({ portalId: portal.id, resourceId, query });
  }

  async #listed(scope: PickScope): Promise<readonly Choice<Picking>[]> {
    const { store, opened, localFiles } = this.#deps;
    const local = { ...localFiles.portal, resources: await localFiles.resources() };
    const from = (scope === 'portals' ? store.portals : [local, ...store.portals]).filter(
      ({ id }) => typeof scope === 'string' || id === scope.portalId,
    );
    const recent = opened.recent.flatMap(({ portalId, resourceId: id, name }) =>
      from.filter((portal) => portal.id === portalId).map((portal) => rowOf(portal, { id, name })),
    );
    const saved = from.map((portal) => ({
      name: portal.name,
      rows: portal.resources.map((resource) => rowOf(portal, resource)),
    }));
    return [{ name: translate(SAVED_WORDS.recent), rows: recent }, ...saved]
      .filter(({ rows }) => rows.length > 0)
      .flatMap(({ name, rows }) => [separator(name), ...rows]);
  }

  #others(scope: PickScope): readonly Choice<Picking>[] {
    const { localOpening, finder } = this.#deps;
    const place = typeof scope === 'string' ? {} : { portalId: scope.portalId };
    const add = [
      separator(),
      { label: translate(PORTAL_WORDS.findDataset), icon: 'search', value: () => finder.find(place) },
      { label: translate(PORTAL_WORDS.addResourceRow), icon: 'add', value: () => this.add() },
    ];
    if (scope === 'portals') return add;
    return [
      ...add,
      {
        label: translate(PORTAL_WORDS.openLocalFileRow),
        icon: 'folder-opened',
        value: () => localOpening.chooseFiles(),
      },
      { label: translate(PORTAL_WORDS.exploreSample), icon: 'mortar-board', value: () => localOpening.openSample() },
    ];
  }
}

function rowOf(portal: Pick<Portal, 'id' | 'name'>, { id, name }: PortalResource): Choice<Picking> {
  return {
    label: name,
    // Separators can't be searched, so the portal's name is in the description, too.
    description: `${portal.name} · ${id}`,
    value: () => Promise.resolve({ portalId: portal.id, resourceId: id }),
  };
}

/** The text must also name a portal, because any text in a clipboard may look like an id or alias. */
function askedAddress(read: ReturnType<typeof readResource>): Pasted<ResourceAddress> | undefined {
  return 'candidates' in read && read.candidates.length > 0 ? read : undefined;
}

function typedLabel(text: string, { hadSecret, resourceId, candidates }: Pasted<ResourceAddress>): string {
  if (hadSecret === undefined) return translate(PORTAL_WORDS.addTyped, { text: addressText(text) });
  const host = URL.parse(candidates[0] ?? '')?.host ?? '';
  return translate(PASTED_WORDS.openCall, { resource: resourceId, host });
}
