import * as vscode from 'vscode';
import { queryText } from '../../datastore/query/query.ts';
import { Owner } from '../../platform/disposables.ts';
import { rowCommand, treeItem } from '../../platform/treeRow.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { type HistoryEntry, type HistoryGroup, historyGroups, type HistoryPeriod } from './historyEntry.ts';
import { entryFacts, entryLines, entryTitle } from './historyText.ts';
import type { PanelHistory } from './panelHistory.ts';
import { HISTORY_WORDS } from './historyWords.ts';

/** A row of a query, which commands of menus get. They read `query` as text (queryText). */
interface QueryRow {
  readonly entry: HistoryEntry;
  readonly period: HistoryPeriod;
  readonly id: string;
  readonly portalId: string;
  readonly query: string;
  readonly label: string;
}

export type HistoryRow = HistoryGroup | QueryRow;

/** The view History: pinned queries first, then those of each day. */
export class HistoryTree extends Owner implements vscode.TreeDataProvider<HistoryRow> {
  readonly onDidChangeTreeData: vscode.Event<undefined>;
  readonly #history: Pick<PanelHistory, 'entries'>;
  /** The day of the rows that VS Code has. */
  #day = '';

  constructor(history: Pick<PanelHistory, 'entries' | 'onDidChange'>) {
    super();
    this.#history = history;
    const changed = this.owned.add(new vscode.EventEmitter<undefined>());
    this.onDidChangeTreeData = changed.event;
    const view = this.owned.add(
      vscode.window.createTreeView('datastoreExplorer.history', { treeDataProvider: this, showCollapseAll: true }),
    );
    this.owned.add(history.onDidChange(() => changed.fire(undefined)));
    this.owned.add(
      view.onDidChangeVisibility(({ visible }) => {
        if (!visible) return;
        // VS Code shows the rows of a view that was collapsed at its start 2 s late, unless a message is set or removed.
        view.message = '';
        // Yesterday's rows still stand under Today.
        if (this.#day !== '' && this.#day !== new Date().toDateString()) changed.fire(undefined);
      }),
    );
  }

  async getChildren(row?: HistoryRow): Promise<HistoryRow[]> {
    if (row !== undefined) return 'entries' in row ? row.entries.map((entry) => queryRow(entry, row.period)) : [];
    const now = new Date();
    this.#day = now.toDateString();
    return [...historyGroups(await this.#history.entries(), now)];
  }

  getTreeItem(row: HistoryRow): vscode.TreeItem {
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    if ('entries' in row)
      return treeItem({
        id: row.period,
        label: translate(HISTORY_WORDS[row.period]),
        contextValue: 'period',
        state: row.period === 'older' ? Collapsed : Expanded,
      });
    const { entry, period, id } = row;
    const [title, facts] = [entryTitle(entry), entryFacts(entry, period)];
    return treeItem({
      ...{ id, label: title, description: facts, tooltip: entryLines(entry), spoken: `${title}, ${facts}` },
      contextValue: entry.isPinned ? 'query+pinned' : 'query',
      command: rowCommand('', 'runHistoryQuery', { id }),
    });
  }
}

function queryRow(entry: HistoryEntry, period: HistoryPeriod): QueryRow {
  const { id, portalId, query } = entry;
  return { entry, period, id, portalId, query: queryText(query), label: entryTitle(entry) };
}
