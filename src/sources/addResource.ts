import { inOneMessage } from '../platform/failures.ts';
import { showMessage } from '../platform/messages.ts';
import { withLateProgress } from '../platform/progress.ts';
import { type Portal, savedResource } from '../platform/portal.ts';
import type { PortalParts } from './portalParts.ts';
import { translate } from '../platform/windowLanguage.ts';
import { PORTAL_WORDS } from './portalWords.ts';

export type AddResourceDeps = Pick<PortalParts, 'store' | 'clients' | 'failures' | 'setToken'>;

/**
 * Saves a resource under a portal after checking that it can be searched.
 * @returns the resource's id, or undefined if people cancelled. A failure is shown with possible remedies.
 */
export async function addResource(
  deps: AddResourceDeps,
  portal: Portal,
  resourceId: string,
): Promise<string | undefined> {
  if (savedResource(portal, resourceId) !== undefined) return resourceId;
  const name = await nameOf(deps, portal, resourceId);
  if (name === undefined) return undefined;
  await deps.store.putResource(portal.id, { id: resourceId, name });
  return resourceId;
}

async function nameOf(deps: AddResourceDeps, portal: Portal, resourceId: string): Promise<string | undefined> {
  const { clients, failures, setToken } = deps;
  try {
    const title = translate(PORTAL_WORDS.lookingForResource, { portal: portal.name });
    return await withLateProgress(title, async (signal) => {
      const client = await clients.of({ portalId: portal.id, resourceId }, signal);
      await client.fields(resourceId, signal);
      return (await client.resourceName(resourceId, signal)) ?? resourceId;
    });
  } catch (error) {
    const words = failures.log(`Resource ${resourceId}`, error);
    const token = translate(PORTAL_WORDS.setToken);
    const [again, anyway] = [translate(PORTAL_WORDS.tryAgain), translate(PORTAL_WORDS.addAnyway)];
    const actions = [...(words.offersToken ? [token] : []), again, anyway];
    const answer = await showMessage('error', inOneMessage(words), ...actions);
    if (answer === anyway) return resourceId;
    if (answer === again || (answer === token && (await setToken(portal.id)))) return nameOf(deps, portal, resourceId);
    return undefined;
  }
}
