/** Returns what was said. Throws if it isn't what it must be. */
export function mustSay(pattern: RegExp, said: string): string {
  if (!pattern.test(said)) throw new Error(`said instead of ${String(pattern)}: ${said}`);
  return said;
}
