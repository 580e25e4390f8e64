/** The picture of a chart becomes a file, whole or not at all. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ChartPicture } from '../../../src/messages/gridProtocol.ts';
import { SelectingController } from '../../../src/records/selection/selectingController.ts';
import { people, Uri, window } from '../../support/host/vscode.ts';

const SHOWN = {
  query: { resourceId: 'r', summary: { groups: [{ field: 'canton' }], measures: [{ calculate: 'count' }] } },
  result: { fields: [], rowCount: 3, summary: { records: 1234, others: 0, notFinite: 0, tooLong: [] } },
  names: { resource: 'incidents/../x', server: 'Local files' },
};
const PNG = Buffer.from([137, 80, 78, 71, 13, 10, 255]);

describe('A saved chart', () => {
  let folder: string;
  let file: string;
  let proposed: string;
  let painted: ChartPicture[];
  let said: string[];
  let picture: (asked: ChartPicture) => string;
  const ask = window.showSaveDialog;
  const save = async (row: string): Promise<void> => {
    people.pick = () => ({ row });
    window.showSaveDialog = ({ defaultUri }) => {
      proposed = path.basename(defaultUri.fsPath);
      return Promise.resolve(Uri.file(file));
    };
    const screen = {
      ...{ shown: SHOWN, copied: '', current: () => SHOWN, setSummary: (text: string) => said.push(text) },
      paintChart: (asked: ChartPicture) => {
        painted.push(asked);
        return Promise.resolve(picture(asked));
      },
    } as never;
    const nothing = () => undefined;
    const selecting = new SelectingController({
      ...{ portalId: 'p', screen, tasks: {} as never, actions: {} as never, runAgain: nothing, keep: nothing },
    });
    await selecting.saveChart(1, new AbortController().signal);
  };
  beforeEach(() => {
    people.forget();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chart-'));
    file = path.join(folder, 'incidents.svg');
    [painted, said] = [[], []];
    picture = () => '<svg/>';
  });
  afterEach(() => {
    window.showSaveDialog = ask;
    fs.rmSync(folder, { recursive: true });
  });

  it('is an SVG document at the chosen size, with how it was computed and when below it', async () => {
    await save('SVG 1920 × 1080');
    assert.equal(fs.readFileSync(file, 'utf8'), '<svg/>');
    const [{ footer, ...look } = { footer: [] }] = painted;
    assert.deepEqual(look, { format: 'svg', width: 1920, height: 1080 });
    assert.equal(footer[0], 'Over 1,234 records · Local files');
    assert.match(footer[1] ?? '', /\d/);
    assert.equal(proposed, 'incidents_.._x by canton count.svg');
    assert.deepEqual(said, ['Saved the chart as incidents.svg.']);
  });

  it('is the bytes of a PNG', async () => {
    picture = () => PNG.toString('base64');
    await save('PNG 800 × 450');
    assert.deepEqual(fs.readFileSync(file), PNG);
    assert.match(proposed, /\.png$/);
  });

  it('leaves the old file as it was if the page can’t paint it, or sends too much', async () => {
    fs.writeFileSync(file, 'old');
    picture = () => {
      throw new Error('Show a chart first.');
    };
    await assert.rejects(save('SVG 1200 × 675'), {
      message: "Couldn't save incidents.svg.",
      hint: 'Show a chart first.',
    });
    picture = () => 'x'.repeat(64 * 1024 * 1024 + 1);
    await assert.rejects(save('SVG 1200 × 675'), { hint: 'The picture is too large.' });
    assert.equal(fs.readFileSync(file, 'utf8'), 'old');
    assert.deepEqual(fs.readdirSync(folder), ['incidents.svg']);
    assert.deepEqual(said, []);
  });

  it('says why it can’t be written', async () => {
    file = path.join(folder, 'no', 'incidents.svg');
    await assert.rejects(save('SVG 1200 × 675'), { message: "Couldn't save incidents.svg.", hint: /ENOENT/ });
  });

  it('is nothing when people leave the question', async () => {
    file = '';
    people.pick = () => undefined;
    await save('none of these');
    assert.deepEqual([painted, said], [[], []]);
  });
});
