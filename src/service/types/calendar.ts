/** Days of the calendar and times of a clock as texts, and time zones. */
import { type CalendarDay, dayOf } from '../../base/calendarDay.ts';

/** The length of a second in microseconds. */
export const SECOND = 1_000_000;
export const DAY = 86_400 * SECOND;

export function isDay({ year, month, day }: CalendarDay): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** The year 1 BC is written 0001, without its era. */
export function calendarDayText(days: number): string {
  const { year, month, day } = dayOf(days);
  return `${String(year < 1 ? 1 - year : year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** The clock time of microseconds since midnight: `03:04:05`, `23:59:59.5`. */
export function clockText(micros: number): string {
  const seconds = Math.floor(micros / SECOND);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  const fraction = String(micros % SECOND)
    .padStart(6, '0')
    .replace(/(?<!0)0+$/, '');
  return fraction === '' ? clock : `${clock}.${fraction}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** Common abbreviations among those that PostgreSQL knows, in hours east of Greenwich. */
const ABBREVIATIONS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ z: 0, utc: 0, gmt: 0, wet: 0, bst: 1, cet: 1, west: 1, cest: 2, eet: 2, eest: 3, msk: 3, jst: 9 },
    ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  }),
);

const NUMERIC = /^([+-])(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?$/;

/** Seconds east of Greenwich at a local time (ms since 1970, read as if it were UTC). Undefined for an invalid zone. */
export function zoneOffset(zone: string, localTime: number): number | undefined {
  const numeric = NUMERIC.exec(zone);
  if (numeric !== null) {
    const [, sign, hours, minutes = '0', seconds = '0'] = numeric;
    const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return sign === '-' ? -offset : offset;
  }
  const hours = ABBREVIATIONS.get(zone.toLowerCase());
  return hours === undefined ? namedOffset(zone, localTime) : hours * 3600;
}

/** The local time read as UTC may lie before a change of clocks, so the offset is looked up a second time. */
function namedOffset(zone: string, localTime: number): number | undefined {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const first = offsetAt(format, localTime);
    return offsetAt(format, localTime - first * 1000);
  } catch {
    return undefined;
  }
}

function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? [];
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -offset : offset;
}
