// `npm test [-- STEP …]`: every step, or those named with what they stand on. The last line counts tests.
import fs from 'node:fs';
import path from 'node:path';
import { root, seconds } from './steps/progress.mjs';
import { runStep } from './steps/runStep.mjs';

const node = process.execPath;
const tool = (file) => [node, path.join('node_modules', file)];
const mocha = (folder) => [
  ...tool('mocha/bin/mocha.js'),
  ...['--config', `test/${folder}/.mocharc.json`, '--reporter', './test/support/resultReporter.ts'],
];

/**
 * `command` must end with 0, and where there are `tests` its result file must be complete. `after`: steps it stands on;
 * `isBeside`: it waits in a line of its own, which takes what the others leave of the machine; `isAlone`: nothing is beside
 * it, so it comes before all others; `repeats`: see runStep.
 */
const steps = {
  limits: { command: mocha('faults/limits'), tests: true, repeats: true, isAlone: true },
  vscode: { command: [node, 'scripts/setup/vscode.cjs'], isBeside: true },
  types: { command: [...tool('typescript/bin/tsc'), '-b'], isBeside: true },
  lint: { command: [...tool('eslint/bin/eslint.js'), '--max-warnings', '0', '.'], isBeside: true },
  format: {
    command: [...tool('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
    isBeside: true,
  },
  unused: { command: tool('knip/bin/knip.js'), isBeside: true },
  faults: { command: mocha('faults'), tests: true, repeats: true, isBeside: true },
  service: { command: mocha('service'), tests: true, repeats: true, isBeside: true },
  build: { command: [node, 'esbuild.js', '--tests'] },
  unit: { command: mocha('unit'), tests: true },
  // Its pages are the built ones.
  security: { command: mocha('security'), tests: true, repeats: true, after: ['build'] },
  conformance: {
    command: [node, 'test/service/conformance/run.mjs', '--no-build'],
    tests: true,
    after: ['build'],
  },
  ckanapi: { command: [node, 'test/service/ckanapi/run.mjs'], tests: true, after: ['build'] },
  integration: {
    command: [node, 'test/integration/run.mjs'],
    tests: true,
    repeats: true,
    after: ['vscode', 'build'],
  },
  restricted: {
    command: [node, 'test/integration/run.mjs', 'restricted'],
    tests: true,
    after: ['vscode', 'build'],
  },
  package: { command: [node, 'scripts/package.mjs'] },
  ui: { command: [node, 'test/ui/run.mjs'], tests: true, repeats: true, after: ['vscode', 'package'] },
  // One of another platform stands for all of them: each is a download of 13 to 37 MB.
  packages: { command: [node, 'scripts/package.mjs', '--target', 'win32-x64', '--universal'] },
  vsix: { command: mocha('package'), tests: true, after: ['vscode', 'package', 'packages'] },
};
const groups = { check: ['types', 'lint', 'format', 'unused'] };

const names = process.argv.slice(2).flatMap((name) => groups[name] ?? [name]);
const unknown = names.find((name) => !Object.hasOwn(steps, name));
if (unknown !== undefined) {
  console.error(`No step "${unknown}". Steps: ${[...Object.keys(groups), ...Object.keys(steps)].join(', ')}`);
  process.exit(2);
}
const wanted = new Set(names.flatMap((name) => [...(steps[name].after ?? []), name]));
const results = path.join(root, 'build', 'results');
fs.rmSync(results, { recursive: true, force: true });
fs.mkdirSync(results, { recursive: true });

const started = performance.now();
let passed = 0;
let failed = 0;
const failures = [];
async function run(name, isBeside = false) {
  const outcome = await runStep(name, { ...steps[name], isBeside }, path.join(results, `${name}.json`));
  const { ok, result } = outcome;
  failures.push(...outcome.failures.map((line) => `  ✖ ${name}: ${line}`));
  passed += result?.passed ?? 0;
  // A step that is red for another reason than a failing test counts as one.
  failed += ok ? 0 : Math.max(result?.failed ?? 0, 1);
}
const chosen = Object.keys(steps).filter((name) => names.length === 0 || wanted.has(name));
const inFront = chosen.filter((name) => !steps[name].isAlone && !steps[name].isBeside);
for (const name of chosen.filter((each) => steps[each].isAlone)) await run(name);
/** When the steps beside others will have ended, by name. */
const besides = new Map();
let before = Promise.resolve();
for (const name of chosen.filter((each) => steps[each].isBeside))
  besides.set(name, (before = before.then(() => run(name, inFront.length > 0))));
for (const name of inFront) {
  await Promise.all((steps[name].after ?? []).map((each) => besides.get(each)));
  await run(name);
}
await before;
if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}`);
console.log(`${seconds(started)} s in all`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
