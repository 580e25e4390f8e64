import fs from 'node:fs';

/** The proof that a run leaves behind. ResultReporter writes it as the run's last act. */
export interface TestResult {
  /** Number of tests that should run. */
  readonly planned: number;
  readonly passed: number;
  /** Number of failed tests and hooks. */
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly TestFailure[];
  /** Lines made by figures.ts, one for each figure. */
  readonly figures?: readonly string[];
}

export interface TestFailure {
  readonly title: string;
  readonly error: string;
}

/** Undefined if there is no result, or only half of one. */
export function loadResult(file: string): TestResult | undefined {
  if (!fs.existsSync(file)) return undefined;
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as TestResult;
  } catch {
    return undefined;
  }
}

/** Why a result doesn't prove that every test ran and passed. Undefined if it does. */
export function complaintAbout(result: TestResult | undefined): string | undefined {
  if (!result) return 'the run did not reach its end: there is no result file';
  const { planned, passed, failed, skipped } = result;
  if (failed > 0) return `${String(failed)} failed`;
  if (skipped > 0) return `${String(skipped)} skipped`;
  if (passed !== planned) return `${String(planned)} tests were planned, ${String(passed)} ran`;
  if (passed === 0) return 'no test ran';
  return undefined;
}
