/** The numbers of a summary, made and rounded in one way for all engines and portals: exact ones half away from zero. */
import {
  add,
  decimalText,
  type ExactDecimal,
  parseDecimal,
  powerOfTen,
  roundedQuotient,
  zerosAtEnd,
} from './exactDecimal.ts';

const MEAN_DIGITS = 16;
const DOUBLE_DIGITS = 15;

/** The quotient of an exact sum and the number of its values with 16 significant digits, without zeros at the end. */
export function meanText(sum: string, count: string | bigint | number): string {
  const { digits, scale } = exact(sum);
  const values = BigInt(count);
  if (values <= 0n) throw new RangeError('A mean needs values.');
  const by = values * powerOfTen(scale);
  const size = digits < 0n ? -digits : digits;
  // The power of ten of the first digit: it may be one less than the lengths say.
  const power = String(size).length - String(values).length - scale;
  const isLess = power >= 0 ? size < by * powerOfTen(power) : size * powerOfTen(-power) < by;
  const places = MEAN_DIGITS - 1 - (isLess ? power - 1 : power);
  if (places >= 0)
    return decimalText({ digits: roundedQuotient(digits * powerOfTen(places), by), scale: places }, true);
  const unit = powerOfTen(-places);
  return String(roundedQuotient(digits, by * unit) * unit);
}

/** What percentage a part is of the whole, with exactly two places. */
export function shareText(part: string | bigint | number, whole: string | bigint | number): string {
  return decimalText({ digits: roundedQuotient(BigInt(part) * 10_000n, BigInt(whole)), scale: 2 });
}

/** The middle of two exact numbers, without zeros at the end. */
export function middleText(lower: string, upper: string): string {
  const { digits, scale } = add(exact(lower), exact(upper));
  return decimalText({ digits: digits * 5n, scale: scale + 1 }, true);
}

/** A number without an exponent, and without zeros at the end of its decimal places. */
export function shortDecimal(text: string): string {
  if (!text.includes('.')) return text;
  const shown = text.slice(0, text.length - zerosAtEnd(text));
  return shown.endsWith('.') ? shown.slice(0, -1) : shown;
}

/** A double with 15 significant digits. */
export function roundedDouble(text: string): string {
  return doubleText(Number(Number(text).toPrecision(DOUBLE_DIGITS)));
}

/** The middle of two doubles. Only one between two values is rounded. */
export function middleDouble(lower: string, upper: string): string {
  return lower === upper ? plainDouble(lower) : roundedDouble(String(Number(lower) / 2 + Number(upper) / 2));
}

export function plainDouble(text: string): string {
  return doubleText(Number(text));
}

function doubleText(number: number): string {
  return Object.is(number, -0) ? '0' : String(number);
}

/** A bin's lower edge. `place` counts bins from 0 on; of floats it may be NaN or an infinity. */
export function binEdge(place: string, width: string): string {
  if (/^\D*[ni]/i.test(place)) return /nan/i.test(place) ? 'NaN' : place.startsWith('-') ? '-Infinity' : 'Infinity';
  const isWhole = /^-?\d+$/.test(place);
  // A server may send anything.
  if (!isWhole && !Number.isFinite(Number(place))) return place;
  const { digits, scale } = parseDecimal(width) ?? { digits: 1n, scale: 0 };
  const count = BigInt(isWhole ? place : Math.trunc(Number(place)));
  return decimalText({ digits: count * digits, scale }, true);
}

function exact(text: string): ExactDecimal {
  const number = parseDecimal(text);
  if (number === undefined) throw new RangeError('An exact number has up to 2000 digits.');
  return number;
}
