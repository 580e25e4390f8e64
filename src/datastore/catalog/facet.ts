/** Organizations, groups and tags, as answers of a catalog list them. */
import * as v from 'valibot';
import { type ExactValue, isList, member } from '../../base/cells.ts';
import { optionalMember, readStored, storedList, storedObject } from '../../base/stored.ts';
import { identifier, title } from './dataset.ts';
import type { FacetName } from './datasetQuery.ts';

export interface FacetItem {
  /** As a question takes it. */
  readonly name: string;
  /** Never empty. */
  readonly title: string;
  /** How many datasets it has; absent where the portal lists names only. */
  readonly datasets?: number;
}

const count = optionalMember(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));

const counted = v.pipe(
  storedObject({ name: identifier, display_name: v.fallback(v.optional(title), ''), count }),
  v.transform(({ name, display_name: shown = '', count: datasets }): FacetItem => ({
    name,
    title: shown || name,
    ...(datasets !== undefined && { datasets }),
  })),
);

/** Lists have names, or objects where a server gives them unasked. */
const listed = v.union([
  v.pipe(
    identifier,
    v.transform((name): FacetItem => ({ name, title: name })),
  ),
  counted,
]);

/** From `search_facets` of `package_search`; undefined where the catalog doesn't count. By title. */
export function readFacet(result: ExactValue, facet: FacetName): readonly FacetItem[] | undefined {
  const items = member(member(member(result, 'search_facets'), facet), 'items');
  return isList(items) ? sorted(readStored(storedList(counted), items) ?? []) : undefined;
}

/** From `organization_list`, `group_list` or `tag_list`. */
export function readFacetList(result: ExactValue): readonly FacetItem[] {
  return sorted(readStored(storedList(listed), result) ?? []);
}

function sorted(items: readonly FacetItem[]): readonly FacetItem[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return items.toSorted((one, other) => compare(one.title, other.title));
}
