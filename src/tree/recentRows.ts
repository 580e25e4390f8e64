import * as vscode from 'vscode';
import { defined } from '../base/defined.ts';
import { recordsText } from '../platform/quantities.ts';
import { rowCommand, treeItem } from '../platform/treeRow.ts';
import { translate } from '../platform/windowLanguage.ts';
import { type OpenedResource, type OpenedResources, RECENT_SHOWN } from '../sources/openedResources.ts';
import type { PortalSources } from '../sources/portalSource.ts';
import type { PortalStore } from '../sources/portalStore.ts';
import { TREE_WORDS } from './treeWords.ts';
import type { MoreRecentNode, RecentFacts, RecentNode, ResourceNode } from './resourceNode.ts';

export const RECENT: RecentNode = { kind: 'recent' };

export function recentItem(): vscode.TreeItem {
  return treeItem({
    id: 'recent',
    label: translate(TREE_WORDS.recent),
    tooltip: [translate(TREE_WORDS.recentTooltip)],
    icon: new vscode.ThemeIcon('history'),
    contextValue: 'recent',
    state: vscode.TreeItemCollapsibleState.Expanded,
  });
}

export function moreRecentItem(): vscode.TreeItem {
  return treeItem({
    id: 'moreRecent',
    label: translate(TREE_WORDS.more),
    tooltip: [translate(TREE_WORDS.moreRecent)],
    spoken: translate(TREE_WORDS.moreRecent),
    icon: new vscode.ThemeIcon('ellipsis'),
    contextValue: 'more',
    command: rowCommand(translate(TREE_WORDS.moreRecent), 'openRecent'),
  });
}

/** The rows under Recent. `hasToken` returns, by base URL, whether a portal has a token. */
export async function recentNodes(
  opened: OpenedResources,
  store: PortalStore,
  sources: PortalSources,
  hasToken: (baseUrl: string) => Promise<boolean>,
): Promise<readonly (ResourceNode | MoreRecentNode)[]> {
  const all = opened.recent;
  const shown = await Promise.all(
    all.slice(0, RECENT_SHOWN).map(async (resource): Promise<readonly ResourceNode[]> => {
      const portal = store.find(resource.portalId);
      if (portal === undefined) return [];
      const { resourceId: id, name, records } = resource;
      const listed = defined({ id, name, records });
      const recent = factsOf(resource, portal.name);
      const { look } = sources.of(portal);
      const token = await hasToken(portal.baseUrl);
      return [{ kind: 'resource', portal, look, resource: listed, hasToken: token, recent }];
    }),
  );
  return [...shown.flat(), ...(all.length > RECENT_SHOWN ? [{ kind: 'moreRecent' } as const] : [])];
}

function factsOf({ dataset, records }: OpenedResource, portal: string): RecentFacts {
  const count = records === undefined ? [] : [recordsText(records)];
  const title = dataset === undefined || dataset.title === '' ? dataset?.name : dataset.title;
  return { description: [portal, ...count].join(' · '), tooltip: [...(title === undefined ? [] : [title]), portal] };
}
