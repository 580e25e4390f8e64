import { type ExactValue, isList, member } from '../../base/cells.ts';
import { countIn, identifierIn, titleIn } from './catalogValue.ts';
import { defined } from '../../base/defined.ts';
import { eachInSlices, TimeSlice } from '../../base/timeSlice.ts';
import type { FacetName } from './datasetQuery.ts';

export interface FacetItem {
  readonly name: string;
  /** The title, or the name if there is none. */
  readonly title: string;
  /** Number of datasets. Absent if the portal only lists names. */
  readonly datasets?: number;
}

/** Number of items to keep. They are the first ones by title. */
export const MOST_ITEMS = 1000;

/** Reads `search_facets` of `package_search`, sorted by title. Undefined if the catalog doesn't count. */
export async function readFacet(
  result: ExactValue,
  facet: FacetName,
  signal?: AbortSignal,
): Promise<readonly FacetItem[] | undefined> {
  const items = member(member(member(result, 'search_facets'), facet), 'items');
  return isList(items) ? firstByTitle(items, readCounted, signal) : undefined;
}

/** Reads `organization_list`, `group_list` or `tag_list`, sorted by title. */
export async function readFacetList(result: ExactValue, signal?: AbortSignal): Promise<readonly FacetItem[]> {
  return isList(result) ? firstByTitle(result, readListed, signal) : [];
}

/** An answer may have millions of items, so they're read in slices, and never sorted all at once. */
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

/** Such lists contain names, but some servers return objects. */
function readListed(value: ExactValue): FacetItem | undefined {
  const name = identifierIn(value);
  return name === undefined ? readCounted(value) : { name, title: name };
}

function readCounted(value: ExactValue): FacetItem | undefined {
  const name = identifierIn(member(value, 'name'));
  if (name === undefined) return undefined;
  const title = titleIn(member(value, 'display_name')) || name;
  return defined({ name, title, datasets: countIn(member(value, 'count')) });
}
