/** Summaries and charts of a local file and of a PostgreSQL table in a real VS Code, by mouse and by keyboard alone. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { VSC } from '../../tools/vscode/vsc.ts';
import { PostgresCluster } from '../service/engine/postgresCluster.ts';
import { Explorer } from '../support/drivers/explorer.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { chartByKeyboard, chartByMouse } from '../support/journeys/charts.ts';
import { INCIDENT_COUNT, incidentsCsv, incidentsSql } from '../support/journeys/incidents.ts';
import { summaryByKeyboard, summaryByMouse } from '../support/journeys/summaries.ts';

const ALL = new RegExp(`^${String(INCIDENT_COUNT)} matching records`);

async function showAllRecords(vsc: VSC): Promise<void> {
  const panel = await new Explorer(vsc).panel();
  await panel.getByRole('button', { name: 'Clear All' }).click();
  await new Explorer(vsc).records(ALL);
}

describe('Incidents by canton and year, of a local file', function () {
  this.timeout(60_000);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'summaries-'));
  fs.writeFileSync(path.join(folder, 'incidents.csv'), incidentsCsv());
  const workbench = useWorkbench({ folder, viewport: { width: 1600, height: 900 } });
  after(() => fs.rmSync(folder, { recursive: true }));
  const subject = { vsc: () => workbench().vsc, name: 'incidents', folder: () => folder };

  const open = async () => {
    const { vsc } = workbench();
    await vsc.command('Datastore: Open Local File…');
    await vsc.quickInput.openFile(path.join(folder, 'incidents.csv'), 'incidents.csv');
  };

  before('the file is open', async () => {
    const { vsc } = workbench();
    await vsc.showSidebar('Datastore');
    await open();
    await new Explorer(vsc).acceptOptions('incidents.csv');
    await new Explorer(vsc).records(ALL);
  });

  const showAll = () => showAllRecords(workbench().vsc);
  describe('by mouse', () => summaryByMouse(subject));
  describe('as a chart, by mouse', () => {
    before('all records are shown again', showAll);
    chartByMouse(subject);
  });
  describe('by keyboard', () => summaryByKeyboard(subject));
  describe('as a chart, by keyboard', () => {
    before('all records are shown again', showAll);
    chartByKeyboard(subject);
  });
});

describe('Incidents by canton and year, of a PostgreSQL table', function () {
  this.timeout(60_000);
  let cluster: PostgresCluster;
  before('a database runs', async () => {
    cluster = await PostgresCluster.start();
    await cluster.sql(incidentsSql('incidents'));
  });
  const workbench = useWorkbench({ viewport: { width: 1600, height: 900 } });
  after(() => cluster.stop());
  const subject = { vsc: () => workbench().vsc, name: 'incidents', folder: () => workbench().folder };

  before('the table is open', async () => {
    const { vsc } = workbench();
    const explorer = new Explorer(vsc);
    await vsc.showSidebar('Datastore');
    await vsc.command('Datastore: Add PostgreSQL Database…');
    await vsc.quickInput.enter(cluster.url());
    await explorer.acceptProposed('*');
    await vsc.quickInput.pick('Not encrypted');
    await vsc.quickInput.title().filter({ hasText: 'Password for' }).waitFor();
    await vsc.quickInput.accept();
    await explorer.acceptProposed('postgres');
    await vsc.expand('Tables');
    await vsc.row('incidents').waitFor();
    await vsc.row('incidents').first().click();
    await explorer.records(ALL);
  });

  describe('by mouse', () => summaryByMouse(subject));
  describe('by keyboard', () => {
    before('all records are shown again', () => showAllRecords(workbench().vsc));
    summaryByKeyboard(subject);
  });
  describe('as a chart', () => {
    before('all records are shown again', () => showAllRecords(workbench().vsc));
    chartByMouse(subject);
    chartByKeyboard(subject);
  });
});
