import { randomUUID } from 'node:crypto';
import { Owner } from '../platform/disposables.ts';
import { Portal, type PortalResource, type ResourceRef } from '../platform/portal.ts';
import { type Storage, StoredChanges, StoredList } from '../platform/state/stored.ts';

export class PortalStore extends Owner {
  readonly #saved: StoredList<typeof Portal>;
  readonly #changes: StoredChanges;
  readonly onDidChange: StoredChanges['event'];
  /** Portals from the form that haven't answered yet. They can be queried, but aren't in the tree and aren't stored. */
  readonly #visited = new Map<string, Portal>();

  constructor(state: Storage) {
    super();
    this.#saved = new StoredList(state, { key: 'portals', member: 'portals', item: Portal });
    this.#changes = this.owned.add(new StoredChanges(() => this.portals));
    this.onDidChange = this.#changes.event;
  }

  get portals(): readonly Portal[] {
    return this.#saved.items;
  }

  find(portalId: string): Portal | undefined {
    return this.portals.find(({ id }) => id === portalId) ?? this.#visited.get(portalId);
  }

  findByUrl(baseUrl: string): Portal | undefined {
    return this.portals.find((portal) => portal.baseUrl === baseUrl);
  }

  /** The name of the portal at a host; the host itself if no portal or several ones are there. */
  nameOf(host: string): string {
    const [portal, another] = this.portals.filter(({ baseUrl }) => new URL(baseUrl).host === host);
    return portal === undefined || another !== undefined ? host : portal.name;
  }

  /** The portal at this base URL, or a new one that is stored when it is added or has answered. */
  visit(baseUrl: string): Portal {
    const existing = [...this.portals, ...this.#visited.values()].find((portal) => portal.baseUrl === baseUrl);
    if (existing !== undefined) return existing;
    const portal = { id: randomUUID(), name: new URL(baseUrl).host, baseUrl, resources: [] };
    this.#visited.set(portal.id, portal);
    return portal;
  }

  async add(name: string, baseUrl: string, more: Pick<Portal, 'encryption'> = {}): Promise<Portal> {
    const portal = { ...this.visit(baseUrl), ...more, name };
    await this.#put(portal);
    return portal;
  }

  async change(portalId: string, changes: Partial<Omit<Portal, 'id'>>): Promise<void> {
    const portal = this.find(portalId);
    if (portal === undefined) return;
    const changed = { ...portal, ...changes };
    if (this.#visited.has(portalId)) this.#visited.set(portalId, changed);
    else await this.#put(changed);
  }

  async remove(portalId: string): Promise<void> {
    this.#visited.delete(portalId);
    await this.#save(this.portals.filter(({ id }) => id !== portalId));
  }

  /** Adds a visited portal to the list. */
  async keep(portalId: string): Promise<void> {
    const visited = this.#visited.get(portalId);
    if (visited !== undefined) await this.#put(visited);
  }

  /** Adds or changes a resource, at the end unless `place` is given. A visited portal is added to the list. */
  async putResource(portalId: string, resource: PortalResource, place = Infinity): Promise<void> {
    const portal = this.find(portalId);
    if (portal === undefined) return;
    const existing = portal.resources.find(({ id }) => id === resource.id);
    const resources = existing
      ? portal.resources.map((other) => (other === existing ? { ...other, ...resource } : other))
      : portal.resources.toSpliced(place, 0, resource);
    if (existing !== undefined && JSON.stringify(resources) === JSON.stringify(portal.resources)) return;
    await this.#put({ ...portal, resources });
  }

  async removeResource({ portalId, resourceId }: ResourceRef): Promise<void> {
    const portal = this.find(portalId);
    if (portal === undefined) return;
    await this.change(portalId, { resources: portal.resources.filter(({ id }) => id !== resourceId) });
  }

  async #put(portal: Portal): Promise<void> {
    this.#visited.delete(portal.id);
    const portals = this.portals;
    const isListed = portals.some(({ id }) => id === portal.id);
    await this.#save(
      isListed ? portals.map((other) => (other.id === portal.id ? portal : other)) : [...portals, portal],
    );
  }

  async #save(portals: readonly Portal[]): Promise<void> {
    await this.#saved.set(portals);
    this.#changes.check();
  }
}
