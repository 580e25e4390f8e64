import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { complaintAbout, loadResult, type TestResult } from '../../support/results/testResult.ts';

const result: TestResult = { planned: 2, passed: 2, failed: 0, skipped: 0, failures: [] };

describe('a result file proves that every test ran and passed', () => {
  const cases: readonly (readonly [string, TestResult | undefined, RegExp | undefined])[] = [
    ['all passed', result, undefined],
    ['there is no file', undefined, /did not reach its end/],
    ['one failed', { ...result, passed: 1, failed: 1 }, /1 failed/],
    ['a hook failed after all passed', { ...result, failed: 1 }, /1 failed/],
    ['one was skipped', { ...result, passed: 1, skipped: 1 }, /1 skipped/],
    ['one never ran', { ...result, passed: 1 }, /2 tests were planned, 1 ran/],
    ['no test was found', { ...result, planned: 0, passed: 0 }, /no test ran/],
  ];
  for (const [title, given, complaint] of cases)
    it(`${complaint ? 'not when' : 'when'} ${title}`, () => {
      const said = complaintAbout(given);
      if (complaint) assert.match(said ?? '', complaint);
      else assert.equal(said, undefined);
    });
});

describe('the result reporter', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'datastore-result-'));
  });
  afterEach(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** Runs Mocha on a test file with this text. Returns the exit code and the content of the result file. */
  function mocha(
    text: string,
    ...options: readonly string[]
  ): { status: number | null; result: TestResult | undefined } {
    const test = path.join(folder, 'sample.test.cjs');
    const resultFile = path.join(folder, 'result.json');
    fs.writeFileSync(test, text);
    const { status } = spawnSync(
      process.execPath,
      [
        'node_modules/mocha/bin/mocha.js',
        '--no-config',
        '--reporter',
        './test/support/results/resultReporter.ts',
        ...options,
        test,
      ],
      { cwd: projectRoot, env: { ...process.env, TEST_RESULT_FILE: resultFile } },
    );
    return { status, result: loadResult(resultFile) };
  }

  it('counts what passed, failed and was skipped, and keeps the errors', () => {
    const run = mocha(
      `it('good', () => {}); it('bad', () => { throw new Error('planted'); }); it.skip('later', () => {});`,
    );
    assert.equal(run.status, 1);
    const { planned, passed, failed, skipped, failures } = run.result ?? result;
    assert.deepEqual([planned, passed, failed, skipped], [3, 1, 1, 1]);
    assert.match(failures[0]?.error ?? '', /planted/);
  });

  it('leaves nothing when the process ends in mid-run, although the exit code is 0', () => {
    const run = mocha(`it('leaves', () => process.exit(0)); it('never runs', () => {});`);
    assert.equal(run.status, 0);
    assert.equal(run.result, undefined);
  });
});
