import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { until } from '../../tools/vscode/until.ts';

/** Asks again and again until the answer equals `expected`; a failure shows how the last answer differs. */
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
      // A page may go while it is asked.
      last = { error };
      return false;
    }
  };
  await until(isThere, what ?? 'the expected answer', timeoutMs).catch(() => undefined);
  if (last !== undefined && 'error' in last) throw last.error;
  assert.deepEqual(last?.answer, expected, what);
}
