/** Finishes the values of a summary from what engines return: the same texts for all of them. */
import { meanText, middleText, shortDecimal } from '../../base/exactMean.ts';
import { decimalText, parseDecimal } from '../../base/exactDecimal.ts';
import { type CalendarDay, dayOf, daysOf } from '../types/calendar.ts';
import type { DateUnitName } from './groupedQuestion.ts';

type Texts = readonly (string | null | undefined)[];

/** Sums of long numbers come in two parts, the first in units of so much. */
export const HIGH_UNIT = 10n ** 19n;
const FLOAT_DIGITS = 15;
/** Engines write `0044-03-15 BC`, `0044-03-15 (BC)`, `-0043-03-15` and `+12345-01-01`. */
const DAY = /^\+?(-?\d+)-(\d\d)-(\d\d)(.*BC)?/;

/** The exact sum as text. Of two parts, the digits count units of the last decimal place. */
export function sumOf(parts: Texts, scale: number): string | null {
  const [first, second] = parts;
  if (typeof first !== 'string') return null;
  if (typeof second !== 'string') return shortDecimal(first);
  return decimalText({ digits: BigInt(first) * HIGH_UNIT + BigInt(second), scale }, true);
}

/** The last part is the number of values. */
export function meanOf(parts: Texts, scale: number): string | null {
  const sum = parts.length === 2 ? parts[0] : sumOf(parts.slice(0, -1), scale);
  return typeof sum === 'string' ? meanText(sum, parts.at(-1) ?? '0') : null;
}

export function middleOf([lower, upper]: Texts): string | null {
  return typeof lower === 'string' && typeof upper === 'string' ? middleText(lower, upper) : null;
}

export function roundedFloat([text]: Texts): string | null {
  return typeof text === 'string' ? floatOf(Number(Number(text).toPrecision(FLOAT_DIGITS))) : null;
}

/** Only a middle between two values is rounded. */
export function middleFloat([lower, upper]: Texts): string | null {
  if (typeof lower !== 'string' || typeof upper !== 'string') return null;
  if (lower === upper) return exactFloat([lower]);
  return roundedFloat([String(Number(lower) / 2 + Number(upper) / 2)]);
}

export function exactFloat([text]: Texts): string | null {
  return typeof text === 'string' ? floatOf(Number(text)) : null;
}

function floatOf(number: number): string {
  return Object.is(number, -0) ? '0' : String(number);
}

export function shortNumber([text]: Texts): string | null {
  return typeof text === 'string' ? shortDecimal(text) : null;
}

/** A bin's lower edge. `place` counts bins from 0 on; of floats it may be NaN or an infinity. */
export function binEdge(place: string, width: string): string {
  if (/^\D*[ni]/i.test(place)) return /nan/i.test(place) ? 'NaN' : place.startsWith('-') ? '-Infinity' : 'Infinity';
  const { digits, scale } = parseDecimal(width) ?? { digits: 1n, scale: 0 };
  const count = /^-?\d+$/.test(place) ? BigInt(place) : BigInt(Number(place));
  return decimalText({ digits: count * digits, scale }, true);
}

/** The least number of a bin by its greatest one. `width` counts units of the last decimal place. */
export function firstOfBin(text: string, width: bigint): string {
  const { digits, scale } = parseDecimal(text) ?? { digits: 0n, scale: 0 };
  return decimalText({ digits: digits + 1n - width, scale }, true);
}

/** Units of which an engine may return the number since the year 0. */
const OF_A_YEAR: ReadonlyMap<DateUnitName, number> = new Map([
  ['year', 1],
  ['quarter', 4],
  ['month', 12],
]);

/** `text` is the first day of the unit, its number, or the beginning of a date that is the unit's own text. */
export function unitText(text: string, unit: DateUnitName): string {
  const parts = OF_A_YEAR.get(unit);
  if (parts !== undefined && /^-?\d+$/.test(text)) {
    const year = Math.floor(Number(text) / parts);
    return dayText({ year, month: ((Number(text) - year * parts) * 12) / parts + 1, day: 1 }, unit);
  }
  const [, years = '', months = '', days = '', era] = DAY.exec(text) ?? [];
  if (years === '') return text;
  const year = era === undefined ? Number(years) : 1 - Number(years);
  return dayText({ year, month: Number(months), day: Number(days) }, unit);
}

function dayText(day: CalendarDay, unit: DateUnitName): string {
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
