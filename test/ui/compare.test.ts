/** Two files, and last month's copy with what its portal has today, compared in the grid of a real VS Code. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RecordRow } from '../../src/base/cells.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { shownRecords } from '../support/drivers/explorer.ts';
import { useExplorer } from '../support/drivers/useExplorer.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { violations } from '../support/pages/violations.ts';
import { themeClasses, type ThemeName } from '../../tools/vscode/vsc.ts';

const LESSONS = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b41';
const OLD = [
  'id,city,amount,day,open',
  '1,Bern,1.50,2026-01-02,true',
  '2,Basel,2,2026-01-03,true',
  '3,Zug,3,2026-01-04,false',
  '10,Genf,4,2026-01-05,false',
];
const NEW = [
  'id,city,amount,day,open',
  '1,Bern,1.5,2026-01-02,true',
  '2,Basel-Stadt,1234567.25,2026-01-03,false',
  '10,,4,2026-02-05,false',
  '11,Chur,7,2026-01-06,true',
];

describe('Compare with…', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'compare-'));
  fs.writeFileSync(path.join(folder, 'june.csv'), [...OLD, ''].join('\n'));
  fs.writeFileSync(path.join(folder, 'july.csv'), [...NEW, ''].join('\n'));
  const lessons = {
    name: 'Lessons',
    url: '',
    fields: [
      { id: 'title', type: 'text' },
      { id: 'stage', type: 'int4' },
    ],
    rows: Array.from({ length: 120 }, (_, at): RecordRow => [`lesson ${String(at + 1)}`, at % 4]),
  };
  const city = new FakeCkan({ title: 'City of Testville', resources: { [LESSONS]: lessons } });
  const { workbench, vsc, explorer, baseUrl } = useExplorer(city, {
    settings: { 'datastoreExplorer.local.files': ['june.csv', 'july.csv'].map((name) => path.join(folder, name)) },
    viewport: { width: 1400, height: 800 },
  });
  after(() => fs.rmSync(folder, { recursive: true }));

  const records = () => explorer().records(/matching records?/);
  const legend = async (name: string) => (await records()).getByRole('button', { name });
  const changes = async () =>
    (await shownRecords(await records())).map(({ change, id, city: name }) => [change, id, name]);
  const before = async () =>
    (await records()).locator('[data-before]').evaluateAll((cells) => cells.map((cell) => cell.dataset['before']));

  it('shows what differs between two files, paired by the key that it has found', async function () {
    this.timeout(60_000);
    await vsc().showSidebar('Datastore');
    await vsc().row('july.csv').click();
    await explorer().records(/^4 matching records/);
    await vsc().command('Datastore: Compare with…');
    await vsc().quickInput.pick('june.csv');
    await vsc().quickInput.row('By id').waitFor();
    await vsc().quickInput.pick('By id');
    await eventually(changes, [
      ['changed', '2', 'Basel-Stadt'],
      ['removed', '3', 'Zug'],
      ['changed', '10', null],
      ['added', '11', 'Chur'],
    ]);
    await eventually(before, ['Basel', '2', 'true', 'Genf', '2026-01-05']);
    await (await legend('1 added')).waitFor();
    await (await legend('2 changed')).waitFor();
  });

  for (const theme of Object.keys(themeClasses) as ThemeName[])
    it(`axe has nothing to say of it, in ${theme}`, async () => {
      await vsc().setTheme(theme);
      await workbench().screenshot(`${theme} compare`);
      assert.deepEqual(await violations(await records(), 'editor'), []);
    });

  it('a click in the legend filters by the kind of change, another one shows all', async () => {
    await (await legend('1 removed')).click();
    await eventually(changes, [['removed', '3', 'Zug']]);
    await (await legend('1 removed')).click();
    await eventually(async () => (await changes()).length, 4);
  });

  it('compares what a filtered panel shows', async function () {
    this.timeout(60_000);
    await vsc().row('july.csv').click();
    await explorer().recordsOf('july.csv', /^4 matching records/);
    const form = await explorer().form();
    await eventually(() => form.locator('#resource').inputValue(), 'july.csv');
    await explorer().run({ filters: [{ field: 'city', values: ['Basel-Stadt', 'Chur'] }] });
    await explorer().records(/^2 matching records/);
    await vsc().command('Datastore: Compare with…');
    await vsc().quickInput.pick('june.csv');
    await vsc().quickInput.pick('By id');
    await eventually(changes, [
      ['removed', '1', 'Bern'],
      ['changed', '2', 'Basel-Stadt'],
      ['removed', '3', 'Zug'],
      ['removed', '10', 'Genf'],
      ['added', '11', 'Chur'],
    ]);
  });

  it('compares a local copy with what its portal has now, and keeps the copy', async function () {
    this.timeout(60_000);
    await vsc().showSidebar('Datastore');
    await explorer().addPortal(`${baseUrl()}/dataset/school/resource/${LESSONS}`, 'City of Testville');
    await vsc().contextMenu(vsc().row('Lessons').filter({ hasNotText: 'copy of' }), 'Download Local Copy');
    const host = new URL(baseUrl()).host;
    await vsc().dismissToast(`Downloaded 120 records of "Lessons" from ${host}.`);
    lessons.rows = lessons.rows.map((row, at) => (at === 7 ? ['lesson 8', 9] : row));
    await vsc().row('Lessonscopy of').click();
    const form = await explorer().form();
    await eventually(() => form.locator('#portal').inputValue(), 'Local files');
    await explorer().recordsOf('Lessons', /^120 matching records/);
    await vsc().command('Datastore: Compare with…');
    await vsc().quickInput.pick('The records of City of Testville now');
    await vsc().quickInput.pick('By _id');
    await eventually(
      async () => (await shownRecords(await records())).map(({ change, title, stage }) => [change, title, stage]),
      [['changed', 'lesson 8', '9']],
    );
    await eventually(before, ['3']);
    await vsc().row('Lessonscopy of').click();
    const copy = await explorer().recordsOf('Lessons', /^120 matching records/);
    await eventually(async () => (await shownRecords(copy))[7]?.['stage'], '3');
  });
});
