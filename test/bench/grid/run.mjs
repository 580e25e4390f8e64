// `npm run bench:grid [-- --rounds N] [--only ours,agGrid] [--build]`: our grid beside three others, interleaved, in one run.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../../../tools/vscode/chromium.ts';
import { measure } from './measure.mjs';
import { buildPages, grids, servePages } from './pages.mjs';
import { report } from './report.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    only: { type: 'string', default: grids.join(',') },
    build: { type: 'boolean', default: false },
  },
});
if (!fs.existsSync(path.join(import.meta.dirname, 'node_modules')))
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: import.meta.dirname, stdio: 'inherit' });
await buildPages();
if (values.build) process.exit(0);

const chosen = grids.filter((grid) => values.only.split(',').includes(grid));
const figures = new Map(chosen.map((grid) => [grid, []]));
const browser = await launchChromium();
const pages = await servePages();
const load = [];
try {
  for (let round = 0; round < Number(values.rounds); round += 1)
    // Each grid meets what the one before has left in memory, so the order alternates.
    for (const grid of round % 2 === 0 ? chosen : chosen.toReversed()) {
      load.push(loadavg()[0]);
      console.error(`round ${round + 1} of ${values.rounds}: ${grid}`);
      figures.get(grid).push(await measure(browser, pages.url(grid)));
    }
} finally {
  await browser.close();
  pages.close();
}
process.exitCode = report(figures, load) ? 0 : 1;
