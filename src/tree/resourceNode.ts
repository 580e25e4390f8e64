import * as vscode from 'vscode';
import { portalAddress, type Portal, type PortalResource } from '../platform/portal.ts';
import type { PortalLook, PortalSources } from '../sources/portalSource.ts';
import { plain, plainLines } from '../platform/plain.ts';
import { rowCommand, treeItem } from '../platform/treeRow.ts';
import type { CatalogTreeNode } from './catalog/catalogNode.ts';
import { recordsText } from '../platform/quantities.ts';
import { translate } from '../platform/windowLanguage.ts';
import { TREE_WORDS } from './treeWords.ts';
import { defined } from '../base/defined.ts';
import { type OpenedResource, type OpenedResources, RECENT_SHOWN } from '../sources/openedResources.ts';
import type { PortalStore } from '../sources/portalStore.ts';

export interface RecentNode {
  readonly kind: 'recent';
}

/** The row that leads to the recent resources which the tree doesn't show. */
export interface MoreRecentNode {
  readonly kind: 'moreRecent';
}

export interface LocalFacts {
  readonly contextValue: string;
  readonly description: string;
  readonly tooltip: readonly string[];
  readonly icon?: string;
  /** Path of a file whose sheets or tables must be chosen first, because it isn't a resource yet. */
  readonly fileToOpen?: string;
}

export interface RecentFacts {
  readonly description: string;
  /** Lines of the tooltip under the name. */
  readonly tooltip: readonly string[];
}

export interface PortalNode {
  readonly kind: 'portal';
  readonly portal: Portal;
  readonly look: PortalLook;
  readonly hasToken: boolean;
}

export interface ResourceNode {
  readonly kind: 'resource';
  readonly portal: Portal;
  readonly look: PortalLook;
  readonly resource: PortalResource;
  readonly hasToken: boolean;
  readonly local?: LocalFacts;
  readonly recent?: RecentFacts;
}

/** A row in place of resources: they are loading, couldn't be loaded, or don't exist. */
export interface NoteNode {
  readonly kind: 'loading' | 'error' | 'empty';
  readonly portal: Portal;
  readonly text: string;
  readonly resource?: { readonly id: string };
}

export type TreeNode = RecentNode | PortalNode | ResourceNode | MoreRecentNode | NoteNode | CatalogTreeNode;

export function portalItem({ portal, look, hasToken }: PortalNode): vscode.TreeItem {
  const { context, icon, spoken, tooltip } = look;
  const address = portalAddress(portal);
  const facts = [address === portal.name ? '' : address, hasToken ? translate(TREE_WORDS.tokenSet) : ''];
  const description = facts.filter((fact) => fact !== '').join(' · ');
  return treeItem({
    id: `portal:${portal.id}`,
    label: portal.name,
    description,
    tooltip: [tooltip === undefined ? portal.baseUrl : translate(tooltip)],
    spoken: spoken === undefined ? portal.name : translate(spoken, { name: portal.name, facts: description }),
    icon: new vscode.ThemeIcon(icon),
    contextValue: withToken(context, hasToken && look.isOnWeb),
    state: vscode.TreeItemCollapsibleState.Expanded,
  });
}

export function resourceItem(node: ResourceNode): vscode.TreeItem {
  const { portal, look, resource, hasToken, local, recent } = node;
  const { id, name, records } = resource;
  const description = local?.description ?? recent?.description ?? (records === undefined ? '' : recordsText(records));
  const context = withToken(look.resourceContext, hasToken && look.isOnWeb);
  return treeItem({
    id: `${recent === undefined ? 'resource' : 'recent'}:${portal.id}/${id}`,
    label: name,
    description,
    // Without a tooltip here, VS Code requests it when people point at the row.
    ...(local !== undefined && { tooltip: local.tooltip }),
    spoken: [translate(TREE_WORDS.spokenResource, { name }), description].filter(Boolean).join(', '),
    icon: new vscode.ThemeIcon(local?.icon ?? 'table'),
    contextValue: local?.contextValue ?? (recent === undefined ? context : `${context}+unsaved+recent`),
    command:
      local?.fileToOpen === undefined
        ? rowCommand(translate(TREE_WORDS.openRecords), 'searchResource', { portalId: portal.id, resourceId: id })
        : rowCommand(translate(TREE_WORDS.open), 'exploreInDatastore', vscode.Uri.file(local.fileToOpen)),
  });
}

/** Lines of the tooltip that need no request, for a portal's resource or a table. */
export function aboutResource({
  resource: { id, name },
  recent,
  description,
}: Pick<ResourceNode, 'resource' | 'recent'> & { readonly description?: string }): readonly string[] {
  return [
    name,
    ...(description === undefined ? [] : [description]),
    ...(recent?.tooltip ?? []),
    translate(TREE_WORDS.resourceId, { id }),
  ];
}

export function withFailure(item: vscode.TreeItem, reason: string): vscode.TreeItem {
  const label = typeof item.label === 'string' ? item.label : '';
  const words = translate(TREE_WORDS.notOpened);
  item.iconPath = noteIcons.error;
  item.description = [words, item.description].filter((text) => typeof text === 'string' && text !== '').join(' · ');
  const lines = typeof item.tooltip === 'string' ? [item.tooltip] : [];
  item.tooltip = [plainLines([label, reason]), ...lines].join('\n');
  item.accessibilityInformation = { label: [item.accessibilityInformation?.label ?? label, plain(reason)].join(', ') };
  return item;
}

function withToken(context: string, hasToken: boolean): string {
  return hasToken ? `${context}+token` : context;
}

export function noteItem({ kind, portal, text }: NoteNode): vscode.TreeItem {
  return treeItem({
    id: `${kind}:${portal.id}/${text}`,
    label: text,
    tooltip: [text],
    icon: noteIcons[kind],
    contextValue: kind,
    ...(kind === 'empty' && {
      command: rowCommand(translate(TREE_WORDS.findDataset), 'findDataset', { portalId: portal.id }),
    }),
  });
}

const noteIcons: Readonly<Record<NoteNode['kind'], vscode.ThemeIcon>> = {
  loading: new vscode.ThemeIcon('loading~spin'),
  error: new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground')),
  empty: new vscode.ThemeIcon('search'),
};

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
