/** The question of a summary: how matching records are grouped, and what is calculated of each group. */
import * as v from 'valibot';
import { DATE_UNITS } from '../../base/calendarDay.ts';
import { uniqueNames } from '../../base/field.ts';
import { natural, type Shape, text } from '../../base/schema.ts';

export const CALCULATIONS = ['count', 'distinct', 'sum', 'mean', 'median', 'min', 'max', 'share'] as const;
export type CalculationName = (typeof CALCULATIONS)[number];

/** Limits of a summary. The service has the same ones. */
export const MOST_GROUP_FIELDS = 3;
export const MOST_MEASURES = 20;
/** The number of groups that are shown before the others are one row. */
export const MOST_TOP = 10_000;

export type SummaryGroup = Shape<typeof SummaryGroup>;
export const SummaryGroup = v.object({
  field: text,
  /** Only dates and times have units. */
  unit: v.exactOptional(v.picklist(DATE_UNITS)),
  /** The width of a number's bins as a positive decimal. A bin is called by its lower edge. */
  width: v.exactOptional(v.pipe(v.string(), v.regex(/^(?=.*[1-9])\d{1,30}(?:\.\d{1,30})?$/))),
});

export type Measure = Shape<typeof Measure>;
export const Measure = v.variant('calculate', [
  /** `share` is that of the count, in percent. */
  v.object({ calculate: v.picklist(['count', 'share']) }),
  v.object({ calculate: v.picklist(['distinct', 'sum', 'mean', 'median', 'min', 'max']), field: text }),
]);

export type Summary = Shape<typeof Summary>;
export const Summary = v.object({
  /** Empty for all records in one row. */
  groups: v.pipe(v.array(SummaryGroup), v.maxLength(MOST_GROUP_FIELDS)),
  measures: v.pipe(v.array(Measure), v.minLength(1), v.maxLength(MOST_MEASURES)),
  /** How many groups are rows of their own. The records of all others are one more row, the last one. */
  top: v.exactOptional(v.pipe(natural, v.minValue(1), v.maxValue(MOST_TOP))),
  /** The IANA name of the time zone of instants. UTC if absent. */
  zone: v.exactOptional(v.string()),
});

/** What an answer says of a summary as a whole. */
export type SummaryFacts = Shape<typeof SummaryFacts>;
export const SummaryFacts = v.object({
  /** The number of records that were summarized. */
  records: natural,
  /** The number of groups whose records are together in the last row. 0 if that row is a group like the others. */
  others: natural,
  /** The number of values (NaN, infinities) that were left out of sums, means, medians, ends. */
  notFinite: natural,
  /** Names of the columns with sums of more digits than the engine can add up exactly, which are NULL. */
  tooLong: v.array(v.string()),
  /** The time zone in which instants were grouped. Absent if none were. */
  zone: v.exactOptional(v.string()),
  /** The statement by which a portal computed it. Absent for our own service. */
  statement: v.exactOptional(v.string()),
});

/** The value of the groups' columns in the row of all other groups. */
export const OTHERS = '(others)';

/** Whether a group's column holds values of its field. */
export function isByValue({ unit, width }: SummaryGroup): boolean {
  return unit === undefined && width === undefined;
}

/** The name of a group's column, as on the command line: `day:month`, `amount:100`. */
export function groupName({ field, unit, width }: SummaryGroup): string {
  return [field, unit ?? width].filter((part) => part !== undefined).join(':');
}

/** The name of a measure's column, as on the command line: `count`, `sum:amount`. */
export function measureName(measure: Measure): string {
  return 'field' in measure ? `${measure.calculate}:${measure.field}` : measure.calculate;
}

/** The names of all columns in their order. */
export function summaryColumns({ groups, measures }: Pick<Summary, 'groups' | 'measures'>): readonly string[] {
  return uniqueNames([...groups.map(groupName), ...measures.map(measureName)]);
}
