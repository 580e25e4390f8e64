/** Permission to use SQL on a portal for conditions that its filters can't express. */
import { askToConfirm } from '../../platform/messages.ts';
import type { Portal } from '../../platform/portal.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { PORTAL_WORDS } from '../portalWords.ts';
import type { PortalStore } from '../portalStore.ts';

export function askToUseSql(portal: Portal, store: PortalStore): Promise<void> {
  return ask(portal, store, PORTAL_WORDS.onlySql);
}

export async function changeSqlUse(portal: Portal, store: PortalStore): Promise<void> {
  if (portal.allowSql !== true) return ask(portal, store, PORTAL_WORDS.allowSql);
  const [question, detail] = [translate(PORTAL_WORDS.stopSql, { name: portal.name }), translate(PORTAL_WORDS.sqlLost)];
  if (await askToConfirm('information', question, [detail], translate(PORTAL_WORDS.stopUsingSql)))
    await store.change(portal.id, { allowSql: false });
}

async function ask(portal: Portal, store: PortalStore, question: string): Promise<void> {
  const detail = [translate(PORTAL_WORDS.sqlUse), translate(PORTAL_WORDS.sqlMayBeOff)];
  const name = new URL(portal.baseUrl).host;
  if (await askToConfirm('information', translate(question, { name }), detail, translate(PORTAL_WORDS.useSql)))
    await store.change(portal.id, { allowSql: true });
}
