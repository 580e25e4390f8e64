/**
 * Repeats suites with a failure. On a machine that is busy otherwise, a step that waits for a real VS Code, or measures
 * milliseconds and memory, fails now and then. Tests that pass the second time are listed as unsteady.
 */
import { complaintAbout, type TestResult } from './testResult.ts';

/** Most failures that may be due to load. */
const MOST_FAILURES = 3;

/** Titles of the outermost suites to repeat. Empty if repeating couldn't make the result a good one. */
export function suitesToRepeat(result: TestResult | undefined): readonly string[] {
  if (result === undefined) return [];
  const { failures, skipped, suites = [] } = result;
  const titles = [...new Set(failures.map(({ suite = '' }) => suite))];
  const others = suites.filter(({ title }) => !titles.includes(title));
  const isRare = failures.length > 0 && failures.length <= MOST_FAILURES && skipped === 0;
  return isRare && others.every(({ planned, passed }) => planned === passed) ? titles : [];
}

/** Mocha's argument for only these suites. */
export function grepOf(titles: readonly string[]): string {
  const escaped = titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return `^(?:${escaped.join('|')})(?: |$)`;
}

/** The first result if the second run leaves doubt, or else one in which all tests have passed. */
export function afterSecondLook(
  first: TestResult,
  second: TestResult | undefined,
  titles: readonly string[],
): TestResult {
  const expected = (first.suites ?? [])
    .filter(({ title }) => titles.includes(title))
    .reduce((sum, { planned }) => sum + planned, 0);
  if (complaintAbout(second) !== undefined || second?.planned !== expected) return first;
  const figures = newest(first.figures ?? [], second.figures ?? []);
  return { ...first, passed: first.planned, failed: 0, failures: [], unsteady: first.failures, figures };
}

/** The newest lines, each of which begins with the name of its figure. */
function newest(before: readonly string[], after: readonly string[]): readonly string[] {
  const nameOf = (line: string) => line.split(' ')[0];
  return before.map((line) => after.find((other) => nameOf(other) === nameOf(line)) ?? line);
}
