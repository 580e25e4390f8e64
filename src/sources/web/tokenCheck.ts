import type { Catalog } from '../../datastore/catalog/catalog.ts';
import type { TokenUser } from '../../datastore/wire/model.ts';
import { readTokenFacts, type TokenFacts } from '../../datastore/client/tokenFacts.ts';
import { isOlderThan } from '../../datastore/dialect/expectation.ts';
import { TOKEN_HEADER } from '../../http/origin.ts';
import type { FailureAction } from '../../platform/failures.ts';
import type { Portal } from '../../platform/portal.ts';
import { withLateProgress } from '../../platform/progress.ts';
import { countText, dateText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { PortalParts } from '../portalParts.ts';
import { PORTAL_WORDS } from '../portalWords.ts';
import { OLD_TOKEN_HEADER } from './tokenHeader.ts';
import { TOKEN_WORDS } from './tokenWords.ts';

type TokenCheckDeps = Pick<PortalParts, 'store' | 'tokens' | 'clients' | 'failures' | 'setToken'>;

interface Sight {
  readonly version?: string | undefined;
  readonly user: TokenUser;
  /** Numbers of datasets with the token and without. Undefined if there is no catalog. */
  readonly own?: number | undefined;
  readonly everybodys?: number | undefined;
}

/** Reports which user a token belongs to, and what it makes visible. */
export async function reportToken(deps: TokenCheckDeps, portal: Portal): Promise<void> {
  const { tokens, failures, setToken } = deps;
  const { name, baseUrl } = portal;
  const token = await tokens.get(baseUrl);
  const set = { label: translate(PORTAL_WORDS.setToken), run: () => setToken(portal.id) };
  if (token === undefined) {
    failures.offer('Check Token', 'information', translate(TOKEN_WORDS.noToken, { name }), [set]);
    return;
  }
  try {
    const title = translate(TOKEN_WORDS.checking, { name });
    const sight = await withLateProgress(title, (signal) => look(deps, portal, signal));
    if (sight === undefined) return;
    const facts = readTokenFacts(token);
    failures.offer('Check Token', kindOf(sight, facts), sightText(name, sight, facts, Date.now()), [
      ...remedies(deps, portal, sight),
      set,
    ]);
  } catch (error) {
    await failures.show(`Token of ${baseUrl}`, error, [
      { label: translate(PORTAL_WORDS.tryAgain), run: () => reportToken(deps, portal) },
      set,
    ]);
  }
}

async function look({ clients }: TokenCheckDeps, { id }: Portal, signal: AbortSignal): Promise<Sight> {
  const client = clients.ofPortal(id);
  const user = await client.tokenUser(signal);
  const { version = (await client.status(signal)).version } = client.dialect.facts;
  const [own, everybodys] = await Promise.all([
    count(clients.catalogOf(id), signal),
    count(clients.publicCatalogOf(id), signal),
  ]);
  return { version, user, own, everybodys };
}

/** Offers another header, because a portal reads one of two, or one that its operators chose. */
function remedies(deps: TokenCheckDeps, portal: Portal, sight: Sight): readonly FailureAction[] {
  const { user, own, everybodys, version } = sight;
  const isOther = (portal.tokenHeader ?? TOKEN_HEADER) !== TOKEN_HEADER;
  const mayBeOld = version === undefined || isOlderThan(version, [2, 11, 0]);
  const header = isOther ? TOKEN_HEADER : OLD_TOKEN_HEADER;
  const isFine = user.name !== undefined || user.isWithheld || (own ?? 0) > (everybodys ?? 0);
  if (isFine || !(isOther || mayBeOld)) return [];
  const sendAs = async () => {
    await deps.store.change(portal.id, { tokenHeader: header });
    await reportToken(deps, { ...portal, tokenHeader: header });
  };
  return [{ label: translate(TOKEN_WORDS.sendAs, { header }), run: sendAs }];
}

/** Returns undefined if the portal doesn't count datasets, or shows none to this user. */
async function count(catalog: Catalog, signal: AbortSignal): Promise<number | undefined> {
  try {
    return (await catalog.search({}, { start: 0, rows: 0 }, signal)).total;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function kindOf({ user, version }: Sight, { expires = Infinity, isKey }: TokenFacts): 'information' | 'warning' {
  const isUnknown = user.name === undefined && tellsUser(version);
  return isUnknown || user.isWithheld || expires < Date.now() || (isKey && tellsUser(version))
    ? 'warning'
    : 'information';
}

/** The complete result in short sentences, without the token itself. */
export function sightText(name: string, sight: Sight, facts: TokenFacts, now: number): string {
  return [userText(name, sight), ownText(sight), lifeText(sight, facts, now)].filter((text) => text !== '').join(' ');
}

function userText(name: string, { user, version }: Sight): string {
  if (user.name !== undefined) return translate(TOKEN_WORDS.recognized, { name, user: user.name });
  if (user.isWithheld) return translate(TOKEN_WORDS.withheld);
  return translate(tellsUser(version) ? TOKEN_WORDS.notRecognized : TOKEN_WORDS.cannotTell, { name });
}

function ownText({ user, own, everybodys }: Sight): string {
  if (own === undefined || user.isWithheld) return '';
  if (everybodys === undefined) return translate(TOKEN_WORDS.seesOnly, { count: countText(own) });
  return own === everybodys
    ? translate(TOKEN_WORDS.seesSame, { count: countText(own) })
    : translate(TOKEN_WORDS.seesMore, { count: countText(own), others: countText(everybodys) });
}

function lifeText({ version }: Sight, { isKey, expires }: TokenFacts, now: number): string {
  if (isKey && version !== undefined && tellsUser(version))
    return `${translate(TOKEN_WORDS.keyNotTaken, { version })} ${translate(TOKEN_WORDS.createAnother)}`;
  if (isKey) return translate(TOKEN_WORDS.isKey);
  if (expires === undefined) return '';
  const date = dateText(expires);
  if (expires > now) return translate(TOKEN_WORDS.expires, { date });
  return `${translate(TOKEN_WORDS.expired, { date })} ${translate(TOKEN_WORDS.createAnother)}`;
}

/** CKAN reports the user of a token since 2.10, and accepts no API keys since then. */
function tellsUser(version: string | undefined): boolean {
  return version !== undefined && !isOlderThan(version, [2, 10, 0]);
}
