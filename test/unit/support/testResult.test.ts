import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { afterSecondLook, grepOf, suitesToRepeat } from '../../support/results/secondLook.ts';
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

describe('a second look', () => {
  const failure = (suite: string) => ({ title: `${suite} works`, suite, error: 'planted' });
  const suites = [
    { title: 'A', planned: 3, passed: 2 },
    { title: 'B', planned: 4, passed: 4 },
  ];
  const first: TestResult = { planned: 7, passed: 6, failed: 1, skipped: 0, failures: [failure('A')], suites };
  const second: TestResult = { planned: 3, passed: 3, failed: 0, skipped: 0, failures: [] };

  const cases: readonly (readonly [string, TestResult | undefined, readonly string[]])[] = [
    ['one test failed', first, ['A']],
    ['nothing failed', result, []],
    ['there is no result', undefined, []],
    ['four tests failed', { ...first, failures: Array.from('AAAA', failure) }, []],
    ['one was skipped', { ...first, skipped: 1 }, []],
    ['tests of another suite never ran', { ...first, suites: [{ title: 'B', planned: 4, passed: 3 }] }, []],
  ];
  for (const [title, given, titles] of cases)
    it(`is ${titles.length > 0 ? 'taken' : 'not taken'} when ${title}`, () => {
      assert.deepEqual(suitesToRepeat(given), titles);
    });

  it('asks for nothing but these suites', () => {
    const pattern = new RegExp(grepOf(['Find (all)', 'B']));
    const titles = ['Find (all) works', 'B works', 'Bad works', 'not B works', 'Find Xall) works'];
    assert.deepEqual(
      titles.filter((title) => pattern.test(title)),
      ['Find (all) works', 'B works'],
    );
  });

  it('makes a good result, which names what failed first', () => {
    const joined = afterSecondLook(first, second, ['A']);
    assert.equal(complaintAbout(joined), undefined);
    assert.deepEqual([joined.passed, joined.unsteady], [7, [failure('A')]]);
  });

  it('takes the figures that were counted again', () => {
    const before = { ...first, figures: ['R8 1/2 runs', 'R9 2/2 ways'] };
    const joined = afterSecondLook(before, { ...second, figures: ['R8 2/2 runs'] }, ['A']);
    assert.deepEqual(joined.figures, ['R8 2/2 runs', 'R9 2/2 ways']);
  });

  for (const [title, again] of [
    ['fails again', { ...second, passed: 2, failed: 1 }],
    ['doesn’t end', undefined],
    ['has other tests', { ...second, planned: 2, passed: 2 }],
  ] as const)
    it(`leaves the first verdict where the second run ${title}`, () => {
      assert.equal(afterSecondLook(first, again, ['A']), first);
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

  it('counts suites of the same name together, so that a second look knows which ones were whole', () => {
    const run = mocha(
      `describe('A', () => { it('1', () => {}); }); describe('A', () => { it('2', () => {}); }); describe('B', () => { it('3', () => { throw new Error('planted'); }); });`,
    );
    assert.deepEqual(run.result?.suites, [
      { title: 'A', planned: 2, passed: 2 },
      { title: 'B', planned: 1, passed: 0 },
    ]);
    assert.deepEqual(suitesToRepeat(run.result), ['B']);
  });

  it('counts what passed, failed and was skipped, and keeps the errors', () => {
    const run = mocha(
      `it('good', () => {}); it('bad', () => { throw new Error('planted'); }); it.skip('later', () => {});`,
    );
    assert.equal(run.status, 1);
    const { planned, passed, failed, skipped, failures } = run.result ?? result;
    assert.deepEqual([planned, passed, failed, skipped], [3, 1, 1, 1]);
    assert.match(failures[0]?.error ?? '', /planted/);
  });

  it('counts each of the outermost suites', () => {
    const run = mocha(
      `describe('A', () => { it('is good', () => {}); describe('deep', () => it('is bad', () => { throw new Error('planted'); })); });
       describe('B', () => it('is good', () => {}));`,
    );
    assert.deepEqual(run.result?.suites, [
      { title: 'A', planned: 2, passed: 1 },
      { title: 'B', planned: 1, passed: 1 },
    ]);
    assert.equal(run.result.failures[0]?.suite, 'A');
  });

  it('of one suite alone counts that one: a second look that passes makes a good result', () => {
    const text = (body: string) =>
      `describe('A', () => it('1', () => {})); describe('B', () => it('2', () => { ${body} }));`;
    const first = mocha(text(`throw new Error('planted');`)).result ?? result;
    const second = mocha(text(''), '--grep', grepOf(suitesToRepeat(first))).result;
    assert.equal(second?.planned, 1);
    const joined = afterSecondLook(first, second, ['B']);
    assert.equal(complaintAbout(joined), undefined);
    assert.deepEqual([joined.passed, joined.unsteady?.length], [2, 1]);
  });

  it('leaves nothing when the process ends in mid-run, although the exit code is 0', () => {
    const run = mocha(`it('leaves', () => process.exit(0)); it('never runs', () => {});`);
    assert.equal(run.status, 0);
    assert.equal(run.result, undefined);
  });
});
