import type { FilterRowDraft, FilterValueDraft, QueryDraft } from '../shared/draft.ts';
import { isObject } from '../shared/shape.ts';

/** No text of a form is longer: what is bigger did not come from a person (threat T3). */
const TEXT_LIMIT = 1 << 20;
const LIST_LIMIT = 10_000;
const VALUE_TYPES: readonly string[] = ['auto', 'text', 'number', 'boolean', 'null'];

/** A draft that came from a webview or from storage: checked member by member, anything else dropped. */
export function readDraftShape(value: unknown): QueryDraft | undefined {
  if (!isObject(value) || !isList(value['filterRows'])) return undefined;
  const { portalId, baseUrl, resource, q, filterMode, filterJson, limit } = value;
  const filterRows = value['filterRows'].map(readRow);
  if (!isText(portalId) || !isText(baseUrl) || !isText(resource) || !isText(q)) return undefined;
  if (!isText(filterJson) || !isText(limit) || !(filterMode === 'rows' || filterMode === 'json'))
    return undefined;
  if (!isComplete(filterRows)) return undefined;
  return { portalId, baseUrl, resource, q, filterMode, filterRows, filterJson, limit };
}

function readRow(value: unknown): FilterRowDraft | undefined {
  if (!isObject(value) || !isList(value['values'])) return undefined;
  const { field, list } = value;
  const values = value['values'].map(readValue);
  if (!isText(field) || typeof list !== 'boolean' || !isComplete(values)) return undefined;
  return { field, values, list };
}

function readValue(value: unknown): FilterValueDraft | undefined {
  if (!isObject(value)) return undefined;
  const { type, text } = value;
  if (!isText(type) || !VALUE_TYPES.includes(type) || !isText(text)) return undefined;
  return { type: type as FilterValueDraft['type'], text };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_LIMIT;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= LIST_LIMIT;
}

function isComplete<T>(list: readonly (T | undefined)[]): list is readonly T[] {
  return !list.includes(undefined);
}
