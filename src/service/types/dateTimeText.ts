/** Reads dates and times in forms that PostgreSQL reads, too (DateStyle ISO, MDY): `20200131`, `J2451187`. */
import { daysOf } from '../../base/calendarDay.ts';
import { DAY, isDay, SECOND, zoneOffset } from './calendar.ts';
import { InvalidValue, invalidSyntax } from './invalidValue.ts';

export interface DateTimeParts {
  /** Days since 1970-01-01; undefined if the text has only a time. */
  readonly days: number | undefined;
  /** Microseconds since midnight; undefined if the text has only a date. */
  readonly micros: number | undefined;
  /** The zone as written; only `timestamptz` uses it. */
  readonly zone: string | undefined;
}

/** PostgreSQL reads years of two digits as 1970 to 2069. */
const PIVOT = 70;
const JULIAN_DAY_OF_1970 = 2_440_588;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = String.raw`(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`;

const time = new RegExp(
  String.raw`(?<=^|[\sT])(?:(?<h>\d{1,2}):(?<m>\d{1,2})(?::(?<s>\d{1,2})(?<f>\.\d*)?)?|(?<=T)(?<hms>\d{6})(?<f2>\.\d*)?)` +
    String.raw`\s*(?<half>[ap]m)?\s*(?<zone>z|[+-]\d{1,2}(?::?\d{2}(?::?\d{2})?)?|[a-z]{2,5}|[a-z_]+/[a-z_/]+)?(?=\s|$)`,
  'i',
);
const dates: readonly RegExp[] = [
  /^(?<y>\d{3,7})-(?<m>\d{1,2})-(?<d>\d{1,2})$/,
  /^(?<y>\d{4,7})[/.](?<m>\d{1,2})[/.](?<d>\d{1,2})$/,
  /^(?<m>\d{1,2})[-/.](?<d>\d{1,2})[-/.](?<y>\d{1,7})$/,
  /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  /^(?<y>\d{2})(?<m>\d{2})(?<d>\d{2})$/,
  /^(?<y>\d{4})[-.](?<doy>\d{3})$/,
  /^j(?<julian>\d{1,8})$/i,
  new RegExp(String.raw`^${month}[\s.-]*(?<d>\d{1,2})(?:,\s*|[\s-]+)(?<y>\d{1,7})$`, 'i'),
  new RegExp(String.raw`^(?<d>\d{1,2})[\s.-]*${month}(?:[,.\s-]+)(?<y>\d{1,7})$`, 'i'),
  new RegExp(String.raw`^(?<y>\d{4,7})[\s.-]+${month}[\s.-]+(?<d>\d{1,2})$`, 'i'),
];
const weekday = /^(mon|tues?|wed(nes)?|thu(rs?)?|fri|sat(ur)?|sun)(day)?[,\s]+/i;

/** Throws InvalidValue if the text isn't a date or time. `type` is PostgreSQL's name. */
export function readDateTime(text: string, type: string): DateTimeParts {
  // PostgreSQL refuses a date joined to a `time` by a T.
  if (type === 'time' && /\dT\d/i.test(text)) throw invalidSyntax(type, text);
  return readIso(text) ?? readParts(text, type);
}

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d):(\d\d)(\.\d{1,6})?)?$/;

/** Reads ISO 8601 fast, because nearly all values have it. Undefined for other forms and invalid dates. */
function readIso(text: string): DateTimeParts | undefined {
  const match = iso.exec(text);
  if (match === null) return undefined;
  const [, y, m, d, h, min, s, fraction = ''] = match;
  const date = { year: Number(y), month: Number(m), day: Number(d) };
  if (date.year === 0 || !isDay(date)) return undefined;
  const days = daysOf(date);
  if (h === undefined) return { days, micros: undefined, zone: undefined };
  const [hour, minute, second] = [Number(h), Number(min), Number(s)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const micros = ((hour * 60 + minute) * 60 + second) * SECOND + Number(fraction.slice(1).padEnd(6, '0'));
  return { days, micros, zone: undefined };
}

function readParts(text: string, type: string): DateTimeParts {
  const invalid = (): InvalidValue => invalidSyntax(type, text);
  const outOfRange = (): InvalidValue => new InvalidValue(`date/time field value out of range: "${text}"`);
  const microsOf = ({ h, m, s = '0', f, hms, f2, half, zone }: Partial<Record<string, string>>): number => {
    let hour = Number(h ?? hms?.slice(0, 2));
    const minute = Number(m ?? hms?.slice(2, 4));
    const second = Number(hms === undefined ? s : hms.slice(4));
    if (half !== undefined) {
      if (hour > 12) throw outOfRange();
      hour = (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
    }
    const fraction = Math.round(Number(`0${f ?? f2 ?? ''}`.replace(/\.$/, '')) * SECOND);
    const micros = ((hour * 60 + minute) * 60 + second) * SECOND + fraction;
    if (minute > 59 || second > 60 || micros > DAY) throw outOfRange();
    if (zone !== undefined && zoneOffset(zone, 0) === undefined) throw invalid();
    return micros;
  };
  const daysIn = (written: string, isBc: boolean): number => {
    const groups = dates.map((pattern) => pattern.exec(written)?.groups).find((found) => found !== undefined);
    // PostgreSQL reports numbers in the form of a date as out of range, other texts as invalid.
    if (groups === undefined) throw /^(\d+([-/.]\d+){2}|\d{9,}|\d+_\d+)$/.test(written) ? outOfRange() : invalid();
    const { y = '', m, d, name, doy, julian } = groups;
    if (julian !== undefined) return Number(julian) - JULIAN_DAY_OF_1970;
    const shown = y.length <= 2 && !isBc ? Number(y) + (Number(y) < PIVOT ? 2000 : 1900) : Number(y);
    if (shown === 0) throw outOfRange();
    const year = isBc ? 1 - shown : shown;
    if (doy !== undefined) return daysOf({ year, month: 1, day: Number(doy) });
    const month = name === undefined ? Number(m) : MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
    const date = { year, month, day: Number(d) };
    if (!isDay(date)) throw outOfRange();
    return daysOf(date);
  };
  // Longer texts aren't dates, and would take the patterns long.
  if (text.length > 100) throw invalid();
  let rest = text.trim();
  const era = /(?<!\s)\s*\b(bc|ad)$/i.exec(rest);
  if (era !== null) rest = rest.slice(0, era.index);
  rest = rest.replace(weekday, '');
  // Six digits are a date, except in a field of type time.
  if (type === 'time' && /^\d{6}(?!\d)/.test(rest)) rest = `T${rest}`;
  const clock = time.exec(rest);
  const micros = clock === null ? undefined : microsOf(clock.groups ?? {});
  if (clock !== null) {
    const before = rest.slice(0, clock.index).replace(/[tT]$/, '').trim();
    rest = `${before} ${rest.slice(clock.index + clock[0].length).trim()}`.trim();
  }
  if (type === 'time' && micros === undefined) throw invalid();
  const days = rest === '' ? undefined : daysIn(rest, era?.[1]?.toLowerCase() === 'bc');
  if (days === undefined && micros === undefined) throw invalid();
  return { days, micros, zone: clock?.groups?.['zone'] };
}
