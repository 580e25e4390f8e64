/** An export from the records panel, in its status line: paused, resumed and cancelled; and a server that asks to wait. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { eventually } from '../support/drivers/eventually.ts';
import { FakeCkan, type FakeAnswer } from '../support/fakes/fakeCkan.ts';
import { itemsResource } from '../support/fakes/fakeResult.ts';
import { useExplorer } from '../support/drivers/useExplorer.ts';

const MANY = 1000;
const never = new Promise<FakeAnswer>(() => undefined);

describe('The status line of the records panel', () => {
  let isStuck = false;
  /** Every record has another text now. */
  let isReplaced = false;
  /** How many more searches are told to come back in a minute. */
  let busy = 0;
  const ckan = new FakeCkan({
    resources: { many: { ...itemsResource(MANY), name: 'Many' } },
    rowsMax: 400,
    fault: ({ body, action }, honest) => {
      if (isReplaced) honest = { ...honest, text: honest.text.replaceAll('item ', 'other ') };
      if (action === 'datastore_search' && busy > 0) {
        busy -= 1;
        return { status: 429, text: '', headers: { 'retry-after': '60' } };
      }
      return isStuck && /"offset":[1-9]/.test(body) ? never : honest;
    },
  });
  const { workbench, vsc, explorer, baseUrl } = useExplorer(ckan);
  const status = async () => (await explorer().panel()).locator('.status');
  const button = async (name: string) => (await status()).getByRole('button', { name, exact: true });
  const says = async (text: string | RegExp) => (await status()).getByText(text).waitFor();
  const file = () => path.join(workbench().folder, 'Many.jsonl');
  const ids = () =>
    fs
      .readFileSync(file(), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { _id: number })._id);
  const begin = async () => {
    isStuck = true;
    await vsc().command('Datastore: Export Records…');
    await vsc().quickInput.pick('JSON Lines');
    await vsc().quickInput.pick('File…');
    await vsc().quickInput.saveTo(file(), 'Many.jsonl');
    await says('100 of 1,000 records');
  };
  const isWhole = async () => {
    await vsc().dismissToast(/Saved 1,000 records/);
    assert.deepEqual(
      ids(),
      Array.from({ length: MANY }, (_, index) => index + 1),
    );
    assert.deepEqual(fs.readdirSync(workbench().folder), ['Many.jsonl']);
    fs.rmSync(file());
  };

  before('records are shown', async function () {
    this.timeout(60_000);
    await explorer().addPortal(`${baseUrl()}/api/action/datastore_search?resource_id=many`, 'Fake');
    await explorer().records(/^1,000 matching records/);
  });

  it('shows an export, pauses it and goes on with it, by mouse', async () => {
    await begin();
    assert.equal(await vsc().toast('Exporting records of Many').count(), 0);
    await (await button('Pause Export')).click();
    await says('Export paused at 10%');
    await workbench().screenshot('export-paused');
    isStuck = false;
    const asked = ckan.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.equal(ckan.calls.length, asked, 'nothing is asked');
    assert.deepEqual(fs.readdirSync(workbench().folder), ['Many.jsonl.part', 'Many.jsonl.part.json']);
    await (await button('Resume Export')).click();
    await isWhole();
    assert.equal(await (await button('Cancel Export')).count(), 0);
  });

  it('pauses and cancels it by keyboard; Resume goes on behind its records', async () => {
    await begin();
    await (await button('Pause Export')).focus();
    await vsc().page.keyboard.press('Enter');
    await says('Export paused at 10%');
    await vsc().page.keyboard.press('Tab');
    await vsc().page.keyboard.press('Space');
    isStuck = false;
    await vsc().pressInToast('was canceled. Its first 100 records are kept.', 'Resume');
    await isWhole();
  });

  for (const [choice, names] of [
    ['Start Over', { other: 1000 }],
    ['Continue Anyway', { item: 100, other: 900 }],
  ] as const)
    it(`refuses to resume an export of a table that was replaced, keeps its part, and offers ${choice}`, async () => {
      await begin();
      isReplaced = true;
      isStuck = false;
      await (await button('Cancel Export')).click();
      await vsc().pressInToast('was canceled', 'Resume');
      const refusal = vsc().toast('changed while it was being read');
      await refusal.getByText(`The first 100 records are kept in ${file()}.part.`).waitFor();
      await vsc().pressInToast('changed while it was being read', choice);
      await vsc().dismissToast(/(?:Saved|has) 1,000 records/);
      const records = fs.readFileSync(file(), 'utf8').trimEnd().split('\n');
      const counts = Object.entries(names).map(([name]) => [
        name,
        records.filter((record) => record.includes(`"${name} `)).length,
      ]);
      assert.deepEqual(Object.fromEntries(counts), names);
      assert.deepEqual(fs.readdirSync(workbench().folder), ['Many.jsonl']);
      fs.rmSync(file());
      isReplaced = false;
    });

  it('counts down while the server asks to wait, and asks at once with Try Now', async () => {
    busy = 1;
    await explorer().run({ q: 'item' });
    await says(/^Fake is busy\. Trying again in 5\d s$/);
    await workbench().screenshot('countdown');
    assert.equal(await vsc().toast('is busy').count(), 0);
    await (await button('Try Now')).click();
    await explorer().records(/^1,000 matching records/);
    await eventually(async () => (await status()).locator('.status-task').count(), 0);
  });

  it('ends the wait with Cancel', async () => {
    busy = 1;
    await explorer().run({ q: 'none' });
    await says(/^Fake is busy\. Trying again in 5\d s$/);
    await (await button('Cancel')).click();
    await (await explorer().panel()).getByText('Canceled.', { exact: true }).first().waitFor();
    await eventually(async () => (await status()).locator('.status-task').count(), 0);
  });

  it('writes the selected records alone when people choose them below the formats', async () => {
    await explorer().run({});
    // The server's wait of the search before still holds all requests.
    await (await button('Try Now')).click();
    await explorer().records(/^1,000 matching records/);
    const panel = await explorer().panel();
    await panel.locator('.records-grid').focus();
    for (let extended = 0; extended < 2; extended += 1) await vsc().page.keyboard.press('Shift+ArrowDown');
    await vsc().page.keyboard.press('Shift+ArrowRight');
    await vsc().command('Datastore: Export Records…');
    await vsc().quickInput.row('Loaded Records Only…').waitFor();
    await workbench().screenshot('export-parts');
    await vsc().quickInput.pick('Selected Records Only…');
    // The next question offers the same formats.
    await vsc().page.getByPlaceholder('Select a format for 3 records').waitFor();
    await vsc().quickInput.pick('JSON Lines');
    await vsc().quickInput.pick('File…');
    await vsc().quickInput.saveTo(file(), 'Many.jsonl');
    await vsc().dismissToast(/Saved 3 records/);
    assert.equal(
      fs.readFileSync(file(), 'utf8'),
      [1, 2, 3].map((id) => `{"_id":${String(id)},"name":"item ${String(id - 1)}"}\n`).join(''),
    );
    fs.rmSync(file());
  });

  it('leaves an export that is paused to be resumed after a reload', async function () {
    this.timeout(90_000);
    await begin();
    await (await button('Pause Export')).click();
    await says('Export paused at 10%');
    await vsc().reload();
    isStuck = false;
    await vsc().pressInToast('Exporting records of Many was interrupted.', 'Resume', 60_000);
    await isWhole();
  });
});
