import { conditionsOf, filtersJson } from '../datastore/query/conditions.ts';
import type { DatastoreQuery, SortKey } from '../datastore/query/query.ts';
import { isSameQuery, NO_HISTORY, type QueryHistory } from '../datastore/query/queryHistory.ts';
import type { SavedPanel } from '../messages/gridProtocol.ts';
import { holdsSecret } from '../base/secretText.ts';
import { isObject, isText } from '../base/shape.ts';

/** A panel that can ask again what it asked before. */
export interface RestoredPanel {
  readonly portalId: string;
  readonly query: DatastoreQuery;
  readonly history: QueryHistory;
}

/** UTF-16 units of a saved history: what the page keeps is written at every step. */
const MAX_HISTORY = 100_000;

export function savedPanel(portalId: string, query: DatastoreQuery, history = NO_HISTORY): SavedPanel {
  const saved = savedHistory(history);
  return {
    version: 1,
    portalId,
    resourceId: query.resourceId,
    query: queryText(keptQuery(query)),
    ...(saved.queries.length > 1 && { history: saved }),
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

/** `state`: what the panel's webview had saved, `{ saved: SavedPanel, … }`. Undefined when it can't be used. */
export function readSavedPanel(state: unknown): RestoredPanel | undefined {
  if (!isObject(state) || !isObject(state['saved'])) return undefined;
  const { version, portalId, resourceId, query: text } = state['saved'];
  if (version !== 1 || typeof portalId !== 'string' || typeof text !== 'string') return undefined;
  const query = readQuery(text);
  if (query === undefined || query.resourceId !== resourceId) return undefined;
  return { portalId, query, history: readHistory(state['saved']['history'], query) };
}

/** One that does not lead to the present question, or has an entry that can't be read, is none. */
function readHistory(saved: unknown, present: DatastoreQuery): QueryHistory {
  if (!isObject(saved) || !isTexts(saved['queries']) || !isNatural(saved['place'])) return NO_HISTORY;
  const queries = saved['queries'].map(readQuery).filter((query) => query !== undefined);
  const place = saved['place'];
  const now = queries[place];
  const isWhole =
    queries.length === saved['queries'].length &&
    queries.every(({ resourceId }) => resourceId === present.resourceId);
  return isWhole && now !== undefined && isSameQuery(now, present) ? { queries, place } : NO_HISTORY;
}

/** To keep: its filters are the text that goes on the wire. */
export function queryText({ filters, ...rest }: DatastoreQuery): string {
  return JSON.stringify({ ...rest, ...(filters && { filters: filtersJson(filters) }) });
}

/** Of JSON text that was kept. */
export function readQuery(text: string): DatastoreQuery | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { resourceId, q, filters, fields, sort, distinct, limit } = value;
  if (!isText(resourceId) || !isOptional(q, isText) || !isOptional(filters, isText)) return undefined;
  if (!isOptional(fields, isTexts) || !isOptional(sort, isSort) || !isOptional(distinct, isBoolean))
    return undefined;
  if (!isOptional(limit, isNatural)) return undefined;
  return {
    resourceId,
    ...(q !== undefined && { q }),
    ...(filters !== undefined && filters !== '{}' && { filters: conditionsOf(filters) }),
    ...(fields !== undefined && { fields }),
    ...(sort !== undefined && { sort }),
    ...(distinct !== undefined && { distinct }),
    ...(limit !== undefined && { limit }),
  };
}

function isOptional<T>(value: unknown, is: (value: unknown) => value is T): value is T | undefined {
  return value === undefined || is(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isNatural(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isSort(value: unknown): value is readonly SortKey[] {
  return (
    Array.isArray(value) &&
    value.every(
      (key: unknown) =>
        isObject(key) &&
        isText(key['field']) &&
        isBoolean(key['descending']) &&
        isOptional(key['nullsLast'], isBoolean),
    )
  );
}
