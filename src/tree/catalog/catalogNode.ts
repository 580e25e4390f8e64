/** The rows under a portal's Datasets, and under a database's Tables. */
import type { Dataset, DatasetResource } from '../../datastore/catalog/dataset.ts';
import type { FacetItem } from '../../datastore/catalog/facet.ts';
import type { FacetName } from '../../datastore/catalog/datasetQuery.ts';
import { datasetPage } from '../../datastore/wire/address.ts';

interface CatalogRow {
  /** The way to it, which VS Code knows it by. */
  readonly id: string;
  readonly portal: { readonly id: string };
}

/** Datasets themselves. */
export interface CatalogNode extends CatalogRow {
  readonly kind: 'catalog';
}

/** All tables of a database. */
export interface TablesNode extends CatalogRow {
  readonly kind: 'tables';
}

export interface TableNode extends CatalogRow {
  readonly kind: 'table';
  readonly resource: { readonly id: string; readonly name: string };
  readonly isTable: true;
  readonly isView?: true;
}

/** All organizations, all groups, all tags. */
export interface FacetNode extends CatalogRow {
  readonly kind: 'facet';
  readonly facet: FacetName;
}

export interface UpdatedNode extends CatalogRow {
  readonly kind: 'updated';
}

/** One organization, group or tag, with the datasets that are filed under it. */
export interface FiledNode extends CatalogRow {
  readonly kind: 'filed';
  /** As Find Dataset… takes it. */
  readonly within: { readonly facet: FacetName; readonly name: string; readonly title: string };
  readonly datasets?: number;
}

export interface DatasetNode extends CatalogRow {
  readonly kind: 'dataset';
  readonly dataset: DatasetFacts;
  /** The portal is asked for them where there are many. */
  readonly resources?: readonly DatasetResource[];
}

/** What a list of datasets keeps of each. */
export type DatasetFacts = Omit<Dataset, 'resources'> & {
  readonly resourceCount: number;
  readonly withRecords: number;
};

export interface DatasetResourceNode extends CatalogRow {
  readonly kind: 'datasetResource';
  readonly resource: DatasetResource;
  readonly dataset: { readonly name: string; readonly title: string };
}

/** What stands in a branch beside what it lists. */
export interface RemarkNode extends CatalogRow {
  readonly kind: 'waiting' | 'nothing' | 'more' | 'rest' | 'failure' | 'noCatalog' | 'addResource';
  readonly text: string;
  readonly hint?: string;
  /** The id of the row that it stands under. */
  readonly branch: string;
  /** What that row lists the datasets of. */
  readonly within?: FiledNode['within'];
  readonly isOfDatabase?: true;
}

/** A row that asks the portal for what is beneath it. */
export type BranchNode = TablesNode | FacetNode | UpdatedNode | FiledNode | DatasetNode;

/** What a branch lists. */
export type ListedNode = TableNode | FiledNode | DatasetNode | DatasetResourceNode;

export type CatalogTreeNode = CatalogNode | BranchNode | TableNode | DatasetResourceNode | RemarkNode;

const KINDS: ReadonlySet<string> = new Set<CatalogTreeNode['kind']>([
  ...(['catalog', 'facet', 'updated', 'filed', 'dataset', 'datasetResource', 'tables', 'table'] as const),
  ...(['waiting', 'nothing', 'more', 'rest', 'failure', 'noCatalog', 'addResource'] as const),
]);

export function isCatalogNode(node: { readonly kind: string }): node is CatalogTreeNode {
  return KINDS.has(node.kind);
}

export function isBranchNode(node: CatalogTreeNode): node is BranchNode {
  return ['facet', 'updated', 'filed', 'dataset', 'tables'].includes(node.kind);
}

export function nodeOfCatalog(portalId: string): CatalogNode {
  return { kind: 'catalog', id: `catalog:${portalId}`, portal: { id: portalId } };
}

export function nodeOfTables(portalId: string): TablesNode {
  return { kind: 'tables', id: `catalog:${portalId}/tables`, portal: { id: portalId } };
}

export function nodeOfTable(
  { id, portal }: TablesNode,
  { id: tableId, name, format }: Pick<DatasetResource, 'id' | 'name' | 'format'>,
): TableNode {
  const node = { kind: 'table', id: under(id, tableId), portal, resource: { id: tableId, name } } as const;
  return { ...node, isTable: true, ...(format === 'VIEW' && { isView: true }) };
}

const FACETS = ['organization', 'groups', 'tags'] as const satisfies readonly FacetName[];

/** The four lists of a catalog. */
export function listsOf({ id, portal }: CatalogNode): readonly (FacetNode | UpdatedNode)[] {
  const facets = FACETS.map((facet) => ({ kind: 'facet', id: `${id}/${facet}`, portal, facet }) as const);
  return [...facets, { kind: 'updated', id: `${id}/updated`, portal }];
}

export function nodeOfItem(
  { id, portal, facet }: FacetNode,
  { name, title, ...counted }: FacetItem,
): FiledNode {
  return { kind: 'filed', id: under(id, name), portal, within: { facet, name, title }, ...counted };
}

/** More resources than these aren't kept with a list of datasets. */
const FEW = 50;

export function nodeOfDataset(parent: UpdatedNode | FiledNode, found: Dataset): DatasetNode {
  const { resources, ...facts } = found;
  return {
    kind: 'dataset',
    id: under(parent.id, found.id),
    portal: parent.portal,
    dataset: {
      ...facts,
      resourceCount: resources.length,
      withRecords: resources.filter(({ hasRecords }) => hasRecords).length,
    },
    ...(resources.length <= FEW && !found.hasMore && { resources }),
  };
}

export function nodeOfResource(
  { id, portal, dataset }: DatasetNode,
  resource: DatasetResource,
): DatasetResourceNode {
  const { name, title } = dataset;
  return { kind: 'datasetResource', id: under(id, resource.id), portal, resource, dataset: { name, title } };
}

/** Names may hold slashes. */
function under(parent: string, name: string): string {
  return `${parent}/${encodeURIComponent(name)}`;
}

/** Behind the portal's base URL: the page of what the row stands for. */
export function pagePath(node: CatalogTreeNode): string | undefined {
  switch (node.kind) {
    case 'catalog':
    case 'updated':
      return '/dataset';
    case 'facet':
      return node.facet === 'organization'
        ? '/organization'
        : node.facet === 'groups'
          ? '/group'
          : '/dataset';
    case 'filed':
      return pathOfItem[node.within.facet](encodeURIComponent(node.within.name));
    case 'dataset':
      return datasetPage(node.dataset.name);
    case 'datasetResource':
      return datasetPage(node.dataset.name, node.resource.id);
    default:
      return undefined;
  }
}

const pathOfItem: Readonly<Record<FacetName, (name: string) => string>> = {
  organization: (name) => `/organization/${name}`,
  groups: (name) => `/group/${name}`,
  tags: (name) => `/dataset?tags=${name}`,
};
