/** Finishes the values of a summary from what engines return: the same texts for all of them. */
import {
  meanText,
  middleDouble,
  middleText,
  plainDouble,
  roundedDouble,
  shortDecimal,
} from '../../base/summaryNumbers.ts';
import { decimalText, parseDecimal } from '../../base/exactDecimal.ts';

type Texts = readonly (string | null | undefined)[];

/** Sums of long numbers come in two parts, the first in units of so much. */
export const HIGH_UNIT = 10n ** 19n;

/** The exact sum as text. Of two parts, the digits count units of the last decimal place. */
export function sumOf(parts: Texts, scale: number): string | null {
  const [first, second] = parts;
  if (typeof first !== 'string') return null;
  if (typeof second !== 'string') return shortDecimal(first);
  return decimalText({ digits: BigInt(first) * HIGH_UNIT + BigInt(second), scale }, true);
}

/** The last part is the number of values. */
export function meanOf(parts: Texts, scale: number): string | null {
  const sum = parts.length === 2 ? parts[0] : sumOf(parts.slice(0, -1), scale);
  return typeof sum === 'string' ? meanText(sum, parts.at(-1) ?? '0') : null;
}

export function middleOf([lower, upper]: Texts): string | null {
  return typeof lower === 'string' && typeof upper === 'string' ? middleText(lower, upper) : null;
}

export function roundedFloat([text]: Texts): string | null {
  return typeof text === 'string' ? roundedDouble(text) : null;
}

export function middleFloat([lower, upper]: Texts): string | null {
  return typeof lower === 'string' && typeof upper === 'string' ? middleDouble(lower, upper) : null;
}

export function exactFloat([text]: Texts): string | null {
  return typeof text === 'string' ? plainDouble(text) : null;
}

export function shortNumber([text]: Texts): string | null {
  return typeof text === 'string' ? shortDecimal(text) : null;
}

/** The least number of a bin by its greatest one. `width` counts units of the last decimal place. */
export function firstOfBin(text: string, width: bigint): string {
  const { digits, scale } = parseDecimal(text) ?? { digits: 0n, scale: 0 };
  return decimalText({ digits: digits + 1n - width, scale }, true);
}
