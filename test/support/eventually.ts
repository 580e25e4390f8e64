import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { until } from './until.ts';

/** Asks again and again until the answer equals `expected`; a failure shows how the last answer differs. */
export async function eventually<T>(
  actual: () => T | Promise<T>,
  expected: T,
  what?: string,
  timeoutMs = 20_000,
): Promise<void> {
  let last: T | undefined;
  const isThere = async (): Promise<boolean> => {
    last = await actual();
    return isDeepStrictEqual(last, expected);
  };
  await until(isThere, what ?? 'the expected answer', timeoutMs).catch(() => undefined);
  assert.deepEqual(last, expected, what);
}
