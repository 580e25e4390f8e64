import type { DatastoreQuery, SortKey } from '../datastore/query.ts';
import type { SavedPanel } from '../shared/gridProtocol.ts';
import { isObject, isText } from '../shared/shape.ts';

/** A panel that can ask again what it asked before. */
export interface RestoredPanel {
  readonly portalId: string;
  readonly query: DatastoreQuery;
}

export function savedPanel(portalId: string, query: DatastoreQuery): SavedPanel {
  return { version: 1, portalId, resourceId: query.resourceId, query: JSON.stringify(query) };
}

/** `state`: what the panel's webview had saved, `{ saved: SavedPanel, … }`. Undefined when it can't be used (threat T27). */
export function readSavedPanel(state: unknown): RestoredPanel | undefined {
  if (!isObject(state) || !isObject(state['saved'])) return undefined;
  const { version, portalId, resourceId, query: text } = state['saved'];
  if (version !== 1 || typeof portalId !== 'string' || typeof text !== 'string') return undefined;
  const query = readQuery(text);
  return query?.resourceId === resourceId && query !== undefined ? { portalId, query } : undefined;
}

function readQuery(text: string): DatastoreQuery | undefined {
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
    ...(filters !== undefined && { filters }),
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
    value.every((key: unknown) => isObject(key) && isText(key['field']) && isBoolean(key['descending']))
  );
}
