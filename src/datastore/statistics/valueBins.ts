/**
 * Bins between a minimum and a maximum, with readable bounds. Every value belongs to exactly one bin. Numbers get bins
 * of 1, 2 or 5 times a power of ten, in exact decimals. Dates and timestamps in CKAN's format get bins of years,
 * months, weeks, days or less.
 */
import { compare, decimalText, parseDecimal, scaled, type ExactDecimal } from '../../base/exactDecimal.ts';

export interface Bin {
  /** "10 – 20" or "2019". Digits and dates have the same form in every language. */
  readonly label: string;
  /** The lower bound, which may itself be a value. */
  readonly least: string;
  /** The last value in the bin. Absent if the value before the next bin can't be determined. */
  readonly greatest?: string;
}

export interface ValueBins {
  readonly bins: readonly Bin[];
  readonly placeOf: (value: string) => number;
}

/** More bins aren't easier to read, and would split fields with few values too finely. */
export const MOST_BINS = 15;

/**
 * `scale` is the greatest number of decimal places (0 for integers), or undefined for floats, which have none.
 * Undefined if an end isn't a number, or has so many digits that memory would be exhausted.
 */
export function numberBins(least: string, greatest: string, scale: number | undefined): ValueBins | undefined {
  const min = parseDecimal(least);
  const max = parseDecimal(greatest);
  if (min === undefined || max === undefined || compare(min, max) > 0) return undefined;
  const finest = Math.max(min.scale, max.scale, scale ?? 0);
  const step = stepOf(min, max, scale ?? finest);
  // In units of the last decimal place, all numbers are integers.
  const places = Math.max(finest, step.scale);
  const [width, low, high] = [scaled(step, places), scaled(min, places), scaled(max, places)];
  const starts: bigint[] = [];
  for (let start = floorToWidth(low, width); start <= high; start += width) starts.push(start);
  const text = (digits: bigint): string => decimalText({ digits, scale: places }, true);
  const bins = starts.map((start): Bin => {
    const next = start + width;
    if (scale === undefined) return { label: spanLabel(text(start), text(next)), least: text(start) };
    const last = next - 10n ** BigInt(places - scale);
    // Bins of integers show both ends. Between decimals there are always more, so those show the start of the next bin.
    const end = scale === 0 || last === start ? last : next;
    return { label: spanLabel(text(start), text(end)), least: text(start), greatest: text(last) };
  });
  const placeOf = (value: string): number => {
    const number = parseDecimal(value);
    if (number === undefined) throw new RangeError('A number was expected');
    return placeAmong(starts, (start) => compare({ digits: start, scale: places }, number) > 0);
  };
  return { bins, placeOf };
}

/** The finest readable step that makes few enough bins, and isn't finer than the values. */
function stepOf(min: ExactDecimal, max: ExactDecimal, scale: number): ExactDecimal {
  const places = Math.max(min.scale, max.scale, scale);
  const [low, high] = [scaled(min, places), scaled(max, places)];
  const count = (width: bigint): bigint => (floorToWidth(high, width) - floorToWidth(low, width)) / width + 1n;
  let power = 10n ** BigInt(Math.max(places - scale, String(high - low).length - 3));
  for (;;) {
    for (const factor of [1n, 2n, 5n]) {
      const width = power * factor;
      if (count(width) <= BigInt(MOST_BINS)) return { digits: width, scale: places };
    }
    power *= 10n;
  }
}

function floorToWidth(value: bigint, width: bigint): bigint {
  const rest = value % width;
  return value - (rest < 0n ? rest + width : rest);
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d+)?(\+00:00)?)?$/;

interface Unit {
  readonly of: 'year' | 'month' | 'day' | 'second';
  readonly count: number;
}

const unit =
  (of: Unit['of']) =>
  (count: number): Unit => ({ of, count });
/** Units from fine to coarse. Weeks begin on Mondays. */
const UNITS: readonly Unit[] = [
  ...[1, 5, 15, 30, 60, 300, 900, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600].map(unit('second')),
  ...[1, 7].map(unit('day')),
  ...[1, 3, 6].map(unit('month')),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map(unit('year')),
];
/** The limit allows a year by months, and a working life by years. */
export const MOST_MOMENT_BINS = 20;
const DAY = 86_400_000;
/** Start of the weeks: 1970-01-05 was a Monday. */
const MONDAY = 4 * DAY;

type MomentForm = 'date' | 'timestamp' | 'zoned';

/** The form of a text. Texts of one form sort by time. Undefined for others, such as `infinity`. */
export function momentForm(text: string): MomentForm | undefined {
  const match = MOMENT.exec(text);
  if (match === null) return undefined;
  return match[2] === undefined ? 'date' : match[3] === undefined ? 'timestamp' : 'zoned';
}

/** Undefined unless both ends have the same form. */
export function momentBins(least: string, greatest: string): ValueBins | undefined {
  const form = momentForm(least);
  const low = epochOf(least);
  const high = epochOf(greatest);
  if (form === undefined || form !== momentForm(greatest)) return undefined;
  if (low === undefined || high === undefined || low > high) return undefined;
  const isDay = form === 'date';
  const zone = form === 'zoned' ? '+00:00' : '';
  const fitting = UNITS.filter(({ of }) => !isDay || of !== 'second');
  const chosen = fitting.find((each) => startsOf(each, low, high) !== undefined);
  const starts = chosen && startsOf(chosen, low, high);
  if (chosen === undefined || starts === undefined) return undefined;
  const write = (epoch: number): string => (isDay ? dayText(epoch) : momentText(epoch) + zone);
  const bins = starts.map((start): Bin => {
    const next = after(start, chosen);
    // PostgreSQL stores timestamps with microseconds.
    const last = isDay ? dayText(next - DAY) : `${momentText(next - 1000)}.999999${zone}`;
    return { label: labelOf(start, next, chosen), least: write(start), greatest: last };
  });
  const texts = bins.map((bin) => bin.least);
  return { bins, placeOf: (value) => placeAmong(texts, (start) => start > value) };
}

/** Milliseconds, without fractions of a second. Undefined if the text isn't a date or time. */
function epochOf(text: string): number | undefined {
  const [, day, clock = '00:00:00'] = MOMENT.exec(text) ?? [];
  const epoch = day === undefined ? NaN : Date.parse(`${day}T${clock}Z`);
  return Number.isNaN(epoch) ? undefined : epoch;
}

/** Starts of the bins. Undefined if there are too many, or one is after the year 9999. */
function startsOf(chosen: Unit, low: number, high: number): readonly number[] | undefined {
  const starts: number[] = [];
  for (let start = floorToUnit(low, chosen); start <= high; start = after(start, chosen)) {
    if (starts.length === MOST_MOMENT_BINS) return undefined;
    starts.push(start);
  }
  return starts;
}

function floorToUnit(epoch: number, { of, count }: Unit): number {
  if (of === 'second') return Math.floor(epoch / (count * 1000)) * count * 1000;
  if (of === 'day') {
    const offset = count === 7 ? MONDAY : 0;
    return Math.floor((epoch - offset) / (count * DAY)) * count * DAY + offset;
  }
  const date = new Date(epoch);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return of === 'month' ? monthStart(year, month - (month % count)) : monthStart(year - (year % count), 0);
}

function after(epoch: number, { of, count }: Unit): number {
  if (of === 'second') return epoch + count * 1000;
  if (of === 'day') return epoch + count * DAY;
  const date = new Date(epoch);
  const months = of === 'month' ? count : 12 * count;
  return monthStart(date.getUTCFullYear(), date.getUTCMonth() + months);
}

/** `Date.UTC` maps years below 100 to the 20th century. */
function monthStart(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}

function labelOf(start: number, next: number, { of, count }: Unit): string {
  const length = of === 'year' ? 4 : of === 'month' ? 7 : 10;
  if (of !== 'second') return spanLabel(dayText(start).slice(0, length), dayText(next - 1).slice(0, length));
  const [day = '', clock = ''] = momentText(start).split('T');
  const shown = (text: string): string => (count < 60 ? text : text.slice(0, 5));
  const end = momentText(next).slice(11);
  return count === 1 ? `${day} ${clock}` : `${day} ${shown(clock)} – ${shown(end)}`;
}

/** Years after 9999 occur only behind the last bin. */
function dayText(epoch: number): string {
  return new Date(epoch).toISOString().split('T', 1)[0] ?? '';
}

function momentText(epoch: number): string {
  return new Date(epoch).toISOString().replace(/\.\d+Z$/, '');
}

/** Index in `starts`, which are sorted. Values before the first start belong to the first bin. */
function placeAmong<T>(starts: readonly T[], isBefore: (start: T) => boolean): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const start = starts[middle];
    if (start !== undefined && isBefore(start)) high = middle - 1;
    else low = middle;
  }
  return low;
}

function spanLabel(first: string, last: string): string {
  return first === last ? first : `${first} – ${last}`;
}
