/** `stddev`, `variance` and their kin of whole and decimal numbers, with the digits of PostgreSQL's; DuckDB has doubles. */
import type { DuckDBValue } from '@duckdb/node-api';
import { decimalOf, decimalText, divided, type Decimal } from './quotients.ts';

export interface Spread {
  /** Of a sample: of one number there is none. */
  readonly isSample: boolean;
  readonly isRoot: boolean;
}

const NAMES: ReadonlyMap<string, Spread> = new Map([
  ['stddev', { isSample: true, isRoot: true }],
  ['stddev_samp', { isSample: true, isRoot: true }],
  ['stddev_pop', { isSample: false, isRoot: true }],
  ['variance', { isSample: true, isRoot: false }],
  ['var_samp', { isSample: true, isRoot: false }],
  ['var_pop', { isSample: false, isRoot: false }],
]);

export function spreadOf(name: string): Spread | undefined {
  return NAMES.get(name);
}

/** As text, out of the sum of the squares, the sum and the count. */
export function spreadText(
  { isSample, isRoot }: Spread,
  [squares, sum, count]: readonly DuckDBValue[],
): string | null {
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
function root({ digits, scale }: Decimal): Decimal {
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
