// The steps of `npm run test:all`. Those with `isShort` are those of `npm test`, and `npm run test:steady` repeats some.
import path from 'node:path';

const node = process.execPath;
const tool = (file) => [node, path.join('node_modules', file)];
const mocha = (folder) => [
  ...tool('mocha/bin/mocha.js'),
  ...['--config', `test/${folder}/.mocharc.json`, '--reporter', './test/support/results/resultReporter.ts'],
];

/**
 * `command` must end with 0, and with `tests` its result file must be complete. `after` names the steps it depends on.
 * `isShort` makes it a step of `npm test`, which proves the main job within 12 minutes on two idle cores, with what the
 * first run installs. `isBeside` puts it in a queue of its own, which uses what the others leave of the machine.
 * `isAlone` runs it before all others, with nothing beside it.
 */
export const steps = {
  limits: { command: mocha('faults/limits'), tests: true, isAlone: true },
  vscode: { command: [node, 'scripts/setup/vscode.cjs'], isShort: true, isBeside: true },
  types: { command: [...tool('typescript/bin/tsc'), '-b'], isShort: true, isBeside: true },
  lint: { command: [...tool('eslint/bin/eslint.js'), '--max-warnings', '0', '.'], isShort: true, isBeside: true },
  format: {
    command: [...tool('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
    isShort: true,
    isBeside: true,
  },
  unused: { command: tool('knip/bin/knip.js'), isShort: true, isBeside: true },
  faults: { command: mocha('faults'), tests: true, isBeside: true },
  // The lowest priority lets this step last as long as those in front of it.
  service: { command: mocha('service'), tests: true, isBeside: true, limitMinutes: 60 },
  fuzz: { command: mocha('fuzz'), tests: true, isBeside: true },
  kept: { command: [node, 'test/kept/run.mjs'], isBeside: true },
  build: { command: [node, 'esbuild.js', '--tests'], isShort: true },
  unit: { command: mocha('unit'), tests: true, isShort: true },
  // The tests use the built pages.
  security: { command: mocha('security'), tests: true, after: ['build'] },
  conformance: { command: [node, 'test/service/conformance/run.mjs', '--no-build'], tests: true, after: ['build'] },
  ckanapi: { command: [node, 'test/service/ckanapi/run.mjs'], tests: true, after: ['build'] },
  integration: { command: [node, 'test/integration/run.mjs'], tests: true, after: ['vscode', 'build'] },
  restricted: {
    command: [node, 'test/integration/run.mjs', 'restricted'],
    tests: true,
    isShort: true,
    after: ['vscode', 'build'],
  },
  package: { command: [node, 'scripts/package.mjs'], isShort: true },
  journeys: {
    command: [node, 'test/ui/run.mjs', 'journeys'],
    tests: true,
    isShort: true,
    after: ['vscode', 'package'],
  },
  ui: { command: [node, 'test/ui/run.mjs', 'others'], tests: true, after: ['vscode', 'package'] },
  // One other platform is enough, because each is a download of 13 to 37 MB.
  packages: { command: [node, 'scripts/package.mjs', '--target', 'win32-x64', '--universal'] },
  vsix: { command: mocha('package'), tests: true, after: ['vscode', 'package', 'packages'] },
};
