/** Statistics of a field from any counter: first facts about all values, then bins or the most frequent values. */
import type { FieldStatistics, StatisticsBar } from '../../messages/fieldStatistics.ts';
import { defined } from '../../base/defined.ts';
import { isLongNumber, parseDecimal } from '../../base/exactDecimal.ts';
import { isRefusal } from '../client/sqlQuestion.ts';
import { readSpread, type Spread, type SpreadRow } from './spread.ts';
import { endText, histogramBars, isNotFinite, shownMean, valueBar, type StatisticsField } from './statistics.ts';
import { plainNumber } from './valueTally.ts';
import { momentBins, numberBins, type ValueBins } from './valueBins.ts';

/** Texts with all digits. Undefined for NULL. */
export type CountedRow = readonly (string | undefined)[];

/** Counts a field's values. `isFinite` excludes NaN and infinities. */
export interface FieldCounter {
  /** Numbers of records, values, distinct values and empty texts, then minimum, maximum and sum. */
  readonly facts: (isFinite: boolean) => Promise<CountedRow | undefined>;
  /** Rows with the bin's index, the number of records, and for numbers the greatest value. */
  readonly bins: (bins: ValueBins, isFinite: boolean) => Promise<readonly CountedRow[]>;
  /** Rows with a value and its number of records, most frequent first. */
  readonly frequent: (isFinite: boolean) => Promise<readonly CountedRow[]>;
  /** Absent if it isn't wanted. Servers may refuse it and answer the rest. */
  readonly spread?: (isFinite: boolean) => Promise<SpreadRow>;
  readonly notFinite: () => Promise<readonly CountedRow[]>;
}

interface Facts {
  readonly records: number;
  readonly values: number;
  readonly distinct: number;
  readonly emptyTexts: number;
  readonly min?: string;
  readonly max?: string;
  readonly sum?: string;
}

export async function describeField(
  counter: FieldCounter,
  field: StatisticsField,
  type: string,
): Promise<FieldStatistics | undefined> {
  const facts = await factsOf(counter, false);
  if (facts === undefined) return undefined;
  if (field.kind !== 'number' || !(isNotFinite(facts.min) || isNotFinite(facts.max)))
    return describe({ counter, field, type, isFinite: false }, facts);
  const rest = await factsOf(counter, true);
  if (rest === undefined) return undefined;
  const found = await describe({ counter, field, type, isFinite: true }, rest);
  const { records, values, distinct } = facts;
  const notFinite = (await counter.notFinite()).map((row) => barOf(row, field));
  return { ...found, records, nulls: records - values, distinct, notFinite };
}

async function factsOf(counter: FieldCounter, isFinite: boolean): Promise<Facts | undefined> {
  const row = await counter.facts(isFinite);
  return row && readFacts(row);
}

interface Described {
  readonly counter: FieldCounter;
  readonly field: StatisticsField;
  readonly type: string;
  readonly isFinite: boolean;
}

async function describe({ counter, field, type, isFinite }: Described, facts: Facts): Promise<FieldStatistics> {
  const { records, values, distinct, emptyTexts, min, max, sum } = facts;
  const hasLongNumbers = [min, max, sum].some((text = '') => isLongNumber(text));
  const long = hasLongNumbers && { hasLongNumbers };
  const empty = field.kind === 'text' && { emptyTexts };
  const basis = { records, isAll: true, nulls: records - values, ...empty, distinct, ...long };
  if (field.kind === 'json' || values === 0) return { ...basis, shape: 'values', bars: [] };
  const total = sum === undefined ? undefined : parseDecimal(sum);
  const numbers = {
    ...basis,
    ...defined({
      min: min === undefined ? undefined : endText(min, field),
      max: max === undefined ? undefined : endText(max, field),
      mean: total && shownMean(total, values),
    }),
  };
  const isFloat = /^(?:float|real|double)/.test(type);
  // A sum has as many decimal places as the number with the most.
  const bins = binsOf(field, facts, isFloat ? undefined : total?.scale);
  const [bars, spread] = await Promise.all([
    bins === undefined
      ? counter.frequent(isFinite).then((rows) => rows.map((row) => barOf(row, field)))
      : counter.bins(bins, isFinite).then((rows) => readBins(rows, bins, field, isFloat)),
    total && spreadByServer(counter, isFinite),
  ]);
  return { ...numbers, ...spread, shape: bins === undefined ? 'values' : 'histogram', bars };
}

async function spreadByServer({ spread }: FieldCounter, isFinite: boolean): Promise<Spread> {
  try {
    return readSpread((await spread?.(isFinite)) ?? []);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return {};
  }
}

function barOf([label = '', count]: CountedRow, field: StatisticsField): StatisticsBar {
  return valueBar(label, Number(count), field);
}

function readFacts(row: CountedRow): Facts | undefined {
  const [records, values, distinct, emptyTexts] = row.slice(0, 4).map(Number);
  const [least, greatest, sum] = row.slice(4);
  const min = least === undefined ? undefined : plainNumber(least);
  const max = greatest === undefined ? undefined : plainNumber(greatest);
  if (records === undefined || values === undefined || distinct === undefined || emptyTexts === undefined)
    return undefined;
  return defined({ records, values, distinct, emptyTexts, min, max, sum });
}

function binsOf(
  { kind }: StatisticsField,
  { min, max }: Pick<Facts, 'min' | 'max'>,
  scale: number | undefined,
): ValueBins | undefined {
  if (min === undefined || max === undefined) return undefined;
  if (kind === 'number') return numberBins(min, max, scale);
  return kind === 'date' ? momentBins(min, max) : undefined;
}

/** Floats have no fixed step, so a bin's upper bound is the greatest value in it. */
function readBins(
  rows: readonly CountedRow[],
  { bins }: ValueBins,
  field: StatisticsField,
  isFloat: boolean,
): readonly StatisticsBar[] {
  const totals = bins.map(() => 0);
  const lasts = new Map<number, string>();
  for (const [bin, records, last] of rows) {
    totals[Number(bin)] = Number(records);
    if (isFloat && last !== undefined) lasts.set(Number(bin), plainNumber(last));
  }
  const known = bins.map((bin, place) => {
    const last = lasts.get(place);
    return last === undefined ? bin : { ...bin, greatest: last };
  });
  return histogramBars({ bins: known }, totals, field);
}

/** Text types. PostgreSQL has no minimum of uuid and boolean. */
export function isWords(type: string): boolean {
  return /^(?:text|varchar|bpchar|char|character varying|citext|name)$/.test(type);
}
