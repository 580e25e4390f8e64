// `npm run bench:export [-- --rounds N] [--rows N] [--ckan FOLDER | --no-ckan] [--before CHECKOUT]`: `datastore-explorer export` beside curl that asks
// for the same pages of the embedded datastore, and, of a real CKAN, beside its own dump through curl and a script with ckanapi:
// on this machine, and as if it were far away.
// `--before`: another checkout, built, exports the embedded datastore's records in turn with this one.
// Everybody in turn, round by round; each export is a process of its own. docs/benchmarks.md tells more.
// The line `export-ckan-dump 1.01 0.95 ok` says that CKAN's dump takes 1.01 times our time, and must take 0.95 at least.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../../scripts/steps/build.mjs';
import { root } from '../../../scripts/steps/progress.mjs';
import { RecordingProxy } from '../../ckan/recordingProxy.ts';
import { pythonPackage } from '../../support/drivers/pythonPackage.ts';
import { CkanRival } from '../service/ckanRival.ts';
import { Embedded } from '../service/embedded.ts';
import { recordsFile } from '../service/records.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '1000000' },
    ckan: { type: 'string' },
    'no-ckan': { type: 'boolean', default: false },
    before: { type: 'string' },
  },
});
const CKAN_ROWS = 100_000;
const rounds = Number(options.rounds);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-export-'));
// The user postgres reads the records into CKAN, and may have no access to the folders of the user who runs this.
fs.chmodSync(work, 0o755);
const out = path.join(work, 'records.jsonl');

/** The bundle, while another may be built. */
function program() {
  buildIfStale();
  const copy = path.join(work, 'dist');
  fs.cpSync(path.join(root, 'dist'), copy, { recursive: true });
  return copy;
}

function timed(command, args, environment = {}) {
  const started = performance.now();
  const { status, stderr } = spawnSync(command, args, {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${command}: ${stderr.slice(-2000)}`);
  return { ms: performance.now() - started, stderr };
}

/** Arguments of Node.js for an export to `out`, which is taken away. */
function exporting(dist, baseUrl, resourceId) {
  fs.rmSync(out, { force: true });
  const options = ['--base-url', baseUrl, '--resource', resourceId, '--format', 'ndjson', '--out', out];
  return [path.join(dist, 'cli.js'), 'export', ...options];
}

/** @returns what it took, and what it says at its end */
function exported(dist, { baseUrl, token = '', resourceId }) {
  const watched = path.join(work, 'watched.json');
  const { ms, stderr } = timed(
    process.execPath,
    ['--import', path.join(import.meta.dirname, 'watch.mjs'), ...exporting(dist, baseUrl, resourceId)],
    { DATASTORE_TOKEN: token, WATCH_FILE: watched },
  );
  const said = JSON.parse(stderr.trim().split('\n').at(-1));
  return { ms, ...said, ...JSON.parse(fs.readFileSync(watched, 'utf8')) };
}

/** One curl that asks what an export asks, in the same order, on a connection that is kept. */
async function replay(dist, served) {
  const proxy = new RecordingProxy(served.baseUrl, true);
  const baseUrl = await proxy.start();
  // `timed` would block this process, which has to record the requests meanwhile.
  const child = spawn(process.execPath, exporting(dist, baseUrl, served.resourceId), {
    env: { ...process.env, DATASTORE_TOKEN: served.token ?? '' },
    stdio: 'ignore',
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  await proxy.stop();
  if (code !== 0) throw new Error(`the export to be replayed ended with ${code}`);
  const config = path.join(work, 'curl.conf');
  const asks = proxy.requests.map(({ path: where, body }, at) => {
    const data = path.join(work, `body-${at}.json`);
    fs.writeFileSync(data, body);
    return [
      `url = "${served.baseUrl}${where}"`,
      `data-binary = "@${data}"`,
      'header = "content-type: application/json"',
      'header = "accept-encoding: gzip, br"',
      ...(served.token === undefined ? [] : [`header = "authorization: ${served.token}"`]),
      `output = "/dev/null"`,
      'fail',
    ].join('\n');
  });
  fs.writeFileSync(config, asks.join('\nnext\n'), { mode: 0o600 });
  return () => timed('curl', ['--silent', '--show-error', '--config', config]);
}

const sorted = (numbers) => numbers.toSorted((one, other) => one - other);
const middle = (numbers) => sorted(numbers)[numbers.length >> 1];

/**
 * Rival's time divided by ours, of each round. `limits` holds the least ratio by rival, each with the name of its line.
 */
function report(what, { ours, times: rivals }, limits = {}) {
  const millions = ours[0].records / 1e6;
  console.log(
    `\n${what}: ${ours[0].records} records, ${(ours[0].bytes / 1e6).toFixed(0)} MB, ${ours[0].requests} requests`,
  );
  for (const [name, times] of Object.entries(rivals)) {
    const ratios = sorted(times.map((ms, round) => ms / ours[round].ms));
    console.log(
      `- ${name}: takes ${middle(ratios).toFixed(2)} times as long as ours (${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)}, ${ratios.length} rounds)`,
    );
    if (limits[name] === undefined) continue;
    const [line, least] = limits[name];
    console.log(
      `${line} ${middle(ratios).toFixed(2)} ${least.toFixed(2)} ${middle(ratios) >= least ? 'ok' : 'missed'}`,
    );
  }
  const most = (key) => Math.max(...ours.map((one) => one[key]));
  console.log(
    `- ours: ${(middle(ours.map(({ cpu }) => cpu)) / millions).toFixed(1)} s of CPU a million records, ` +
      `${most('megabytes').toFixed(0)} MB at its peak, longest stall ${most('stallMs').toFixed(0)} ms`,
  );
}

function measured(dist, served, rivals) {
  const ours = [];
  const times = Object.fromEntries(Object.keys(rivals).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const turns = [['ours'], ...Object.entries(rivals)];
    for (const [name, ask] of round % 2 === 0 ? turns : turns.toReversed())
      if (ask === undefined) ours.push(exported(dist, served));
      else times[name].push(ask().ms);
  }
  return { ours, times };
}

const REPLAY = 'curl of the same answers';
const DUMP = 'its dump through curl';
const SCRIPT = 'a script with ckanapi';
const NEAR = { [DUMP]: ['export-ckan-dump', 0.95], [SCRIPT]: ['export-ckan-ckanapi', 1.3] };
const FAR = { [REPLAY]: ['export-far-curl', 1.2], [DUMP]: ['export-far-dump', 0.9] };

async function besideCkan(dist, python, served) {
  const { baseUrl, resourceId } = served;
  const dump = `${baseUrl}/datastore/dump/${resourceId}?format=json`;
  const script = [path.join(import.meta.dirname, 'pages.py'), baseUrl, resourceId, path.join(work, 'pages.jsonl')];
  return measured(dist, served, {
    [REPLAY]: await replay(dist, served),
    [DUMP]: () => timed('curl', ['-sSf', '--output', path.join(work, 'dump.json'), dump]),
    [SCRIPT]: () => timed(python, script, { PYTHONUTF8: '1' }),
  });
}

/** A process of its own: rivals are waited for in this one. */
async function lineTo(baseUrl) {
  const file = path.join(import.meta.dirname, 'line.mjs');
  const child = spawn(process.execPath, [file, new URL(baseUrl).port], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { baseUrl: `http://127.0.0.1:${port.trim()}`, stop: () => child.kill() };
}

try {
  const dist = program();
  console.log(`load average ${os.loadavg()[0].toFixed(1)}, ${os.cpus().length} × ${os.cpus()[0]?.model.trim()}`);
  const embedded = await Embedded.serve(dist, await recordsFile(work, Number(options.rows)));
  try {
    const curl = await replay(dist, embedded.access);
    const before = options.before && path.resolve(options.before, 'dist');
    const taken = measured(dist, embedded.access, {
      [REPLAY]: curl,
      ...(before && { before: () => exported(before, embedded.access) }),
    });
    report('The embedded datastore', taken);
    if (before) {
      const ratio = middle(taken.times.before.map((ms, round) => taken.ours[round].ms / ms));
      console.log(`export-time ${ratio.toFixed(3)} 1.05 ${ratio <= 1.05 ? 'ok' : 'missed'}`);
    }
  } finally {
    await embedded.stop();
  }
  if (!options['no-ckan']) {
    const folder = path.resolve(options.ckan ?? path.join(root, 'build', 'ckan'));
    const python = path.join(pythonPackage('ckanapi==4.9', path.join(root, 'build', 'ckanapi')), 'python');
    const file = await recordsFile(work, CKAN_ROWS);
    const ckan = await CkanRival.start(folder, options.ckan !== undefined, file);
    try {
      report(`CKAN ${CkanRival.version}`, await besideCkan(dist, python, ckan.access), NEAR);
      const line = await lineTo(ckan.access.baseUrl);
      try {
        const far = { ...ckan.access, baseUrl: line.baseUrl };
        report(`CKAN ${CkanRival.version} behind a line (line.mjs)`, await besideCkan(dist, python, far), FAR);
      } finally {
        line.stop();
      }
    } finally {
      await ckan.stop();
    }
  }
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
