/** The sidebar's tree with the stand-in for VS Code, one portal, and local files of which some can't be read. */
import type * as vscode from 'vscode';
import { LocalFiles } from '../../../src/sources/local/localFiles.ts';
import { LocalImports } from '../../../src/sources/local/localImports.ts';
import type { LocalResource } from '../../../src/service/resource/localResource.ts';
import type { Reason } from '../../../src/service/resource/reasons.ts';
import { resourceIdOf } from '../../../src/service/index.ts';
import { JobFailed } from '../../../src/service/process/jobProcess.ts';
import { ResourceTree } from '../../../src/tree/resourceTree.ts';
import type { TreeNode } from '../../../src/tree/resourceNode.ts';
import type { FakeCkan } from '../fakes/fakeCkan.ts';
import { hostWith } from './twoPortals.ts';
import { EventEmitter, window } from './vscode.ts';

/** A visible tree in the sidebar. */
export class TreeView<T> {
  readonly #selected = new EventEmitter<{ readonly selection: readonly T[] }>();
  readonly #expanded = new EventEmitter<{ readonly element: T }>();
  readonly #collapsed = new EventEmitter<{ readonly element: T }>();
  readonly onDidChangeSelection = this.#selected.event;
  readonly onDidExpandElement = this.#expanded.event;
  readonly onDidCollapseElement = this.#collapsed.event;
  readonly visible = true;
  selection: readonly T[] = [];
  /** The changes that were reported and read. Undefined stands for all rows. */
  readonly changed: (T | undefined)[] = [];
  /** The arguments of each call of `reveal`. */
  readonly revealed: { readonly row: T; readonly focus: boolean }[] = [];

  reveal(row: T, { select = true, focus = false }: { readonly select?: boolean; readonly focus?: boolean }) {
    this.revealed.push({ row, focus });
    if (select) this.choose([row]);
    return Promise.resolve();
  }

  /** Selects rows like people do. */
  choose(rows: readonly T[]): void {
    this.selection = rows;
    this.#selected.fire({ selection: rows });
  }

  dispose(): void {
    for (const emitter of [this.#selected, this.#expanded, this.#collapsed]) emitter.dispose();
  }
}

export type Sidebar = Awaited<ReturnType<typeof sidebarWith>>;

export async function sidebarWith(servers: Readonly<Record<string, FakeCkan>>) {
  const read: LocalResource[] = [];
  /** Why a file can't be read, by its path. */
  const broken = new Map<string, Reason>();
  const datastore = {
    resources: () => Promise.resolve(read),
    onDidCrash: () => () => undefined,
    importedAt: () => Promise.resolve(undefined),
    hasData: () => Promise.resolve(true),
    remove: (id: string) => Promise.resolve(void read.splice(0, read.length, ...read.filter((r) => r.id !== id))),
    untilCleanedUp: () => Promise.resolve(),
    importFile: (file: string, { part }: { readonly part?: string }) => {
      const reason = broken.get(file);
      if (reason !== undefined)
        return Promise.reject(new JobFailed({ message: 'failed', unreadable: { file, reason, place: {} } } as never));
      const name = file.split('/').at(-1) ?? '';
      const resource: LocalResource = {
        ...{ id: resourceIdOf(file, part), name, file },
        ...{ size: 1, modified: 1, records: 1, stored: 1 },
      };
      read.push(resource);
      return Promise.resolve(resource);
    },
  };
  const host = await hostWith(servers, { portal: { id: 'local', name: 'Local files', baseUrl: '', resources: [] } });
  const imports = new LocalImports({ ...host, datastore: datastore as never });
  const setting = { value: [] as string[], onDidChange: new EventEmitter().event };
  const localFiles = new LocalFiles({
    ...{ datastore: datastore as never, imports, failures: host.failures, directory: '/none' },
    downloads: { originOf: () => Promise.resolve(undefined) } as never,
    settings: { localFiles: setting } as never,
  });
  const view = new TreeView<TreeNode>();
  Object.assign(window, {
    createTreeView: (_: string, { treeDataProvider }: vscode.TreeViewOptions<TreeNode>) => {
      // VS Code reads changed rows again, and the rows below them.
      const read = async (parent?: TreeNode): Promise<void> => {
        for (const row of (await treeDataProvider.getChildren(parent)) ?? []) {
          await treeDataProvider.getTreeItem(row);
          if (parent === undefined) await read(row);
        }
      };
      let reading = Promise.resolve();
      treeDataProvider.onDidChangeTreeData?.((row) => {
        reading = reading.then(async () => {
          if (row) await treeDataProvider.getTreeItem(row as TreeNode);
          else await read();
          view.changed.push(row as TreeNode | undefined);
        });
      });
      return view;
    },
  });
  const tree = new ResourceTree({ ...host, localFiles });
  const rowsUnder = async (label?: string): Promise<readonly vscode.TreeItem[]> => {
    const roots = await tree.getChildren();
    const root = roots.find((node) => tree.getTreeItem(node).label === label);
    return (label === undefined ? roots : await tree.getChildren(root)).map((node) => tree.getTreeItem(node));
  };
  return { ...host, localFiles, imports, broken, read, tree, view, rowsUnder };
}
