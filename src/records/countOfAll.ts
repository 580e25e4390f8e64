import type { ResultSet } from '../datastore/result/resultSet.ts';

/** How many records the resource has, when nothing narrowed the question and the portal counted. */
export function countOfAll({ query, count }: ResultSet): number | undefined {
  const isNarrowed = query.q !== undefined || query.filters !== undefined || query.distinct === true;
  return isNarrowed || count.kind !== 'exact' ? undefined : count.value;
}
