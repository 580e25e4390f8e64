/** Median, quartiles and standard deviation: how a field's numbers spread. */
import { defined } from '../../base/defined.ts';
import {
  add,
  compare,
  decimalText,
  type ExactDecimal,
  parseDecimal,
  roundedText,
  scaled,
  wholeRoot,
  ZERO,
} from '../../base/exactDecimal.ts';
import { middleText } from '../../base/summaryNumbers.ts';
import type { TimeSlice } from '../../base/timeSlice.ts';
import type { FieldStatistics } from '../../messages/fieldStatistics.ts';

export type Spread = Pick<FieldStatistics, 'quartile1' | 'median' | 'quartile3' | 'deviation'>;

/** Lower quartile, the two middle values, upper quartile and standard deviation, as texts with all digits. */
export type SpreadRow = readonly (string | undefined)[];

export interface CountedNumber {
  readonly number: ExactDecimal;
  readonly count: number;
}

/** Numbers by their nearest float. Floats are sorted at once, even if there are many. */
export type NumbersByFloat = ReadonlyMap<number, readonly CountedNumber[]>;

/** Significant digits of a standard deviation. Engines that calculate with floats have no more. */
const DEVIATION_DIGITS = 15;

/**
 * The spread of numbers, of which there are `values`, with this sum. A quartile is the least number
 * with at least a quarter, or three quarters, of all numbers at or below it.
 */
export async function spreadOf(
  counted: NumbersByFloat,
  values: number,
  sum: ExactDecimal,
  slice: TimeSlice,
): Promise<Spread> {
  const ranks = [values / 4, values / 2, (values + 1) / 2, (values * 3) / 4].map(Math.ceil);
  const row: string[] = [];
  let squares = ZERO;
  let rank = 0;
  for (const float of Float64Array.from(counted.keys()).sort())
    for (const { number, count } of (counted.get(float) ?? []).toSorted((one, other) =>
      compare(one.number, other.number),
    )) {
      if (slice.isOver) await slice.next();
      squares = add(squares, { digits: number.digits ** 2n * BigInt(count), scale: number.scale * 2 });
      rank += count;
      while (rank >= (ranks[row.length] ?? Infinity)) row.push(decimalText(number, true));
    }
  return readSpread([...row, deviationOf(sum, squares, BigInt(values))]);
}

/** Parts that are absent or no numbers are left out. */
export function readSpread(row: SpreadRow): Spread {
  const [lower, low, high, upper, root] = row.map((text = '') => parseDecimal(text));
  return defined({
    quartile1: lower && decimalText(lower, true),
    median: low && high && middleText(decimalText(low), decimalText(high)),
    quartile3: upper && decimalText(upper, true),
    deviation: root && roundedText(root, DEVIATION_DIGITS),
  });
}

/** Fewer digits say too little. */
const FEWEST_DIGITS = 3;

/** Only the digits of a deviation that remain if it was calculated with floats, which differ less the greater they are. */
export function ofFloats({ deviation = '', ...rest }: Spread, min = '', max = ''): Spread {
  if (min === max) return { ...rest, ...defined({ deviation: deviation || undefined }) };
  const lost = Math.log10(Math.max(Math.abs(Number(min)), Math.abs(Number(max))) / Number(deviation));
  const digits = DEVIATION_DIGITS - Math.max(0, Math.ceil(lost));
  const number = parseDecimal(deviation);
  return number && digits >= FEWEST_DIGITS ? { ...rest, deviation: roundedText(number, digits) } : rest;
}

/** The sample standard deviation with a few more digits than are shown. One number has none. */
function deviationOf(sum: ExactDecimal, squares: ExactDecimal, values: bigint): string | undefined {
  if (values < 2n) return undefined;
  const scale = Math.max(sum.scale, squares.scale / 2);
  const above = values * scaled(squares, 2 * scale) - scaled(sum, scale) ** 2n;
  const below = values * (values - 1n);
  const more = Math.max(0, DEVIATION_DIGITS + 3 - Math.floor((String(above).length - String(below).length) / 2));
  return decimalText({ digits: wholeRoot((above * 100n ** BigInt(more)) / below), scale: scale + more });
}
