/** A figure of the suite, which holds where its value is at least the limit. */
export interface KeptFigure {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  /** The first cases that miss it, for people. */
  readonly missed: readonly string[];
}

/** How many of all cases hold. `check` throws for one that doesn't. */
export function figureOf<T>(name: string, cases: readonly T[], check: (each: T) => void): KeptFigure {
  const missed: string[] = [];
  for (const each of cases)
    try {
      check(each);
    } catch (error) {
      missed.push(`${JSON.stringify(each)}\n${error instanceof Error ? error.message : String(error)}`);
    }
  return { name, value: cases.length - missed.length, limit: cases.length, missed: missed.slice(0, 3) };
}
