/** A hundred thousand records of a real CKAN in the grid, by mouse and by keyboard alone, in a real VS Code. */
import { Explorer } from '../support/drivers/explorer.ts';
import { gridByKeyboard } from '../support/journeys/grid/gridByKeyboard.ts';
import { gridByMouse } from '../support/journeys/grid/gridByMouse.ts';
import type { GridSubject } from '../support/journeys/grid/gridHands.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { readFixture } from './fixture.ts';
import { READING_COUNT } from '../support/journeys/subjects.ts';

const fixture = readFixture();
const extensionsDir = process.env['CKAN_EXTENSIONS'];

describe('A hundred thousand records of a real CKAN', function () {
  this.timeout(180_000);
  const workbench = useWorkbench({
    viewport: { width: 1800, height: 900 },
    ...(extensionsDir !== undefined && { extensionsDir }),
  });
  const subject: GridSubject = { vsc: () => workbench().vsc, count: READING_COUNT, isEmbedded: false };

  before('they are in front', async () => {
    const { vsc } = workbench();
    const explorer = new Explorer(vsc);
    await vsc.showSidebar('Datastore');
    await explorer.addPortal(
      `${fixture.baseUrl}/dataset/${fixture.publicDataset}/resource/${fixture.readings}`,
      'Test portal',
    );
    await explorer.select('Meter readings');
    await explorer.run({});
    await explorer.records(/^100,000 matching records/);
  });

  describe('by mouse', () => gridByMouse(subject));
  describe('by keyboard', () => gridByKeyboard(subject));
});
