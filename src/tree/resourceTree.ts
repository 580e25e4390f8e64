import * as vscode from 'vscode';
import { setContext } from '../platform/state/contextKeys.ts';
import { Owner } from '../platform/disposables.ts';
import { type ResourceRef, sameResource, savedResource } from '../platform/portal.ts';
import { localNodes, waitingImports } from './localFacts.ts';
import type { LocalFiles } from '../sources/local/localFiles.ts';
import type { PortalParts } from '../sources/portalParts.ts';
import type { PortalLook } from '../sources/portalSource.ts';
import {
  moreRecentItem,
  RECENT,
  recentItem,
  recentNodes,
  aboutResource,
  noteItem,
  portalItem,
  resourceItem,
  withFailure,
  type PortalNode,
  type ResourceNode,
  type TreeNode,
} from './resourceNode.ts';
import { plainLines } from '../platform/plain.ts';
import { withViewProgress } from '../platform/progress.ts';
import { catalogItem, resourceLines } from './catalog/catalogItem.ts';
import {
  type DatasetResourceNode,
  isCatalogNode,
  nodeOfCatalog,
  nodeOfTables,
  type TableNode,
  branchOf,
  rowId,
} from './catalog/catalogNode.ts';
import { CatalogTree } from './catalog/catalogTree.ts';
import { RecordCounts } from './catalog/recordCounts.ts';
import { fileDrop } from './fileDrop.ts';
import { OpenRows } from './openRows.ts';
import type { Storage } from '../platform/state/stored.ts';
import { translate } from '../platform/windowLanguage.ts';
import { ShownRows } from './shownRows.ts';
import { readRow, TreeChanges } from './treeChanges.ts';
import { TREE_WORDS } from './treeWords.ts';

export interface TreeSources extends Omit<PortalParts, 'setToken'> {
  readonly state: Storage;
  readonly localFiles: LocalFiles;
}

type Shown = Parameters<vscode.TreeView<TreeNode>['reveal']>[1];

const VIEW = 'datastoreExplorer.resources';
/** Time without changes before the tree follows tabs. A busy VS Code draws late, and wouldn't find the row before. */
const QUIET_MS = 1000;

/** The tree in the sidebar: recent resources first, then portals with their saved resources and datasets. */
export class ResourceTree extends Owner implements vscode.TreeDataProvider<TreeNode> {
  readonly #sources: TreeSources;
  readonly #changed = this.owned.add(new TreeChanges<TreeNode>(() => this.#view.visible));
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #catalog: CatalogTree;
  readonly #counts: RecordCounts;
  readonly #open: OpenRows;
  /** One object for each row. VS Code identifies a row by its object. */
  readonly #rows = new Map<string, { readonly row: TreeNode; reading: number }>();
  #readings = 0;
  readonly #shown = new ShownRows<TreeNode>();
  /** The last selection. The view's own selection is empty while VS Code reads the rows again. */
  #place: readonly TreeNode[] = [];
  /** The resource of the active tab, once its row was selected. */
  #inFront: ResourceRef | undefined;
  /** Whether VS Code has read the rows under Recent since that row was last opened. */
  #showsRecent = false;
  readonly pageOf = (row: unknown): string | undefined => this.#catalog.pageOf(row);

  constructor(sources: TreeSources) {
    super();
    this.#sources = sources;
    const { store, opened, tokens, clients, localFiles, failures } = sources;
    this.#open = new OpenRows(sources.state);
    this.#catalog = new CatalogTree({
      catalogOf: (portalId) => clients.catalogOf(portalId),
      addressOf: (portalId) => store.find(portalId)?.baseUrl,
      describe: (error) => failures.log('The list of datasets failed', error),
      changed: (node) => this.#changed.fire(node),
      busy: (work) => withViewProgress(VIEW, work),
    });
    this.#counts = new RecordCounts({
      count: ({ portalId, resourceId }, signal) =>
        clients.ofPortal(portalId).search({ resourceId, limit: 0 }, undefined, signal),
      describe: (error) => failures.log('Counting records for a tooltip failed', error),
    });
    this.owned.add(store.onDidChange(() => this.#catalog.prune()));
    this.owned.add(tokens.onDidChange((origin) => this.#outdateOrigin(origin)));
    for (const event of [store.onDidChange, opened.onDidChange, localFiles.onDidChange])
      this.owned.add(event(() => void this.#redraw().catch(() => this.refresh())));
    this.#view = this.owned.add(
      vscode.window.createTreeView<TreeNode>(VIEW, {
        treeDataProvider: this.#shown.provider(this, (row, items) => this.#read(row, items)),
        dragAndDropController: fileDrop,
        showCollapseAll: true,
      }),
    );
    this.owned.add(this.#view.onDidChangeSelection(({ selection }) => (this.#place = selection)));
    this.owned.add(this.#view.onDidExpandElement(({ element }) => this.#turned(element, true)));
    this.owned.add(this.#view.onDidCollapseElement(({ element }) => this.#turned(element, false)));
  }

  get selection(): readonly TreeNode[] {
    return this.#view.selection;
  }

  get place(): readonly TreeNode[] {
    return this.#place;
  }

  refresh(): void {
    this.#shown.forget();
    this.#changed.fire(undefined);
  }

  /** Loads the rows under one row, or all rows, from the portals again. They stay visible until the answers come. */
  reload(row?: unknown): void {
    this.#catalog.outdate(rowId(row));
    this.#counts.forget();
    this.refresh();
  }

  async showMore(argument: unknown): Promise<void> {
    const branch = branchOf(argument);
    if (branch === undefined) return;
    const isMore = (row: TreeNode): boolean => row.kind === 'more' && row.branch === branch;
    const isMeant = this.selection.some(isMore);
    const first = await this.#catalog.more(branch);
    // People may have moved on meanwhile.
    if (first !== undefined && isMeant && this.selection.every(isMore))
      await this.#show(first, { select: true, focus: true });
  }

  async tryAgain(row: unknown): Promise<void> {
    await this.#catalog.tryAgain(branchOf(row) ?? '');
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (node !== undefined && isCatalogNode(node)) return [...(await this.#catalog.children(node))];
    const reading = (this.#readings += 1);
    return (await this.#nodesOf(node)).map((child) => this.#same(child, reading));
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const item = this.#open.restore(this.#itemOf(node));
    const reason = this.#failureOf(node);
    return reason === undefined ? item : withFailure(item, reason);
  }

  /** Adds the number of fields and records to the tooltip of a row that people point at. */
  async resolveTreeItem(
    item: vscode.TreeItem,
    node: TreeNode,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (!isOfResource(node) || this.#failureOf(node) !== undefined) return item;
    const ref = { portalId: node.portal.id, resourceId: node.resource.id };
    const counts = await this.#counts.text(ref, token);
    const lines = node.kind === 'datasetResource' ? resourceLines(node) : aboutResource(node);
    item.tooltip = plainLines([...lines, ...(counts === undefined ? [] : [counts])]);
    return item;
  }

  async getParent(node: TreeNode): Promise<TreeNode | undefined> {
    if (node.kind === 'portal' || node.kind === 'recent') return undefined;
    if (node.kind === 'moreRecent' || isRecent(node)) return RECENT;
    const parent = isCatalogNode(node) ? this.#catalog.parentOf(node) : undefined;
    return parent ?? this.#portalRow(node.portal.id);
  }

  /**
   * Selects an opened resource, if the tree is visible. Doesn't open branches that people closed, and keeps a selected
   * row of the resource. `from` is the selection at the time of opening; if people have selected something else since,
   * nothing happens. With `mustBeRead`, only rows that VS Code has already read are selected. Returns whether a row of
   * the resource is selected.
   */
  async follow(ref: ResourceRef, from = this.place, mustBeRead = false): Promise<boolean> {
    const idsOf = (rows: readonly TreeNode[]): string => rows.map((row) => this.#itemOf(row).id).join('\n');
    const isThereStill = (): boolean => idsOf(this.place) === idsOf(from);
    await this.#changed.drawn();
    if (!this.#view.visible || !isThereStill()) return false;
    const saved = await this.#savedRow(ref);
    // A row under Recent disappears when its resource is saved.
    const isThere = (node: TreeNode): boolean => saved === undefined || !isRecent(node);
    if (this.place.some((node) => standsFor(node, ref) && isThere(node))) return true;
    const row = saved ?? (this.#showsRecent ? await this.#recentRow(ref) : undefined);
    if (row === undefined || !isThereStill()) return false;
    if (mustBeRead && !this.#changed.hasRead(this.#itemOf(row).id ?? '')) return false;
    await this.#show(row);
    return true;
  }

  /** Selects the resource of the active tab, once for each change of the tab, without taking the focus. */
  async followTab(ref: ResourceRef): Promise<void> {
    if (this.#inFront !== undefined && sameResource(this.#inFront, ref)) return;
    this.#inFront = ref;
    await this.#changed.drawn(QUIET_MS);
    if (this.#inFront !== ref) return;
    // A file has no row before its first records are loaded, and its tab reports again then.
    if (!(await this.follow(ref, this.place, true)) && this.#inFront === ref) this.#inFront = undefined;
  }

  /** Selects a portal or one of its resources. Does nothing if it isn't in the tree. */
  async reveal(portalId: string, resourceId?: string): Promise<void> {
    const ref = resourceId === undefined ? undefined : { portalId, resourceId };
    const resource = ref && ((await this.#savedRow(ref)) ?? (await this.#recentRow(ref)));
    const row = resource ?? (await this.#portalRow(portalId));
    if (row !== undefined) await this.#show(row);
  }

  #read(parent: TreeNode | undefined, items: readonly vscode.TreeItem[]): void {
    if (parent?.kind === 'recent') this.#showsRecent = true;
    this.#changed.read(items.map(readRow), parent && this.#itemOf(parent).id);
  }

  #turned(row: TreeNode, isOpen: boolean): void {
    if (row.kind === 'recent' && !isOpen) this.#showsRecent = false;
    if (isCatalogNode(row) && isOpen) void this.#catalog.expanded(row);
    if (isCatalogNode(row) && !isOpen) this.#catalog.collapsed(row);
    this.#open.set(this.#itemOf(row), isOpen).catch((error: unknown) => {
      this.#sources.failures.log('What is open in the tree was not kept', error);
    });
  }

  /**
   * Draws the rows again whose texts have changed, and all if rows came or left. VS Code drops all rows until it has
   * read them again, and the entries of an open menu then have no row.
   */
  async #redraw(): Promise<void> {
    this.#changed.expect();
    for (const parent of [undefined, ...this.#shown.parents]) {
      if (parent !== undefined && isCatalogNode(parent)) continue;
      const items = (await this.getChildren(parent)).map((row) => this.#itemOf(row));
      if (this.#shown.hasRead(parent, items)) continue;
      this.refresh();
      return;
    }
    for (const row of this.#shown.outdated((node) => this.getTreeItem(node))) this.#changed.fire(row);
  }

  /** Datasets may differ with another token, so they are loaded again. */
  #outdateOrigin(origin: string): void {
    this.#counts.forget();
    for (const { id, baseUrl } of this.#sources.store.portals)
      if (new URL(baseUrl).origin === origin) this.#catalog.outdatePortal(id);
    this.refresh();
  }

  async #nodesOf(node: TreeNode | undefined): Promise<readonly TreeNode[]> {
    if (node === undefined) return this.#roots();
    if (node.kind === 'recent') return this.#recent();
    if (node.kind !== 'portal') return [];
    switch (node.look.lists) {
      case 'files':
        return this.#localResources(node.look);
      case 'tables':
        return [...savedOf(node), nodeOfTables(node.portal.id)];
      case 'datasets':
        return [...resourcesOf(node), nodeOfCatalog(node.portal.id)];
    }
  }

  async #portalRow(portalId: string): Promise<TreeNode | undefined> {
    return (await this.getChildren()).find((node) => node.kind === 'portal' && node.portal.id === portalId);
  }

  async #savedRow(ref: ResourceRef): Promise<TreeNode | undefined> {
    const portal = await this.#portalRow(ref.portalId);
    return portal && (await this.getChildren(portal)).find((node) => standsFor(node, ref));
  }

  async #recentRow(ref: ResourceRef): Promise<TreeNode | undefined> {
    return (await this.getChildren(RECENT)).find((node) => standsFor(node, ref));
  }

  async #show(row: TreeNode, how: Shown = { select: true, expand: true }): Promise<void> {
    try {
      await this.#changed.waitFor(() => this.#view.reveal(row, how));
    } catch (error) {
      this.#sources.failures.log('Reveal', error);
    }
  }

  #itemOf(node: TreeNode): vscode.TreeItem {
    if (isCatalogNode(node)) return catalogItem(node, (ref) => this.#isSaved(ref));
    switch (node.kind) {
      case 'recent':
        return recentItem();
      case 'moreRecent':
        return moreRecentItem();
      case 'portal':
        return portalItem(node);
      case 'resource':
        return resourceItem(node);
      default:
        return noteItem(node);
    }
  }

  #failureOf(node: TreeNode): string | undefined {
    if (!isOfResource(node)) return undefined;
    const { opened, localFiles } = this.#sources;
    const { portal, resource } = node;
    if (node.kind === 'resource' && node.look.lists === 'files') return localFiles.imports.broken(resource.id)?.reason;
    return opened.failureOf({ portalId: portal.id, resourceId: resource.id });
  }

  #isSaved({ portalId, resourceId }: ResourceRef): boolean {
    return savedResource(this.#sources.store.find(portalId), resourceId) !== undefined;
  }

  #recent(): Promise<readonly TreeNode[]> {
    const { opened, store, sources, tokens } = this.#sources;
    return recentNodes(opened, store, sources, (baseUrl) => tokens.has(baseUrl));
  }

  /** The row of these facts. They are dropped where a reading that began later has ended before. */
  #same(facts: TreeNode, reading: number): TreeNode {
    const { id = '' } = this.#itemOf(facts);
    const entry = this.#rows.get(id);
    if (entry === undefined) this.#rows.set(id, { row: facts, reading });
    else if (entry.reading <= reading) {
      entry.reading = reading;
      Object.assign(entry.row, facts);
    }
    return entry?.row ?? facts;
  }

  async #roots(): Promise<readonly TreeNode[]> {
    const { store, sources, opened, tokens, localFiles } = this.#sources;
    void setContext('hasPortals', store.portals.length > 0);
    const remote = store.portals.map(async (portal) => ({
      kind: 'portal' as const,
      portal,
      look: sources.of(portal).look,
      hasToken: await tokens.has(portal.baseUrl),
    }));
    const { portal } = localFiles;
    const { look } = sources.of(portal);
    const local = { kind: 'portal' as const, portal, look, hasToken: false };
    const portals = [...((await localFiles.isPresent()) ? [local] : []), ...(await Promise.all(remote))];
    return [...(opened.recent.length > 0 ? [RECENT] : []), ...portals];
  }

  async #localResources(look: PortalLook): Promise<readonly TreeNode[]> {
    const { localFiles, failures } = this.#sources;
    const { portal } = localFiles;
    try {
      const nodes = await localNodes(localFiles, look);
      const listed = nodes.map(({ resource }) => resource.id);
      const loading = waitingImports(localFiles, listed).map(({ name, resourceId }) => ({
        kind: 'loading' as const,
        portal,
        text: translate(TREE_WORDS.opening, { name }),
        resource: { id: resourceId },
      }));
      return nodes.length + loading.length === 0
        ? resourcesOf({ portal, look, hasToken: false })
        : [...nodes, ...loading];
    } catch (error) {
      return [{ kind: 'error', portal, text: failures.log('The list of local files failed', error).message }];
    }
  }
}

function resourcesOf(node: Omit<PortalNode, 'kind'>): readonly TreeNode[] {
  const { portal } = node;
  if (portal.resources.length === 0) return [{ kind: 'empty', portal, text: translate(TREE_WORDS.findDataset) }];
  return savedOf(node);
}

function savedOf({ portal, look, hasToken }: Omit<PortalNode, 'kind'>): readonly TreeNode[] {
  return portal.resources.map((resource) => ({ kind: 'resource', portal, look, resource, hasToken }));
}

function isRecent(node: TreeNode): boolean {
  return node.kind === 'resource' && node.recent !== undefined;
}

function isOfResource(node: TreeNode): node is ResourceNode | DatasetResourceNode | TableNode {
  return node.kind === 'resource' || node.kind === 'datasetResource' || node.kind === 'table';
}

function standsFor(node: TreeNode, { portalId, resourceId }: ResourceRef): boolean {
  return isOfResource(node) && node.portal.id === portalId && node.resource.id === resourceId;
}
