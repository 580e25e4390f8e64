/**
 * People who have the version of b59f60db install ours: in the same profile, at the same address, their portals, token,
 * resources, columns, copies and databases are there, and an interrupted export says why it has to start over.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildDir, extensionId } from '../../tools/vscode/projectPaths.ts';
import { until } from '../../tools/vscode/until.ts';
import { PostgresCluster } from '../service/engine/postgresCluster.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { cell, Explorer, shownRecords } from '../support/drivers/explorer.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { startWorkbench, type Workbench } from '../support/drivers/workbench.ts';
import { storedTexts } from './storedTexts.ts';

const LESSONS = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b41';
const TOKEN = 'token-from-before-the-upgrade';
const PASSWORD = 'password-from-before-the-upgrade';
const COUNT = 2000;
const rows = Array.from({ length: COUNT }, (_, at) => [`lesson ${String(at + 1)}`, at % 4, `room ${String(at % 7)}`]);

describe('An upgrade from b59f60db', () => {
  let isSlow = false;
  const city = new FakeCkan({
    title: 'City of Testville',
    token: TOKEN,
    resources: {
      [LESSONS]: {
        name: 'Lessons',
        isPrivate: true,
        fields: [
          { id: 'title', type: 'text' },
          { id: 'stage', type: 'int4' },
          { id: 'room', type: 'text' },
        ],
        rows,
      },
    },
    rowsMax: 100,
    fault: async (_call, honest) => {
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, 500));
      return honest;
    },
  });
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'datastore-upgrade-'));
  const folder = path.join(home, 'workspace');
  const file = path.join(folder, 'Lessons.jsonl');
  let baseUrl = '';
  let cluster: PostgresCluster;
  let port: number | undefined;
  let workbench: Workbench | undefined;
  const running = (): Workbench => {
    assert.ok(workbench);
    return workbench;
  };
  const vsc = () => running().vsc;
  const explorer = () => new Explorer(vsc());
  const original = () => vsc().row('Lessons').filter({ hasNotText: 'copy of' }).first();
  const copy = () => vsc().row('Lessonscopy of').first();

  const start = async (which: 'old' | 'ours') => {
    workbench = await startWorkbench({
      extensionsDir: path.join(buildDir, 'upgrade', `extensions-${which}`),
      userDataDir: path.join(home, 'user'),
      browserProfile: path.join(home, 'browser'),
      folder,
      ...(port === undefined ? {} : { port }),
    });
    port = Number(new URL(running().url).port);
  };
  const stop = async () => {
    await workbench?.stop();
    workbench = undefined;
  };

  before('a portal and a database listen', async () => {
    baseUrl = await city.listen();
    cluster = await PostgresCluster.start();
    const [row] = await cluster.ask('show data_directory');
    await cluster.sql(
      `create table teachers (name text, hours numeric);
       insert into teachers values ('Ada', 1.50), ('Grace', 9007199254740993);
       create role locked login password '${PASSWORD}'; grant select on all tables in schema public to locked;
       copy (select unnest(array['host all locked all scram-sha-256', 'host all all all trust']))
         to '${String(row?.['data_directory'])}/pg_hba.conf';
       select pg_reload_conf();`,
    );
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed' && workbench !== undefined)
      console.log(`      screenshot: ${await workbench.screenshot(`upgrade-${this.currentTest.title}`)}`);
  });
  after(async () => {
    await stop();
    await city.close();
    await cluster.stop();
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('with the old version, a portal with its token, a resource, columns, a copy and a database are set up', async () => {
    await start('old');
    await vsc().command('Datastore: Add Portal…');
    await vsc().quickInput.enter(baseUrl);
    await explorer().acceptProposed('City of Testville');
    await vsc().row('City of Testville').first().waitFor();
    await vsc().command('Datastore: Set API Token…');
    await vsc().quickInput.pick('City of Testville');
    await explorer().giveToken('City of Testville', TOKEN);
    await vsc().row('token set').first().waitFor();
    await vsc().command('Datastore: Add Resource…');
    await vsc().quickInput.enter(`${baseUrl}/dataset/school/resource/${LESSONS}`);
    await original().waitFor();
    await original().click();
    const records = await explorer().records(/^2,000 matching records/);
    await (await cell(records, 1, 'room')).click();
    await vsc().command('Datastore: Hide Column');
    await records
      .locator('.name', { hasText: /^room$/ })
      .first()
      .waitFor({ state: 'detached' });
    await vsc().command('Datastore: Keep Open');

    await vsc().contextMenu(original(), 'Download Local Copy');
    await copy().waitFor();

    await vsc().command('Datastore: Add Portal…');
    await vsc().quickInput.enter(cluster.url('locked').replace('@', `:${PASSWORD}@`));
    await explorer().acceptProposed('public');
    await until(async () => {
      if ((await vsc().row('postgres').count()) > 0) return true;
      // Each question has a proposal: how the connection is encrypted, and the portal's name.
      if (await vsc().quickInput.box().isVisible()) await vsc().page.keyboard.press('Enter');
      return false;
    }, 'the database is in the tree');
  });

  it('an export is under way when the window closes', async () => {
    isSlow = true;
    await vsc().contextMenu(original(), 'Export Records…');
    await vsc().quickInput.pick('JSON Lines');
    await vsc().quickInput.pick('File…');
    await vsc().quickInput.saveTo(file, 'Lessons.jsonl');
    await vsc()
      .toast('Exporting records of Lessons')
      .getByText(/\b(?:[4-9]\d\d|1,\d{3}) of 2,000 records/)
      .waitFor();
    const texts = await until(
      async () => {
        const stored = await storedTexts(running().page, extensionId);
        return stored.global.includes('City of Testville') && /[uU]nfinished|tasks/.test(stored.workspace) && stored;
      },
      'VS Code has stored what it was told',
      90_000,
    );
    fs.mkdirSync(path.join(buildDir, 'upgrade'), { recursive: true });
    fs.writeFileSync(path.join(buildDir, 'upgrade', 'stored.json'), `${JSON.stringify(texts, null, 2)}\n`);
    await stop();
    isSlow = false;
    assert.ok(!fs.existsSync(file), 'no file has this name before it is whole');
  });

  // An earlier version didn't record what proves that a table is unchanged, so that its export has to start over.
  it('ours says why the export has to start over, and its file holds every record once', async () => {
    await start('ours');
    await vsc().pressInToast('Exporting records of Lessons was interrupted.', 'Resume', 60_000);
    await vsc().pressInToast(/can't be resumed.*an earlier version of this extension began it/, 'Start Over');
    await vsc().dismissToast(/Saved 2,000 records/);
    const titles = fs
      .readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { title: string }).title);
    assert.deepEqual(
      titles,
      rows.map(([title]) => title),
    );
  });

  it('ours has the portal with its token and the resource, whose columns are as they were left', async () => {
    await vsc().showSidebar('Datastore');
    await vsc().row('City of Testville').first().getByText('token set').waitFor();
    city.calls.splice(0);
    await original().click();
    const records = await explorer().records(/^2,000 matching records/);
    await eventually(async () => Object.keys((await shownRecords(records))[0] ?? {}), ['_id', 'title', 'stage']);
    city.calls.splice(0);
    await explorer().run({});
    await eventually(() => city.calls.find(({ action }) => action === 'datastore_search')?.authorization, TOKEN);
  });

  it('ours opens the local copy, and says what it is', async () => {
    await copy().click();
    // The panel of the copy replaces that of the resource.
    await until(async () => {
      const banner = (await explorer().panel()).locator('.banner .message-text').first();
      const text = await banner.textContent({ timeout: 1000 }).catch(() => '');
      return text?.startsWith('Copy of ');
    }, 'the panel shows the copy');
    const records = await explorer().records(/^2,000 matching records/);
    await eventually(async () => (await shownRecords(records))[0]?.['title'], 'lesson 1');
  });

  it('ours opens the database with the stored password', async () => {
    await vsc().expand('postgres');
    await vsc().expand('Tables');
    await vsc().row('teachers').first().click();
    const records = await explorer().records(/^2 matching records/);
    await eventually(
      async () => (await shownRecords(records)).map(({ hours }) => hours).sort(),
      ['1.50', '9007199254740993'],
    );
  });
});
