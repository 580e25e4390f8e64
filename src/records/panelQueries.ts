import * as v from 'valibot';
import type * as vscode from 'vscode';
import { readStored, storedList } from '../base/stored.ts';
import { NO_HISTORY, visited } from '../datastore/query/queryHistory.ts';
import { SavedPanel } from '../messages/gridProtocol.ts';
import { readSavedPanel, type RestoredPanel } from './savedPanel.ts';

const KEY = 'panelQueries';
const MOST = 30;

const saved = v.object({ version: v.literal(1), panels: storedList(SavedPanel) });

/**
 * The last query of each records panel, in the workspace's storage. VS Code writes a page's own state only every few
 * seconds.
 */
export class PanelQueries {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  keep({ history: _, ...panel }: SavedPanel): void {
    if (panel.id === undefined) return;
    const panels = [panel, ...this.#panels.filter(({ id }) => id !== panel.id)].slice(0, MOST);
    void this.#state.update(KEY, { version: 1, panels });
  }

  /** The panel with the last query that ran there. `pageState` is what its webview had saved. */
  newest(pageState: unknown): RestoredPanel | undefined {
    const before = readSavedPanel(pageState);
    const kept = this.#panels.find(({ id }) => id !== undefined && id === before?.id);
    const last = kept && readSavedPanel({ saved: kept });
    if (before === undefined || last === undefined) return before;
    if (before.portalId !== last.portalId || before.query.resourceId !== last.query.resourceId) return last;
    const history = before.history === NO_HISTORY ? visited(NO_HISTORY, before.query) : before.history;
    return { ...last, history: visited(history, last.query) };
  }

  get #panels(): readonly SavedPanel[] {
    return readStored(saved, this.#state.get(KEY))?.panels ?? [];
  }
}
