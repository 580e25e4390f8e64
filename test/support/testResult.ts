import fs from 'node:fs';

/** What a run leaves as proof; ResultReporter writes it as the run's last act. */
export interface TestResult {
  /** Tests that were to run. */
  readonly planned: number;
  readonly passed: number;
  /** Failed tests and hooks. */
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly TestFailure[];
  /** The outermost ones. */
  readonly suites?: readonly SuiteResult[];
  /** What failed first and passed when its suite ran once more (secondLook.ts). */
  readonly unsteady?: readonly TestFailure[];
  /** Lines of figures.ts. */
  readonly figures?: readonly string[];
}

export interface TestFailure {
  readonly title: string;
  /** The outermost one. */
  readonly suite?: string;
  readonly error: string;
}

export interface SuiteResult {
  readonly title: string;
  readonly planned: number;
  readonly passed: number;
}

/** Undefined when there is none, or half of one. */
export function loadResult(file: string): TestResult | undefined {
  if (!fs.existsSync(file)) return undefined;
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as TestResult;
  } catch {
    return undefined;
  }
}

/** Why a result does not prove that every test ran and passed; undefined when it does. */
export function complaintAbout(result: TestResult | undefined): string | undefined {
  if (!result) return 'the run did not reach its end: there is no result file';
  const { planned, passed, failed, skipped } = result;
  if (failed > 0) return `${String(failed)} failed`;
  if (skipped > 0) return `${String(skipped)} skipped`;
  if (passed !== planned) return `${String(planned)} tests were planned, ${String(passed)} ran`;
  if (passed === 0) return 'no test ran';
  return undefined;
}
