import fs from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { ResultReporter } from '../support/results/resultReporter.ts';

// Bundled to build/integration/index.js; the test files are found beside their sources.
const sources = path.join(__dirname, '../../test/integration');

/**
 * VS Code calls this inside the extension host. Each folder of tests is a way to launch VS Code (run.mjs), and
 * INTEGRATION_FOLDER names it. Of its tests those run that INTEGRATION_GREP matches, or the others where
 * INTEGRATION_INVERT isn't empty. Rejects when a test failed.
 */
export async function run(): Promise<void> {
  const mocha = new Mocha({
    ui: 'bdd',
    color: false,
    // Longer than `until` waits, whose words say what did not happen.
    timeout: 25_000,
    forbidOnly: true,
    forbidPending: true,
    reporter: ResultReporter,
    grep: process.env['INTEGRATION_GREP'] ?? '',
  });
  if (process.env['INTEGRATION_INVERT']) mocha.invert();
  // One string a line: the console of a browser workbench does not expand printf's %s.
  Mocha.reporters.Base.consoleLog = (...parts: unknown[]) => {
    console.log(format(...parts));
  };
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  for (const name of testNames()) {
    // esbuild turns this pattern into a table of all test files.
    await import(`./${name}.test.ts`);
  }
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${String(failures)} tests failed.`);
}

/** The tests of this launch, relative to here and without their ending. */
function testNames(): string[] {
  const folder = process.env['INTEGRATION_FOLDER'] ?? '.';
  return fs
    .readdirSync(path.join(sources, folder))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.posix.join(folder, path.basename(name, '.test.ts')));
}
