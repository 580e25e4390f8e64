/** A chart in VS Code: its bundle is loaded under the policy of the panel's page, and its picture saved. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import { until } from '../../tools/vscode/until.ts';
import { forgetEverything, handles } from './handles.ts';

const LINES = ['canton,reported', 'Bern,2021-03-01', 'Bern,2022-01-31', 'Uri,2022-01-05', 'Bern,2022-01-07'];
const { signal } = new AbortController();

describe('a chart', () => {
  const { createQuickPick, showSaveDialog } = vscode.window;
  let deps: Program;
  let folder: string;
  before(async () => {
    deps = await handles();
    await forgetEverything(deps);
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'charts-')));
  });
  after(async () => {
    Object.assign(vscode.window, { createQuickPick, showSaveDialog });
    await forgetEverything(deps);
    fs.rmSync(folder, { recursive: true });
  });

  const give = (command: string) => vscode.commands.executeCommand(`datastoreExplorer.${command}`);
  const saveAs = async (label: string, file: string): Promise<Buffer> => {
    const pickOne = () => {
      const pick = createQuickPick();
      const accepted = new vscode.EventEmitter<void>();
      const show = () => {
        pick.selectedItems = pick.items.filter((item) => item.label === label);
        accepted.fire();
      };
      return Object.defineProperties(pick, { onDidAccept: { value: accepted.event }, show: { value: show } });
    };
    const place = path.join(folder, file);
    const showPlace = () => Promise.resolve(vscode.Uri.file(place));
    Object.assign(vscode.window, { createQuickPick: pickOne, showSaveDialog: showPlace });
    await give('saveChart');
    await until(() => fs.existsSync(place), `${file} is there`);
    return fs.readFileSync(place);
  };

  it('of a file’s records is one command away, and is saved as SVG and PNG', async () => {
    const csv = vscode.Uri.file(path.join(folder, 'incidents.csv'));
    fs.writeFileSync(csv.fsPath, `${LINES.join('\n')}\n`);
    await vscode.commands.executeCommand('vscode.openWith', csv, 'datastoreExplorer.grid');
    const { controller } = await until(() => deps.panels.active, 'the panel is in front');
    const { screen } = controller.running;
    await until(() => screen.shown, 'the records are there');
    await give('showChart');
    const summary = await until(() => screen.shown?.query.summary, 'the records are grouped');
    assert.deepEqual(summary, { groups: [{ field: 'reported', unit: 'month' }], measures: [{ calculate: 'count' }] });
    const look = { format: 'svg', width: 800, height: 450, footer: [] } as const;
    await until(() => screen.paintChart(look, signal).catch(() => undefined), 'the chart is shown');

    const svg = (await saveAs('SVG 1200 × 675', 'chart.svg')).toString();
    assert.match(svg, /^<svg [^>]*width="1200" height="675"/);
    assert.match(svg, /Over 4 records · Local files/);
    const values = [...svg.matchAll(/data-value="(\d+)"/g)].map(([, value]) => Number(value));
    assert.deepEqual([values[0], values.at(-1), values.length], [1, 3, 11], 'a month without records is a bar of 0');
    const png = await saveAs('PNG 800 × 450', 'chart.png');
    assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1600, 900]);
    assert.deepEqual(fs.readdirSync(folder).sort(), ['chart.png', 'chart.svg', 'incidents.csv']);

    await give('showChart');
    await until(() => screen.shown?.query.summary === undefined, 'the records are back');
    assert.equal(await screen.paintChart(look, signal).catch(String), 'RemoteError: Show a chart first.');
  });
});
