/** Bins of years, months, weeks, days and shorter: of dates and timestamps as CKAN writes them. */
import { placeAmong, spanLabel, type Bin, type ValueBins } from './valueBins.ts';

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d+)?(\+00:00)?)?$/;

interface Unit {
  readonly of: 'year' | 'month' | 'day' | 'second';
  readonly count: number;
}

const unit =
  (of: Unit['of']) =>
  (count: number): Unit => ({ of, count });
/** From the finest to the coarsest. Weeks begin on Mondays. */
const UNITS: readonly Unit[] = [
  ...[1, 5, 15, 30, 60, 300, 900, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600].map(unit('second')),
  ...[1, 7].map(unit('day')),
  ...[1, 3, 6].map(unit('month')),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map(unit('year')),
];
/** A year by months, a working life by years. */
export const MOST_MOMENT_BINS = 20;
const DAY = 86_400_000;
/** 1970-01-05 was a Monday. */
const MONDAY = 4 * DAY;

type MomentForm = 'date' | 'timestamp' | 'zoned';

/** Texts of one form are in order when they are compared as texts. Undefined for others, such as `infinity`. */
export function momentForm(text: string): MomentForm | undefined {
  const match = MOMENT.exec(text);
  if (match === null) return undefined;
  return match[2] === undefined ? 'date' : match[3] === undefined ? 'timestamp' : 'zoned';
}

/** Undefined unless both ends are of one form. */
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
    // PostgreSQL's timestamps have microseconds.
    const last = isDay ? dayText(next - DAY) : `${momentText(next - 1000)}.999999${zone}`;
    return { label: labelOf(start, next, chosen), least: write(start), greatest: last };
  });
  const texts = bins.map((bin) => bin.least);
  return { bins, placeOf: (value) => placeAmong(texts, (start) => start > value) };
}

/** Milliseconds; fractions of a second are cut. Undefined for what is no moment. */
function epochOf(text: string): number | undefined {
  const [, day, clock = '00:00:00'] = MOMENT.exec(text) ?? [];
  const epoch = day === undefined ? NaN : Date.parse(`${day}T${clock}Z`);
  return Number.isNaN(epoch) ? undefined : epoch;
}

/** Where bins begin; undefined when there would be too many, or beyond the year 9999. */
function startsOf(chosen: Unit, low: number, high: number): readonly number[] | undefined {
  const starts: number[] = [];
  for (let start = floorTo(low, chosen); start <= high; start = after(start, chosen)) {
    if (starts.length === MOST_MOMENT_BINS) return undefined;
    starts.push(start);
  }
  return starts;
}

function floorTo(epoch: number, { of, count }: Unit): number {
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

/** `Date.UTC` takes a year below 100 for one of the 20th century. */
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

/** Years beyond 9999 only come after the last bin. */
function dayText(epoch: number): string {
  return new Date(epoch).toISOString().replace(/T.*$/, '');
}

function momentText(epoch: number): string {
  return new Date(epoch).toISOString().replace(/\.\d+Z$/, '');
}
