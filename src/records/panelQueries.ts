import { NO_HISTORY, visited } from '../datastore/query/queryHistory.ts';
import { SavedPanel } from '../messages/gridProtocol.ts';
import { type Storage, StoredList } from '../platform/state/stored.ts';
import { readSavedPanel, type RestoredPanel } from './savedPanel.ts';

/** Stores each panel's last query, because VS Code writes a page's own state only every few seconds. */
export class PanelQueries {
  readonly #panels: StoredList<typeof SavedPanel>;

  constructor(state: Storage) {
    this.#panels = new StoredList(state, { key: 'panelQueries', member: 'panels', item: SavedPanel, most: 30 });
  }

  keep({ history: _, ...panel }: SavedPanel): void {
    if (panel.id === undefined) return;
    void this.#panels.put(panel, ({ id }) => id === panel.id);
  }

  /** The panel with the last query that ran there. `pageState` is what its webview had saved. */
  newest(pageState: unknown): RestoredPanel | undefined {
    const before = readSavedPanel(pageState);
    const kept = this.#panels.items.find(({ id }) => id !== undefined && id === before?.id);
    const last = kept && readSavedPanel({ saved: kept });
    if (before === undefined || last === undefined) return before;
    if (before.portalId !== last.portalId || before.query.resourceId !== last.query.resourceId) return last;
    const history = before.history === NO_HISTORY ? visited(NO_HISTORY, before.query) : before.history;
    return { ...last, history: visited(history, last.query) };
  }
}
