/**
 * Quotients, and `stddev`, `variance` and their kin, of whole and decimal numbers, with the digits that PostgreSQL's `numeric`
 * gives them; DuckDB has doubles.
 */
import { DuckDBDecimalValue, type DuckDBValue } from '@duckdb/node-api';
import { decimalText, type ExactDecimal } from '../../../../base/exactDecimal.ts';

const MIN_DIGITS = 16;
const MAX_SCALE = 1000;
/** PostgreSQL counts in groups of so many digits. */
const GROUP = 4;

/** As text; null where there is none, or nothing to divide by. */
export function quotient(dividend: DuckDBValue, divisor: DuckDBValue): string | null {
  const [one, other] = [decimalOf(dividend), decimalOf(divisor)];
  if (one === undefined || other === undefined || other.digits === 0n) return null;
  return decimalText(divided(one, other));
}

/** `other` is not 0. */
function divided(one: ExactDecimal, other: ExactDecimal): ExactDecimal {
  const scale = resultScale(one, other);
  // one / other = (digits / digits) · 10^(other.scale - one.scale)
  const shift = scale + other.scale - one.scale;
  const above = one.digits * 10n ** BigInt(Math.max(shift, 0));
  const below = other.digits * 10n ** BigInt(Math.max(-shift, 0));
  return { digits: rounded(above, below), scale };
}

function decimalOf(value: DuckDBValue): ExactDecimal | undefined {
  if (typeof value === 'bigint') return { digits: value, scale: 0 };
  if (typeof value === 'number') return Number.isInteger(value) ? { digits: BigInt(value), scale: 0 } : undefined;
  return value instanceof DuckDBDecimalValue ? { digits: value.value, scale: value.scale } : undefined;
}

/** `select_div_scale` of PostgreSQL's numeric.c. */
function resultScale(one: ExactDecimal, other: ExactDecimal): number {
  const [first, second] = [leadingGroup(one), leadingGroup(other)];
  const weight = first.weight - second.weight - (first.group <= second.group ? 1 : 0);
  const scale = Math.max(MIN_DIGITS - weight * GROUP, one.scale, other.scale, 0);
  return Math.min(scale, MAX_SCALE);
}

/** The first group that is not 0, and its place: 0 for the one in front of the point. */
function leadingGroup({ digits, scale }: ExactDecimal): { readonly group: number; readonly weight: number } {
  if (digits === 0n) return { group: 0, weight: 0 };
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const padded = whole.padStart(Math.ceil(whole.length / GROUP) * GROUP, '0');
  const fraction = text.slice(text.length - scale).padEnd(Math.ceil(scale / GROUP) * GROUP, '0');
  const groups = (padded + fraction).match(/.{4}/g) ?? [];
  const at = groups.findIndex((group) => Number(group) !== 0);
  return { group: Number(groups[at] ?? 0), weight: padded.length / GROUP - 1 - at };
}

/** Halves go away from zero. */
function rounded(above: bigint, below: bigint): bigint {
  const isNegative = above < 0n !== below < 0n;
  const [dividend, divisor] = [above < 0n ? -above : above, below < 0n ? -below : below];
  const result = (2n * dividend + divisor) / (2n * divisor);
  return isNegative ? -result : result;
}

export interface Spread {
  /** Of a sample: of one number there is none. */
  readonly isSample: boolean;
  readonly isRoot: boolean;
}

const SPREADS: ReadonlyMap<string, Spread> = new Map([
  ['stddev', { isSample: true, isRoot: true }],
  ['stddev_samp', { isSample: true, isRoot: true }],
  ['stddev_pop', { isSample: false, isRoot: true }],
  ['variance', { isSample: true, isRoot: false }],
  ['var_samp', { isSample: true, isRoot: false }],
  ['var_pop', { isSample: false, isRoot: false }],
]);

export function spreadOf(name: string): Spread | undefined {
  return SPREADS.get(name);
}

/** As text, out of the sum of the squares, the sum and the count. */
export function spreadText({ isSample, isRoot }: Spread, [squares, sum, count]: readonly DuckDBValue[]): string | null {
  const [total, whole, many] = [squares, sum, count].map((value) => decimalOf(value ?? null));
  if (total === undefined || whole === undefined || many === undefined) return null;
  const n = many.digits;
  if (n === 0n || (isSample && n === 1n)) return null;
  const { scale } = total;
  const digits = n * total.digits - whole.digits ** 2n * 10n ** BigInt(scale - 2 * whole.scale);
  if (digits <= 0n) return '0';
  const variance = divided({ digits, scale }, { digits: n * (isSample ? n - 1n : n), scale: 0 });
  return decimalText(isRoot ? root(variance) : variance);
}

/** To as many digits as the number has, halves up. */
function root({ digits, scale }: ExactDecimal): ExactDecimal {
  const doubled = floorRoot(4n * digits * 10n ** BigInt(scale));
  return { digits: (doubled + 1n) / 2n, scale };
}

/** By Newton, from above. */
function floorRoot(square: bigint): bigint {
  let guess = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (guess + square / guess) / 2n;
    if (next >= guess) return guess;
    guess = next;
  }
}
