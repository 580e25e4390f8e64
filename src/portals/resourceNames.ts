import type { Failures } from '../platform/failures.ts';
import type { PortalClients } from './portalClients.ts';
import type { PortalStore } from './portalStore.ts';

/** Asks portals for the names of resources that are known by id only, because a run asks nothing beside its question. */
export class ResourceNames {
  readonly #store: PortalStore;
  readonly #clients: PortalClients;
  readonly #failures: Failures;

  constructor(store: PortalStore, clients: PortalClients, failures: Failures) {
    this.#store = store;
    this.#clients = clients;
    this.#failures = failures;
  }

  /** Portals side by side, resources one by one. A portal that fails keeps its ids. */
  async look(signal: AbortSignal): Promise<void> {
    await Promise.all(
      this.#store.portals.map(async ({ id: portalId, name, resources }) => {
        try {
          for (const { id } of resources.filter((resource) => resource.name === resource.id)) {
            const found = await this.#clients.ofPortal(portalId).resourceName(id, signal);
            if (found !== undefined) await this.#store.putResource(portalId, { id, name: found });
          }
        } catch (error) {
          signal.throwIfAborted();
          this.#failures.note(`Names of resources of ${name}`, error);
        }
      }),
    );
  }
}
