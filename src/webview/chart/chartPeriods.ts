/** Periods of a time axis, which counts days from 1970-01-01. */
import { dayOf, daysOf, type DateUnit, periodText } from '../../base/calendarDay.ts';

/** Units in which a time axis is divided, and how many of them. */
export interface PeriodSize {
  readonly unit: DateUnit;
  readonly by: number;
}

const MONTHS: Partial<Record<DateUnit, number>> = { year: 12, quarter: 3, month: 1 };

const DATE = String.raw`([+-]?\d{1,6})(?:-Q([1-4])|-W(\d\d)|-(\d\d)(?:-(\d\d))?)?`;
const TIME = String.raw`[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?(?:Z|([+-]\d\d):?(\d\d)?)?`;
const MOMENT = new RegExp(`^${DATE}(?:${TIME})?( BC)?$`);

/** The first day of a period's text, with a fraction for a time of day. Undefined for other texts. */
export function daysOfText(text: string): number | undefined {
  const match = MOMENT.exec(text);
  if (match === null) return undefined;
  const [, years = '', quarter, week, month, day, ...times] = match;
  const era = times.at(-1);
  const number = Number(years);
  const isYearAlone = [quarter, week, month].every((part) => part === undefined);
  // A year alone is written as -44 for 44 BC, which is the year -43 of the calendar.
  const year = era !== undefined ? 1 - number : isYearAlone && number < 0 ? number + 1 : number;
  if (week !== undefined) {
    const fourth = daysOf({ year, month: 1, day: 4 });
    return fourth - modulo(fourth + 3, 7) + 7 * (Number(week) - 1);
  }
  const months = quarter === undefined ? Number(month ?? 1) : Number(quarter) * 3 - 2;
  const [hours = 0, minutes = 0, seconds = 0, zone = 0, zoneMinutes = 0] = times.map((part: string | undefined) =>
    Number(part ?? 0),
  );
  const shift = zone * 60 + Math.sign(zone) * zoneMinutes;
  return (
    daysOf({ year, month: months, day: Number(day ?? 1) }) + (hours * 60 + minutes - shift) / 1440 + seconds / 86_400
  );
}

/** The number of the period with this day, and its ends. */
export function periodAt(days: number, { unit, by }: PeriodSize): { number: number; from: number; to: number } {
  const number = Math.floor(indexOf(days, unit) / by);
  return { number, from: startOf(number * by, unit), to: startOf((number + 1) * by, unit) };
}

export function textOfPeriod(days: number, unit: DateUnit): string {
  return periodText(dayOf(Math.floor(days)), unit);
}

function indexOf(days: number, unit: DateUnit): number {
  const months = MONTHS[unit];
  if (months === undefined) return unit === 'week' ? Math.floor((days + 3) / 7) : Math.floor(days);
  const { year, month } = dayOf(Math.floor(days));
  return Math.floor((year * 12 + month - 1) / months);
}

function startOf(index: number, unit: DateUnit): number {
  const months = MONTHS[unit];
  if (months === undefined) return unit === 'week' ? index * 7 - 3 : index;
  const year = Math.floor((index * months) / 12);
  return daysOf({ year, month: index * months - year * 12 + 1, day: 1 });
}

function modulo(number: number, by: number): number {
  return ((number % by) + by) % by;
}

const LARGER: readonly PeriodSize[] = [
  { unit: 'day', by: 1 },
  { unit: 'month', by: 1 },
  { unit: 'quarter', by: 1 },
  ...[1, 10, 100, 1000, 10_000].map((by) => ({ unit: 'year', by }) as const),
];

/** The unit itself, then the larger periods of which each consists of whole ones of this unit. */
export function largerPeriods(unit: DateUnit | undefined): readonly PeriodSize[] {
  if (unit === 'week') return [1, 4, 13, 52, 520, 5200].map((by) => ({ unit, by }));
  return LARGER.slice(LARGER.findIndex((period) => period.unit === (unit ?? 'day')));
}

const TICKS: readonly PeriodSize[] = [
  { unit: 'day', by: 1 },
  { unit: 'day', by: 2 },
  ...[1, 2, 4, 13, 26].map((by) => ({ unit: 'week', by }) as const),
  ...[1, 2, 3, 6].map((by) => ({ unit: 'month', by }) as const),
  ...[1, 2].map((by) => ({ unit: 'quarter', by }) as const),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000].map((by) => ({ unit: 'year', by }) as const),
];

/** What ticks of an axis with such periods may be, from small to large. */
export function tickPeriods({ unit, by }: PeriodSize): readonly PeriodSize[] {
  return TICKS.filter((tick) =>
    tick.unit === unit ? tick.by % by === 0 : tick.unit === 'year' || (unit === 'day' && tick.unit !== 'quarter'),
  );
}
