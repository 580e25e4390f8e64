/** Whether a double is the number that a record has. */
import { compare, type ExactDecimal, parseDecimal } from '../../base/exactDecimal.ts';

/** Of PostgreSQL's types those whose values are binary floating point: the digits that are sent are the shortest that name one. */
export function isFloatType(type: string): boolean {
  return /^(float\d*|real|double.*)$/.test(type.toLowerCase());
}

/** The double whose own shortest digits are this number's; `undefined` where it has none. */
export function namedDouble(text: string, value = parseDecimal(text)): number | undefined {
  const double = Number(text);
  if (value === undefined || !Number.isFinite(double)) return undefined;
  const shortest = parseDecimal(String(double));
  return shortest !== undefined && compare(shortest, value) === 0 ? double : undefined;
}

/** The same, but a whole number is one only where the double is nothing but this number (not 1e23). */
export function exactDouble(
  text: string,
  value: ExactDecimal | undefined = parseDecimal(text),
): number | undefined {
  const double = namedDouble(text, value);
  if (double === undefined || value === undefined || !Number.isInteger(double)) return double;
  return BigInt(double) * 10n ** BigInt(value.scale) === value.digits ? double : undefined;
}
