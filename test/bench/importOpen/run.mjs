// npm run bench:import-open [-- --rounds N --rows N]: from Enter in the import options of a CSV file to its first records
// on the screen, in a real VS Code, beside the shortest way that DuckDB has to the same page: a fresh Node that asks
// read_csv. Cold: the datastore did not run before the file was chosen. Needs the VSIX that `npm run package` leaves.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installExtension } from '../../support/drivers/installExtension.ts';
import { PANEL, PaintClock } from '../../support/drivers/paintClock.ts';
import { THIS_TARGET, vsixOf } from '../../support/drivers/vsix.ts';
import { startWorkbench } from '../../support/drivers/workbench.ts';
import { installedExtensionsDir, projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { until } from '../../../tools/vscode/until.ts';
import { median } from '../service/rounds.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, rows: { type: 'string', default: '1400000' } },
});
const rounds = Number(values.rounds);

const extensionsDir = installedExtensionsDir;
installExtension(vsixOf(THIS_TARGET), extensionsDir);

let isMissed = false;
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'bench-import-')));
try {
  const source = path.join(folder, 'source.csv');
  writeCsv(source, Number(values.rows));
  const megabytes = (fs.statSync(source).size / 1e6).toFixed(0);
  console.log(`CSV of ${megabytes} MB, ${rounds} rounds; medians`);
  const times = { cold: [], running: [], duckdb: [] };
  // The file just written is on its way to the disk.
  duckdbTime(source);
  for (let round = 0; round < rounds; round += 1) {
    times.duckdb.push(duckdbTime(source));
    const [cold, running] = await openTimes(source, round);
    times.cold.push(cold);
    times.running.push(running);
  }
  const rival = median(times.duckdb);
  for (const [what, label, most] of [
    ['cold', 'Enter to first records, cold', 1500],
    ['running', 'Enter to first records, datastore running', 1000],
  ]) {
    const time = median(times[what]);
    isMissed ||= time > most;
    const ratio = (time / rival).toFixed(2);
    console.log(
      `${label}: ${ratio} times DuckDB's read_csv of one page (${ms(time)} to ${ms(rival)}; at most ${most} ms: ${time > most ? 'MISSED' : 'reached'})`,
    );
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(isMissed ? 1 : 0);

/** Two files after each other in a fresh VS Code: the second one finds the datastore running. */
async function openTimes(source, round) {
  const workbench = await startWorkbench({ folder });
  const times = [];
  try {
    const { vsc, page } = workbench;
    const clock = await PaintClock.in(page, PANEL);
    await vsc.showSidebar('Datastore');
    for (const which of ['cold', 'running']) {
      const file = `${which}${round}.csv`;
      fs.linkSync(source, path.join(folder, file));
      await vsc.command('Datastore: Open Local File…');
      await vsc.quickInput.openFile(path.join(folder, file), file);
      await until(async () => {
        const frame = await vsc.webview('#accept');
        const isReady = await frame
          .locator('main[aria-busy=false] .file-name')
          .textContent({ timeout: 1000 })
          .then((shown) => shown === file)
          .catch(() => false);
        return isReady && frame.evaluate(() => document.activeElement?.id === 'accept');
      }, 'the options have the focus');
      times.push(await clock.time(file, () => page.keyboard.press('Enter')));
      // Let it be read to its end, so that the next one is alone.
      await vsc.row(new RegExp(`^${file}.* records$`)).waitFor({ timeout: 120_000 });
    }
    return times;
  } catch (error) {
    console.error(`screenshot: ${await workbench.screenshot('bench-import-open')}`);
    throw error;
  } finally {
    await workbench.stop();
  }
}

function duckdbTime(file) {
  const start = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { DuckDBInstance } from '@duckdb/node-api';
     const connection = await (await DuckDBInstance.create()).connect();
     await (await connection.runAndReadAll("select * from read_csv('${file}') limit 100")).getRows();
     process.exit(0);`,
    ],
    { cwd: projectRoot, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return performance.now() - start;
}

function writeCsv(file, rows) {
  const out = fs.openSync(file, 'w');
  fs.writeSync(out, 'id,name,amount,day,flag,note\n');
  const words = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor ';
  for (let row = 0; row < rows;) {
    let block = '';
    for (const end = Math.min(rows, row + 10_000); row < end; row += 1)
      block += `${row},name ${(row * 7) % 9973},${(row * 1.37).toFixed(2)},2026-0${1 + (row % 9)}-1${row % 10},${row % 2 === 0},${words.slice(0, 40 + (row % 37))}${row}\n`;
    fs.writeSync(out, block);
  }
  fs.closeSync(out);
}

function ms(time) {
  return `${time.toFixed(0)} ms`;
}
