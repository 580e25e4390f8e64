// `npm run bench:earlier -- --against REVISION [--only service,duckdb,postgres,trino,open] [--pairs N] [--size 100k] [--questions TEXT]`:
// this version and an earlier one answer the same questions by turns, from files and from databases, and open the same
// files in VS Code. Each `NAME-against value limit ok|missed` is how many times as long this version takes, the median of
// the pairs. `--questions`: only those whose names contain the text.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../../scripts/steps/build.mjs';
import { root } from '../../../scripts/steps/progress.mjs';
import { PANEL, PaintClock } from '../../support/drivers/paintClock.ts';
import { startWorkbench } from '../../support/drivers/workbench.ts';
import { duckdbSide } from '../engines/duckdbSide.ts';
import { sample } from '../engines/overhead.ts';
import { postgresSide } from '../engines/postgresSide.ts';
import { QUESTIONS } from '../engines/questions.ts';
import { recordsFile as engineRecords } from '../engines/records.ts';
import { trinoSide } from '../engines/trinoSide.ts';
import { clicks, writeCsv } from '../open/clicks.mjs';
import { Embedded } from '../service/embedded.ts';
import { questions } from '../service/questions.ts';
import { recordsFile } from '../service/records.ts';
import { median } from '../service/rounds.ts';
import { checkOut, MOST_RATIO } from './earlierVersion.mjs';

const SIZES = { '100k': 100_000, '1M': 1_000_000 };
const { values: options } = parseArgs({
  options: {
    against: { type: 'string' },
    only: { type: 'string', default: 'service,duckdb,postgres,trino,open' },
    pairs: { type: 'string', default: '7' },
    size: { type: 'string', default: '100k' },
    questions: { type: 'string', default: '' },
  },
});
const count = SIZES[options.size];
if (options.against === undefined || count === undefined) {
  console.error('--against is a revision, --size 100k or 1M');
  process.exit(2);
}
const pairs = Number(options.pairs);

// The user postgres may have no access to the folders of the user who runs this.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-earlier-'));
fs.chmodSync(folder, 0o755);
const earlier = path.join(folder, 'earlier');
const ends = [() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];
try {
  ends.push(checkOut(options.against, earlier));
  buildIfStale();
  execFileSync(process.execPath, ['esbuild.js'], { cwd: earlier, stdio: 'ignore' });
  // Both are copies in folders of the same kind, because dist/ may be built anew while we measure.
  const programs = [root, earlier].map((place, at) => {
    const copy = path.join(folder, `dist-${at}`);
    fs.cpSync(path.join(place, 'dist'), copy, { recursive: true });
    return copy;
  });
  const benches = { service, duckdb: engine(duckdbSide), postgres: engine(postgresSide), trino, open };
  for (const name of options.only.split(',')) await benches[name](name, programs);
} finally {
  for (const end of ends.toReversed()) await end();
}

/** The API's questions to a file that each version has imported itself. */
async function service(name, programs) {
  const file = await recordsFile(madeFolder('questions'), count);
  const served = [];
  try {
    for (const program of programs) served.push(await Embedded.serve(program, file));
    const sides = await Promise.all(served.map((each) => each.contender()));
    for (const question of questions(count)) {
      const asks = sides.map((side) => side.ask(question));
      if (asks.every((ask) => ask !== undefined)) await compare(`${name}-${question.kind} ${question.name}`, asks);
    }
  } finally {
    for (const each of served) await each.stop();
  }
}

/** A folder for one bench's records, whose file is named like that of another. */
function madeFolder(name) {
  const made = path.join(folder, name);
  fs.mkdirSync(made, { recursive: true, mode: 0o755 });
  return made;
}

function engine(open) {
  return async (name, programs) =>
    askBoth(name, programs, await open(programs[0], await engineRecords(madeFolder('engines'), count), folder));
}

async function trino(name, programs) {
  await askBoth(name, programs, await trinoSide(programs[0], count));
}

/** The questions of `bench:engines`, each version's service in front of the same engine. */
async function askBoth(name, programs, side) {
  const before = await side.serve(programs[1]);
  try {
    const resources = [side.resource, before.resources[0]?.id ?? side.resource];
    for (const question of QUESTIONS)
      await compare(
        `${name}-${question.name}`,
        [side.served, before].map((served, at) => async () => {
          if (question.kind === 'dump') return served.dump(resources[at], question.dump);
          return served.search({ resource_id: resources[at], ...question.search });
        }),
      );
  } finally {
    await before.stop();
    await side.stop();
  }
}

/** A click with no panel open and one after it, in a window of each version. */
async function open(name) {
  const files = ['one.csv', 'two.csv'].map((file) => writeCsv(path.join(folder, file)));
  const place = { names: ['one.csv', 'two.csv'] };
  const rounds = [[], []];
  // Two windows of one version differ by 5 %, so that each version has the first one once.
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const windows = [];
    try {
      for (const who of order) windows[who] = await openWindow([root, earlier][who], `extensions-${who}`, files);
      for (const window of windows) await clicks(window, place);
      await byTurns(async (who) => rounds[who].push(await clicks(windows[who], place)));
    } finally {
      for (const window of windows) await window?.stop();
    }
  }
  for (const which of ['first', 'second'])
    judge(
      `${name}-${which}`,
      rounds.map((each) => each.map((round) => round[which].whole)),
    );
}

async function openWindow(place, extensions, files) {
  const { installFromSource } = await import(path.join(place, 'scripts', 'steps', 'installFromSource.mjs'));
  const extensionsDir = path.join(folder, extensions);
  await installFromSource(extensionsDir);
  const workbench = await startWorkbench({ extensionsDir, settings: { 'datastoreExplorer.local.files': files } });
  const clock = await PaintClock.in(workbench.page, PANEL);
  await workbench.vsc.showSidebar('Datastore');
  return { ...workbench, clock, isSummarized: false };
}

async function compare(name, asks) {
  if (!name.includes(options.questions)) return;
  for (const ask of asks) await ask();
  const times = [[], []];
  await byTurns(async (who) => times[who].push(await sample(asks[who])));
  judge(name, times);
}

/** Each pair begins with the other version, so that neither always meets a warm cache. */
async function byTurns(take) {
  for (let pair = 0; pair < pairs; pair += 1) for (const who of pair % 2 === 0 ? [0, 1] : [1, 0]) await take(who);
}

function judge(name, [ours, before]) {
  const ratio = median(ours.map((ms, pair) => ms / before[pair]));
  if (ratio > MOST_RATIO) process.exitCode = 1;
  const label = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');
  const verdict = ratio > MOST_RATIO ? 'missed' : 'ok';
  console.log(`${label}-against ${ratio.toFixed(2)} ${MOST_RATIO} ${verdict} (${median(ours).toFixed(1)} ms)`);
}
