import fs from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import { figureLines } from './figures.ts';
import type { TestFailure, TestResult } from './testResult.ts';

/**
 * The `spec` reporter, which also prints the counted figures and writes TEST_RESULT_FILE as its last act. That file
 * proves a complete run: a killed extension host, or a `process.exit` in a test, also ends with exit code 0.
 */
export class ResultReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const failures: TestFailure[] = [];
    runner.on('fail', (test, error: unknown) => {
      failures.push({
        title: test.fullTitle(),
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    });
    runner.once('end', () => {
      const { passes, pending } = this.stats;
      // The total isn't known earlier, because `--grep` is applied after a reporter is made.
      const planned = runner.total;
      const figures = figureLines();
      for (const line of figures) Mocha.reporters.Base.consoleLog(line);
      write({ planned, passed: passes, failed: failures.length, skipped: pending, failures, figures });
    });
  }
}

function write(result: TestResult): void {
  const file = process.env['TEST_RESULT_FILE'];
  if (file === undefined) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(result, null, 2));
}

// Mocha's command line loads reporters by require(), which returns this export of an ES module.
export { ResultReporter as 'module.exports' };
