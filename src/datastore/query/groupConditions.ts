/** From a row of a summary to the query for the records of that group. */
import { typedValue, type CellValue, type RecordRow } from '../../base/cells.ts';
import { add, compare, decimalText, parseDecimal } from '../../base/exactDecimal.ts';
import { valueText } from '../../base/exactJson.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import {
  areConsistent,
  type Bound,
  type Condition,
  type FieldCondition,
  type FilterValue,
  isExclusion,
  typeOfField,
} from './condition.ts';
import { hasNull, nameInFilters, narrowFilters, withCondition, withNullOperator } from './conditions.ts';
import { type DatastoreQuery, summarizedRecords } from './query.ts';
import { OTHERS, summaryColumns, type SummaryFacts, type SummaryGroup } from './summary.ts';
import { isInstant } from './summaryCheck.ts';
import { startOfDate, utcDate, utcText } from './zoneTime.ts';

/**
 * Why no query asks for exactly the records of a group. `others`: they are those of many groups. `weekday`, `hour`: they
 * are in no one range. `json`: lists and objects can't be compared. `noField`: the field or its column is missing.
 * `date`: the year isn't between 1 and 9999, or clocks went back over midnight. `together`: the field's filter and this
 * group's condition can't both be sent.
 */
export type GroupProblem = 'others' | 'weekday' | 'hour' | 'json' | 'noField' | 'date' | 'together';

export interface GroupRow {
  /** The columns of the summary. */
  readonly columns: readonly Field[];
  readonly row: RecordRow;
  /** Whether it is the summary's last row, which may be that of all other groups. */
  readonly isLast: boolean;
  readonly facts: SummaryFacts;
}

export interface GroupedRecords {
  /** The fields of the records. */
  readonly fields: readonly Field[];
  readonly hasRanges: boolean;
  readonly takesConditions: boolean;
}

interface GroupRefusal {
  readonly problem: GroupProblem;
  readonly group: SummaryGroup;
}

/** The query for the records of a row, or the first group that rules that out. Without groups, all matching records. */
export function recordsOfGroup(
  query: DatastoreQuery,
  { columns, row, isLast, facts }: GroupRow,
  { fields, hasRanges, takesConditions }: GroupedRecords,
): DatastoreQuery | GroupRefusal {
  const { summary } = query;
  let records = summarizedRecords(query);
  if (summary === undefined) return records;
  const names = summaryColumns(summary);
  for (const [place, group] of summary.groups.entries()) {
    const column = columns.findIndex(({ id }) => id === names[place]);
    const field = fields.find(({ id }) => id === group.field);
    const cell = row[column];
    if (isLast && facts.others > 0 && cell === OTHERS) return { problem: 'others', group };
    if (field === undefined || cell === undefined) return { problem: 'noField', group };
    const own = groupCondition(group, field, cell, facts.zone);
    if (typeof own === 'string') return { problem: own, group };
    const condition = { ...own, field: nameInFilters(own.field, hasRanges) };
    const filters = narrowed(records.filters ?? [], condition, hasRanges, takesConditions);
    if (filters === undefined) return { problem: 'together', group };
    records = { ...records, filters };
  }
  return records;
}

/** The condition of a group on its field, under the field's own name. */
function groupCondition(
  { unit, width }: SummaryGroup,
  { id: field, type }: Field,
  cell: CellValue,
  zone = 'UTC',
): FieldCondition | GroupProblem {
  const value = typedValue(cell);
  if (fieldKind(type) === 'json') return 'json';
  if (value === null) return { kind: 'values', field, values: [{ type: 'null', text: '' }], list: false };
  if (typeof value === 'object' && !('text' in value)) return 'json';
  const text = valueText(value);
  const edge = width === undefined ? undefined : parseDecimal(text);
  const step = parseDecimal(width ?? '');
  if (edge !== undefined && step !== undefined) {
    const ends = [edge, add(edge, step)].map((end): FilterValue => ({ type: 'number', text: decimalText(end) }));
    return rangeOf(field, ends);
  }
  if (unit === undefined) {
    // NaN and infinities are texts.
    const valueType = typeof value === 'string' ? 'text' : typeOfField(type);
    return { kind: 'values', field, values: [{ type: valueType, text }], list: false };
  }
  if (unit === 'weekday' || unit === 'hour') return unit;
  const ends = datesOf(text)?.map((date) => dateText(date, type, zone)) ?? [];
  const texts = ends.filter((end) => end !== undefined);
  if (texts.length < 2) return 'date';
  return rangeOf(
    field,
    texts.map((end) => ({ type: 'text', text: end })),
  );
}

function rangeOf(field: string, [from, to]: readonly FilterValue[]): FieldCondition {
  const bounds: Bound[] = [];
  if (from) bounds.push({ comparison: 'gte', value: from });
  if (to) bounds.push({ comparison: 'lt', value: to });
  return { kind: 'range', field, bounds };
}

const PERIOD = /^(\d{1,4})(?:-Q([1-4])|-W(\d\d)|-(\d\d)(?:-(\d\d))?)?$/;

/** The first day of a year, quarter, month, week or day, and the one after its last. Undefined for other texts. */
function datesOf(text: string): readonly [Date, Date] | undefined {
  const match = PERIOD.exec(text);
  const [year = 0, quarter, week, month, day] = match?.slice(1).map((part) => part && Number(part)) ?? [];
  if (match === null || typeof year !== 'number' || year < 1) return undefined;
  const from = (months: number, days: number): Date => utcDate(year, months, days);
  if (typeof quarter === 'number') return [from(3 * quarter - 3, 1), from(3 * quarter, 1)];
  if (typeof week === 'number') {
    // The first week has the fourth of January, and begins on a Monday.
    const monday = 4 - ((from(0, 4).getUTCDay() + 6) % 7);
    return [from(0, monday + 7 * (week - 1)), from(0, monday + 7 * week)];
  }
  if (typeof month !== 'number') return [from(0, 1), from(12, 1)];
  return typeof day === 'number'
    ? [from(month - 1, day), from(month - 1, day + 1)]
    : [from(month - 1, 1), from(month, 1)];
}

/** Midnight as a value of the field's type. */
function dateText(date: Date, type: string, zone: string): string | undefined {
  if (isInstant({ type })) return startOfDate(date, zone);
  const text = utcText(date);
  return type.toLowerCase() === 'date' ? text.split('T', 1).join('') : text;
}

/** The conditions with one more. Undefined if the server can't be asked for both. */
function narrowed(
  conditions: readonly Condition[],
  more: FieldCondition,
  hasRanges: boolean,
  takesConditions: boolean,
): readonly Condition[] | undefined {
  const [own, others] = [true, false].map((isOwn) =>
    conditions.filter(({ field }) => (field === more.field) === isOwn),
  );
  if (own && others?.every(({ field }) => field !== null)) {
    // The group has records, so its value meets the field's other conditions.
    if ('values' in more) return [...others, more];
    const both = own.reduce<FieldCondition | undefined>((range, each) => range && intersection(range, each), more);
    const together = both && [...others, both, ...own.filter(isExclusion)];
    if (together !== undefined && areConsistent(together)) return together;
  }
  if (takesConditions) return withCondition(conditions, withNullOperator(more));
  return hasRanges && !hasNull(more) ? narrowFilters(conditions, more) : undefined;
}

/** One condition that is met where both are. An exclusion stands beside it. Undefined if there is none. */
function intersection(range: FieldCondition, other: Condition): FieldCondition | undefined {
  if (isExclusion(other) || 'isEmpty' in other) return range;
  if (!('bounds' in range) || other.kind === 'raw' || 'text' in other) return undefined;
  if ('bounds' in other) {
    const bounds = Map.groupBy([...range.bounds, ...other.bounds], ({ comparison }) => comparison);
    const merged = [...bounds.values()].map((alike) => alike.reduce<Bound | undefined>(strictest, alike[0]));
    const whole = merged.filter((bound) => bound !== undefined);
    return whole.length === merged.length ? { ...range, bounds: whole } : undefined;
  }
  const tests = other.values.map((value) => range.bounds.map((bound) => isWithin(value, bound)));
  if (tests.flat().includes(undefined)) return undefined;
  return { ...other, values: other.values.filter((_, place) => tests[place]?.every(Boolean)) };
}

function strictest(one: Bound | undefined, other: Bound): Bound | undefined {
  const order = one && orderOf(one.value, other.value);
  if (one === undefined || order === undefined || one.comparison === 'eq') return order === 0 ? one : undefined;
  const isUpper = one.comparison === 'lt' || one.comparison === 'lte';
  return order < 0 === isUpper ? one : other;
}

function isWithin(value: FilterValue, { comparison, value: end }: Bound): boolean | undefined {
  const order = orderOf(value, end);
  if (order === undefined) return undefined;
  return comparison === 'gte' ? order >= 0 : comparison === 'lt' && order < 0;
}

/** Negative, 0 or positive. Undefined if servers may compare the values in different ways. */
function orderOf(one: FilterValue, other: FilterValue): number | undefined {
  const [a, b] = [one, other].map(({ type, text }) => (type === 'number' ? parseDecimal(text) : undefined));
  if (a !== undefined && b !== undefined) return compare(a, b);
  const [first, second] = [one, other].map(({ text }) => TIME.exec(text));
  if (!first || !second || (first[3] === undefined) !== (second[3] === undefined)) return undefined;
  const [early, late] = [first, second].map(timeKey);
  if (early === undefined || late === undefined) return undefined;
  return early < late ? -1 : early === late ? 0 : 1;
}

const TIME = /^(\d{4,5}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;
const MIDNIGHT = '00:00:00.000000000';

/** Texts that sort by time, of instants in UTC. */
function timeKey([, day = '', time = '', offset]: RegExpExecArray): string | undefined {
  const [seconds = '', fraction = ''] = (time + MIDNIGHT.slice(time.length)).split('.');
  const instant = new Date(
    `${day.length > '9999-12-31'.length ? `+0${day}` : day}T${seconds}${offset ?? 'Z'}`,
  ).getTime();
  return Number.isNaN(instant) ? undefined : `${String(instant + 2e15)}.${fraction}`;
}
