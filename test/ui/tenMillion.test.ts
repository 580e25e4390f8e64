/** Ten million records of a file, by mouse and by keyboard alone, in a real VS Code. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Explorer } from '../support/drivers/explorer.ts';
import { gridByKeyboard } from '../support/journeys/grid/gridByKeyboard.ts';
import type { GridSubject } from '../support/journeys/grid/gridHands.ts';
import { gridByMouse } from '../support/journeys/grid/gridByMouse.ts';
import { writeReadings } from '../support/journeys/grid/readings.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';

const COUNT = 10_000_000;

describe('Ten million records', function () {
  this.timeout(180_000);
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ui-readings-')));
  const file = path.join(folder, 'readings.csv');
  before('there is a file', () => writeReadings(file, COUNT));
  const workbench = useWorkbench({ folder, viewport: { width: 1800, height: 900 } });
  after('the file goes', () => fs.rmSync(folder, { recursive: true }));
  const subject: GridSubject = { vsc: () => workbench().vsc, count: COUNT, isEmbedded: true };

  before('the file is opened and read', async () => {
    const { vsc } = workbench();
    await vsc.showSidebar('Datastore');
    await vsc.command('Datastore: Open Local File…');
    await vsc.quickInput.openFile(file, 'readings.csv');
    await new Explorer(vsc).acceptOptions('readings.csv');
    await new Explorer(vsc).records(/^10,000,000 matching records/, 150_000);
  });

  describe('by mouse', () => gridByMouse(subject));
  describe('by keyboard', () => gridByKeyboard(subject));
});
