/** Every page of a result goes into one JSON document, in an editor or in a file when that is better, or into a Parquet file. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parseExact } from '../../src/base/exactJson.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { FakeCkan, type FakeAnswer } from '../support/fakes/fakeCkan.ts';
import { withoutRecordsFrom } from '../support/fakes/fakeResult.ts';
import { until } from '../../tools/vscode/until.ts';
import { useExplorer } from '../support/drivers/useExplorer.ts';

const MANY = 1000;
const BIG = 2100;
const LONG = 12_000;
const fields = [{ id: 'name', type: 'text' }];
/** With its size, whatever that is. */
const savedTo = (file: string) => new RegExp(`Saved [\\d,]+ records \\([^)]+\\) to ${file.replaceAll('.', '\\.')}\\.`);
const never = new Promise<FakeAnswer>(() => undefined);

describe('An export', () => {
  let isStuck = false;
  /** From this offset on the portal has no records, while its total stays. */
  let emptyFrom = Infinity;
  const ckan = new FakeCkan({
    resources: {
      many: { name: 'Many', fields, rows: Array.from({ length: MANY }, (_, index) => [`n${String(index + 1)}`]) },
      // 25 MB of JSON, and more than 20 before the last page.
      big: { name: 'Big', fields, rows: Array.from({ length: BIG }, () => ['x'.repeat(LONG)]) },
      exact: {
        name: 'Exact',
        fields: [
          { id: 'kind', type: 'text' },
          { id: 'count', type: 'int8' },
          { id: 'share', type: 'numeric' },
        ],
        rows: Array.from({ length: 300 }, (_, index) => [
          index % 2 === 0 ? 'even' : 'odd',
          parseExact(`900719925474${String(1000 + index)}`),
          index % 3 === 0 ? null : parseExact(`${String(index)}.10`),
        ]),
      },
    },
    rowsMax: 400,
    fault: (call, honest, index) => {
      const isFirst = !/"offset":[1-9]/.test(call.body);
      return isStuck && !isFirst ? never : withoutRecordsFrom(emptyFrom)(call, honest, index);
    },
  });
  const { workbench, vsc, explorer, baseUrl } = useExplorer(ckan);
  const addResource = async (id: string, name: string) => {
    await vsc().command('Datastore: Add Resource…');
    await vsc().quickInput.enter(`${baseUrl()}/api/action/datastore_search?resource_id=${id}`);
    // The tree is drawn again once the resource's panel has the number of its records.
    await vsc().row(name).filter({ hasText: 'records' }).waitFor();
    await explorer().records(/ matching records/);
  };
  const exportFromTree = (name: string) => vsc().contextMenu(vsc().row(name).first(), 'Export Records to JSON Editor');
  const editors = () => vsc().tab('Untitled-').count();

  before('two resources are in the tree', async function () {
    this.timeout(60_000);
    await explorer().addPortal(baseUrl(), 'Fake');
    await vsc().row('Fake').first().waitFor();
    await addResource('many', 'Many');
    await addResource('big', 'Big');
  });

  afterEach('the portal answers again', () => {
    isStuck = false;
    emptyFrom = Infinity;
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
  });

  it('offers a file for what an editor holds badly, and writes it whole', async () => {
    await exportFromTree('Big');
    const offer = vsc().dialog('more than 20 MB of JSON');
    await offer.getByRole('button', { name: 'Save to File…' }).click();
    const file = path.join(workbench().folder, 'Big.json');
    await vsc().quickInput.saveTo(file, 'Big.json');
    await vsc().dismissToast(savedTo(file));
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
    await vsc().dismissToast(/stopped after 500 of 1,000 records\..* The editor has only the first 500 records\./);
    await vsc().tab('Untitled-2').waitFor();
    assert.equal((JSON.parse(await vsc().editorText()) as unknown[]).length, 500);
  });

  it('keeps them beside the file that was meant, and goes on with Resume', async () => {
    emptyFrom = 1700;
    const file = path.join(workbench().folder, 'Big.json');
    await exportFromTree('Big');
    const offer = vsc().dialog('more than 20 MB of JSON');
    await offer.getByRole('button', { name: 'Save to File…' }).click();
    await vsc().quickInput.saveTo(file, 'Big.json');
    const toast = vsc().toast(`The first 1,700 records are kept in ${file}.part.`);
    await toast.waitFor();
    assert.deepEqual(fs.readdirSync(workbench().folder), ['Big.json.part', 'Big.json.part.json']);
    emptyFrom = Infinity;
    await toast.getByRole('button', { name: 'Resume' }).click();
    await vsc().dismissToast(savedTo(file));
    assert.equal((JSON.parse(fs.readFileSync(file, 'utf8')) as unknown[]).length, BIG);
    assert.deepEqual(fs.readdirSync(workbench().folder), ['Big.json']);
    fs.rmSync(file);
  });

  const exportToFile = async (file: string) => {
    await vsc().contextMenu(vsc().row('Many').first(), 'Export Records…');
    await vsc().quickInput.pick('JSON Lines');
    await vsc().quickInput.pick('File…');
    await vsc().quickInput.saveTo(file, 'Many.jsonl');
  };
  const ids = (file: string) =>
    fs
      .readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { _id: number })._id);

  it('that is cancelled goes on when the same is exported there again', async () => {
    isStuck = true;
    const file = path.join(workbench().folder, 'Many.jsonl');
    await exportToFile(file);
    const progress = vsc().toast('Exporting records of Many');
    await progress.getByText('100 of 1,000 records').waitFor();
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await vsc().dismissToast(`The export to ${file} was canceled. Its first 100 records are kept.`);
    isStuck = false;
    await exportToFile(file);
    const question = vsc().dialog("didn't finish");
    await question.getByText('It has the first 100 records.').waitFor();
    await question.getByRole('button', { name: 'Resume' }).click();
    await vsc().dismissToast(savedTo(file));
    assert.deepEqual(
      ids(file),
      Array.from({ length: MANY }, (_, index) => index + 1),
    );
    fs.rmSync(file);
  });

  it('writes what is shown to a Parquet file, in which DuckDB finds every record to the digit', async () => {
    await addResource('exact', 'Exact');
    await vsc().row('Exact').first().click();
    await explorer().records(/^300 matching records/);
    await explorer().run({ filters: [{ field: 'kind', values: ['even'] }] });
    await explorer().records(/^150 matching records/);
    const { quickInput } = vsc();
    await vsc().command('Datastore: Export Records…');
    await quickInput.title().filter({ hasText: 'Export Records of Exact' }).waitFor();
    await quickInput.pick('Parquet');
    const file = path.join(workbench().folder, 'Exact.parquet');
    await quickInput.saveTo(file, 'Exact.parquet');
    await vsc().dismissToast(savedTo(file));
    assert.deepEqual(fs.readdirSync(workbench().folder), ['Exact.parquet']);
    const records = await readParquet(file);
    assert.deepEqual(
      records,
      Array.from({ length: 300 }, (_, index) => index)
        .filter((index) => index % 2 === 0)
        .map((index) => [
          String(index + 1),
          'even',
          `900719925474${String(1000 + index)}`,
          index % 3 === 0 ? null : `${String(index)}.10`,
        ]),
    );
    fs.rmSync(file);
  });

  it('goes on after a reload, behind the records that it has', async function () {
    this.timeout(120_000);
    isStuck = true;
    const file = path.join(workbench().folder, 'Many.jsonl');
    await exportToFile(file);
    await vsc().toast('Exporting records of Many').getByText('100 of 1,000 records').waitFor();
    await vsc().reload();
    isStuck = false;
    ckan.calls.splice(0);
    await vsc().pressInToast('Exporting records of Many was interrupted.', 'Resume', 60_000);
    await vsc().dismissToast(savedTo(file));
    assert.deepEqual(
      ids(file),
      Array.from({ length: MANY }, (_, index) => index + 1),
    );
    assert.ok(!ckan.searches.includes('{"resource_id":"many"}'), 'the first records come once');
    assert.deepEqual(fs.readdirSync(workbench().folder), ['Many.jsonl']);
  });
});

/** Records of a Parquet file in order, each value as DuckDB writes it. */
async function readParquet(file: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    const reader = await connection.runAndReadAll(
      `SELECT COLUMNS(* EXCLUDE file_row_number)::VARCHAR FROM read_parquet('${file}', file_row_number = true) ORDER BY file_row_number`,
    );
    return reader.getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
