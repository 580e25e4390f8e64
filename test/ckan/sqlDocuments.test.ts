/** A CSV file is joined with a copy of a real CKAN's resource by a SQL document, in a real VS Code. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { joinByKeyboard, writeJoin } from '../support/journeys/sqlDocuments.ts';
import { action } from './action.ts';
import { readFixture } from './fixture.ts';
import { publishIncidents } from './incidentsDataset.ts';

const fixture = readFixture();
const admin = { baseUrl: fixture.baseUrl, token: fixture.adminToken };
const extensionsDir = process.env['CKAN_EXTENSIONS'];

describe('A SQL document over a file and a real CKAN', function () {
  this.timeout(120_000);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sql-documents-'));
  const dataset = `sql-${String(process.pid)}`;
  before('the portal has the incidents, and the folder the document', async () => {
    const resourceId = await publishIncidents(admin, dataset);
    writeJoin(folder, `${fixture.baseUrl}/dataset/${dataset}/resource/${resourceId}`);
  });
  const workbench = useWorkbench({
    folder,
    viewport: { width: 1600, height: 900 },
    ...(extensionsDir !== undefined && { extensionsDir }),
  });
  after(() => fs.rmSync(folder, { recursive: true }));
  after(() => action(admin, 'dataset_purge', { id: dataset }));

  joinByKeyboard({
    vsc: () => workbench().vsc,
    folder,
    consent: async () => {
      const { vsc } = workbench();
      await vsc
        .dialog(`Ask ${new URL(fixture.baseUrl).host} for`)
        .getByRole('button', { name: 'Ask' })
        .click();
      const offer = vsc.dialog('Download a local copy of Incidents?');
      await offer.getByText('600 records').waitFor();
      await offer.getByRole('button', { name: 'Download' }).click();
    },
  });
});
