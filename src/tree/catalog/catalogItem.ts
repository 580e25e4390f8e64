import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import type { FacetName } from '../../datastore/catalog/datasetQuery.ts';
import {
  countText,
  datasetsText,
  dayText,
  recordsText,
  resourcesText,
  searchableText,
} from '../../platform/quantities.ts';
import type { ResourceRef } from '../../platform/portal.ts';
import { rowCommand, type TreeRow, treeItem } from '../../platform/treeRow.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { TREE_WORDS } from '../treeWords.ts';
import type {
  CatalogTreeNode,
  DatasetFacts,
  DatasetNode,
  DatasetResourceNode,
  FiledNode,
  RemarkNode,
  TableNode,
} from './catalogNode.ts';
import { CATALOG_WORDS } from './catalogWords.ts';

type Drawn = Omit<TreeRow, 'id' | 'state'>;

const COLLAPSED = vscode.TreeItemCollapsibleState.Collapsed;

/** `isSaved` returns whether a resource is also listed under its portal. */
export function catalogItem(node: CatalogTreeNode, isSaved: (ref: ResourceRef) => boolean): vscode.TreeItem {
  const row = drawn(node, isSaved);
  const hasRows = /^(catalog|tables|schema)/.test(row.contextValue);
  return treeItem({ ...row, id: node.id, ...(hasRows && { state: COLLAPSED }) });
}

function drawn(node: CatalogTreeNode, isSaved: (ref: ResourceRef) => boolean): Drawn {
  switch (node.kind) {
    case 'catalog':
      return folder(translate(CATALOG_WORDS.datasets), 'library', translate(CATALOG_WORDS.aboutDatasets));
    case 'tables':
      return { ...folder(translate(CATALOG_WORDS.tables), 'library'), contextValue: 'tables' };
    case 'schema':
      return { ...folder(node.name, 'symbol-namespace'), contextValue: 'schema' };
    case 'table':
      return tableRow(node, isSaved({ portalId: node.portal.id, resourceId: node.resource.id }));
    case 'facet':
      return folder(translate(CATALOG_WORDS[WORDS_OF_FACET[node.facet].all]), WORDS_OF_FACET[node.facet].icon);
    case 'updated':
      return folder(translate(CATALOG_WORDS.updated), 'history');
    case 'filed':
      return filedRow(node);
    case 'dataset':
      return datasetRow(node);
    case 'datasetResource':
      return resourceRow(node, isSaved({ portalId: node.portal.id, resourceId: node.resource.id }));
    default:
      return remarkRow(node);
  }
}

const WORDS_OF_FACET = {
  organization: { all: 'organizations', spoken: 'spokenOrganization', icon: 'organization' },
  groups: { all: 'groups', spoken: 'spokenGroup', icon: 'folder' },
  tags: { all: 'tags', spoken: 'spokenTag', icon: 'tag' },
} as const satisfies Record<FacetName, object>;

function folder(label: string, icon: string, tooltip = label): Drawn {
  // `spoken` is set because a screen reader would otherwise read the tooltip.
  return { label, tooltip: [tooltip], spoken: label, icon: new vscode.ThemeIcon(icon), contextValue: 'catalog' };
}

function filedRow({ within: { facet, title }, datasets }: FiledNode): Drawn {
  const { spoken, icon } = WORDS_OF_FACET[facet];
  const description = datasets === undefined ? '' : datasetsText(datasets);
  return {
    label: title,
    description,
    tooltip: listOf(title, description),
    spoken: listOf(translate(CATALOG_WORDS[spoken], { name: title }), description).join(', '),
    icon: new vscode.ThemeIcon(icon),
    contextValue: 'catalog+filed',
  };
}

function datasetRow({ dataset }: DatasetNode): Drawn {
  const { title, name, isPrivate, updated, organization } = dataset;
  const mark = isPrivate ? translate(CATALOG_WORDS.private) : '';
  const resources = resourcesMark(dataset);
  return {
    label: title,
    description: listOf(mark, resources).join(' · '),
    tooltip: listOf(
      title,
      organization && translate(CATALOG_WORDS.organization, { name: organization.title }),
      listOf(mark, resources, recordsMark(dataset)).join(' · '),
      updatedText(updated),
      translate(CATALOG_WORDS.datasetName, { name }),
    ),
    spoken: listOf(translate(CATALOG_WORDS.spokenDataset, { name: title }), mark, resources, recordsMark(dataset)).join(
      ', ',
    ),
    icon: new vscode.ThemeIcon(isPrivate ? 'lock' : 'package'),
    contextValue: 'catalog+dataset',
  };
}

/** The row of a resource. Its tooltip is loaded when people point at it (see RecordCounts). */
function resourceRow(node: DatasetResourceNode, isSaved: boolean): Drawn {
  const { portal, resource, dataset } = node;
  const { id, name, format, hasRecords } = resource;
  const lacks = hasRecords ? '' : searchableText(0);
  const description = listOf(format, lacks).join(' · ');
  return {
    label: name,
    description,
    ...(!hasRecords && { tooltip: resourceLines(node) }),
    spoken: listOf(translate(TREE_WORDS.spokenResource, { name }), format, lacks).join(', '),
    icon: hasRecords
      ? new vscode.ThemeIcon('table', new vscode.ThemeColor('charts.blue'))
      : new vscode.ThemeIcon('file', new vscode.ThemeColor('disabledForeground')),
    contextValue: !hasRecords ? 'found' : isSaved ? 'resource+found' : 'resource+unsaved+found',
    command: hasRecords
      ? rowCommand(translate(TREE_WORDS.openRecords), 'searchResource', { portal, resource: { id, name }, dataset })
      : rowCommand(translate(CATALOG_WORDS.openFile), 'offerResourceFile', node),
  };
}

function tableRow({ portal, label, resource, isTable, isView, estimatedRecords }: TableNode, isSaved: boolean): Drawn {
  const facts = listOf(
    isView ? translate(CATALOG_WORDS.view) : '',
    estimatedRecords === undefined
      ? ''
      : translate(CATALOG_WORDS.aboutRecords, { records: recordsText(estimatedRecords) }),
  );
  return {
    label,
    description: facts.join(' · '),
    spoken: [translate(TREE_WORDS.spokenResource, { name: resource.name }), ...facts].join(', '),
    icon: new vscode.ThemeIcon(isView ? 'eye' : 'table', new vscode.ThemeColor('charts.blue')),
    contextValue: isSaved ? 'resource+database' : 'resource+database+unsaved',
    command: rowCommand(translate(TREE_WORDS.openRecords), 'searchResource', { portal, resource, isTable }),
  };
}

/** The lines of a resource's tooltip that need no request. */
export function resourceLines({ resource, dataset }: DatasetResourceNode): readonly string[] {
  const { id, name, format, hasRecords, updated } = resource;
  return listOf(
    name,
    translate(CATALOG_WORDS.dataset, { name: dataset.title }),
    format && translate(CATALOG_WORDS.format, { format }),
    hasRecords ? '' : searchableText(0),
    updatedText(updated),
    translate(TREE_WORDS.resourceId, { id }),
  );
}

function remarkRow(node: RemarkNode): Drawn {
  const { kind, text, hint = '' } = node;
  const isAction = kind === 'more' || kind === 'rest';
  const { icon, command } = REMARKS[kind];
  const isAsk = kind === 'failure';
  return {
    label: text,
    ...(isAction && { description: hint }),
    tooltip: listOf(text, hint, isAsk ? translate(CATALOG_WORDS.pressToTry) : ''),
    spoken: listOf(text, hint, isAsk ? translate(CATALOG_WORDS.pressToTry) : '').join(' '),
    ...defined({ icon }),
    contextValue: node.isOfDatabase === true ? `${kind}+database` : kind,
    ...(command !== undefined && { command: rowCommand(text, command, node) }),
  };
}

/** `command` is an id without `datastoreExplorer.` */
const REMARKS: Readonly<Record<RemarkNode['kind'], Pick<TreeRow, 'icon'> & { readonly command?: string }>> = {
  waiting: { icon: new vscode.ThemeIcon('loading~spin') },
  nothing: {},
  more: { icon: new vscode.ThemeIcon('ellipsis'), command: 'showMore' },
  rest: { icon: new vscode.ThemeIcon('search'), command: 'findDataset' },
  failure: { icon: new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground')), command: 'retry' },
  noCatalog: { icon: new vscode.ThemeIcon('info') },
  addResource: { icon: new vscode.ThemeIcon('add'), command: 'addResource' },
};

function resourcesMark({ resourceCount, hasMore }: DatasetFacts): string {
  return hasMore && resourceCount !== 1
    ? translate(CATALOG_WORDS.overResources, { count: countText(resourceCount) })
    : resourcesText(resourceCount);
}

function recordsMark({ withRecords, resourceCount }: DatasetFacts): string {
  return resourceCount === 0 ? '' : searchableText(withRecords);
}

function updatedText(updated: string | undefined): string | undefined {
  const day = updated === undefined ? undefined : dayText(updated);
  return day === undefined ? undefined : translate(CATALOG_WORDS.updatedOn, { day });
}

function listOf(...texts: readonly (string | undefined)[]): readonly string[] {
  return texts.filter((text) => text !== undefined).filter((text) => text !== '');
}
