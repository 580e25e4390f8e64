import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { setContext } from '../platform/contextKeys.ts';
import { DisposableStore } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import { LOCAL_PORTAL_ID, type ResourceRef } from '../platform/portal.ts';
import { nameOf } from '../local/localFile.ts';
import { localFacts, waitingImports } from './localFacts.ts';
import type { ListedFile, LocalFiles } from '../local/localFiles.ts';
import type { PortalStore } from '../portals/portalStore.ts';
import {
  noteItem,
  portalItem,
  resourceItem,
  type PortalNode,
  type ResourceNode,
  type TreeNode,
} from './resourceNode.ts';
import type { TokenStore } from '../portals/tokenStore.ts';
import { showMessage } from '../platform/messages.ts';
import { translate } from '../platform/windowLanguage.ts';
import { TREE_WORDS } from './treeWords.ts';

export interface TreeSources {
  readonly store: PortalStore;
  readonly tokens: TokenStore;
  readonly localFiles: LocalFiles;
  readonly failures: Failures;
}

/** The sidebar's tree: portals, and under each the resources that people added. */
export class ResourceTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #sources: TreeSources;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<TreeNode>;
  /** The rows by their ids, as VS Code has them. */
  readonly #rows = new Map<string, TreeNode>();

  constructor(sources: TreeSources) {
    this.#sources = sources;
    const { store, tokens, localFiles } = sources;
    for (const event of [store.onDidChange, tokens.onDidChange, localFiles.onDidChange])
      this.#store.add(event(() => this.refresh()));
    this.#view = this.#store.add(
      vscode.window.createTreeView('datastoreExplorer.resources', {
        treeDataProvider: this,
        dragAndDropController: fileDrop,
        showCollapseAll: true,
      }),
    );
  }

  get selection(): readonly TreeNode[] {
    return this.#view.selection;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return (await this.#nodesOf(node)).map((child) => this.#same(child));
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    if (node.kind === 'portal') return portalItem(node);
    return node.kind === 'resource' ? resourceItem(node) : noteItem(node);
  }

  async getParent(node: TreeNode): Promise<TreeNode | undefined> {
    if (node.kind === 'portal') return undefined;
    return (await this.getChildren()).find((other) => other.portal.id === node.portal.id);
  }

  /** Selects a resource that was opened, where the tree can be seen: it doesn't take the place of another view. */
  async follow({ portalId, resourceId }: ResourceRef): Promise<void> {
    if (this.#view.visible) await this.reveal(portalId, resourceId);
  }

  /** Shows and selects a portal, or one of its resources. Does nothing when it is not in the tree. */
  async reveal(portalId: string, resourceId?: string): Promise<void> {
    const portal = (await this.getChildren()).find((node) => node.portal.id === portalId);
    if (portal === undefined) return;
    const resource = (await this.getChildren(portal)).find(
      (node) => node.kind === 'resource' && node.resource.id === resourceId,
    );
    try {
      await this.#view.reveal(resource ?? portal, { select: true, expand: true });
    } catch (error) {
      // The tree changed while VS Code looked for the row; nothing is lost by not showing it.
      this.#sources.failures.log('Reveal', error);
    }
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #nodesOf(node: TreeNode | undefined): Promise<readonly TreeNode[]> {
    if (node === undefined) return this.#portals();
    if (node.kind !== 'portal') return [];
    return node.portal.id === LOCAL_PORTAL_ID ? this.#localResources() : resourcesOf(node);
  }

  /** VS Code knows a row by its object: one that says the same must be the same, or `reveal` does not find it. */
  #same(node: TreeNode): TreeNode {
    const { id = '' } = this.getTreeItem(node);
    const known = this.#rows.get(id);
    if (known !== undefined && isDeepStrictEqual(known, node)) return known;
    this.#rows.set(id, node);
    return node;
  }

  async #portals(): Promise<readonly TreeNode[]> {
    const { store, tokens, localFiles } = this.#sources;
    void setContext('hasPortals', store.portals.length > 0);
    const remote = store.portals.map(async (portal) => ({
      kind: 'portal' as const,
      portal,
      hasToken: await tokens.has(portal.baseUrl),
    }));
    const local = { kind: 'portal' as const, portal: localFiles.portal, hasToken: false };
    return [...((await localFiles.isPresent()) ? [local] : []), ...(await Promise.all(remote))];
  }

  async #localResources(): Promise<readonly TreeNode[]> {
    const { localFiles, failures } = this.#sources;
    const { portal } = localFiles;
    const loading = waitingImports(localFiles).map(({ name, resourceId }) => ({
      kind: 'loading' as const,
      portal,
      text: translate(TREE_WORDS.opening, { name }),
      resource: { id: resourceId },
    }));
    try {
      const nodes = await localNodes(localFiles);
      return nodes.length + loading.length === 0
        ? resourcesOf({ portal, hasToken: false })
        : [...nodes, ...loading];
    } catch (error) {
      return [{ kind: 'error', portal, text: failures.log('The list of local files failed', error).message }];
    }
  }
}

async function localNodes(files: LocalFiles): Promise<readonly ResourceNode[]> {
  const list = await files.list();
  const nameOfListed = ({ file, read }: ListedFile): string => read?.name ?? nameOf(file);
  const names = list.map(nameOfListed);
  return Promise.all(
    list.map(async (listed, index) => {
      const name = nameOfListed(listed);
      const hasNamesake = names.some((other, place) => place !== index && other === name);
      const local = await localFacts(listed, files, hasNamesake);
      const resource = { id: listed.id, name };
      return { kind: 'resource', portal: files.portal, resource, hasToken: false, local } as const;
    }),
  );
}

function resourcesOf({ portal, hasToken }: Pick<PortalNode, 'portal' | 'hasToken'>): readonly TreeNode[] {
  if (portal.resources.length === 0)
    return [{ kind: 'empty', portal, text: translate(TREE_WORDS.addResource) }];
  return portal.resources.map((resource) => ({ kind: 'resource', portal, resource, hasToken }));
}

const URI_LIST = 'text/uri-list';
const COMMAND = 'datastoreExplorer.exploreInDatastore';

/** Files and folders that are dropped on the tree, from the Explorer or from outside. */
const fileDrop: vscode.TreeDragAndDropController<TreeNode> = {
  dragMimeTypes: [],
  dropMimeTypes: [URI_LIST, 'files'],
  handleDrop: async (_target, dropped) => {
    const uris = [...(await listed(dropped)), ...attached(dropped)];
    const [first] = uris;
    if (first !== undefined) await vscode.commands.executeCommand(COMMAND, first, uris);
    else void showMessage('warning', translate(TREE_WORDS.notOnThisMachine));
  },
};

/** `text/uri-list` (RFC 2483): one to a line; lines that begin with # say nothing. */
async function listed(dropped: vscode.DataTransfer): Promise<readonly vscode.Uri[]> {
  const text = (await dropped.get(URI_LIST)?.asString()) ?? '';
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => vscode.Uri.parse(line));
}

/** From the desktop, where VS Code says where a file lies. */
function attached(dropped: vscode.DataTransfer): readonly vscode.Uri[] {
  if (dropped.get(URI_LIST) !== undefined) return [];
  return [...dropped].flatMap(([, item]) => item.asFile()?.uri ?? []);
}
