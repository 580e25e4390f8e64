import type { FilterRowDraft, FilterValueDraft, QueryDraft, SortDraft } from '../messages/draft.ts';
import { isObject } from '../base/shape.ts';

/** No text of a form is longer: what is bigger did not come from a person (docs/security.md 3). */
const TEXT_LIMIT = 1 << 20;
const LIST_LIMIT = 10_000;
const VALUE_TYPES: readonly string[] = ['auto', 'text', 'number', 'boolean', 'null'];

/** A draft that came from a webview or from storage: checked member by member, anything else dropped. */
export function readDraftShape(value: unknown): QueryDraft | undefined {
  if (!isObject(value) || !isList(value['filterRows'])) return undefined;
  const { portalId, baseUrl, resource, q, filterMode, filterJson, limit, fields, distinct } = value;
  const filterRows = value['filterRows'].map(readRow);
  if (!isText(portalId) || !isText(baseUrl) || !isText(resource) || !isText(q)) return undefined;
  if (!isText(filterJson) || !isText(limit) || !(filterMode === 'rows' || filterMode === 'json'))
    return undefined;
  if (!isComplete(filterRows)) return undefined;
  const sort = readSort(value['sort']);
  return {
    ...{ portalId, baseUrl, resource, q, filterMode, filterRows, filterJson, limit },
    ...(sort.length > 0 && { sort }),
    ...(isList(fields) && fields.length > 0 && fields.every(isText) && { fields }),
    ...(distinct === true && { distinct }),
  };
}

/** Of what is no key of an order, nothing is kept. */
function readSort(value: unknown): readonly SortDraft[] {
  if (!isList(value)) return [];
  return value.flatMap((key) => {
    const { field, descending, nullsLast } = isObject(key) ? key : {};
    if (!isText(field) || typeof descending !== 'boolean') return [];
    return [{ field, descending, ...(nullsLast === true && { nullsLast }) }];
  });
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
