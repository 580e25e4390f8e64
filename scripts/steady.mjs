// `npm run test:steady [-- --only STEP … --rounds N --anew]`: runs the steps that wait for other processes several
// times while two CPU-bound processes run beside them. Tests tagged @timed count milliseconds and are left out. The
// last line counts the tests of all rounds. A run that was stopped continues, as long as the sources are the same.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sourceHash } from './steps/build.mjs';
import { root } from './steps/progress.mjs';
import { runStep } from './steps/runStep.mjs';
import { steps } from './steps/steps.mjs';

const repeated = ['journeys', 'ui', 'integration', 'restricted', 'service'];
const busyProcesses = 2;
/** Longest duration of a step, which takes two to three times as long as on an idle machine. */
const limitMinutes = 120;
const folder = path.join(root, 'build', 'steady');
const stateFile = path.join(folder, 'state.json');

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: repeated },
    rounds: { type: 'string', default: '3' },
    anew: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const unknown = options.only.find((name) => !repeated.includes(name));
if (unknown !== undefined || !Number.isInteger(rounds) || rounds < 1) {
  console.error(`use: npm run test:steady -- [--only ${repeated.join('|')} …] [--rounds N] [--anew]`);
  process.exit(2);
}

const sources = sourceHash('test', 'scripts', 'tools');
const state = loadState();
const wanted = repeated.filter((name) => options.only.includes(name));
const isWanted = ({ name, round }) => wanted.includes(name) && round <= rounds;
const hasEnded = (name, round) => state.ended.some((each) => each.name === name && each.round === round);
const missing = Array.from({ length: rounds }, (_, index) => index + 1)
  .flatMap((round) => wanted.map((name) => ({ name, round })))
  .filter(({ name, round }) => !hasEnded(name, round));
if (missing.length === 0) console.log('All of these rounds have ended before. --anew runs them again.');
await prepare(new Set(missing.flatMap(({ name }) => steps[name].after ?? [])));
for (const { name, round } of missing) await run(name, round);

const ended = state.ended.filter(isWanted);
const failures = ended.flatMap(({ name, round, failures }) =>
  failures.map((line) => `  ✖ ${name}, round ${round}: ${line}`),
);
const sum = (key) => ended.reduce((total, each) => total + each[key], 0);
if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') > 0 ? 1 : 0);

/** The rounds completed with these sources: `{ sources, ended: { name, round, passed, failed, failures }[] }`. */
function loadState() {
  const stored = fs.existsSync(stateFile) ? JSON.parse(fs.readFileSync(stateFile, 'utf8')) : undefined;
  if (stored?.sources === sources && !options.anew) return stored;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  return { sources, ended: [] };
}

async function prepare(names) {
  for (const name of Object.keys(steps).filter((each) => names.has(each))) {
    const { ok } = await runStep(name, steps[name], path.join(folder, `${name}.json`));
    if (!ok) process.exit(1);
  }
}

async function run(name, round) {
  const resultFile = path.join(folder, `${name}-${round}.json`);
  fs.rmSync(resultFile, { force: true });
  const command = [...steps[name].command, '--grep', '@timed', '--invert'];
  const stopLoad = startLoad();
  const step = { ...steps[name], command, isBeside: false, limitMinutes };
  const { ok, result, failures } = await runStep(`${name}-${round}`, step, resultFile);
  stopLoad();
  // A step that fails for another reason than a test counts as one failure.
  const failed = ok ? 0 : Math.max(result?.failed ?? 0, 1);
  const reasons = failed > 0 && failures.length === 0 ? [`see ${resultFile.replace(/json$/, 'log')}`] : failures;
  state.ended.push({ name, round, passed: result?.passed ?? 0, failed, failures: reasons });
  fs.writeFileSync(`${stateFile}.new`, JSON.stringify(state, null, 2));
  fs.renameSync(`${stateFile}.new`, stateFile);
}

/** Starts the busy processes. They end when this process ends, for any reason. */
function startLoad() {
  const script = 'const parent = process.ppid; while (process.ppid === parent) for (let n = 0; n < 1e8; n++);';
  const children = Array.from({ length: busyProcesses }, () =>
    spawn(process.execPath, ['--eval', script], { stdio: 'ignore' }),
  );
  const stop = () => {
    process.off('exit', stop);
    for (const child of children) child.kill('SIGKILL');
  };
  process.on('exit', stop);
  return stop;
}
