// How far one machine goes: one import of a plain CSV file of so many gigabytes, and what a larger file would take at that rate.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { writeCsv } from './csvFile.mjs';

const LOOK_MS = 500;
const WANTED_GB = 100;

/** @returns lines of a report */
export async function largeImport(folder, gigabytes) {
  const file = path.join(folder, 'large.csv');
  const records = writeCsv(file, false, { bytes: gigabytes * 1e9 });
  const work = fs.mkdtempSync(path.join(folder, 'work-'));
  const loadBefore = os.loadavg()[0];
  let mostDisk = 0;
  const watch = setInterval(() => (mostDisk = Math.max(mostDisk, bytesIn(work))), LOOK_MS);
  const { ms, peakMb } = await imported(file, work);
  clearInterval(watch);
  const size = fs.statSync(file).size;
  const kept = bytesIn(path.join(work, 'data'));
  const times = (WANTED_GB * 1e9) / size;
  const gb = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;
  return [
    `- ${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ` +
      `${(os.totalmem() / 2 ** 30).toFixed(0)} GiB, load average ${loadBefore.toFixed(1)} before, ${os.loadavg()[0].toFixed(1)} after`,
    `- measured: ${(records / 1e6).toFixed(1)} million records, ${gb(size)} of CSV: ${(ms / 1000).toFixed(0)} s ` +
      `(${(size / 1e3 / ms).toFixed(0)} MB/s), ${gb(kept)} of data kept, ${gb(mostDisk)} of disk at most beside the file, ` +
      `${peakMb.toFixed(0)} MB of memory at most`,
    `- extrapolated in a straight line, not measured: ${WANTED_GB} GB of CSV (${((records * times) / 1e6).toFixed(0)} million ` +
      `records): ${((ms * times) / 60_000).toFixed(0)} min, ${gb(kept * times)} of data kept, ${gb(mostDisk * times)} of disk at most`,
  ];
}

function imported(file, work) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'ours.mjs'), file, work], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`the import ended with ${code}`)),
    );
  });
}

function bytesIn(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .map((name) => fs.statSync(path.join(folder, name), { throwIfNoEntry: false }))
    .reduce((sum, facts) => sum + (facts?.isFile() ? facts.size : 0), 0);
}
