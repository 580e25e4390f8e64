type Pending = false | undefined;

/**
 * Polls until the condition returns something other than false or undefined, and returns that. Throws an error with
 * `what` in words.
 */
export async function until<T>(
  condition: () => T | Pending | Promise<T | Pending>,
  what: string,
  timeoutMs = 20_000,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end) throw new Error(`Waited ${String(timeoutMs / 1000)} s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
