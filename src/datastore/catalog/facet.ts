/** Organizations, groups and tags, as answers of a catalog list them. */
import { type ExactValue, isList, member } from '../../base/cells.ts';
import { countIn, identifierIn, listIn, titleIn } from './catalogValue.ts';
import type { FacetName } from './datasetQuery.ts';

export interface FacetItem {
  /** As a question takes it. */
  readonly name: string;
  /** Never empty. */
  readonly title: string;
  /** How many datasets it has; absent where the portal lists names only. */
  readonly datasets?: number;
}

/** From `search_facets` of `package_search`; undefined where the catalog doesn't count. By title. */
export function readFacet(result: ExactValue, facet: FacetName): readonly FacetItem[] | undefined {
  const items = member(member(member(result, 'search_facets'), facet), 'items');
  return isList(items) ? sorted(listIn(items, readCounted)) : undefined;
}

/** From `organization_list`, `group_list` or `tag_list`. */
export function readFacetList(result: ExactValue): readonly FacetItem[] {
  return sorted(listIn(result, readListed));
}

function sorted(items: readonly FacetItem[]): readonly FacetItem[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return items.toSorted((one, other) => compare(one.title, other.title));
}

/** Lists have names, or objects where a server gives them unasked. */
function readListed(value: ExactValue): FacetItem | undefined {
  const name = identifierIn(value);
  return name === undefined ? readCounted(value) : { name, title: name };
}

function readCounted(value: ExactValue): FacetItem | undefined {
  const name = identifierIn(member(value, 'name'));
  if (name === undefined) return undefined;
  const datasets = countIn(member(value, 'count'));
  return {
    name,
    title: titleIn(member(value, 'display_name')) || name,
    ...(datasets !== undefined && { datasets }),
  };
}
