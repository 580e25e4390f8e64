import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../base/defined.ts';
import { endsWithin } from '../../base/untilAborted.ts';
import type { Catalog } from '../../datastore/catalog/catalog.ts';
import type { DatasetResource } from '../../datastore/catalog/dataset.ts';
import type { DatasetQuery } from '../../datastore/catalog/datasetQuery.ts';
import { DatastoreError } from '../../datastore/wire/errors.ts';
import type { FailureWords } from '../../platform/failures.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { countText } from '../../platform/quantities.ts';
import {
  type BranchNode,
  type CatalogNode,
  type CatalogTreeNode,
  type DatasetNode,
  isBranchNode,
  type ListedNode,
  listedTables,
  listsOf,
  nodeOfCatalog,
  nodeOfDataset,
  nodeOfItem,
  nodeOfResource,
  nodeOfTable,
  pagePath,
  type RemarkNode,
  type SchemaNode,
} from './catalogNode.ts';
import { CATALOG_WORDS } from './catalogWords.ts';
import { type AskPage, type BranchFailure, type BranchPage, TreeBranch } from './treeBranch.ts';

export interface CatalogTreeSources {
  readonly catalogOf: (portalId: string) => Catalog;
  readonly addressOf: (portalId: string) => string | undefined;
  readonly describe: (error: unknown) => Pick<FailureWords, 'message' | 'hint'>;
  readonly changed: (node: BranchNode) => void;
  readonly busy: (work: Promise<void>) => void;
}

interface Kept {
  node: BranchNode;
  readonly branch: TreeBranch<ListedNode>;
  /** Base URL of the server that returned the rows. */
  readonly address: string | undefined;
}

/** Time before a row says Loading. Until then, VS Code turns the row's arrow into a spinner. */
const QUICK_MS = 250;

const ROWS = { page: 100, most: 5000 };

/** Page size and limit for the resources of a dataset, which seldom has many. */
const RESOURCES = { page: 500, most: 5000 };

/** The rows under Datasets and Tables. Each is loaded when its parent is opened, and kept from then on. */
export class CatalogTree {
  readonly #sources: CatalogTreeSources;
  readonly #kept = new Map<string, Kept>();
  readonly #parents = new WeakMap<CatalogTreeNode, CatalogTreeNode>();
  readonly #fixed = new Map<string, readonly BranchNode[]>();
  /** Loads whose end will be reported. */
  readonly #announced = new WeakSet<Promise<void>>();
  /** Undefined for Datasets rows, and for rows that were never listed. */
  readonly parentOf = (node: CatalogTreeNode): CatalogTreeNode | undefined => this.#parents.get(node);
  readonly outdatePortal = (portalId: string): void => this.outdate(nodeOfCatalog(portalId).id);

  constructor(sources: CatalogTreeSources) {
    this.#sources = sources;
  }

  /** Returns within a moment, however slow the portal is. Rows that come later are reported as changes. */
  async children(node: CatalogTreeNode): Promise<readonly CatalogTreeNode[]> {
    const children = await this.#childrenOf(node);
    for (const child of children) this.#parents.set(child, node);
    return children;
  }

  /** The address of a row's web page. Undefined if the row isn't in this tree. */
  pageOf(row: unknown): string | undefined {
    const node = row as CatalogTreeNode;
    if (!this.#parents.has(node)) return undefined;
    const [address, path] = [this.#sources.addressOf(node.portal.id), pagePath(node)];
    return address === undefined || path === undefined ? undefined : address + path;
  }

  /** Loads the next page. Resolves to its first row. */
  async more(id: string): Promise<CatalogTreeNode | undefined> {
    const kept = this.#kept.get(id);
    if (kept === undefined) return undefined;
    const { length } = kept.branch.rows;
    await this.#follow(kept, kept.branch.more());
    return kept.branch.rows[length];
  }

  async tryAgain(id: string): Promise<void> {
    const kept = this.#kept.get(id);
    if (kept !== undefined) await this.#follow(kept, kept.branch.tryAgain());
  }

  /** Loads again what failed or was cancelled. VS Code itself asks for children that it never got. */
  async expanded(node: CatalogTreeNode): Promise<void> {
    const kept = this.#kept.get(node.id);
    if (kept === undefined || kept.branch.isLoading) return;
    if (kept.branch.failure?.isOfMore === false) await this.tryAgain(node.id);
    else if (!kept.branch.isSettled) await this.#announce(kept, kept.branch.load());
  }

  collapsed(node: CatalogTreeNode): void {
    const kept = this.#kept.get(node.id);
    if (kept?.branch.isLoading !== true) return;
    kept.branch.cancel();
    if (kept.branch.isSettled) this.#sources.changed(kept.node);
  }

  /** Marks rows to be loaded again: under one row, of one portal, or all. They stay visible until then. */
  outdate(within = 'catalog:'): void {
    for (const [id, { branch }] of this.#kept) if (isWithin(id, within)) branch.outdate();
  }

  prune(): void {
    for (const [id, { node, branch, address }] of this.#kept) {
      if (this.#sources.addressOf(node.portal.id) === address) continue;
      branch.cancel();
      this.#kept.delete(id);
    }
  }

  async #childrenOf(node: CatalogTreeNode): Promise<readonly CatalogTreeNode[]> {
    if (node.kind === 'catalog') return this.#lists(node);
    if (!isBranchNode(node)) return [];
    const kept = this.#keep(node);
    const loading = kept.branch.load();
    if (!(await endsWithin(QUICK_MS, loading))) void this.#announce(kept, loading);
    return this.#rowsOf(kept);
  }

  #lists(node: CatalogNode): readonly BranchNode[] {
    const lists = this.#fixed.get(node.id) ?? listsOf(node);
    this.#fixed.set(node.id, lists);
    return lists;
  }

  #keep(node: BranchNode): Kept {
    const entry = this.#kept.get(node.id);
    if (entry === undefined) {
      const kept: Kept = {
        node,
        branch: new TreeBranch<ListedNode>(
          (...page) => this.#page(kept.node, ...page),
          node.kind === 'dataset' ? RESOURCES : ROWS,
        ),
        address: this.#sources.addressOf(node.portal.id),
      };
      this.#kept.set(node.id, kept);
      return kept;
    }
    // A dataset or schema in a new list contains its resources again.
    const brings = node.kind === 'dataset' || node.kind === 'schema' ? node.resources : undefined;
    if (brings !== undefined && !isDeepStrictEqual(brings, (entry.node as DatasetNode | SchemaNode).resources))
      entry.branch.outdate();
    entry.node = node;
    return entry;
  }

  async #page(
    node: BranchNode,
    ...[start, rows, signal]: Parameters<AskPage<ListedNode>>
  ): Promise<BranchPage<ListedNode>> {
    if (node.kind === 'dataset' && node.resources !== undefined) return pageOfResources(node, node.resources);
    if (node.kind === 'schema') {
      const { resources } = node;
      return { items: resources.map((resource) => nodeOfTable(node, resource)), total: resources.length };
    }
    const catalog = this.#sources.catalogOf(node.portal.id);
    if (node.kind === 'dataset') {
      const { resources, hasMore } = await catalog.dataset(node.dataset.name, signal);
      return { ...pageOfResources(node, resources), isCut: hasMore };
    }
    if (node.kind === 'facet') {
      const { items, isCut } = await catalog.facet(node.facet, signal);
      return { items: items.map((item) => nodeOfItem(node, item)), isCut, total: items.length };
    }
    if (node.kind === 'tables') {
      // Our service has one dataset with everything that it serves.
      const [served] = (await catalog.search({}, { start: 0, rows: 1 }, signal)).datasets;
      const { resources = [], hasMore = false } = served ?? {};
      const items = listedTables(node, resources);
      return { items, total: items.length, isCut: hasMore };
    }
    const query: DatasetQuery =
      node.kind === 'updated'
        ? { sort: 'updated' }
        : { within: { [node.within.facet]: node.within.name }, sort: 'title' };
    const { datasets, ...place } = await catalog.search(query, { start, rows }, signal);
    return { items: datasets.map((dataset) => nodeOfDataset(node, dataset)), ...place };
  }

  /** The rows of a branch. Some may exist before the load has ended, and after it has failed. */
  #rowsOf({ node, branch }: Kept): readonly CatalogTreeNode[] {
    const { rows, failure, hasMore, isCut } = branch;
    const failed = failure === undefined ? [] : this.#failed(node, failure);
    const isEmpty = rows.length === 0 && failure === undefined;
    return [
      ...(failure?.isOfMore === false ? failed : []),
      ...rows,
      ...(failure?.isOfMore === true ? failed : []),
      ...(isEmpty && branch.isLoading ? [waiting(node)] : []),
      ...(isEmpty && branch.isSettled && !hasMore && !isCut ? [nothing(node)] : []),
      ...(hasMore ? [more(node, branch)] : []),
      ...(isCut ? [rest(node, rows)] : []),
    ];
  }

  #failed(node: BranchNode, { error }: BranchFailure): readonly RemarkNode[] {
    if (error instanceof DatastoreError && error.kind === 'catalogMissing')
      return [
        remark(node, 'noCatalog', translate(CATALOG_WORDS.noCatalog), error.message),
        remark(node, 'addResource', translate(CATALOG_WORDS.addById)),
      ];
    const { message, hint } = this.#sources.describe(error);
    return [remark(node, 'failure', message, hint)];
  }

  /** Reports a load that takes visibly long, and its end. */
  async #follow(kept: Kept, work: Promise<void>): Promise<void> {
    if (!(await endsWithin(QUICK_MS, work))) this.#sources.changed(kept.node);
    await this.#announce(kept, work);
  }

  async #announce(kept: Kept, work: Promise<void>): Promise<void> {
    if (this.#announced.has(work)) return work;
    this.#announced.add(work);
    if (kept.branch.isLoading) this.#sources.busy(work);
    await work;
    // Reporting a cancelled load would make VS Code start it again.
    if (kept.branch.isSettled) this.#sources.changed(kept.node);
  }
}

function pageOfResources(node: DatasetNode, resources: readonly DatasetResource[]): BranchPage<ListedNode> {
  return { items: resources.map((resource) => nodeOfResource(node, resource)), total: resources.length };
}

function isWithin(id: string, row: string): boolean {
  return id === row || id.startsWith(row.endsWith(':') ? row : `${row}/`);
}

function remark(node: BranchNode, kind: RemarkNode['kind'], text: string, hint?: string): RemarkNode {
  const id = `${node.id}/:${kind}`;
  return {
    ...{ kind, id, portal: node.portal, text, branch: node.id },
    ...defined({ hint }),
    ...(node.kind === 'filed' && { within: node.within }),
    ...((node.kind === 'tables' || node.kind === 'schema') && { isOfDatabase: true as const }),
  };
}

function waiting(node: BranchNode): RemarkNode {
  return remark(node, 'waiting', translate(CATALOG_WORDS.loading), translate(CATALOG_WORDS.collapseToCancel));
}

function nothing(node: BranchNode): RemarkNode {
  const words = {
    tables: 'noTables',
    schema: 'noTables',
    facet: 'noneFiled',
    dataset: 'noResources',
    filed: 'noDatasets',
    updated: 'noDatasets',
  } as const;
  return remark(node, 'nothing', translate(CATALOG_WORDS[words[node.kind]]));
}

/** The row that loads more. It stays during the load, so that it keeps the focus. */
function more(node: BranchNode, { rows, total, isLoadingMore }: TreeBranch<ListedNode>): RemarkNode {
  const numbers = { shown: countText(rows.length), total: countText(total ?? 0) };
  const isKnown = total !== undefined && total > rows.length;
  const text = translate(isLoadingMore ? CATALOG_WORDS.loading : CATALOG_WORDS.more);
  return remark(node, 'more', text, isKnown ? translate(CATALOG_WORDS.shownOf, numbers) : undefined);
}

function rest(node: BranchNode, rows: readonly ListedNode[]): RemarkNode {
  const shown = rows.reduce((sum, row) => sum + (row.kind === 'schema' ? row.resources.length : 1), 0);
  const hint = translate(CATALOG_WORDS.mostShown, { count: countText(shown) });
  // A database doesn't offer a search for table names.
  if (node.kind === 'tables') return remark(node, 'nothing', hint);
  return remark(node, 'rest', translate(CATALOG_WORDS.findOthers), hint);
}
