import { compare, type ExactDecimal, parseDecimal } from '../../base/exactDecimal.ts';

/** Whether a PostgreSQL type is binary floating point. Its texts are the shortest that identify a double. */
export function isFloatType(type: string): boolean {
  return /^(float\d*|real|double.*)$/.test(type.toLowerCase());
}

/** The double whose shortest decimal text equals this number. Undefined if there is none. */
export function namedDouble(text: string, value = parseDecimal(text)): number | undefined {
  const double = Number(text);
  if (value === undefined || !Number.isFinite(double)) return undefined;
  const shortest = parseDecimal(String(double));
  return shortest !== undefined && compare(shortest, value) === 0 ? double : undefined;
}

/** Like `namedDouble`, but a whole number must equal the double exactly, which rules out 1e23. */
export function exactDouble(text: string, value: ExactDecimal | undefined = parseDecimal(text)): number | undefined {
  const double = namedDouble(text, value);
  if (double === undefined || value === undefined || !Number.isInteger(double)) return double;
  return BigInt(double) * 10n ** BigInt(value.scale) === value.digits ? double : undefined;
}
