/** NaN and the infinities of numeric and float fields. Infinity is greatest but for NaN. */
const names: readonly (readonly [RegExp, string, string])[] = [
  [/^-inf(inity)?$/i, '-Infinity', '/'],
  [/^\+?inf(inity)?$/i, 'Infinity', '3'],
  [/^nan$/i, 'NaN', '4'],
];

/** PostgreSQL's spelling; undefined for what may be a number. */
export function notANumber(text: string): string | undefined {
  return names.find(([pattern]) => pattern.test(text.trim()))?.[1];
}

/** Fits between and around the keys of decimalKey. */
export function keyOfNotANumber(stored: string): string | undefined {
  return names.find(([, name]) => stored === name)?.[2];
}
