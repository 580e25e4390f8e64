/** The rows under a portal's Datasets, and under a database's Tables. */
import { defined } from '../../base/defined.ts';
import type { Dataset, DatasetResource } from '../../datastore/catalog/dataset.ts';
import type { FacetItem } from '../../datastore/catalog/facet.ts';
import type { FacetName } from '../../datastore/catalog/datasetQuery.ts';
import { datasetPage } from '../../datastore/wire/address.ts';
import * as v from 'valibot';
import { readStored } from '../../base/stored.ts';

interface CatalogRow {
  /** The path of the row from its portal, by which VS Code recognizes the row. */
  readonly id: string;
  readonly portal: { readonly id: string };
}

/** The row "Datasets" of a portal. */
export interface CatalogNode extends CatalogRow {
  readonly kind: 'catalog';
}

interface TablesNode extends CatalogRow {
  readonly kind: 'tables';
}

/** The row of a schema with its tables, of a database with several. */
export interface SchemaNode extends CatalogRow {
  readonly kind: 'schema';
  readonly name: string;
  readonly resources: readonly DatasetResource[];
}

export interface TableNode extends CatalogRow {
  readonly kind: 'table';
  readonly label: string;
  readonly resource: { readonly id: string; readonly name: string };
  readonly isTable: true;
  readonly description?: string;
  readonly isView?: true;
  readonly estimatedRecords?: number;
}

/** The row of all organizations, all groups or all tags. */
interface FacetNode extends CatalogRow {
  readonly kind: 'facet';
  readonly facet: FacetName;
}

interface UpdatedNode extends CatalogRow {
  readonly kind: 'updated';
}

/** The row of one organization, group or tag, with its datasets. */
export interface FiledNode extends CatalogRow {
  readonly kind: 'filed';
  readonly within: { readonly facet: FacetName; readonly name: string; readonly title: string };
  readonly datasets?: number;
}

export interface DatasetNode extends CatalogRow {
  readonly kind: 'dataset';
  readonly dataset: DatasetFacts;
  /** The dataset's resources. Undefined if there are many, and the portal is asked for them when the row is opened. */
  readonly resources?: readonly DatasetResource[];
}

export type DatasetFacts = Omit<Dataset, 'resources'> & {
  readonly resourceCount: number;
  readonly withRecords: number;
};

export interface DatasetResourceNode extends CatalogRow {
  readonly kind: 'datasetResource';
  readonly resource: DatasetResource;
  readonly dataset: { readonly name: string; readonly title: string };
}

/** A row of a branch that isn't one of its items: a notice or an action. */
export interface RemarkNode extends CatalogRow {
  readonly kind: 'waiting' | 'nothing' | 'more' | 'rest' | 'failure' | 'noCatalog' | 'addResource';
  readonly text: string;
  readonly hint?: string;
  /** The id of the row above it. */
  readonly branch: string;
  readonly within?: FiledNode['within'];
  readonly isOfDatabase?: true;
}

/** A row whose children are requested from the portal. */
export type BranchNode = TablesNode | SchemaNode | FacetNode | UpdatedNode | FiledNode | DatasetNode;

export type ListedNode = SchemaNode | TableNode | FiledNode | DatasetNode | DatasetResourceNode;

export type CatalogTreeNode = CatalogNode | BranchNode | TableNode | DatasetResourceNode | RemarkNode;

const KINDS: ReadonlySet<string> = new Set<CatalogTreeNode['kind']>([
  ...(['catalog', 'facet', 'updated', 'filed', 'dataset', 'datasetResource', 'tables', 'schema', 'table'] as const),
  ...(['waiting', 'nothing', 'more', 'rest', 'failure', 'noCatalog', 'addResource'] as const),
]);

export function isCatalogNode(node: { readonly kind: string }): node is CatalogTreeNode {
  return KINDS.has(node.kind);
}

export function isBranchNode(node: CatalogTreeNode): node is BranchNode {
  return ['facet', 'updated', 'filed', 'dataset', 'tables', 'schema'].includes(node.kind);
}

export function nodeOfCatalog(portalId: string): CatalogNode {
  return { kind: 'catalog', id: `catalog:${portalId}`, portal: { id: portalId } };
}

export function nodeOfTables(portalId: string): TablesNode {
  return { kind: 'tables', id: `catalog:${portalId}/tables`, portal: { id: portalId } };
}

/** The tables, or their schemas if there are several. */
export function listedTables(
  node: TablesNode,
  resources: readonly DatasetResource[],
): readonly (SchemaNode | TableNode)[] {
  const schemas = Map.groupBy(resources, ({ schema }) => schema ?? '');
  if (schemas.size < 2) return resources.map((resource) => nodeOfTable(node, resource));
  const { id, portal } = node;
  return [...schemas].map(([name, tables]) => {
    return { kind: 'schema', id: under(`${id}/schemas`, name), portal, name, resources: tables };
  });
}

/** Under its schema, a table goes without the schema's name. */
export function nodeOfTable(
  parent: TablesNode | SchemaNode,
  { id: tableId, name, format, description, estimatedRecords }: Omit<DatasetResource, 'hasRecords'>,
): TableNode {
  const { id, portal } = parent;
  const prefix = parent.kind === 'schema' ? `${parent.name}.` : '';
  const label = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const node = { kind: 'table', id: under(id, tableId), portal, label, resource: { id: tableId, name } } as const;
  const facts = defined({ description, estimatedRecords });
  return { ...node, isTable: true, ...(format === 'VIEW' && { isView: true }), ...facts };
}

const FACETS = ['organization', 'groups', 'tags'] as const satisfies readonly FacetName[];

export function listsOf({ id, portal }: CatalogNode): readonly (FacetNode | UpdatedNode)[] {
  const facets = FACETS.map((facet) => ({ kind: 'facet', id: `${id}/${facet}`, portal, facet }) as const);
  return [...facets, { kind: 'updated', id: `${id}/updated`, portal }];
}

export function nodeOfItem({ id, portal, facet }: FacetNode, { name, title, ...counted }: FacetItem): FiledNode {
  return { kind: 'filed', id: under(id, name), portal, within: { facet, name, title }, ...counted };
}

/** Most resources that are kept with a dataset in a list. */
const FEW = 50;

export function nodeOfDataset(parent: UpdatedNode | FiledNode, dataset: Dataset): DatasetNode {
  const { resources, ...facts } = dataset;
  return {
    kind: 'dataset',
    id: under(parent.id, dataset.id),
    portal: parent.portal,
    dataset: {
      ...facts,
      resourceCount: resources.length,
      withRecords: resources.filter(({ hasRecords }) => hasRecords).length,
    },
    ...(resources.length <= FEW && !dataset.hasMore && { resources }),
  };
}

export function nodeOfResource({ id, portal, dataset }: DatasetNode, resource: DatasetResource): DatasetResourceNode {
  const { name, title } = dataset;
  return { kind: 'datasetResource', id: under(id, resource.id), portal, resource, dataset: { name, title } };
}

/** The id of a child row. Names are encoded, because they may contain slashes. */
function under(parent: string, name: string): string {
  return `${parent}/${encodeURIComponent(name)}`;
}

/** The path of the row's page on the portal, to be added to its base URL. */
export function pagePath(node: CatalogTreeNode): string | undefined {
  switch (node.kind) {
    case 'catalog':
    case 'updated':
      return '/dataset';
    case 'facet':
      return node.facet === 'organization' ? '/organization' : node.facet === 'groups' ? '/group' : '/dataset';
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

const ofBranch = v.object({ branch: v.string() });
const identified = v.object({ id: v.string() });

/** The id of the branch that contains a row such as More… */
export function branchOf(row: unknown): string | undefined {
  return readStored(ofBranch, row)?.branch;
}

export function rowId(row: unknown): string | undefined {
  return readStored(identified, row)?.id;
}
