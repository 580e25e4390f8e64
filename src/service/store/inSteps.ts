import { setImmediate as turnOfOthers } from 'node:timers/promises';

const STEP_MS = 5;

/** `map`, in steps of a few milliseconds: between them everybody else has a turn. */
export async function mapInSteps<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = [];
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (performance.now() - began < STEP_MS) continue;
    await turnOfOthers();
    began = performance.now();
  }
  return results;
}
