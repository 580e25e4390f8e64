/** A portal's resource is kept on this machine, refreshed, and says what has changed since. */
import assert from 'node:assert/strict';
import { eventually } from '../support/drivers/eventually.ts';
import { shownRecords } from '../support/drivers/explorer.ts';
import { FakeCkan, type FakeAnswer } from '../support/fakes/fakeCkan.ts';
import { withoutRecordsFrom } from '../support/fakes/fakeResult.ts';
import { useExplorer } from '../support/drivers/useExplorer.ts';
import type { RecordRow } from '../../src/base/cells.ts';

const LESSONS = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b41';
const never = new Promise<FakeAnswer>(() => undefined);
const rowsOf = (count: number): RecordRow[] =>
  Array.from({ length: count }, (_, at) => [`lesson ${String(at + 1)}`, at % 4]);

describe('Local copies', () => {
  let mood: 'well' | 'stuck' | 'broken' | 'emptied' = 'well';
  const lessons = {
    name: 'Lessons',
    url: '/download/12.csv',
    fields: [
      { id: 'title', type: 'text' },
      { id: 'stage', type: 'int4' },
    ],
    rows: rowsOf(250) as readonly RecordRow[],
  };
  const city = new FakeCkan({
    title: 'City of Testville',
    resources: { [LESSONS]: lessons },
    rowsMax: 100,
    files: { '/download/12.csv': 'title;stage\nlesson 1;0\nlesson 2;1\n' },
    fault: (call, honest, index) => {
      if (mood === 'emptied') return withoutRecordsFrom(200)(call, honest, index);
      // Behind the second page, with the last record of that.
      if (mood === 'well' || !/"offset":19\d/.test(call.body)) return honest;
      return mood === 'stuck' ? never : { status: 500, text: 'out of order' };
    },
  });
  const { workbench, vsc, explorer, baseUrl } = useExplorer(city, { viewport: { width: 1200, height: 900 } });
  const host = () => new URL(baseUrl()).host;
  const original = () => vsc().row('Lessons').filter({ hasNotText: 'copy of' });
  const copy = () => vsc().row('Lessonscopy of');
  const titles = async () => (await shownRecords(await explorer().panel())).slice(0, 3).map(({ title }) => title);

  /** Extension host, extension and datastore start anew, which may take as long as the first start of VS Code. */
  const reload = async () => {
    await vsc().reload();
    await copy().waitFor({ timeout: 60_000 });
  };

  before('a resource is in the tree', async function () {
    this.timeout(60_000);
    await explorer().addPortal(`${baseUrl()}/dataset/school/resource/${LESSONS}`, 'City of Testville');
    await original().waitFor();
  });

  it('a download says how far it is; Cancel leaves nothing', async () => {
    mood = 'stuck';
    await vsc().contextMenu(original(), 'Download Local Copy');
    const progress = vsc().toast('Downloading Lessons');
    await progress.getByText('199 of 250 records').waitFor();
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await progress.waitFor({ state: 'detached' });
    assert.equal(await vsc().row('Local files').count(), 0);
    mood = 'well';
  });

  it('Download Local Copy puts a copy under Local files, with where and when', async () => {
    await vsc().contextMenu(original(), 'Download Local Copy');
    await vsc().dismissToast(`Downloaded 250 records of "Lessons" from ${host()}.`);
    await vsc()
      .row(new RegExp(`Lessonscopy of ${host()}, \\w+ \\d+, \\d{4}`))
      .waitFor();
  });

  it('its records are searched here, and a line above them says what they are', async () => {
    await copy().click();
    const form = await explorer().form();
    await eventually(() => form.locator('#portal').inputValue(), 'Local files');
    city.calls.splice(0);
    await explorer().run({ q: 'LESSON 1' });
    const records = await explorer().records(/matching records/);
    await eventually(titles, ['lesson 1', 'lesson 10', 'lesson 11']);
    const strip = records.locator('.banner .message-text');
    await strip.filter({ hasText: new RegExp(`^Copy of ${host()}, downloaded .+`) }).waitFor();
    assert.deepEqual(city.calls, []);
  });

  it('Refresh tells what changed, the panel shows it, and Show Changes lists it', async () => {
    lessons.rows = [...rowsOf(250).with(0, ['Lesson 1, revised', 0]), ['the last lesson 1', 3]];
    const records = await explorer().panel();
    await records.getByRole('button', { name: 'Refresh' }).click();
    const changes = /Records of "Lessons" since .+: 1 added, 1 changed\./;
    await vsc().toast(changes).waitFor();
    await eventually(titles, ['Lesson 1, revised', 'lesson 10', 'lesson 11']);
    await vsc().pressInToast(changes, 'Show Changes');
    await vsc().tab('Untitled-1').waitFor();
    assert.equal(
      await vsc().editorText(),
      '{"change":"changed","_id":1,"before":{"title":"lesson 1"},"after":{"title":"Lesson 1, revised"}}\n' +
        '{"change":"added","_id":251,"after":{"title":"the last lesson 1","stage":3}}\n',
    );
  });

  it('Refresh says so when nothing has changed', async () => {
    await vsc().inlineAction(copy(), 'Refresh Local Copy').click();
    await vsc().dismissToast(/"Lessons" hasn't changed since /);
  });

  it('a portal that runs out of records half way leaves the copy as it was', async () => {
    mood = 'emptied';
    await vsc().inlineAction(copy(), 'Refresh Local Copy').click();
    await vsc().dismissToast(/stopped after 200 of 251 records\..*The copy from .+ is kept\./);
    mood = 'well';
    await vsc().inlineAction(copy(), 'Refresh Local Copy').click();
    await vsc().dismissToast(/"Lessons" hasn't changed since /);
  });

  it('a portal that fails half way leaves the copy as it was', async () => {
    mood = 'broken';
    await vsc().contextMenu(copy(), 'Refresh Local Copy');
    await vsc().dismissToast(/answered with an error \(500\).*The copy from .+ is kept\./);
    mood = 'well';
    await vsc().tab('Lessons — Records').click();
    await eventually(titles, ['Lesson 1, revised', 'lesson 10', 'lesson 11']);
  });

  it('the copy is there after a reload', async function () {
    this.timeout(120_000);
    await reload();
    await vsc().tab('Lessons — Records').click();
    await eventually(titles, ['Lesson 1, revised', 'lesson 10', 'lesson 11']);
  });

  it('Open File of Resource opens its file as a local file, which Delete Local Copy… deletes again', async () => {
    await vsc().contextMenu(original(), 'Open File of Resource');
    await explorer().acceptOptions('Lessons.csv');
    await explorer().records(/^2 matching records/);
    await eventually(titles, ['lesson 1', 'lesson 2']);
    const file = vsc().row(`Lessons.csv2 records · ${host()}`);
    await file.waitFor();
    await workbench().screenshot('file');
    await vsc().contextMenu(file, 'Delete Local Copy…');
    const question = vsc().dialog('Delete Local Copy "Lessons.csv"?');
    await question.getByText(/^2 records, .+Downloaded .+ from /s).waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await file.waitFor({ state: 'detached' });
    await vsc().tab('Lessons.csv — Records').waitFor({ state: 'detached' });
  });

  it('the copy of a portal that was removed stays; its refresh offers to add the portal again', async () => {
    await vsc().contextMenu(vsc().row('City of Testville').first(), 'Remove Portal');
    await vsc().dialog('Remove Portal "City of Testville"?').getByRole('button', { name: 'Remove' }).click();
    await original().waitFor({ state: 'detached' });
    await vsc().contextMenu(copy(), 'Refresh Local Copy');
    const question = vsc().dialog(`The portal at ${host()} was removed. Add it again?`);
    await question.getByRole('button', { name: 'Add Portal…' }).click();
    await explorer().acceptProposed('City of Testville');
    // VS Code puts a message straight among its notifications when it comes just after the answer to another.
    await vsc().command('Notifications: Show Notifications');
    const messages = vsc().page.locator('.notifications-center');
    await messages.getByText(/^"Lessons" hasn't changed since /).waitFor();
  });

  it('Delete Local Copy… says what is lost; its tab closes with it, though it hasn’t been shown since a reload', async function () {
    this.timeout(120_000);
    await vsc().command('Datastore: Open Query Form in Editor');
    await vsc().tab('Query').waitFor();
    await reload();
    await vsc().contextMenu(copy(), 'Delete Local Copy…');
    const question = vsc().dialog('Delete Local Copy "Lessons"?');
    await question.getByText(/^251 records, .+Downloaded .+ from /s).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await vsc().contextMenu(copy(), 'Delete Local Copy…');
    await question.getByRole('button', { name: 'Delete' }).click();
    await copy().waitFor({ state: 'detached' });
    await vsc().tab('Lessons — Records').waitFor({ state: 'detached' });
  });
});
