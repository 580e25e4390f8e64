import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { until } from '../../../tools/vscode/until.ts';

/** Repeats until the value equals `expected`. A failure shows how the last value differs. */
export async function eventually<T>(
  actual: () => T | Promise<T>,
  expected: T,
  what?: string,
  timeoutMs = 20_000,
): Promise<void> {
  let last: { readonly answer: T } | { readonly error: unknown } | undefined;
  const isThere = async (): Promise<boolean> => {
    try {
      last = { answer: await actual() };
      return isDeepStrictEqual(last.answer, expected);
    } catch (error) {
      // A page may disappear during the query.
      last = { error };
      return false;
    }
  };
  await until(isThere, what ?? 'the expected answer', timeoutMs).catch(() => undefined);
  if (last !== undefined && 'error' in last) throw last.error;
  assert.deepEqual(last?.answer, expected, what);
}
