/** Checks of what a webview sent (docs/security.md 3). Each throws TypeError. */

/** No text from a webview is longer. */
const TEXT_LIMIT = 1 << 24;

export function textOf(value: unknown): string {
  if (typeof value === 'string' && value.length <= TEXT_LIMIT) return value;
  throw new TypeError('A text was expected');
}

export function naturalOf(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new TypeError('A natural number was expected');
}

/** For calls without arguments; whatever came is dropped. */
export function nothing(): [] {
  return [];
}
