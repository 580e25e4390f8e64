/** A question in words: in chips, and said when it changed. */
import type { GridQuestion } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { FieldFilter, GridSortKey } from '../../messages/queryChange.ts';
import { fill } from '../ui/fill.ts';

/** `price, descending` */
export function sortText({ field, descending }: GridSortKey, strings: GridStrings): string {
  return fill(descending ? strings.sortedDown : strings.sortedUp, field || strings.noName);
}

/** `math, art`, `from 5`, `1 to 5` */
export function conditionText(filter: FieldFilter, strings: GridStrings): string {
  if (filter.kind === 'values')
    return filter.values
      .map(({ type, text }) => (type === 'null' ? strings.null : text === '' ? strings.emptyText : text))
      .join(', ');
  const { least, greatest } = filter;
  if (least !== undefined && greatest !== undefined) return fill(strings.rangeBetween, least, greatest);
  return least === undefined ? fill(strings.rangeTo, greatest ?? '') : fill(strings.rangeFrom, least);
}

/** What is new, in a sentence or a few; empty when nothing is. */
export function questionNews(
  before: GridQuestion | undefined,
  now: GridQuestion | undefined,
  strings: GridStrings,
): string {
  if (before === undefined || now === undefined) return '';
  const isNew = (part: keyof GridQuestion): boolean =>
    JSON.stringify(before[part]) !== JSON.stringify(now[part]);
  const order = now.sort.map((key) => sortText(key, strings)).join('; ');
  const news = [
    isNew('q') && (now.q === '' ? strings.noSearch : fill(strings.searchedFor, now.q)),
    isNew('filters') && filtersText(now.filters, strings),
    isNew('sort') && (order === '' ? strings.unsorted : fill(strings.sortedBy, order)),
  ];
  return news.flatMap((each) => (each === false ? [] : [`${each}. `])).join('');
}

function filtersText(filters: GridQuestion['filters'], strings: GridStrings): string {
  if (filters === null) return strings.rawFilters;
  if (filters.length === 0) return strings.noFilters;
  return filters.length === 1 ? strings.oneFilter : fill(strings.manyFilters, String(filters.length));
}
