/**
 * A machine that is busy with something else makes a step fail now and then that waits for a real VS Code, or counts
 * milliseconds and memory. Its suites with a failure run once more; what then passes is named, so that nobody takes it for
 * steady.
 */
import { complaintAbout, type TestResult } from './testResult.ts';

/** More failures than these are no accident. */
const MOST_FAILURES = 3;

/** Titles of the outermost suites that are to run once more; empty when that could not make the result a good one. */
export function suitesToRepeat(result: TestResult | undefined): readonly string[] {
  if (result === undefined) return [];
  const { failures, skipped, suites = [] } = result;
  const titles = [...new Set(failures.map(({ suite = '' }) => suite))];
  const others = suites.filter(({ title }) => !titles.includes(title));
  const isRare = failures.length > 0 && failures.length <= MOST_FAILURES && skipped === 0;
  return isRare && others.every(({ planned, passed }) => planned === passed) ? titles : [];
}

/** Mocha's argument for nothing but these suites. */
export function grepOf(titles: readonly string[]): string {
  const escaped = titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return `^(?:${escaped.join('|')})(?: |$)`;
}

/** The first result when the second run of these suites leaves doubt, else one with all of its tests passed. */
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

/** Lines that begin with the name of a figure. */
function newest(before: readonly string[], after: readonly string[]): readonly string[] {
  const nameOf = (line: string) => line.split(' ')[0];
  return before.map((line) => after.find((other) => nameOf(other) === nameOf(line)) ?? line);
}
