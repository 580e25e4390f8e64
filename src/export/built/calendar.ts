/** Dates and times as datastores write them (ISO 8601, like PostgreSQL and Python), in the units of binary formats. */

const DAY_MS = 86_400_000;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/;
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,6})?)(Z|[+-]\d\d(?::?\d\d)?)?$/;

/** Days since 1970-01-01, for the years 1 to 9999. Undefined for all else, for example 30 February, BC and infinity. */
export function dayNumberOf(text: string): number | undefined {
  const [, year, month, day] = DATE.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || year === 0) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / DAY_MS : undefined;
}

/** Microseconds since midnight. Undefined from 24:00:00 on. */
export function timeOf(text: string): number | undefined {
  const [, hours, minutes, seconds, fraction = ''] = TIME.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1_000_000 + Number(fraction.padEnd(6, '0'));
}

export interface TimestampParts {
  /** Days since 1970-01-01, in the local time of `offset`. */
  readonly days: number;
  /** Time of day in microseconds since midnight. */
  readonly time: number;
  /** Minutes east of UTC. Undefined if the text has no offset. */
  readonly offset?: number;
}

export function timestampOf(text: string): TimestampParts | undefined {
  const [, date = '', clock = '', zone] = TIMESTAMP.exec(text) ?? [];
  const days = dayNumberOf(date);
  const time = timeOf(clock);
  if (days === undefined || time === undefined) return undefined;
  return zone === undefined ? { days, time } : { days, time, offset: offsetOf(zone) };
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', ''));
  return zone.startsWith('-') ? -minutes : minutes;
}
