import assert from 'node:assert/strict';
import { startWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

/**
 * One VS Code for the tests of the surrounding `describe`. A test that fails leaves a screenshot in build/shots/. A
 * test also fails if VS Code logs an error that names our extension, or if anything contacts another host. Options may
 * be a function, because servers of a test file get their port only later.
 */
export function useWorkbench(options: WorkbenchOptions | (() => WorkbenchOptions) = {}): () => Workbench {
  let workbench: Workbench | undefined;
  const running = (): Workbench => {
    assert.ok(workbench, 'VS Code runs only while tests do');
    return workbench;
  };

  before('VS Code starts', async function () {
    this.timeout(120_000);
    workbench = await startWorkbench(typeof options === 'function' ? options() : options);
  });

  afterEach('nothing complains', async function () {
    const test = this.currentTest;
    if (test?.state === 'failed') console.log(`      screenshot: ${await running().screenshot(test.fullTitle())}`);
    const complaints = running().complaints.take();
    // The text stands in one line, because CI prints the first line of a failure alone.
    assert.ok(complaints.length === 0, JSON.stringify(complaints));
  });

  after('VS Code ends', async function () {
    this.timeout(30_000);
    await workbench?.stop();
  });

  return running;
}
