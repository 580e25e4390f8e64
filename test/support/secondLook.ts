/**
 * A machine that is busy with something else makes a step in a real VS Code fail now and then. Its suites with a failure
 * run once more, each in a new VS Code; what then passes is named, so that nobody takes it for steady.
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
  return { ...first, passed: first.planned, failed: 0, failures: [], unsteady: first.failures };
}
