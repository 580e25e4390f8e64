import type * as vscode from 'vscode';

interface Tree<Row> extends vscode.TreeDataProvider<Row> {
  getTreeItem: (row: Row) => vscode.TreeItem;
}

/** The rows that VS Code has read and drawn since all rows last changed. */
export class ShownRows<Row> {
  /** Ids of the rows under each row that was read, in order. Undefined stands for the top. */
  readonly #idsUnder = new Map<Row | undefined, string>();
  readonly #drawn = new Map<Row, string>();

  /** The tree for VS Code alone. Notes what VS Code reads, and calls `onRead` with the rows under `parent`. */
  provider(
    tree: Tree<Row>,
    onRead: (parent: Row | undefined, items: readonly vscode.TreeItem[]) => void,
  ): vscode.TreeDataProvider<Row> {
    return {
      getChildren: async (parent) => {
        const rows = (await tree.getChildren(parent)) ?? [];
        const items = rows.map((row) => tree.getTreeItem(row));
        this.#idsUnder.set(parent, idsOf(items));
        onRead(parent, items);
        return rows;
      },
      getTreeItem: (row) => {
        const item = tree.getTreeItem(row);
        this.#drawn.set(row, JSON.stringify(item));
        return item;
      },
      getParent: (row) => tree.getParent?.(row),
      resolveTreeItem: (...row) => tree.resolveTreeItem?.(...row),
      ...(tree.onDidChangeTreeData && { onDidChangeTreeData: tree.onDidChangeTreeData }),
    };
  }

  forget(): void {
    this.#idsUnder.clear();
    this.#drawn.clear();
  }

  get parents(): readonly (Row | undefined)[] {
    return [...this.#idsUnder.keys()];
  }

  hasRead(parent: Row | undefined, items: readonly vscode.TreeItem[]): boolean {
    return this.#idsUnder.get(parent) === idsOf(items);
  }

  /** The rows that `itemOf` draws in another way now. */
  outdated(itemOf: (row: Row) => vscode.TreeItem): readonly Row[] {
    return [...this.#drawn].filter(([row, text]) => text !== JSON.stringify(itemOf(row))).map(([row]) => row);
  }
}

function idsOf(items: readonly vscode.TreeItem[]): string {
  return JSON.stringify(items.map(({ id }) => id));
}
