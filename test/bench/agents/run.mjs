// npm run bench:agents [-- --ckan 2.11.6 [--folder FOLDER]] [-- --show]: 20 questions in English, answered by a program that
// plans its calls from the schemas of the tools: on files, on a CKAN in memory that has no SQL, and with `--ckan` on a real
// one with SQL and without. Beside it the same questions by CKAN's own actions. Then the time from spawn to `initialize`. Each line
// is `name value limit ok|missed`; a value behind a name with "least" must not be less.
// Needs `node esbuild.js`. `--show` prints what went wrong.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Portal } from '../../ckan/portal/portal.ts';
import { ckanVersion } from '../../ckan/portal/version.ts';
import { startAgent } from '../../support/drivers/agentClient.ts';
import { root } from '../../../scripts/steps/progress.mjs';
import { median } from '../service/rounds.ts';
import { answerPlainly } from './plainAgent.ts';
import { answerByTools } from './toolAgent.ts';
import { isRight, QUESTIONS, writeTown } from './town.ts';
import { fakeTown, loadTown, startWithoutSql } from './townPortals.ts';

const { values: options } = parseArgs({
  options: { ckan: { type: 'string' }, folder: { type: 'string' }, show: { type: 'boolean', default: false } },
});
const LEAST_RIGHT = 19;
const MOST_CALLS = 4;
const MOST_CHARACTERS = 24_000;
const MOST_START_MS = 300;
const STARTS = 20;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-agents-'));
const ends = [() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];
let isMissed = false;
try {
  const files = await writeTown(folder);
  await judgeTools('files', files);
  const fake = fakeTown();
  ends.push(() => fake.close());
  await judgePortal('fake-ckan-without-sql', await fake.listen());
  if (options.ckan !== undefined) await judgeRealCkan(ckanVersion(options.ckan));
  await judgeStarts(files);
} finally {
  for (const end of ends.toReversed()) await end();
}
process.exit(isMissed ? 1 : 0);

async function judgeRealCkan(version) {
  const home = path.resolve(options.folder ?? path.join(root, 'build', 'ckan'));
  const portal = new Portal(home, (line) => console.error(`ckan: ${line}`), version);
  ends.push(() => portal.stop());
  const admin = await portal.start();
  await loadTown({ ...admin, fill: portal.fill.bind(portal) });
  await judgePortal(`ckan-${version}-with-sql`, admin.baseUrl);
  const { baseUrl, close } = await startWithoutSql(admin.baseUrl);
  ends.push(close);
  await judgePortal(`ckan-${version}-without-sql`, baseUrl);
}

async function judgePortal(name, baseUrl) {
  await judgeTools(name, ['--portal', baseUrl]);
  const outcomes = [];
  for (const question of QUESTIONS) outcomes.push(rated(question, await answerPlainly(question.text, baseUrl)));
  const { right, calls, characters } = sumsOf(outcomes);
  console.log(`${name}-plainly: ${right} right, at most ${calls} calls and ${characters} characters`);
}

/** A server for each question, because a session may send only 60 requests a minute to portals. */
async function judgeTools(name, args) {
  const outcomes = [];
  let agent;
  for (const question of QUESTIONS) {
    if (agent === undefined || args[0] === '--portal') {
      await agent?.client.close();
      agent = await startAgent(args, folder);
    }
    const { tools } = await agent.client.listTools();
    outcomes.push(rated(question, await answerByTools(question.text, tools, agent.call)));
  }
  await agent?.client.close();
  const { right, calls, characters, shares } = sumsOf(outcomes);
  judge(`${name}-least-right`, right, LEAST_RIGHT, right >= LEAST_RIGHT);
  judge(`${name}-most-calls`, calls, MOST_CALLS);
  judge(`${name}-most-characters`, characters, MOST_CHARACTERS);
  if (shares > 0) console.log(`${name}: ${shares} of the answers cover a share of the records, and say which`);
}

/** An answer that says which share of the records it covers is right if it is right for these. */
function rated({ text, table, right }, outcome) {
  const { rows, share } = outcome;
  const covered = share === undefined ? table.rows : table.rows.slice(0, share.records);
  const isOk = (share === undefined || share.total === table.rows.length) && isRight(rows, right(covered));
  if (!isOk && options.show) console.log({ text, rows: rows.slice(0, 5), share, last: outcome.last.slice(0, 3000) });
  return { ...outcome, isOk };
}

function sumsOf(outcomes) {
  return {
    right: outcomes.filter(({ isOk }) => isOk).length,
    calls: Math.max(...outcomes.map(({ calls }) => calls)),
    characters: Math.max(...outcomes.map(({ characters }) => characters)),
    shares: outcomes.filter(({ share }) => share !== undefined).length,
  };
}

async function judgeStarts(files) {
  const [times, bare] = [[], []];
  // The first start is for caches.
  for (let start = 0; start <= STARTS; start += 1) {
    const began = performance.now();
    const { client } = await startAgent(files, folder);
    if (start > 0) times.push(performance.now() - began);
    await client.close();
    const beganBare = performance.now();
    spawnSync(process.execPath, ['--eval', '0']);
    bare.push(performance.now() - beganBare);
  }
  judge('spawn-to-initialize-ms', Math.round(median(times)), MOST_START_MS);
  console.log(`Node itself starts and ends in ${Math.round(median(bare))} ms`);
}

function judge(name, value, limit, isOk = value <= limit) {
  isMissed ||= !isOk;
  console.log(`${name} ${value} ${limit} ${isOk ? 'ok' : 'missed'}`);
}
