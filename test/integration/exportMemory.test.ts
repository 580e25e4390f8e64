/** What an export into a file keeps in the memory of the extension host, which all extensions share, however many records it has. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import type { FormatId } from '../../src/export/formats.ts';
import { count } from '../support/results/figures.ts';
import { isFull } from '../support/results/full.ts';
import { forgetEverything, handles } from './handles.ts';

const RECORDS = 100_000;
const FEW = 1000;
const MOST_MIB = 64;
const LOOK_MS = 300;
const FORMATS: readonly FormatId[] = ['ndjson', 'parquet', 'xlsx'];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that something still holds: V8 takes the others back when it wants to. */
function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('an export in the extension host', function () {
  this.timeout(300_000);
  let server: ChildProcess;
  let deps: Program;
  let portalId: string;
  let folder: string;

  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'export-memory-'));
    const script = path.join(__dirname, '../../test/faults/tableProcess.ts');
    // The server runs in a process of its own, so that its memory isn't counted.
    server = spawn(process.execPath, [script, String(RECORDS)], { stdio: ['ignore', 'pipe', 'inherit'] });
    assert.ok(server.stdout);
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    deps = await handles();
    await forgetEverything(deps);
    ({ id: portalId } = await deps.store.add('Table', line.toString().trim()));
  });
  after(async () => {
    server.kill();
    await forgetEverything(deps);
    await vscode.commands.executeCommand('notifications.clearAll');
    fs.rmSync(folder, { recursive: true });
  });

  const exportTo = (name: string, format: FormatId, limit?: number): Promise<void> => {
    const to = vscode.Uri.file(path.join(folder, name));
    const query = { resourceId: 'r', ...(limit !== undefined && { limit }) };
    return deps.recordsExport.run({ portalId, query }, { format, to });
  };
  /** Bytes that are held at most while it runs, above those before. */
  const mostHeld = async (format: FormatId): Promise<number> => {
    await exportTo(`few.${format}`, format, FEW);
    const before = held();
    let [most, isRunning] = [before, true];
    const watching = (async () => {
      while (isRunning) {
        await setTimeout(LOOK_MS);
        most = Math.max(most, held());
      }
    })();
    await exportTo(`all.${format}`, format);
    isRunning = false;
    await watching;
    assert.ok(fs.statSync(path.join(folder, `all.${format}`)).size > 0);
    return most - before;
  };

  it(`keeps at most ${String(MOST_MIB)} MiB`, async () => {
    const [kept, grown]: [number[], number[]] = [[], []];
    for (const format of FORMATS) {
      kept.push((await mostHeld(format)) / 2 ** 20);
      // The second figure is what the process takes when no garbage collection is forced. It isn't judged.
      if (!isFull) continue;
      const before = process.memoryUsage.rss();
      let most = before;
      const looks = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
      await exportTo(`again.${format}`, format);
      clearInterval(looks);
      grown.push((most - before) / 2 ** 20);
    }
    const growth = isFull ? `; the process grows by up to ${Math.max(...grown).toFixed(0)} with its garbage` : '';
    count({
      name: 'R8',
      what: `exports of ${String(RECORDS)} records in the extension host keep at most ${String(MOST_MIB)} MiB (most: ${Math.max(...kept).toFixed(0)}${growth})`,
      score: kept.filter((mib) => mib <= MOST_MIB).length,
      total: kept.length,
    });
  });
});
