/** The members of a query in a document, in the order in which they are written, and what they mean. */
import { type ExactValue, isList, isObject } from '../../base/cells.ts';
import { DATE_UNITS } from '../../base/calendarDay.ts';
import { defined, filled } from '../../base/defined.ts';
import { parseExact } from '../../base/exactJson.ts';
import type { WordDetails } from '../../base/words.ts';
import { conditionsOf } from '../../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import { beginningsOf } from '../../datastore/query/searchText.ts';
import { parseClauses, parseSort } from '../../datastore/query/sortText.ts';
import {
  CALCULATIONS,
  type Measure,
  MOST_GROUP_FIELDS,
  MOST_MEASURES,
  MOST_TOP,
  type Summary,
  type SummaryGroup,
} from '../../datastore/query/summary.ts';
import { isTimeZone } from '../../datastore/query/zoneTime.ts';
import type { JsonPath } from './jsonTree.ts';
import type { KeptWords } from './keptWords.ts';

/** Members that say where a query is asked. No parameter can stand in them. */
export const PLACE_MEMBERS = ['base_url', 'resource_id', 'file', 'reading'] as const;
/** Members that say what is asked, in whose values parameters can stand. */
export const QUESTION_MEMBERS = [
  ...(['q', 'q_mode', 'plain', 'filters', 'fields', 'sort', 'distinct', 'limit', 'summarize'] as const),
];
export type QuestionMember = (typeof QUESTION_MEMBERS)[number];

/** What is wrong with a member, and with which one. */
export interface MemberFault {
  readonly path: JsonPath;
  readonly word: keyof KeptWords;
  readonly details?: WordDetails | undefined;
}

/** Collects a fault, and is undefined, so that a reader can return it. */
export type ReportFault = (path: JsonPath, word: keyof KeptWords, details?: WordDetails) => undefined;

/** The JSON of members by their names, whose parameters have values. */
export type MemberJson = ReadonlyMap<string, string>;

/** The question without its resource. Members that are wrong are reported and left out. */
export function readQuestionMembers(members: MemberJson, report: ReportFault): Omit<DatastoreQuery, 'resourceId'> {
  const value = (name: QuestionMember): ExactValue | undefined => {
    const json = members.get(name);
    return json === undefined ? undefined : parseExact(json);
  };
  const boolean = (name: QuestionMember): boolean | undefined => {
    const read = value(name);
    return read === undefined || typeof read === 'boolean' ? read : report([name], 'needsBoolean');
  };
  return defined({
    ...searchOf(value('q'), value('q_mode'), boolean('plain'), report),
    filters: filled(filtersOf(members.get('filters'), report)),
    fields: fieldsOf(value('fields'), report),
    sort: filled(sortOf(value('sort'), report)),
    distinct: boolean('distinct'),
    limit: wholeOf(value('limit'), () => report(['limit'], 'needsWhole')),
    summary: summaryOf(value('summarize'), report),
  });
}

type Search = Pick<DatastoreQuery, 'q' | 'qMode' | 'qField'>;

function searchOf(
  q: ExactValue | undefined,
  mode: ExactValue | undefined,
  plain: boolean | undefined,
  report: ReportFault,
): Search {
  if (mode !== undefined && mode !== 'starts-with') report(['q_mode'], 'searchMode');
  if (mode !== undefined && plain === false) report(['q_mode'], 'twoModes');
  const entries = isObject(q) ? Object.entries(q) : [];
  if (entries.length > 1) report(['q'], 'searchFields');
  const [qField, text] = entries[0] ?? [undefined, q];
  if (q === undefined || text === '') return {};
  if (typeof text !== 'string') return report(['q'], 'search') ?? {};
  const qMode = mode !== undefined ? ('startsWith' as const) : plain === false ? ('expression' as const) : undefined;
  if (qMode === 'startsWith' && beginningsOf(text) === undefined) report(['q'], 'noWord');
  return defined({ q: text, qMode, qField });
}

function filtersOf(json: string | undefined, report: ReportFault): DatastoreQuery['filters'] {
  if (json === undefined) return undefined;
  // A list of alternatives is what CKAN 2.12 reads, too.
  return /^[{[]/.test(json) ? conditionsOf(json) : report(['filters'], 'needsObject', { member: 'filters' });
}

function textsOf(value: ExactValue | undefined): readonly string[] | undefined {
  return isList(value) && value.every((each) => typeof each === 'string') ? value : undefined;
}

function fieldsOf(value: ExactValue | undefined, report: ReportFault): readonly string[] | undefined {
  // The API splits a text at its commas.
  if (typeof value === 'string') return value === '' ? undefined : value.split(',').map((name) => name.trim());
  return value === undefined ? undefined : (textsOf(value) ?? report(['fields'], 'needsTexts'));
}

function sortOf(value: ExactValue | undefined, report: ReportFault): DatastoreQuery['sort'] {
  if (value === undefined || value === '') return undefined;
  const clauses = textsOf(value);
  const sort = typeof value === 'string' ? parseSort(value) : clauses && parseClauses(clauses);
  return sort ?? report(['sort'], 'sort');
}

function wholeOf(value: ExactValue | undefined, fault: () => undefined): number | undefined {
  return value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0) ? (value as number) : fault();
}

const WITH_FIELD = CALCULATIONS.filter((name) => name !== 'count' && name !== 'share');
const SUMMARY_MEMBERS: ReadonlySet<string> = new Set(['by', 'measures', 'top', 'time_zone']);
const WIDTH = /^(?=.*[1-9])\d{1,30}(?:\.\d{1,30})?$/;

function summaryOf(value: ExactValue | undefined, report: ReportFault): Summary | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) return report(['summarize'], 'needsObject');
  for (const name of Object.keys(value)) if (!SUMMARY_MEMBERS.has(name)) report(['summarize', name], 'unknown');
  const { by = [], measures = ['count'], top, time_zone: zone } = value as Partial<Record<string, ExactValue>>;
  const inside = (...path: JsonPath): JsonPath => ['summarize', ...path];
  if (!isList(by)) return report(inside('by'), 'needsList');
  if (by.length > MOST_GROUP_FIELDS) return report(inside('by'), 'mostGroups');
  if (!isList(measures)) return report(inside('measures'), 'needsList');
  if (measures.length === 0 || measures.length > MOST_MEASURES) return report(inside('measures'), 'mostMeasures');
  const groups = by.map((each, at) => groupOf(each) ?? report(inside('by', at), 'group'));
  const calculations = measures.map(
    (each, at) => measureOf(each) ?? report(inside('measures', at), 'measure', { text: WITH_FIELD.join(', ') }),
  );
  const most = wholeOf(top, () => report(inside('top'), 'top'));
  if (most !== undefined && !(most >= 1 && most <= MOST_TOP)) return report(inside('top'), 'top');
  if (zone !== undefined && !(typeof zone === 'string' && isTimeZone(zone)))
    return report(inside('time_zone'), 'timeZone', { text: typeof zone === 'string' ? zone : '' });
  if (groups.includes(undefined) || calculations.includes(undefined)) return undefined;
  return {
    groups: groups.filter((each) => each !== undefined),
    measures: calculations.filter((each) => each !== undefined),
    ...defined({ top: most, zone }),
  };
}

/** A text such as `day:month`, or an object for a field whose own name ends like that. */
export function groupOf(value: ExactValue): SummaryGroup | undefined {
  if (typeof value === 'string') {
    const colon = value.lastIndexOf(':');
    const part = colon < 0 ? '' : value.slice(colon + 1);
    const unit = DATE_UNITS.find((each) => each === part);
    if (unit !== undefined) return { field: value.slice(0, colon), unit };
    return WIDTH.test(part) ? { field: value.slice(0, colon), width: part } : { field: value };
  }
  if (!isObject(value)) return undefined;
  const { field, unit, width, ...others } = value as Partial<Record<string, ExactValue>>;
  const part = unit === undefined ? undefined : DATE_UNITS.find((each) => each === unit);
  if (typeof field !== 'string' || part !== unit || Object.keys(others).length > 0) return undefined;
  if (width !== undefined && (part !== undefined || typeof width !== 'string' || !WIDTH.test(width))) return undefined;
  return defined({ field, unit: part, width: width as string | undefined });
}

function measureOf(value: ExactValue): Measure | undefined {
  if (typeof value !== 'string') return undefined;
  if (value === 'count' || value === 'share') return { calculate: value };
  const colon = value.indexOf(':');
  const calculate = WITH_FIELD.find((name) => name === value.slice(0, colon));
  return colon < 0 || calculate === undefined ? undefined : ({ calculate, field: value.slice(colon + 1) } as Measure);
}
