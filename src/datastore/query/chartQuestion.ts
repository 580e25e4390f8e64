/** The groups that a chart of records has before people choose any: a date, else a text of few values, else numbers. */
import { type DateUnit, dayOfText, daysOf } from '../../base/calendarDay.ts';
import { decimalText } from '../../base/exactDecimal.ts';
import { type FieldKind, fieldKind } from '../../base/field.ts';
import { isByValue, type Summary, type SummaryGroup } from './summary.ts';
import { unitsOf } from './summaryCheck.ts';
import type { SummaryField } from './summaryDraft.ts';

/** What statistics say of a field's values. */
export interface ValueFacts {
  readonly records?: number;
  readonly distinct?: number;
  readonly min?: string;
  readonly max?: string;
}

/** The number of groups of text that have rows of their own. */
const USUAL_TOP = 20;
const MOST_VALUES = 50;
const MOST_PERIODS = 60;
const MOST_BINS = 30;
const KINDS: readonly FieldKind[] = ['date', 'text', 'boolean', 'number'];
/** Average days of the units that a chart begins with. */
const PERIODS: readonly (readonly [DateUnit, days: number])[] = [
  ['day', 1],
  ['month', 30.5],
  ['quarter', 91.3],
];

/** The fields that may make groups, the likeliest first. A datastore's row number makes none. */
export function chartFields<F extends SummaryField>(fields: readonly F[]): readonly F[] {
  return KINDS.flatMap((kind) => fields.filter(({ id, type }) => id !== '_id' && fieldKind(type) === kind));
}

/** The groups that a field makes, or undefined if there would be one, or too many. */
export function chartGroup({ id: field, type }: SummaryField, facts: ValueFacts): SummaryGroup | undefined {
  const { records = Infinity, distinct, min = '', max = '' } = facts;
  if (distinct !== undefined && distinct < 2) return undefined;
  const kind = fieldKind(type);
  if (kind === 'date') {
    const unit = unitBetween(type, min, max);
    return unit && { field, unit };
  }
  if (kind === 'number') {
    const width = binWidth(min, max, /int|serial/i.test(type));
    return width === undefined ? undefined : { field, width };
  }
  // A text that is another one in each record names it.
  return kind !== 'json' && (distinct ?? Infinity) < Math.min(records, MOST_VALUES + 1) ? { field } : undefined;
}

/** Counts the records of each group. */
export function chartSummary(...groups: readonly [SummaryGroup, ...SummaryGroup[]]): Summary {
  return withUsualTop({ groups: [...groups], measures: [{ calculate: 'count' }] });
}

/** Groups of one text are the largest ones. The rows of several groups can't be cut without losing parts of bars. */
export function withUsualTop({ top = USUAL_TOP, ...summary }: Summary): Summary {
  const [first, ...others] = summary.groups;
  return first !== undefined && others.length === 0 && isByValue(first) ? { ...summary, top } : summary;
}

function unitBetween(type: string, min: string, max: string): DateUnit | undefined {
  const units = unitsOf(type);
  if (units.length === 0) return undefined;
  const [first, last] = [dayOfText(min), dayOfText(max)];
  const days = first && last ? daysOf(last) - daysOf(first) : NaN;
  if (days === 0) return units.find((unit) => unit === 'hour');
  return PERIODS.find(([, length]) => days / length < MOST_PERIODS)?.[0] ?? 'year';
}

/** The narrowest of 1, 2, 5, 10, 20 … (of whole numbers) and 0.1, 0.2, 0.5 … that makes few bins. */
function binWidth(min: string, max: string, isWhole: boolean): string | undefined {
  const least = (Number(max || NaN) - Number(min || NaN)) / MOST_BINS;
  if (!(least > 1e-25 && least < 1e25)) return undefined;
  const power = Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((each) => each * 10 ** power >= least * (1 - 1e-9)) ?? 10;
  if (isWhole && power < 0) return '1';
  return power < 0
    ? decimalText({ digits: BigInt(factor), scale: -power }, true)
    : String(BigInt(factor) * 10n ** BigInt(power));
}
