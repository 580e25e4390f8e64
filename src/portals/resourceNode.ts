import * as vscode from 'vscode';
import type { ResourceRef } from '../platform/resourceRef.ts';
import type { LocalFacts } from './localFacts.ts';
import { recordsText } from './localWords.ts';
import { LOCAL_PORTAL_ID, type Portal, type PortalResource } from './portal.ts';

export interface PortalNode {
  readonly kind: 'portal';
  readonly portal: Portal;
  readonly hasToken: boolean;
}

export interface ResourceNode {
  readonly kind: 'resource';
  readonly portal: Portal;
  readonly resource: PortalResource;
  /** Of a local one. */
  readonly local?: LocalFacts;
}

/** Stands where resources will be, or would be. */
export interface NoteNode {
  readonly kind: 'loading' | 'error' | 'empty';
  readonly portal: Portal;
  readonly text: string;
}

export type TreeNode = PortalNode | ResourceNode | NoteNode;

export function portalItem({ portal, hasToken }: PortalNode): vscode.TreeItem {
  const isLocal = portal.id === LOCAL_PORTAL_ID;
  const item = new vscode.TreeItem(portal.name, vscode.TreeItemCollapsibleState.Expanded);
  const address = portal.baseUrl.replace(/^https?:\/\//, '');
  const facts = [address === portal.name ? '' : address, hasToken ? vscode.l10n.t('token set') : ''];
  item.id = `portal:${portal.id}`;
  item.iconPath = new vscode.ThemeIcon(isLocal ? 'folder-library' : 'globe');
  item.description = facts.filter((fact) => fact !== '').join(' · ');
  item.tooltip = isLocal ? vscode.l10n.t('Files on this machine') : portal.baseUrl;
  item.contextValue = isLocal ? 'localFiles' : `portal${hasToken ? '+token' : ''}`;
  item.accessibilityInformation = {
    label: isLocal ? portal.name : vscode.l10n.t('{0}, portal, {1}', portal.name, item.description),
  };
  return item;
}

export function resourceItem({ portal, resource, local }: ResourceNode): vscode.TreeItem {
  const item = new vscode.TreeItem(resource.name);
  item.id = `resource:${portal.id}/${resource.id}`;
  item.iconPath = new vscode.ThemeIcon(local?.icon ?? 'table');
  item.description =
    local?.description ?? (resource.records === undefined ? '' : recordsText(resource.records));
  item.tooltip = local?.tooltip ?? `${resource.name}\n${resource.id}`;
  item.contextValue = local?.contextValue ?? 'resource';
  item.command =
    local?.fileToOpen === undefined
      ? {
          command: 'datastoreExplorer.selectResource',
          title: vscode.l10n.t('Show in Query Form'),
          arguments: [{ portalId: portal.id, resourceId: resource.id } satisfies ResourceRef],
        }
      : {
          command: 'datastoreExplorer.exploreInDatastore',
          title: vscode.l10n.t('Open'),
          arguments: [vscode.Uri.file(local.fileToOpen)],
        };
  item.accessibilityInformation = {
    label: [vscode.l10n.t('{0}, resource', resource.name), item.description].filter(Boolean).join(', '),
  };
  return item;
}

export function noteItem({ kind, portal, text }: NoteNode): vscode.TreeItem {
  const item = new vscode.TreeItem(text);
  item.id = `${kind}:${portal.id}/${text}`;
  if (kind === 'loading') item.iconPath = new vscode.ThemeIcon('loading~spin');
  if (kind === 'error')
    item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground'));
  if (kind === 'empty') {
    item.iconPath = new vscode.ThemeIcon('add');
    item.command = {
      command: 'datastoreExplorer.addResource',
      title: vscode.l10n.t('Add Resource…'),
      arguments: [{ portalId: portal.id }],
    };
  }
  item.tooltip = text;
  item.contextValue = kind;
  return item;
}
