import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { optionalMember, storedObject } from '../base/stored.ts';
import { Owner } from '../platform/disposables.ts';
import { type FoundResource, resourceKey, type ResourceRef, sameResource } from '../platform/portal.ts';
import { type Storage, StoredChanges, StoredList } from '../platform/state/stored.ts';
import type { PortalStore } from './portalStore.ts';

/** Limit for saved resources, and for the others. */
const MOST = 30;
export const RECENT_SHOWN = 5;

const text = v.pipe(v.string(), v.nonEmpty());

const openedResource = storedObject({
  portalId: text,
  resourceId: text,
  /** The resource's id if no other name is known. */
  name: text,
  dataset: optionalMember(v.object({ name: text, title: v.string() })),
  records: optionalMember(v.pipe(v.number(), v.safeInteger())),
  /** Milliseconds since 1970, or 0 if the resource has never answered. */
  opened: v.pipe(v.number(), v.safeInteger()),
});

export type OpenedResource = v.InferOutput<typeof openedResource>;

export type OpenedFacts = Partial<FoundResource & Pick<OpenedResource, 'records'>>;

/** The recently opened resources of portals, in VS Code's global state. They needn't be saved. */
export class OpenedResources extends Owner {
  readonly #stored: StoredList<typeof openedResource>;
  readonly #portals: PortalStore;
  readonly #changes: StoredChanges;
  readonly onDidChange: StoredChanges['event'];
  /** Order of this window's list. Reopened resources keep their positions, so that no row moves under the pointer. */
  readonly #places = new Map<string, number>();
  /** Resources that were found in this window and haven't answered yet, by resource key. */
  readonly #unanswered = new Set<string>();
  /** Reasons why resources couldn't be opened in this window, by resource key, until they open. */
  readonly #failures = new Map<string, string>();
  readonly find = (ref: ResourceRef): OpenedResource | undefined =>
    this.#stored.items.find((opened) => sameResource(opened, ref));
  readonly failureOf = (ref: ResourceRef): string | undefined => this.#failures.get(resourceKey(ref));

  constructor(state: Storage, portals: PortalStore) {
    super();
    this.#stored = new StoredList(state, { key: 'openedResources', member: 'resources', item: openedResource });
    this.#portals = portals;
    const shown = (): unknown => this.recent.map(({ opened: _when, ...resource }) => resource);
    this.#changes = this.owned.add(new StoredChanges(shown));
    this.onDidChange = this.#changes.event;
    // Saving a resource or removing its portal takes it out of the list.
    this.owned.add(portals.onDidChange(() => this.#changes.check()));
  }

  /** Opened resources that aren't saved, newest first. */
  get recent(): readonly OpenedResource[] {
    const isSaved = this.#savedOnes();
    return this.#all.filter((resource) => resource.opened > 0 && !isSaved(resource)).slice(0, MOST);
  }

  fail(ref: ResourceRef, reason: string): void {
    this.#failures.set(resourceKey(ref), reason);
    const opened = this.find(ref);
    // The entry stays, because the resource's tab needs its name.
    if (opened !== undefined && this.#unanswered.has(resourceKey(ref))) void this.#put([{ ...opened, opened: 0 }]);
    this.#changes.fire();
  }

  /** Records that a resource was opened. Facts that are missing now are kept from before. */
  async add({ portalId, resourceId }: ResourceRef, facts: OpenedFacts): Promise<void> {
    const ref = { portalId, resourceId };
    if (this.#failures.delete(resourceKey(ref))) this.#changes.fire();
    // Two resources never get the same time, even if the clock jumps.
    const now = Math.max(Date.now(), ...this.#stored.items.map(({ opened }) => opened + 1));
    const inView = this.recent.slice(0, RECENT_SHOWN);
    if (!inView.some((opened) => sameResource(opened, ref))) this.#places.set(resourceKey(ref), now);
    const before = this.find(ref);
    if (before === undefined || before.opened === 0) this.#unanswered.add(resourceKey(ref));
    else this.#unanswered.delete(resourceKey(ref));
    const opened = { name: resourceId, ...before, ...facts, ...ref, opened: now };
    // Every answer calls this. If nothing changed for the newest resource, nothing is written.
    const isNewest = before !== undefined && this.#stored.items.every((other) => other.opened <= before.opened);
    if (isNewest && isDeepStrictEqual({ ...opened, opened: before.opened }, before)) return;
    await this.#put([opened]);
  }

  /** Stores new facts about a resource without opening it. Does nothing if it was never opened. */
  async change(ref: ResourceRef, facts: OpenedFacts): Promise<void> {
    const opened = this.find(ref);
    if (opened !== undefined) await this.#put([{ ...opened, ...facts }]);
  }

  /** Removes a resource from the list. Returns a function that restores it. */
  async remove(ref: ResourceRef): Promise<() => Promise<void>> {
    return this.#drop(this.#all.filter((opened) => sameResource(opened, ref)));
  }

  async clear(): Promise<() => Promise<void>> {
    return this.#drop(this.recent);
  }

  /** Resources whose portals exist, in the order of the list. */
  get #all(): readonly OpenedResource[] {
    const listed = new Set(this.#portals.portals.map(({ id }) => id));
    const isThere = ({ portalId }: ResourceRef): boolean =>
      listed.has(portalId) || this.#portals.find(portalId) !== undefined;
    return this.#inOrder(this.#stored.items.filter(isThere));
  }

  #inOrder(all: readonly OpenedResource[]): readonly OpenedResource[] {
    return all.toSorted((one, other) => this.#placeOf(other) - this.#placeOf(one));
  }

  #placeOf(opened: OpenedResource): number {
    const key = resourceKey(opened);
    const place = this.#places.get(key) ?? opened.opened;
    this.#places.set(key, place);
    return place;
  }

  #savedOnes(): (ref: ResourceRef) => boolean {
    const refs = this.#portals.portals.flatMap(({ id: portalId, resources }) =>
      resources.map(({ id: resourceId }) => resourceKey({ portalId, resourceId })),
    );
    const saved = new Set(refs);
    return (ref) => saved.has(resourceKey(ref));
  }

  async #put(changed: readonly OpenedResource[]): Promise<void> {
    const others = this.#all.filter((opened) => !changed.some((one) => sameResource(one, opened)));
    await this.#save([...changed, ...others]);
  }

  async #drop(dropped: readonly OpenedResource[]): Promise<() => Promise<void>> {
    const isDropped = (opened: ResourceRef): boolean => dropped.some((one) => sameResource(one, opened));
    await this.#save(this.#all.filter((opened) => !isDropped(opened)));
    return () => this.#put(dropped);
  }

  async #save(all: readonly OpenedResource[]): Promise<void> {
    const isSaved = this.#savedOnes();
    const inOrder = this.#inOrder(all);
    const saved = inOrder.filter(isSaved);
    const recent = inOrder.filter((opened) => !isSaved(opened));
    const resources = [...recent.slice(0, MOST), ...saved.slice(0, MOST)];
    await this.#stored.set(resources);
    this.#changes.check();
  }
}
