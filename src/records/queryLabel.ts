/** A query in words, for labels, titles and sources. */
import { defined } from '../base/defined.ts';
import { shownConditions } from '../datastore/query/applyChange.ts';
import type { Condition } from '../datastore/query/condition.ts';
import { filtersJson } from '../datastore/query/conditions.ts';
import { conditionText } from '../datastore/query/conditionText.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { GRID_STRINGS } from '../messages/gridStrings.ts';
import { searchPhrase } from '../messages/searchPhrase.ts';
import { groupsPhrase, measuresPhrase } from '../messages/summaryPhrase.ts';
import { translated } from '../platform/windowLanguage.ts';

/** Longest label in UTF-16 units. */
const LIMIT = 200;

/** A resource and its query in one line: `Lessons · "draw" · subject: math, art · limit 5`. */
export function queryLabel(name: string, query: DatastoreQuery): string {
  const { limit } = query;
  const parts = [
    name,
    ...summaryTexts(query),
    ...questionTexts(query),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
  ];
  const label = parts.join(' · ');
  return label.length <= LIMIT ? label : `${label.slice(0, LIMIT - 1)}…`;
}

/** A summary in words: `by canton, year of reported`, `count`. Empty for records. */
export function summaryTexts({ summary }: DatastoreQuery): readonly string[] {
  if (summary === undefined) return [];
  const words = translated(GRID_STRINGS);
  return [groupsPhrase(summary, words), measuresPhrase(summary, words)].filter((text) => text !== '');
}

/** The search and the filters of a query in words. */
export function questionTexts({ q, qMode, qField, filters = [] }: DatastoreQuery): readonly string[] {
  if (q === undefined) return conditionTexts(filters);
  const search = defined({ q: `"${q}"`, qMode, qField });
  return [searchPhrase(search, translated(GRID_STRINGS)), ...conditionTexts(filters)];
}

/** The conditions in the words of the chips, or as JSON if chips can't show them. */
function conditionTexts(filters: readonly Condition[]): readonly string[] {
  const shown = shownConditions(filters, true);
  if (shown === undefined) return [filtersJson(filters)];
  const strings = translated(GRID_STRINGS);
  return shown.map((each) => `${each.field}: ${conditionText(each, strings)}`);
}
