// The file that test/support/resultReporter.ts writes as the last act of a run: the only proof of a complete one.
import fs from 'node:fs';

/** Returns `{ planned, passed, failed, skipped, failures }`; throws when it is missing, partial, empty or has failures. */
export function readResult(file) {
  const result = loadResult(file);
  if (!result) throw new Error('the run did not reach its end: there is no result file');
  const { planned, passed, failed, skipped } = result;
  if (failed > 0) throw new Error(`${failed} tests failed`);
  if (skipped > 0) throw new Error(`${skipped} tests were skipped`);
  if (passed !== planned) throw new Error(`${planned} tests were planned, ${passed} ran`);
  if (passed === 0) throw new Error('no test ran');
  return result;
}

/** The same without judging; undefined when there is none, or half of one. */
export function loadResult(file) {
  if (!fs.existsSync(file)) return undefined;
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
