/** The members of a query in a document, in the order in which they are written, and what they mean. */
import * as v from 'valibot';
import { type ExactObject, type ExactValue, isList, isObject, member } from '../../base/cells.ts';
import { DATE_UNITS } from '../../base/calendarDay.ts';
import { defined, filled } from '../../base/defined.ts';
import { parseExact } from '../../base/exactJson.ts';
import { conditionsOf } from '../../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import { COMPARISONS, CONDITION_KINDS, memberEntry } from '../../datastore/query/operators.ts';
import { beginningsOf } from '../../datastore/query/searchText.ts';
import { parseClauses, parseSort } from '../../datastore/query/sortText.ts';
import {
  CALCULATIONS,
  Measure,
  MOST_GROUP_FIELDS,
  MOST_MEASURES,
  MOST_TOP,
  type Summary,
  SummaryGroup,
} from '../../datastore/query/summary.ts';
import { isTimeZone } from '../../datastore/query/zoneTime.ts';
import { attempt, MemberFault, refuse, type ReportFault } from './memberFault.ts';

/** Members that say where a query is asked. No parameter can stand in them. */
export const PLACE_MEMBERS = ['base_url', 'resource_id', 'file', 'reading'] as const;
/** Members that say what is asked, in whose values parameters can stand. */
export const QUESTION_MEMBERS = [
  ...(['q', 'q_mode', 'plain', 'filters', 'fields', 'sort', 'distinct', 'limit', 'summarize'] as const),
];
type QuestionMember = (typeof QUESTION_MEMBERS)[number];

/** The JSON of members by their names. Their parameters have values. */
export type MemberJson = ReadonlyMap<string, string>;

/** The question without its resource. Members that are wrong are reported and left out. */
export function readQuestionMembers(members: MemberJson, report: ReportFault): Omit<DatastoreQuery, 'resourceId'> {
  const read = <T>(name: QuestionMember, of: (value: ExactValue, name: string) => T): T | undefined => {
    const json = members.get(name);
    return json === undefined ? undefined : attempt(report, () => of(valueOf(json, name), name));
  };
  const mode = read('q_mode', (value) =>
    value === 'starts-with' ? ('startsWith' as const) : refuse(['q_mode'], 'searchMode'),
  );
  const plain = read('plain', booleanOf);
  const qMode = mode ?? (plain === false ? ('expression' as const) : undefined);
  if (mode !== undefined && plain === false) report(new MemberFault(['q_mode'], 'twoModes'));
  return defined({
    ...read('q', (value) => searchOf(value, qMode)),
    filters: filled(read('filters', () => filtersOf(members.get('filters') ?? '', report))),
    fields: read('fields', fieldsOf),
    sort: filled(read('sort', sortOf)),
    distinct: read('distinct', booleanOf),
    limit: read('limit', (value) => wholeOf(value) ?? refuse(['limit'], 'needsWhole')),
    summary: read('summarize', (value) => summaryOf(value, report)),
  });
}

/** A value that is a parameter can make the whole too deep. */
function valueOf(json: string, name: string): ExactValue {
  try {
    return parseExact(json);
  } catch {
    return refuse([name], 'unfit');
  }
}

function booleanOf(value: ExactValue, name: string): boolean {
  return typeof value === 'boolean' ? value : refuse([name], 'needsBoolean');
}

function searchOf(q: ExactValue, qMode: DatastoreQuery['qMode']): Pick<DatastoreQuery, 'q' | 'qMode' | 'qField'> {
  const entries = isObject(q) ? Object.entries(q) : [[undefined, q] as const];
  if (entries.length > 1) return refuse(['q'], 'searchFields');
  const [qField, text] = entries[0] ?? [];
  if (typeof text !== 'string') return refuse(['q'], 'search');
  if (text === '') return {};
  if (qMode === 'startsWith' && beginningsOf(text) === undefined) return refuse(['q'], 'noWord');
  return defined({ q: text, qMode, qField });
}

const OPERATOR_NAMES = [...COMPARISONS, ...CONDITION_KINDS.filter((kind) => memberEntry(kind) !== undefined)].join(
  ', ',
);

/** A list has alternatives, which CKAN 2.12 reads, too. It also has groups such as `$or`. */
function filtersOf(json: string, report: ReportFault): NonNullable<DatastoreQuery['filters']> {
  if (!/^[{[]/.test(json)) return refuse(['filters'], 'needsObject');
  const conditions = conditionsOf(json);
  for (const each of conditions)
    if ('json' in each && each.field !== null && each.json.startsWith('{') && !/^\$\w/.test(each.field))
      report(new MemberFault(['filters', each.field], 'operators', { text: OPERATOR_NAMES }));
  return conditions;
}

function textsOf(value: ExactValue): readonly string[] | undefined {
  return isList(value) && value.every((each) => typeof each === 'string') ? value : undefined;
}

/** The API splits a text at its commas. */
function fieldsOf(value: ExactValue): readonly string[] | undefined {
  if (value === '') return undefined;
  if (typeof value === 'string') return value.split(',').map((name) => name.trim());
  return textsOf(value) ?? refuse(['fields'], 'needsTexts');
}

function sortOf(value: ExactValue): DatastoreQuery['sort'] {
  if (value === '') return undefined;
  const clauses = textsOf(value);
  const sort = typeof value === 'string' ? parseSort(value) : clauses && parseClauses(clauses);
  return sort ?? refuse(['sort'], 'sort');
}

function wholeOf(value: ExactValue): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

const WITH_FIELD = CALCULATIONS.filter((name) => name !== 'count' && name !== 'share');
const SUMMARY_MEMBERS: ReadonlySet<string> = new Set(['by', 'measures', 'top', 'time_zone']);

function summaryOf(value: ExactValue, report: ReportFault): Summary {
  if (!isObject(value)) return refuse(['summarize'], 'needsObject');
  for (const name of Object.keys(value))
    if (!SUMMARY_MEMBERS.has(name)) report(new MemberFault(['summarize', name], 'unknown'));
  const groups = listOf(value, 'by', []).map((each, at) => groupOf(each) ?? refuse(['summarize', 'by', at], 'group'));
  if (groups.length > MOST_GROUP_FIELDS) return refuse(['summarize', 'by'], 'mostGroups');
  const measures = listOf(value, 'measures', ['count']).map(
    (each, at) => measureOf(each) ?? refuse(['summarize', 'measures', at], 'measure', { text: WITH_FIELD.join(', ') }),
  );
  if (measures.length === 0 || measures.length > MOST_MEASURES)
    return refuse(['summarize', 'measures'], 'mostMeasures');
  const most = member(value, 'top');
  const top = most === undefined ? undefined : (wholeOf(most) ?? 0);
  if (top !== undefined && !(top >= 1 && top <= MOST_TOP)) return refuse(['summarize', 'top'], 'top');
  const zone = member(value, 'time_zone');
  if (zone !== undefined && !(typeof zone === 'string' && isTimeZone(zone)))
    return refuse(['summarize', 'time_zone'], 'timeZone', { text: typeof zone === 'string' ? zone : '' });
  return { groups, measures, ...defined({ top, zone }) };
}

function listOf(value: ExactObject, name: string, usual: readonly ExactValue[]): readonly ExactValue[] {
  const list = member(value, name);
  if (list === undefined) return usual;
  return isList(list) ? list : refuse(['summarize', name], 'needsList');
}

/** A text such as `day:month` or `amount:100`, or an object for a field whose own name ends like that. */
export function groupOf(value: ExactValue): SummaryGroup | undefined {
  if (typeof value !== 'string') {
    const isWhole = isObject(value) && !('unit' in value && 'width' in value);
    return isWhole && v.is(v.strictObject(SummaryGroup.entries), value) ? value : undefined;
  }
  const colon = value.lastIndexOf(':');
  const [field, part] = [value.slice(0, Math.max(colon, 0)), value.slice(colon + 1)];
  const unit = DATE_UNITS.find((each) => each === part);
  const group = unit === undefined ? { field, width: part } : { field, unit };
  return colon >= 0 && v.is(SummaryGroup, group) ? group : { field: value };
}

function measureOf(value: ExactValue): Measure | undefined {
  if (typeof value !== 'string') return undefined;
  const colon = value.indexOf(':');
  const measure =
    colon < 0 ? { calculate: value } : { calculate: value.slice(0, colon), field: value.slice(colon + 1) };
  const hasField = !['count', 'share'].includes(measure.calculate);
  return hasField === colon >= 0 && v.is(Measure, measure) ? measure : undefined;
}
