/** Intervals. PostgreSQL keeps months, days and microseconds apart, and compares a month as 30 days. */
import { decimalKey } from './sortKeys.ts';
import { DAY, SECOND } from './calendar.ts';
import { invalidSyntax } from './invalidValue.ts';
import type { ScalarType } from './scalarType.ts';

interface Span {
  months: number;
  days: number;
  micros: number;
}

type Unit = readonly [RegExp, keyof Span, number];

const units: readonly Unit[] = [
  [/^(us|usecs?|microsec(ond)?s?)$/, 'micros', 1],
  [/^(ms|msecs?|millisec(ond)?s?)$/, 'micros', 1000],
  [/^(s|secs?|seconds?)$/, 'micros', SECOND],
  [/^(m|mins?|minutes?)$/, 'micros', 60 * SECOND],
  [/^(h|hrs?|hours?)$/, 'micros', 3600 * SECOND],
  [/^(d|days?)$/, 'days', 1],
  [/^(w|weeks?)$/, 'days', 7],
  [/^(mons?|months?)$/, 'months', 1],
  [/^(y|yrs?|years?)$/, 'months', 12],
  [/^(dec|decs|decades?)$/, 'months', 120],
  [/^(c|cent|century|centuries)$/, 'months', 1200],
  [/^(mil|mils|millennia|millennium)$/, 'months', 12_000],
];

export const interval: ScalarType = {
  native: 'interval',
  wire: 'text',
  key: (stored) => {
    try {
      const { months, days, micros } = read(stored);
      return decimalKey(String((BigInt(months) * 30n + BigInt(days)) * BigInt(DAY) + BigInt(micros)));
    } catch {
      return undefined;
    }
  },
  parse: (text) => {
    read(text);
    return text;
  },
};

/** Throws InvalidValue if the text isn't an interval. */
function read(text: string): Span {
  const span: Span = { months: 0, days: 0, micros: 0 };
  const given = text.trim();
  const isRead = given.length <= 200 && (/^[+-]?p/i.test(given) ? readIso(given, span) : readWords(given, span));
  if (!isRead || !Object.values(span).every(Number.isSafeInteger)) throw invalidSyntax('interval', text);
  return span;
}

/** Reads ISO 8601, `P1Y2M3DT4H5M6S` and `P0001-02-03T04:05:06`. */
function readIso(text: string, span: Span): boolean {
  const alternative = /^P(\d+)-(\d+)-(\d+)(?:T(.+))?$/i.exec(text);
  if (alternative !== null) {
    const [, years, months, days, clock] = alternative;
    span.months = Number(years) * 12 + Number(months);
    span.days = Number(days);
    return clock === undefined || readClock(clock, span);
  }
  const [, days = '', clock = ''] = /^P([^T]*)(?:T(.*))?$/i.exec(text) ?? [];
  const names = { Y: 'years', M: 'months', W: 'weeks', D: 'days' };
  const clockNames = { H: 'hours', M: 'minutes', S: 'seconds' };
  return days + clock !== '' && readIsoPart(days, names, span) && readIsoPart(clock, clockNames, span);
}

function readIsoPart(text: string, names: Readonly<Record<string, string>>, span: Span): boolean {
  const rest = text.replace(
    /((?:[+-]|(?<!\d))(?:\d+(?:\.\d+)?|\.\d+))([a-z])/gi,
    (all, amount: string, letter: string) => {
      const unit = names[letter.toUpperCase()];
      return unit !== undefined && add(span, Number(amount), unit) ? '' : all;
    },
  );
  return rest === '';
}

/** Reads `1 day 2 hours`, `3 4:05:06`, `1-2`, `-1 day +2:03`, `2 weeks ago`. A number alone means seconds. */
function readWords(text: string, span: Span): boolean {
  const words = text
    .toLowerCase()
    .replace(/^@\s*/, '')
    .replace(/([\d.])([a-z])/g, '$1 $2')
    .replace(/([a-z])([\d+-])/g, '$1 $2')
    .split(/\s+/);
  const isAgo = words.at(-1) === 'ago';
  if (isAgo) words.pop();
  if (words.length === 0) return false;
  const seen = new Set<string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const next = words[at + 1];
    const yearMonth = /^([+-]?)(\d+)-(\d{1,2})$/.exec(word);
    if (yearMonth !== null) {
      const months = Number(yearMonth[2]) * 12 + Number(yearMonth[3]);
      span.months += yearMonth[1] === '-' ? -months : months;
    } else if (word.includes(':')) {
      if (!readClock(word, span)) return false;
    } else if (/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(word)) {
      // A number before a clock time means days.
      const unit = next === undefined ? 'seconds' : next.includes(':') ? 'days' : next;
      if (seen.has(unitName(unit)) || !add(span, Number(word), unit)) return false;
      seen.add(unitName(unit));
      if (unit === next) at += 1;
    } else return false;
  }
  if (isAgo) for (const part of ['months', 'days', 'micros'] as const) span[part] = -span[part];
  return true;
}

function readClock(text: string, span: Span): boolean {
  const match = /^([+-]?)(\d+):(\d{1,2})(?::(\d{1,2}(?:\.\d*)?))?$/.exec(text);
  if (match === null) return false;
  const [, sign, hours, minutes, seconds = '0'] = match;
  if (Number(minutes) > 59 || Number(seconds) >= 61) return false;
  const micros = (Number(hours) * 60 + Number(minutes)) * 60 * SECOND + Math.round(Number(seconds) * SECOND);
  span.micros += sign === '-' ? -micros : micros;
  return true;
}

function unitName(word: string): string {
  return units.find(([pattern]) => pattern.test(word))?.[0].source ?? '';
}

/** A fraction is carried to the smaller units. */
function add(span: Span, amount: number, word: string): boolean {
  const unit = units.find(([pattern]) => pattern.test(word));
  if (unit === undefined) return false;
  const [, part, factor] = unit;
  const total = amount * factor;
  if (part === 'micros') {
    span.micros += Math.round(total);
    return true;
  }
  const whole = Math.trunc(total);
  span[part] += whole;
  const rest = total - whole;
  if (rest === 0) return true;
  // PostgreSQL rounds fractions of years and longer units to months.
  if (part === 'months' && factor > 1) span.months += Math.round(rest);
  else if (part === 'months') return add(span, rest * 30, 'days');
  else span.micros += Math.round(rest * DAY);
  return true;
}
