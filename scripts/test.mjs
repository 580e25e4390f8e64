// `npm test [-- STEP …]`: runs the short steps, or the named ones with those they depend on. `npm run test:all` runs
// every step; its option `--rest` leaves out the short ones, which must have run before. The last line counts tests.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root, seconds } from './steps/progress.mjs';
import { runStep } from './steps/runStep.mjs';
import { steps } from './steps/steps.mjs';

const groups = { check: ['types', 'lint', 'format', 'unused'] };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, rest: { type: 'boolean', default: false } },
});
const names = positionals.flatMap((name) => groups[name] ?? [name]);
const unknown = names.find((name) => !Object.hasOwn(steps, name));
if (unknown !== undefined) {
  console.error(`No step "${unknown}". Steps: ${[...Object.keys(groups), ...Object.keys(steps)].join(', ')}`);
  process.exit(2);
}
const wanted = new Set(names.flatMap((name) => [...(steps[name].after ?? []), name]));
const { all, rest } = options;
const isWanted = (name) => {
  if (names.length > 0) return wanted.has(name);
  return rest ? !steps[name].isShort : all || steps[name].isShort;
};
const results = path.join(root, 'build', 'results');
if (!rest) fs.rmSync(results, { recursive: true, force: true });
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
  // A step that fails for another reason than a test counts as one failure.
  failed += ok ? 0 : Math.max(result?.failed ?? 0, 1);
}
const chosen = Object.keys(steps).filter(isWanted);
const inFront = chosen.filter((name) => !steps[name].isAlone && !steps[name].isBeside);
for (const name of chosen.filter((each) => steps[each].isAlone)) await run(name);
/** Promises of the steps beside others, by name. */
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
