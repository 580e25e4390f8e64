/** Days of the proleptic Gregorian calendar, counted from 1970-01-01 (year 0 is 1 BC), and the texts of their units. */

const DAYS_OF_400_YEARS = 146_097;

export interface CalendarDay {
  readonly year: number;
  /** Month and day count from 1. */
  readonly month: number;
  readonly day: number;
}

/** Howard Hinnant's days_from_civil. Years begin in March, so that the leap day is the last. */
export function daysOf({ year, month, day }: CalendarDay): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_OF_400_YEARS + dayOfEra - 719_468;
}

export function dayOf(days: number): CalendarDay {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / DAYS_OF_400_YEARS);
  const dayOfEra = shifted - era * DAYS_OF_400_YEARS;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / (DAYS_OF_400_YEARS - 1))) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

/** Parts of a date or time. Weeks are those of ISO 8601, weekdays go from 1 (Monday) to 7. */
export const DATE_UNITS = ['year', 'quarter', 'month', 'week', 'day', 'weekday', 'hour'] as const;
export type DateUnit = (typeof DATE_UNITS)[number];

/** Engines write `0044-03-15 BC`, `0044-03-15 (BC)`, `-0043-03-15` and `+12345-01-01`. */
const DAY_TEXT = /^\+?(-?\d+)-(\d\d)-(\d\d)(.*BC)?/;

/** Units of which an engine may return the number since the year 0. */
const OF_A_YEAR: ReadonlyMap<DateUnit, number> = new Map([
  ['year', 1],
  ['quarter', 4],
  ['month', 12],
]);

/** `text` is the first day of the unit, its number, or the beginning of a date that is the unit's own text. */
export function unitText(text: string, unit: DateUnit): string {
  const parts = OF_A_YEAR.get(unit);
  if (parts !== undefined && /^-?\d+$/.test(text)) {
    const year = Math.floor(Number(text) / parts);
    return periodText({ year, month: ((Number(text) - year * parts) * 12) / parts + 1, day: 1 }, unit);
  }
  const day = dayOfText(text);
  return day === undefined ? text : periodText(day, unit);
}

/** The day with which the text of a date or time begins. Undefined for other texts. */
export function dayOfText(text: string): CalendarDay | undefined {
  const [, years = '', months = '', days = '', era] = DAY_TEXT.exec(text) ?? [];
  if (years === '') return undefined;
  const year = era === undefined ? Number(years) : 1 - Number(years);
  return { year, month: Number(months), day: Number(days) };
}

export function periodText(day: CalendarDay, unit: DateUnit): string {
  const month = String(day.month).padStart(2, '0');
  switch (unit) {
    case 'year':
      return String(day.year < 1 ? day.year - 1 : day.year);
    case 'quarter':
      return inYear(day.year, `Q${String(Math.ceil(day.month / 3))}`);
    case 'month':
      return inYear(day.year, month);
    case 'week':
      return weekText(day);
    default:
      return inYear(day.year, `${month}-${String(day.day).padStart(2, '0')}`);
  }
}

/** The week of ISO 8601 that begins with this Monday. It belongs to the year of its Thursday. */
function weekText(monday: CalendarDay): string {
  const thursday = daysOf(monday) + 3;
  const { year } = dayOf(thursday);
  const week = Math.floor((thursday - daysOf({ year, month: 1, day: 1 })) / 7) + 1;
  return inYear(year, `W${String(week).padStart(2, '0')}`);
}

/** Years before Christ are written as PostgreSQL does. */
function inYear(year: number, rest: string): string {
  return `${String(year < 1 ? 1 - year : year).padStart(4, '0')}-${rest}${year < 1 ? ' BC' : ''}`;
}
