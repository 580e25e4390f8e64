import { defined } from '../../base/defined.ts';
import type { PortalAccess } from '../../datastore/wire/model.ts';
import type { Portal } from '../../platform/portal.ts';
import type { DialectStore, PortalPlace } from '../dialectStore.ts';
import { ListedPortal, type ListedPortalDeps } from '../listedPortal.ts';
import type { Connecting, PortalCare, PortalLook, PortalSource } from '../portalSource.ts';
import { PORTAL_WORDS } from '../portalWords.ts';
import type { TokenStore } from './tokenStore.ts';

export interface WebPortalDeps extends ListedPortalDeps {
  readonly tokens: TokenStore;
  readonly dialects: DialectStore;
  readonly care: PortalCare;
}

/** Servers on the web that answer the action API: CKAN and its look-alikes. */
export class WebPortal extends ListedPortal implements PortalSource {
  readonly look: PortalLook = {
    context: 'portal',
    resourceContext: 'resource',
    icon: 'globe',
    spoken: PORTAL_WORDS.spoken,
    lists: 'datasets',
    isOnWeb: true,
    qMeans: 'words',
  };
  readonly care: PortalCare;
  readonly #deps: WebPortalDeps;
  readonly fits = (): boolean => true;

  constructor(deps: WebPortalDeps) {
    super(deps);
    this.#deps = deps;
    this.care = deps.care;
  }

  connect(place: PortalPlace): Connecting {
    const { tokens, dialects } = this.#deps;
    return { access: () => webAccess(tokens, this.portalAt(place)), dialect: dialects.open(place) };
  }
}

export async function webAccess(
  tokens: TokenStore,
  { baseUrl, allowPlainHttp = false, tokenHeader }: Pick<Portal, 'baseUrl' | 'allowPlainHttp' | 'tokenHeader'>,
): Promise<PortalAccess> {
  const token = await tokens.get(baseUrl);
  return defined({ baseUrl, allowPlainHttp, token, tokenHeader });
}
