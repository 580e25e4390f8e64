/** Incidents by canton and year of a real CKAN, in a real VS Code: from an offered copy, and by SQL where people allow it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Explorer } from '../support/drivers/explorer.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { INCIDENT_COUNT } from '../support/journeys/incidents.ts';
import { summaryByMouse } from '../support/journeys/summaries.ts';
import { action } from './action.ts';
import { readFixture } from './fixture.ts';
import { publishIncidents } from './incidentsDataset.ts';

const fixture = readFixture();
const admin = { baseUrl: fixture.baseUrl, token: fixture.adminToken };
const extensionsDir = process.env['CKAN_EXTENSIONS'];
const ALL = new RegExp(`^${String(INCIDENT_COUNT)} matching records`);

for (const way of ['an offered copy', 'SQL'] as const)
  describe(`Incidents by canton and year, of a real CKAN by ${way}`, function () {
    this.timeout(120_000);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'summaries-'));
    const dataset = `incidents-${String(process.pid)}-${way === 'SQL' ? 'sql' : 'copy'}`;
    let resourceId = '';
    before('the portal has the incidents', async () => {
      resourceId = await publishIncidents(admin, dataset);
    });
    const workbench = useWorkbench({
      viewport: { width: 1600, height: 900 },
      ...(extensionsDir !== undefined && { extensionsDir }),
    });
    after(() => fs.rmSync(folder, { recursive: true }));
    after(() => action(admin, 'dataset_purge', { id: dataset }));

    before('the records are open', async () => {
      const { vsc } = workbench();
      await vsc.showSidebar('Datastore');
      await new Explorer(vsc).addPortal(`${fixture.baseUrl}/dataset/${dataset}/resource/${resourceId}`, 'Test portal');
      await new Explorer(vsc).records(ALL);
    });

    summaryByMouse({
      ...{ vsc: () => workbench().vsc, name: 'Incidents', folder: () => folder },
      consent: async () => {
        const { vsc } = workbench();
        const question = vsc.dialog('can answer this query only with SQL. Use SQL for this portal?');
        if (way === 'SQL') {
          await question.getByRole('button', { name: 'Use SQL' }).click();
          return;
        }
        await question.getByRole('button', { name: 'Cancel' }).click();
        const panel = await new Explorer(vsc).panel();
        await panel.getByRole('button', { name: 'Make Local Copy…' }).click();
        const offer = vsc.dialog('Download a local copy of Incidents?');
        await offer.getByText('600 records').waitFor();
        await offer.getByRole('button', { name: 'Download' }).click();
      },
    });
  });
