/** Organizations, groups and tags, as answers of a catalog list them. */
import { type ExactValue, isList, member } from '../../base/cells.ts';
import { countIn, identifierIn, titleIn } from './catalogValue.ts';
import { eachInSlices, TimeSlice } from '../../base/timeSlice.ts';
import type { FacetName } from './datasetQuery.ts';

export interface FacetItem {
  /** As a question takes it. */
  readonly name: string;
  /** Never empty. */
  readonly title: string;
  /** How many datasets it has; absent where the portal lists names only. */
  readonly datasets?: number;
}

/** Items of a facet at most, those that come first by title. */
export const MOST_ITEMS = 1000;

/** From `search_facets` of `package_search`; undefined where the catalog doesn't count. By title. */
export async function readFacet(
  result: ExactValue,
  facet: FacetName,
  signal?: AbortSignal,
): Promise<readonly FacetItem[] | undefined> {
  const items = member(member(member(result, 'search_facets'), facet), 'items');
  return isList(items) ? firstByTitle(items, readCounted, signal) : undefined;
}

/** From `organization_list`, `group_list` or `tag_list`. By title. */
export async function readFacetList(result: ExactValue, signal?: AbortSignal): Promise<readonly FacetItem[]> {
  return isList(result) ? firstByTitle(result, readListed, signal) : [];
}

/** An answer can have millions of items, so the first ones are picked in slices, and never is all of the list sorted. */
async function firstByTitle(
  values: readonly ExactValue[],
  read: (value: ExactValue) => FacetItem | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly FacetItem[]> {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const first: FacetItem[] = [];
  const keepFirst = () => {
    first.sort((one, other) => compare(one.title, other.title)).splice(MOST_ITEMS);
    return first;
  };
  await eachInSlices(values, new TimeSlice(signal), (value) => {
    const item = read(value);
    if (item !== undefined) first.push(item);
    if (first.length === 2 * MOST_ITEMS) keepFirst();
  });
  return keepFirst();
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
