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
  if (typeof parts[0] !== 'string') return null;
  if (typeof parts[1] !== 'string') return shortDecimal(parts[0]);
  return decimalText({ digits: BigInt(parts[0]) * HIGH_UNIT + BigInt(parts[1]), scale }, true);
}

/** The last part is the number of values. */
export function meanOf(parts: Texts, scale: number): string | null {
  const sum = parts.length === 2 ? parts[0] : sumOf(parts.slice(0, -1), scale);
  return typeof sum === 'string' ? meanText(sum, parts.at(-1) ?? '0') : null;
}

type Finish = (parts: Texts) => string | null;

const ofOne =
  (write: (text: string) => string): Finish =>
  (parts) =>
    typeof parts[0] === 'string' ? write(parts[0]) : null;
const ofTwo =
  (write: (lower: string, upper: string) => string): Finish =>
  ([lower, upper]) =>
    typeof lower === 'string' && typeof upper === 'string' ? write(lower, upper) : null;

export const middleOf = ofTwo(middleText);
export const middleFloat = ofTwo(middleDouble);
export const roundedFloat = ofOne(roundedDouble);
export const exactFloat = ofOne(plainDouble);
export const shortNumber = ofOne(shortDecimal);

/** The least number of a bin by its greatest one. `width` counts units of the last decimal place. */
export function firstOfBin(text: string, width: bigint): string {
  const { digits, scale } = parseDecimal(text) ?? { digits: 0n, scale: 0 };
  return decimalText({ digits: digits + 1n - width, scale }, true);
}
