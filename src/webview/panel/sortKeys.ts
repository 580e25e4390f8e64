import type { GridSortKey } from '../../messages/queryChange.ts';

/** A header's click: ascending, descending, not at all. `add`: as a further key, the others stay. */
export function turnedSort(
  keys: readonly GridSortKey[],
  field: string,
  add: boolean,
): readonly GridSortKey[] {
  const known = keys.find((key) => key.field === field);
  const isAlone = known !== undefined && keys.length === 1;
  if (!add && !isAlone) return [{ field, descending: false }];
  if (known === undefined) return [...keys, { field, descending: false }];
  return known.descending ? withoutSort(keys, field) : withSort(keys, field, true);
}

/** In its place, or behind the others. */
export function withSort(
  keys: readonly GridSortKey[],
  field: string,
  descending: boolean,
): readonly GridSortKey[] {
  if (!keys.some((key) => key.field === field)) return [...keys, { field, descending }];
  return keys.map((key) => (key.field === field ? { field, descending } : key));
}

export function withoutSort(keys: readonly GridSortKey[], field: string): readonly GridSortKey[] {
  return keys.filter((key) => key.field !== field);
}
