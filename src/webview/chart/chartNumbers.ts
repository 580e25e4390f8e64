/** Values that a chart draws: exact decimals, of which only positions are doubles. */
import { add, compare, type ExactDecimal } from '../../base/exactDecimal.ts';
import type { Measure } from '../../datastore/query/summary.ts';

/** Powers of ten beyond which a double could overflow, or lose digits, in calculating positions. */
const MOST_POWER = 290;

type Combine = (one: ExactDecimal, other: ExactDecimal) => ExactDecimal;

/** How values of groups make that of all their records. Undefined if they don't. */
export function combining({ calculate }: Measure): Combine | undefined {
  if (isAdditive(calculate)) return add;
  const isMin = calculate === 'min';
  if (!isMin && calculate !== 'max') return undefined;
  return (one, other) => (compare(one, other) < 0 === isMin ? one : other);
}

export function isAdditive(calculate: Measure['calculate'] | undefined): boolean {
  return calculate === 'count' || calculate === 'sum' || calculate === 'share';
}

/** The power of ten by which values are divided, so that all of them are usual doubles. 0 for usual numbers. */
export function powerOf(values: readonly ExactDecimal[]): number {
  const powers = values.filter(({ digits }) => digits !== 0n).map(({ digits, scale }) => String(digits).length - scale);
  const most = powers.reduce((greatest, power) => Math.max(greatest, power), -Infinity);
  return Number.isFinite(most) && Math.abs(most) > MOST_POWER ? most - 1 : 0;
}

/** A value divided by a power of ten. */
export function double({ digits, scale }: ExactDecimal, power = 0): number {
  return Number(`${String(digits)}e${String(-scale - power)}`);
}

/** The lower edge of the bin in which a number lies. */
export function edgeBelow(number: ExactDecimal, width: ExactDecimal): ExactDecimal {
  const at = add(number, { digits: 0n, scale: width.scale });
  const by = add(width, { digits: 0n, scale: at.scale }).digits;
  const rest = at.digits % by;
  return { digits: at.digits - (rest < 0n ? rest + by : rest), scale: at.scale };
}

/** Texts of an axis's numbers: compact, and with a power of ten where they would be long. */
export function tickTexts(ticks: readonly number[], language: string, power: number): readonly string[] {
  const most = ticks.reduce((greatest, tick) => Math.max(greatest, Math.abs(tick)), 0);
  const isLong = most >= 1e15 || (most > 0 && most < 1e-5);
  const format = new Intl.NumberFormat(language, {
    notation: isLong ? 'scientific' : most >= 1e5 ? 'compact' : 'standard',
    maximumSignificantDigits: 12,
    numberingSystem: 'latn',
  });
  return ticks.map((tick) =>
    tick === 0 ? '0' : power === 0 ? format.format(tick) : `${format.format(tick)}E${power}`,
  );
}
