/** Keys of dates and times are ISO texts (UTC for timestamptz) whose byte order is that of the values. */
import { dayOf, daysOf } from '../../base/calendarDay.ts';
import { clockText, DAY, calendarDayText, SECOND, zoneOffset } from './calendar.ts';
import { readDateTime, type DateTimeParts } from './dateTimeText.ts';
import { InvalidValue, invalidSyntax } from './invalidValue.ts';
import type { ScalarType } from './scalarType.ts';

/** PostgreSQL's calendar begins on 4714-11-24 BC. */
const FIRST_DAY = daysOf({ year: -4713, month: 11, day: 24 });
const AFTER_LAST_DATE = daysOf({ year: 5_874_898, month: 1, day: 1 });
const AFTER_LAST_TIMESTAMP = daysOf({ year: 294_277, month: 1, day: 1 });

/** Days since 1970 and microseconds since midnight. */
interface Moment {
  readonly days: number;
  readonly micros: number;
}

const INFINITY = new Map([
  ['infinity', '~'],
  ['-infinity', '!'],
]);

export const date: ScalarType = {
  native: 'date',
  wire: 'text',
  key: (stored) => keyOf(stored, (text) => dayKey(readDay(text))),
  parse: (text) => infinite(text) ?? dateText(readDay(text)),
};

export const timestamp: ScalarType = {
  native: 'timestamp without time zone',
  wire: 'text',
  key: (stored) => keyOf(stored, (text) => momentKey(readMoment(text))),
  parse: (text) => infinite(text) ?? momentText(readMoment(text)),
};

export const timestamptz: ScalarType = {
  native: 'timestamp with time zone',
  wire: 'text',
  key: (stored) => keyOf(stored, (text) => momentKey(readInstant(text))),
  parse: (text) => infinite(text) ?? momentText(readInstant(text), '+00:00'),
};

export const time: ScalarType = {
  native: 'time without time zone',
  wire: 'text',
  parse: (text) => {
    const { micros } = readDateTime(text, 'time');
    if (micros === undefined) throw invalidSyntax('time', text);
    return clockText(micros);
  },
};

function infinite(text: string): string | undefined {
  // Nearly all values begin with a digit, so this saves time.
  if (text.charCodeAt(0) <= 0x39 && text.charCodeAt(0) >= 0x30) return undefined;
  const word = text.trim().toLowerCase().replace(/^\+/, '');
  return INFINITY.has(word) ? word : undefined;
}

function keyOf(text: string, read: (text: string) => string): string | undefined {
  const word = infinite(text);
  if (word !== undefined) return INFINITY.get(word);
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

function readDay(text: string): number {
  if (text.trim().toLowerCase() === 'epoch') return 0;
  const { days } = readDateTime(text, 'date');
  if (days === undefined) throw invalidSyntax('date', text);
  if (days < FIRST_DAY || days >= AFTER_LAST_DATE) throw new InvalidValue(`date out of range: "${text}"`);
  return days;
}

function readMoment(text: string): Moment {
  if (text.trim().toLowerCase() === 'epoch') return { days: 0, micros: 0 };
  const parts = readDateTime(text, 'timestamp');
  return moment(dayOfParts(parts, 'timestamp', text), parts.micros ?? 0, text);
}

function readInstant(text: string): Moment {
  if (text.trim().toLowerCase() === 'epoch') return { days: 0, micros: 0 };
  const parts = readDateTime(text, timestamptz.native);
  const days = dayOfParts(parts, timestamptz.native, text);
  const micros = parts.micros ?? 0;
  const local = days * 86_400_000 + Math.floor(micros / 1000);
  const offset = parts.zone === undefined ? 0 : (zoneOffset(parts.zone, local) ?? 0);
  return moment(days, micros - offset * SECOND, text);
}

function dayOfParts({ days }: DateTimeParts, name: string, text: string): number {
  if (days === undefined) throw invalidSyntax(name, text);
  return days;
}

/** PostgreSQL reads 24:00:00 as the beginning of the next day. */
function moment(days: number, micros: number, text: string): Moment {
  const carried = Math.floor(micros / DAY);
  const result = { days: days + carried, micros: micros - carried * DAY };
  if (result.days < FIRST_DAY || result.days >= AFTER_LAST_TIMESTAMP)
    throw new InvalidValue(`timestamp out of range: "${text}"`);
  return result;
}

function momentText({ days, micros }: Moment, zone = ''): string {
  return `${calendarDayText(days)}T${clockText(micros)}${zone}${eraText(days)}`;
}

function dateText(days: number): string {
  return calendarDayText(days) + eraText(days);
}

function eraText(days: number): string {
  return dayOf(days).year < 1 ? ' BC' : '';
}

function dayKey(days: number): string {
  const { year } = dayOf(days);
  // `-` sorts below the digits and `:` above them, so years BC come first and years of five digits last.
  if (year < 1) return `-${String(days + 1e9)}`;
  return year > 9999 ? `:${String(days).padStart(10, '0')}` : calendarDayText(days);
}

function momentKey({ days, micros }: Moment): string {
  return `${dayKey(days)}T${clockText(micros)}`;
}
