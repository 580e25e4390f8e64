import * as v from 'valibot';
import { holdsSecret } from '../base/secretText.ts';
import { readStored } from '../base/stored.ts';
import { filtersJson } from '../datastore/query/conditions.ts';
import { type DatastoreQuery, queryText, StoredQuery } from '../datastore/query/query.ts';
import { isSameQuery, NO_HISTORY, type QueryHistory } from '../datastore/query/queryHistory.ts';
import { SavedPanel } from '../messages/gridProtocol.ts';

/** What a restored panel runs again. */
export interface RestoredPanel {
  readonly id?: string;
  readonly portalId: string;
  readonly query: DatastoreQuery;
  readonly history: QueryHistory;
  readonly isReusable: boolean;
}

/** UTF-16 units of a saved history: what the page keeps is written at every step. */
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
    ...(id !== undefined && { id }),
    portalId,
    resourceId: query.resourceId,
    query: queryText(keptQuery(query)),
    ...(saved.queries.length > 1 && { history: saved }),
    ...(isReusable && { isReusable }),
  };
}

/** A secret that was searched for is not kept: the panel then comes back with the resource alone. */
function keptQuery(query: DatastoreQuery): DatastoreQuery {
  const { resourceId, q = '', filters = [] } = query;
  return holdsSecret(q) || holdsSecret(filtersJson(filters)) ? { resourceId } : query;
}

/** The oldest go first, where it is too long. */
function savedHistory({ queries, place }: QueryHistory): NonNullable<SavedPanel['history']> {
  const texts = queries.map((query) => queryText(keptQuery(query)));
  let length = texts.join('').length;
  let dropped = 0;
  while (length > MAX_HISTORY && dropped < place) length -= texts[dropped++]?.length ?? 0;
  return length > MAX_HISTORY
    ? { queries: [], place: -1 }
    : { queries: texts.slice(dropped), place: place - dropped };
}

/** `state`: what the panel's webview had saved (PanelState). Undefined when it can't be used. */
export function readSavedPanel(state: unknown): RestoredPanel | undefined {
  const stored = readStored(v.object({ saved: SavedPanel }), state);
  if (stored === undefined) return undefined;
  const { id, portalId, resourceId, query: text, history, isReusable = false } = stored.saved;
  const query = readQuery(text);
  if (query?.resourceId !== resourceId) return undefined;
  const restored = { portalId, query, history: readHistory(history, query), isReusable };
  return { ...restored, ...(id !== undefined && { id }) };
}

/** Empty where it doesn't lead to the present query, or an entry can't be read. */
function readHistory(saved: SavedPanel['history'], present: DatastoreQuery): QueryHistory {
  const { queries: texts, place } = saved ?? { queries: [], place: -1 };
  const queries = texts.map(readQuery).filter((query) => query !== undefined);
  const now = queries[place];
  const isWhole =
    queries.length === texts.length && queries.every(({ resourceId }) => resourceId === present.resourceId);
  return isWhole && now !== undefined && isSameQuery(now, present) ? { queries, place } : NO_HISTORY;
}

export function readQuery(text: string): DatastoreQuery | undefined {
  return readStored(StoredQuery, text);
}
