import * as v from 'valibot';
import { defined } from '../base/defined.ts';
import { holdsSecret } from '../base/secretText.ts';
import { readStored } from '../base/stored.ts';
import { filtersJson } from '../datastore/query/conditions.ts';
import { type DatastoreQuery, queryText, StoredQuery } from '../datastore/query/query.ts';
import {
  LayoutChange,
  type Change,
  isLayoutChange,
  isSameQuery,
  NO_HISTORY,
  queryAt,
  type QueryHistory,
  visited,
  withoutOldest,
} from '../datastore/query/queryHistory.ts';
import { SavedPanel } from '../messages/gridProtocol.ts';
import { type Storage, StoredList } from '../platform/state/stored.ts';

export interface RestoredPanel {
  readonly id?: string;
  readonly portalId: string;
  readonly query: DatastoreQuery;
  readonly history: QueryHistory;
  readonly isReusable: boolean;
}

/** Longest saved history in UTF-16 units, because the page writes its state at every step. */
const MAX_HISTORY = 100_000;

export function savedPanel(
  portalId: string,
  query: DatastoreQuery,
  history = NO_HISTORY,
  isReusable = false,
  id?: string,
): SavedPanel {
  const saved = savedHistory(history);
  return {
    version: 1,
    ...defined({ id }),
    portalId,
    resourceId: query.resourceId,
    query: queryText(keptQuery(query)),
    ...(saved.queries.length > 1 && { history: saved }),
    ...(isReusable && { isReusable }),
  };
}

/** A query whose search contains a secret is saved without it: the panel then shows the whole resource again. */
function keptQuery(query: DatastoreQuery): DatastoreQuery {
  const { resourceId, q = '', filters = [] } = query;
  return holdsSecret(q) || holdsSecret(filtersJson(filters)) ? { resourceId } : query;
}

/** The history in the form to be saved. The oldest entries are dropped if it is too long. */
function savedHistory(history: QueryHistory): NonNullable<SavedPanel['history']> {
  const queries = history.changes.map((change) =>
    isLayoutChange(change) ? JSON.stringify(change) : queryText(keptQuery(change)),
  );
  if (queries.join('').length <= MAX_HISTORY) return { queries, place: history.place };
  return history.place > 0 ? savedHistory(withoutOldest(history)) : { queries: [], place: -1 };
}

/** Reads the state of a panel's webview (PanelState). Undefined if it is invalid. */
export function readSavedPanel(state: unknown): RestoredPanel | undefined {
  const stored = readStored(v.object({ saved: SavedPanel }), state);
  if (stored === undefined) return undefined;
  const { id, portalId, resourceId, query: text, history, isReusable = false } = stored.saved;
  const query = readQuery(text);
  if (query?.resourceId !== resourceId) return undefined;
  const restored = { portalId, query, history: readHistory(history, query), isReusable };
  return { ...restored, ...defined({ id }) };
}

/** Reads the history. Empty if it doesn't lead to the current query, or an entry can't be read. */
function readHistory(saved: SavedPanel['history'], present: DatastoreQuery): QueryHistory {
  const { queries: texts, place } = saved ?? { queries: [], place: -1 };
  const changes = texts
    .map((text): Change | undefined => readQuery(text) ?? readStored(StoredLayoutChange, text))
    .filter((change) => change !== undefined);
  const now = queryAt({ changes, place });
  const isWhole =
    changes.length === texts.length &&
    changes.every((change) => isLayoutChange(change) || change.resourceId === present.resourceId);
  return isWhole && place < changes.length && now !== undefined && isSameQuery(now, present)
    ? { changes, place }
    : NO_HISTORY;
}

const StoredLayoutChange = v.pipe(v.string(), v.parseJson(), LayoutChange);

export function readQuery(text: string): DatastoreQuery | undefined {
  return readStored(StoredQuery, text);
}

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
