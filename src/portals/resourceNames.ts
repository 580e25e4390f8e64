import type { Failures } from '../platform/failures.ts';
import type { PortalClients } from './portalClients.ts';
import type { PortalStore } from './portalStore.ts';

export interface NameSources {
  readonly store: PortalStore;
  readonly clients: PortalClients;
  readonly failures: Failures;
}

/**
 * Asks portals for the names of resources that are known by id only, because a run asks nothing beside its question.
 * Portals side by side, resources one by one. A portal that fails keeps its ids.
 */
export async function loadResourceNames(
  { store, clients, failures }: NameSources,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    store.portals.map(async ({ id: portalId, name, resources }) => {
      try {
        for (const { id } of resources.filter((resource) => resource.name === resource.id)) {
          const found = await clients.ofPortal(portalId).resourceName(id, signal);
          if (found !== undefined) await store.putResource(portalId, { id, name: found });
        }
      } catch (error) {
        signal.throwIfAborted();
        failures.log(`Names of resources of ${name}`, error);
      }
    }),
  );
}
