/** Every page of a result goes into one JSON document: an editor, or a file when that is better. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { eventually } from '../support/eventually.ts';
import { Explorer } from '../support/explorer.ts';
import { FakeCkan, type FakeAnswer } from '../support/fakeCkan.ts';
import { withoutRecordsFrom } from '../support/fakeResult.ts';
import { until } from '../../tools/vscode/until.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

const MANY = 1000;
const BIG = 2100;
const LONG = 12_000;
const fields = [{ id: 'name', type: 'text' }];
const never = new Promise<FakeAnswer>(() => undefined);

describe('Export Records to JSON Editor', () => {
  let isStuck = false;
  /** From this offset on the portal has no records, while its total stays. */
  let emptyFrom = Infinity;
  const ckan = new FakeCkan({
    resources: {
      many: {
        name: 'Many',
        fields,
        rows: Array.from({ length: MANY }, (_, index) => [`n${String(index + 1)}`]),
      },
      // 25 MB of JSON, and more than 20 before the last page.
      big: { name: 'Big', fields, rows: Array.from({ length: BIG }, () => ['x'.repeat(LONG)]) },
    },
    rowsMax: 400,
    fault: (call, honest, index) => {
      const isFirst = !/"offset":[1-9]/.test(call.body);
      return isStuck && !isFirst ? never : withoutRecordsFrom(emptyFrom)(call, honest, index);
    },
  });
  let baseUrl = '';
  before('a portal listens', async () => {
    baseUrl = await ckan.listen();
  });
  const workbench = useWorkbench();
  after('the portal ends', () => ckan.close());
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());
  const addResource = async (id: string, name: string) => {
    await vsc().command('Datastore: Add Resource…');
    await vsc().quickInput.enter(`${baseUrl}/api/action/datastore_search?resource_id=${id}`);
    await vsc().row(name).waitFor();
  };
  const exportFromTree = (name: string) =>
    vsc().contextMenu(vsc().row(name).first(), 'Export Records to JSON Editor');
  const editors = () => vsc().tab('Untitled-').count();

  before('two resources are in the tree', async function () {
    this.timeout(60_000);
    await explorer().addPortal(baseUrl, 'Fake');
    await vsc().row('Fake').first().waitFor();
    await addResource('many', 'Many');
    await addResource('big', 'Big');
  });

  it('gives all pages of a resource, each record once and in its order', async () => {
    await exportFromTree('Many');
    await vsc().tab('Untitled-1').waitFor();
    const records = JSON.parse(await vsc().editorText()) as unknown[];
    assert.deepEqual(
      records,
      Array.from({ length: MANY }, (_, index) => ({ _id: index + 1, name: `n${String(index + 1)}` })),
    );
  });

  it('can be cancelled between two pages, and leaves nothing', async () => {
    isStuck = true;
    await exportFromTree('Many');
    const progress = vsc().toast('Exporting records of Many');
    await progress.getByText('100 of 1,000 records').waitFor();
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await progress.waitFor({ state: 'detached' });
    assert.equal(await editors(), 1);
    isStuck = false;
  });

  it('offers a file for what an editor holds badly, and writes it whole', async () => {
    await exportFromTree('Big');
    const offer = vsc().dialog('more than 20 MB of JSON');
    await offer.getByRole('button', { name: 'Save to File…' }).click();
    const file = path.join(workbench().folder, 'Big.json');
    await vsc().quickInput.saveTo(file, 'Big.json');
    await vsc().dismissToast(`Saved 2,100 records to ${file}.`);
    const records = JSON.parse(fs.readFileSync(file, 'utf8')) as { _id: number; name: string }[];
    assert.equal(records.length, BIG);
    assert.ok(records.every(({ _id, name }, index) => _id === index + 1 && name.length === LONG));
    assert.deepEqual(fs.readdirSync(workbench().folder), ['Big.json']);
    assert.equal(await editors(), 1);
  });

  it('writes nothing when the file is not wanted', async () => {
    fs.rmSync(path.join(workbench().folder, 'Big.json'));
    await exportFromTree('Big');
    const offer = vsc().dialog('more than 20 MB of JSON');
    await offer.getByRole('button', { name: 'Cancel' }).click();
    await until(async () => (await vsc().toast('Exporting records of Big').count()) === 0, 'the export ends');
    await eventually(() => fs.readdirSync(workbench().folder), []);
  });

  it('says how many records there are when they end before the portal’s total, and keeps them in the editor', async () => {
    emptyFrom = 500;
    await exportFromTree('Many');
    await vsc().dismissToast(
      /stopped after 500 of 1,000 records\..* The editor has the first 500 records only\./,
    );
    await vsc().tab('Untitled-2').waitFor();
    assert.equal((JSON.parse(await vsc().editorText()) as unknown[]).length, 500);
  });

  it('keeps them in a file beside the one that was meant', async () => {
    emptyFrom = 1700;
    const file = path.join(workbench().folder, 'Big.json');
    await exportFromTree('Big');
    const offer = vsc().dialog('more than 20 MB of JSON');
    await offer.getByRole('button', { name: 'Save to File…' }).click();
    await vsc().quickInput.saveTo(file, 'Big.json');
    const kept = path.join(workbench().folder, 'Big.incomplete.json');
    await vsc().dismissToast(`Saved the first 1,700 records to ${kept}.`);
    assert.equal((JSON.parse(fs.readFileSync(kept, 'utf8')) as unknown[]).length, 1700);
    assert.deepEqual(fs.readdirSync(workbench().folder), ['Big.incomplete.json']);
  });
});
