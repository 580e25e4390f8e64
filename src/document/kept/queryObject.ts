/** Writes a query as the JSON of a document. */
import { defined } from '../../base/defined.ts';
import { filtersJson, jsonErrorOffset } from '../../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import { needsList, sortClause } from '../../datastore/query/sortText.ts';
import { groupName, measureName, type Summary, type SummaryGroup } from '../../datastore/query/summary.ts';
import { jsonOfChoices } from '../../service/index.ts';
import { literalsOf, literalText } from './fillQuery.ts';
import { jsonText } from './jsonText.ts';
import type { QueryToKeep } from './keptQuery.ts';
import { groupOf, type MemberJson } from './queryMembers.ts';

/** The members of a query and their JSON, without blanks, in the order in which a document has them. */
export function memberJson({ place, query, chart }: QueryToKeep): MemberJson {
  const { q, qMode, qField, filters, fields, sort, distinct, limit, summary } = query;
  const isPortal = place.kind === 'portal';
  const choices = isPortal || place.choices === undefined ? {} : jsonOfChoices(place.choices);
  const members = defined({
    base_url: isPortal ? JSON.stringify(place.baseUrl) : undefined,
    resource_id: isPortal ? JSON.stringify(place.resourceId) : undefined,
    file: isPortal ? undefined : JSON.stringify(place.path),
    reading: Object.keys(choices).length === 0 ? undefined : JSON.stringify(choices),
    q: q === undefined ? undefined : searchJson(q, qField),
    q_mode: qMode === 'startsWith' ? '"starts-with"' : undefined,
    plain: qMode === 'expression' ? 'false' : undefined,
    filters: filters === undefined ? undefined : writtenFilters(filters),
    fields: fields && textsJson(fields),
    sort: sort === undefined || sort.length === 0 ? undefined : sortJson(sort),
    distinct: distinct === undefined ? undefined : String(distinct),
    limit: limit === undefined ? undefined : String(limit),
    summarize: summary && summaryJson(summary),
    chart: chart && JSON.stringify(chart),
  });
  return new Map(Object.entries(members));
}

/** The JSON of a query's object on one line. */
export function queryJson(keep: QueryToKeep): string {
  return `{${[...memberJson(keep)].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

/** The JSON text of a query's object, a member on each line, with the API's names and exact numbers. */
export function queryObject(keep: QueryToKeep): string {
  return jsonText(queryJson(keep), { isOpen: true });
}

function searchJson(q: string, field: string | undefined): string {
  const text = JSON.stringify(literalText(q));
  return field === undefined ? text : `{${JSON.stringify(field)}:${text}}`;
}

/** Filters that aren't JSON stay as a text, which readers refuse. */
function writtenFilters(filters: NonNullable<DatastoreQuery['filters']>): string {
  const json = filtersJson(filters);
  return jsonErrorOffset(json) === undefined ? literalsOf(json) : JSON.stringify(json);
}

function textsJson(texts: readonly string[]): string {
  return JSON.stringify(texts.map(literalText));
}

function sortJson(sort: NonNullable<DatastoreQuery['sort']>): string {
  const clauses = sort.map(sortClause);
  return needsList(sort.map(({ field }) => field))
    ? textsJson(clauses)
    : JSON.stringify(literalText(clauses.join(', ')));
}

function summaryJson({ groups, measures, top, zone }: Summary): string {
  const by = groups.map((group) => groupValue(group));
  const texts = measures.map((measure) => literalText(measureName(measure)));
  return JSON.stringify(defined({ by, measures: texts, top, time_zone: zone && literalText(zone) }));
}

/** A text if it's read as this very group. */
function groupValue(group: SummaryGroup): string | SummaryGroup {
  const name = groupName(group);
  const read = groupOf(name);
  const isSame = read?.field === group.field && read.unit === group.unit && read.width === group.width;
  return isSame ? literalText(name) : { ...group, field: literalText(group.field) };
}
