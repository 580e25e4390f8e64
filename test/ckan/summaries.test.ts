/** Incidents by canton and year of a real CKAN, in a real VS Code: from an offered copy, and by SQL where people allow it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { until } from '../../tools/vscode/until.ts';
import type { VSC } from '../../tools/vscode/vsc.ts';
import { Explorer } from '../support/drivers/explorer.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { INCIDENT_COUNT } from '../support/journeys/incidents.ts';
import { summaryByKeyboard, summaryByMouse, type SummarySubject } from '../support/journeys/summaries.ts';
import { action } from './action.ts';
import { readFixture } from './fixture.ts';
import { publishIncidents } from './incidentsDataset.ts';

const fixture = readFixture();
const admin = { baseUrl: fixture.baseUrl, token: fixture.adminToken };
const extensionsDir = process.env['CKAN_EXTENSIONS'];
const ALL = new RegExp(`^${String(INCIDENT_COUNT)} matching records`);

const WAYS = ['an offered copy', 'SQL'] as const;

/** Incidents of a portal of its own, open in a VS Code of its own, because people answer a portal's questions once. */
function incidentsOf(consent: (vsc: VSC) => Promise<void>, journey: (subject: SummarySubject) => void): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'summaries-'));
  let dataset = '';
  let resourceId = '';
  before('the portal has the incidents', async () => {
    dataset = `incidents-${path.basename(folder).toLowerCase()}`;
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

  const vsc = () => workbench().vsc;
  journey({ vsc, name: 'Incidents', folder: () => folder, consent: () => consent(vsc()) });
}

const QUESTION = 'can answer this query only with SQL. Use SQL for this portal?';
const OFFER = 'Download a local copy of Incidents?';

for (const way of WAYS)
  describe(`Incidents by canton and year, of a real CKAN by ${way}`, function () {
    this.timeout(120_000);

    describe('by mouse', () => {
      const consent = async (vsc: VSC): Promise<void> => {
        const press = async (dialog: string, button: string) =>
          vsc.dialog(dialog).getByRole('button', { name: button }).click();
        if (way === 'SQL') {
          await press(QUESTION, 'Use SQL');
          return;
        }
        await press(QUESTION, 'Cancel');
        const panel = await new Explorer(vsc).panel();
        await panel.getByRole('button', { name: 'Make Local Copy…' }).click();
        await vsc.dialog(OFFER).getByText('600 records').waitFor();
        await press(OFFER, 'Download');
      };
      incidentsOf(consent, summaryByMouse);
    });

    describe('by keyboard alone', () => {
      const consent = async (vsc: VSC): Promise<void> => {
        const { keyboard } = vsc.page;
        await vsc.readDialog(QUESTION);
        if (way === 'SQL') {
          await keyboard.press('Enter');
          return;
        }
        await keyboard.press('Escape');
        const panel = await new Explorer(vsc).panel();
        const copy = panel.getByRole('button', { name: 'Make Local Copy…' });
        await copy.waitFor();
        await until(async () => {
          if (await copy.evaluate((button) => document.hasFocus() && button === document.activeElement)) return true;
          await keyboard.press('Tab');
          return false;
        }, 'Tab leads to the offer');
        await keyboard.press('Enter');
        await vsc.dialog(OFFER).getByText('600 records').waitFor();
        await vsc.readDialog(OFFER);
        await keyboard.press('Enter');
      };
      incidentsOf(consent, summaryByKeyboard);
    });
  });
