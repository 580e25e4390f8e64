import { defined } from '../../base/defined.ts';
import type { FieldKind } from '../../base/field.ts';
import type { FieldStatistics, StatisticsBar } from '../../messages/fieldStatistics.ts';
import type { FieldCondition } from '../query/condition.ts';
import { add, compare, decimalText, divide, parseDecimal, ZERO, type ExactDecimal } from '../../base/exactDecimal.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { type CountedNumber, type NumbersByFloat, spreadOf } from './spread.ts';
import { type Bin, momentBins, momentForm, numberBins, type ValueBins } from './valueBins.ts';
import { countedValue, MAX_LABEL, shortLabel, type ValueTally } from './valueTally.ts';

/** A field, and what filters on it support. */
export interface StatisticsField {
  readonly id: string;
  readonly kind: FieldKind;
  readonly hasRanges: boolean;
}

export const MOST_VALUES = 20;
/** Decimal places of a mean. It gets more if the numbers have more. */
const MEAN_PLACES = 6;

/** Statistics that are exact for the counted values. Throws the reason of an abort. */
export async function statisticsOf(
  tally: ValueTally,
  field: StatisticsField,
  signal: AbortSignal,
): Promise<FieldStatistics> {
  const { records, nulls, counts: all, hasLongNumbers } = tally;
  const long = hasLongNumbers && { hasLongNumbers };
  const { counts, values, bars: notFinite } = withoutNotFinite(all, records - nulls, field);
  const apart = notFinite.length > 0 && { notFinite };
  const empty = field.kind === 'text' && { emptyTexts: all.get('') ?? 0 };
  const facts = { records, nulls, ...empty, isAll: false, distinct: all.size, ...long, ...apart };
  if (field.kind === 'json') return { ...facts, shape: 'values', bars: [] };
  const slice = new TimeSlice(signal);
  const numbers = field.kind === 'number' ? await numbersOf(counts, slice) : undefined;
  const span = numbers ?? (field.kind === 'date' ? await spanOfMoments(counts, slice) : undefined);
  if (span === undefined) return { ...facts, shape: 'values', bars: frequentBars(counts, field) };
  const { min, max } = span;
  const bins = numbers ? numberBins(min, max, numbers.scale) : momentBins(min, max);
  const mean = numbers && {
    mean: shownMean(numbers.sum, values),
    ...(await spreadOf(numbers.counted, values, numbers.sum, slice)),
  };
  if (bins === undefined) return { ...facts, min, max, ...mean, shape: 'values', bars: frequentBars(counts, field) };
  const totals = bins.bins.map(() => 0);
  for (const [value, count] of counts) {
    if (slice.isOver) await slice.next();
    const place = bins.placeOf(value);
    totals[place] = (totals[place] ?? 0) + count;
  }
  return { ...facts, min, max, ...mean, shape: 'histogram', bars: histogramBars(bins, totals, field) };
}

/** PostgreSQL's texts for these values, in its sort order. */
export const NOT_FINITE: readonly string[] = ['-Infinity', 'Infinity', 'NaN'];

export function isNotFinite(text: string | undefined): boolean {
  return text !== undefined && NOT_FINITE.includes(text);
}

interface FiniteCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly values: number;
  readonly bars: readonly StatisticsBar[];
}

function withoutNotFinite(all: ReadonlyMap<string, number>, values: number, field: StatisticsField): FiniteCounts {
  const found = field.kind === 'number' ? NOT_FINITE.filter((text) => all.has(text)) : [];
  if (found.length === 0) return { counts: all, values, bars: [] };
  const counts = new Map(all);
  const bars = found.map((text) => valueBar(text, all.get(text) ?? 0, field));
  for (const text of found) counts.delete(text);
  return { counts, values: bars.reduce((rest, { records }) => rest - records, values), bars };
}

/** The mean as a decimal text, from an exact sum and the number of values. */
export function shownMean(sum: ExactDecimal, values: number): string {
  // PostgreSQL pads quotients with zeros.
  const [, fraction = ''] = decimalText(sum, true).split('.');
  return decimalText(divide(sum, values, Math.max(MEAN_PLACES, fraction.length + 1)), true);
}

/** A minimum or maximum. Numbers keep all digits; other values may be shortened. */
export function endText(value: string, { kind }: Pick<StatisticsField, 'kind'>): string {
  return kind === 'number' && parseDecimal(value) !== undefined ? value : shortLabel(value);
}

/** Bars of bins in order. `totals` has the number of records by bin. */
export function histogramBars(
  { bins }: Pick<ValueBins, 'bins'>,
  totals: readonly number[],
  field: StatisticsField,
): readonly StatisticsBar[] {
  return bins.map((bin, place) => {
    const filter = filterOfBin(bin, field);
    return defined({ label: bin.label, records: totals[place] ?? 0, filter });
  });
}

/** `label` is the value, or its first part. */
export function valueBar(label: string, records: number, field: StatisticsField): StatisticsBar {
  if (label.length > MAX_LABEL) return { label: shortLabel(label), records };
  return { label, records, filter: equalTo(label, field) };
}

function filterOfBin({ least, greatest }: Bin, field: StatisticsField): FieldCondition | undefined {
  if (least === greatest) return equalTo(least, field);
  if (!field.hasRanges || greatest === undefined) return undefined;
  const bounds = [
    { comparison: 'gte', value: countedValue(least, field.kind) },
    { comparison: 'lte', value: countedValue(greatest, field.kind) },
  ] as const;
  return { kind: 'range', field: field.id, bounds };
}

function equalTo(text: string, { id, kind }: StatisticsField): FieldCondition {
  return { kind: 'values', field: id, values: [countedValue(text, kind)], list: false };
}

function frequentBars(counts: ReadonlyMap<string, number>, field: StatisticsField): readonly StatisticsBar[] {
  const first: [string, number][] = [];
  for (const entry of counts) {
    if (first.length === MOST_VALUES && isBehind(entry, first.at(-1))) continue;
    const place = first.findIndex((other) => isBehind(other, entry));
    first.splice(place < 0 ? first.length : place, 0, entry);
    first.length = Math.min(first.length, MOST_VALUES);
  }
  return first.map(([value, count]) => valueBar(value, count, field));
}

/** Sorts the most frequent values first, and equally frequent ones by their texts. */
function isBehind(one: readonly [string, number], other: readonly [string, number] | undefined): boolean {
  return other !== undefined && (one[1] < other[1] || (one[1] === other[1] && one[0] > other[0]));
}

interface Span {
  readonly min: string;
  readonly max: string;
}
interface Numbers extends Span {
  readonly sum: ExactDecimal;
  readonly scale: number;
  readonly counted: NumbersByFloat;
}

/** Undefined unless all values are numbers. */
async function numbersOf(counts: ReadonlyMap<string, number>, slice: TimeSlice): Promise<Numbers | undefined> {
  let sum = ZERO;
  let scale = 0;
  let min: ExactDecimal | undefined;
  let max: ExactDecimal | undefined;
  const counted = new Map<number, CountedNumber[]>();
  for (const [text, count] of counts) {
    if (slice.isOver) await slice.next();
    const number = parseDecimal(text);
    if (number === undefined) return undefined;
    const same = counted.get(Number(text));
    if (same === undefined) counted.set(Number(text), [{ number, count }]);
    else same.push({ number, count });
    sum = add(sum, { ...number, digits: number.digits * BigInt(count) });
    scale = Math.max(scale, number.scale);
    if (min === undefined || compare(number, min) < 0) min = number;
    if (max === undefined || compare(number, max) > 0) max = number;
  }
  return min && max && { sum, scale, counted, min: decimalText(min, true), max: decimalText(max, true) };
}

/** Undefined unless all values have the same form. */
async function spanOfMoments(counts: ReadonlyMap<string, number>, slice: TimeSlice): Promise<Span | undefined> {
  let min: string | undefined;
  let max: string | undefined;
  for (const text of counts.keys()) {
    if (slice.isOver) await slice.next();
    const form = momentForm(text);
    if (form === undefined || form !== momentForm(min ?? text)) return undefined;
    if (min === undefined || text < min) min = text;
    if (max === undefined || text > max) max = text;
  }
  return min === undefined || max === undefined ? undefined : { min, max };
}
