/** Result sets over a FakeCkan with one resource `r`, and manipulated answers. */
import { parseExact, stringifyExact } from '../../../src/base/exactJson.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import type { RecordRow } from '../../../src/base/cells.ts';
import { FakeCkan, type FakeCkanOptions } from './fakeCkan.ts';
import { clientOf } from './fakeExchange.ts';
import type { FakeResource } from './fakeSearch.ts';

/** A resource with fields `_id`, `name` and `group`, in which many records share a group. */
export function itemsResource(count: number): FakeResource {
  return {
    fields: [
      { id: 'name', type: 'text' },
      { id: 'group', type: 'int4' },
    ],
    rows: Array.from({ length: count }, (_, index): RecordRow => [`item ${index}`, index % 7]),
  };
}

export async function openItems(
  count: number,
  query: Partial<DatastoreQuery> = {},
  options: Partial<FakeCkanOptions> = {},
  cacheSize?: number,
): Promise<{ ckan: FakeCkan; set: ResultSet }> {
  const ckan = new FakeCkan({ resources: { r: itemsResource(count) }, ...options });
  const { signal } = new AbortController();
  return { ckan, set: await ResultSet.open(clientOf(ckan), { resourceId: 'r', ...query }, signal, { cacheSize }) };
}

interface RawResult {
  readonly fields: readonly { readonly id: string }[];
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly total?: number;
}

/** Changes the result of every search. `index` is that of FakeCkan. */
export function tamper(change: (result: RawResult, index: number) => object): NonNullable<FakeCkanOptions['fault']> {
  return ({ action }, honest, index) => {
    if (action !== 'datastore_search') return honest;
    const { result } = parseExact(honest.text) as unknown as { result: RawResult };
    return { status: 200, text: `{"success":true,"result":${stringifyExact(change(result, index) as never)}}` };
  };
}

/** A portal whose records end at this offset, while its total stays. */
export function withoutRecordsFrom(place: number): NonNullable<FakeCkanOptions['fault']> {
  return (call, honest, index) => {
    if (place === Infinity || call.action !== 'datastore_search') return honest;
    const offset = Number(/"offset":(\d+)/.exec(call.body)?.[1] ?? 0);
    const left = Math.max(0, place - offset);
    const cut = tamper((result) => ({ ...result, records: result.records.slice(0, left) }));
    return cut(call, honest, index);
  };
}

/** The records of a result that was requested as lists. */
export function listsOf({ records }: RawResult): readonly (readonly [number, ...unknown[]])[] {
  return records as unknown as readonly (readonly [number, ...unknown[]])[];
}

export function idsOf(rows: readonly RecordRow[]): readonly unknown[] {
  return rows.map(([id]) => id);
}

/** Whole numbers from `first` to before `last`. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
}
