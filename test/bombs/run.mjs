// `npm run test:bombs [-- files sqlite …]`: sets bombs off in the built processes, one after the other, and prints a line
// for each: its name, the peak of its largest process in MiB, what that may be, and what was said. Words select kinds, or
// bombs whose names begin so. The run starts itself again with a limit of 6 GB for each process, so that a failure can't
// stop the machine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { BombSite } from './bombSite.ts';

const KINDS = ['files', 'archives', 'portals', 'sql', 'databases'];
const LIMIT_BYTES = 6 * 2 ** 30;
/** A process that is ended above its bound has taken more until that is seen. */
const ABOVE_BOUND_MB = 512;
const SIMPLE_QUESTION_MS = 2000;
const BOMB_MS = 150_000;
const root = path.join(import.meta.dirname, '../..');
const names = process.argv.slice(2);

if (process.env.BOMBS_LIMITED !== '1') {
  const env = { ...process.env, BOMBS_LIMITED: '1' };
  const built = spawnSync(process.execPath, [path.join(root, 'esbuild.js')], { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) process.exit(1);
  const self = [process.execPath, import.meta.filename, ...names];
  const hasLimit = spawnSync('prlimit', ['--version']).status === 0;
  if (!hasLimit) console.log('prlimit is missing: no limit for the processes.');
  const [command, ...args] = hasLimit ? ['prlimit', `--data=${LIMIT_BYTES}`, ...self] : self;
  const { status } = spawnSync(command, args, { env, stdio: 'inherit' });
  process.exit(status ?? 1);
}

/** The bombs of the kinds and names that were selected. */
async function selectedBombs() {
  const selected = [];
  for (const kind of KINDS.filter((name) => fs.existsSync(path.join(import.meta.dirname, `${name}.ts`)))) {
    const { BOMBS } = await import(`./${kind}.ts`);
    const isSelected = ({ name }) => names.length === 0 || names.some((word) => word === kind || name.startsWith(word));
    selected.push(...BOMBS.filter(isSelected));
  }
  return selected;
}

/** The line of a bomb, and whether it passed. */
async function setOff({ name, boundMb, run }) {
  const site = await BombSite.open();
  const started = performance.now();
  const timer = Promise.withResolvers();
  const timeout = setTimeout(() => timer.reject(new Error(`not over after ${BOMB_MS / 1000} s`)), BOMB_MS);
  const faults = [];
  let said = '';
  try {
    said = await Promise.race([run(site), timer.promise]);
    await Promise.race([site.over(), timer.promise]);
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  clearTimeout(timeout);
  const peakMb = Math.round(site.peakMb);
  const mostMb = boundMb + ABOVE_BOUND_MB;
  if (peakMb > mostMb) faults.push(`peak ${peakMb} MiB`);
  const slowestMs = Math.round(site.slowestMs);
  if (slowestMs > SIMPLE_QUESTION_MS) faults.push(`a simple question took ${slowestMs} ms`);
  await site.close();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const words = [...faults, said].filter((each) => each !== '').join('; ');
  const line = words.replace(/\s+/g, ' ').slice(0, 400);
  const isOk = faults.length === 0;
  const beside = slowestMs > 0 ? `, beside it ${slowestMs} ms` : '';
  console.log(`bomb-${name} ${peakMb} ${mostMb} ${isOk ? 'ok' : 'missed'} ${seconds} s${beside}: ${line}`);
  return isOk;
}

const started = performance.now();
let passed = 0;
let failed = 0;
for (const bomb of await selectedBombs()) {
  if (await setOff(bomb)) passed += 1;
  else failed += 1;
}
console.log(`${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
