/**
 * Portals that answer in another way than CKAN 2.12: a server that looks like CKAN, says nothing of itself, takes no POST
 * and gives a hundred records at most; and a portal that answers some conditions only by SQL.
 */
import assert from 'node:assert/strict';
import { eventually } from '../support/drivers/eventually.ts';
import { shownRecords } from '../support/drivers/explorer.ts';
import { FakeCkan, type FakeAnswer, success } from '../support/fakes/fakeCkan.ts';
import { useExplorer } from '../support/drivers/useExplorer.ts';

const LAKES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3d01';
const COUNT = 250;
const TREES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b01';

function answer(records: readonly Readonly<Record<string, number>>[]): FakeAnswer {
  return success({ records, fields: Object.keys(records[0]!).map((id) => ({ id, type: 'int4' })) });
}

describe('Kinds of portals', () => {
  const server = new FakeCkan({
    version: 'dkan',
    rowsMax: 100,
    resources: {
      [LAKES]: {
        fields: [
          { id: 'place', type: 'text' },
          { id: 'depth', type: 'int' },
        ],
        rows: Array.from({ length: COUNT }, (_, index) => [index % 5 === 0 ? 'Bergen' : 'Delft', index]),
      },
    },
  });
  const { vsc, explorer, baseUrl } = useExplorer(server);
  const depths = async (status: RegExp) =>
    (await shownRecords(await explorer().records(status))).map(({ depth }) => depth);

  describe('A look-alike of CKAN', () => {
    it('is added by the address of a call, which is all that it answers, and its records open', async () => {
      const { quickInput } = vsc();
      await vsc().command('Datastore: Add Portal…');
      await quickInput.enter(`${baseUrl()}/api/3/action/datastore_search?resource_id=${LAKES}`);
      await explorer().acceptProposed(new URL(baseUrl()).host);
      await explorer().records(/^250 matching records/);
      await vsc().dismissToast(`Added "${new URL(baseUrl()).host}": CKAN look-alike.`);
    });

    it('is named one in what it can do', async () => {
      await vsc().command('Datastore: Show Portal Capabilities');
      await vsc().quickInput.pick(new URL(baseUrl()).host);
      await vsc().quickInput.row("CKAN look-alike that doesn't say what it is").waitFor();
      await vsc().quickInput.cancel();
    });

    it('is searched, filtered and limited', async () => {
      await explorer().run({ q: '20', filters: [{ field: 'place', values: ['Bergen'] }], limit: '3' });
      await eventually(() => depths(/^3 of \d+ matching records/), ['20', '120', '200']);
    });

    it('is sorted by its numbers, to the last record', async () => {
      await explorer().run({});
      const records = await explorer().records(/^250 matching records/);
      const header = records.getByRole('columnheader').filter({ hasText: 'depth' });
      await header.click();
      await header.and(records.locator('[aria-sort=ascending]')).waitFor();
      await header.click();
      await eventually(async () => (await depths(/^250 matching records/))[0], String(COUNT - 1));
    });

    it('is exported whole, numbers as numbers', async () => {
      await vsc().command('Datastore: Export Records to JSON Editor');
      const text = await explorer().exportedJson();
      assert.match(text, /"depth": 249/);
    });
  });

  describe('A portal that answers SQL', () => {
    const city = new FakeCkan({
      resources: {
        [TREES]: {
          name: 'Trees',
          fields: [{ id: 'kind', type: 'text' }],
          rows: [['oak'], ['elm'], ['oak'], ['ash']],
        },
      },
      fault: ({ action, body }, honest) => {
        if (action !== 'datastore_search_sql') return honest;
        return answer(body.includes('count(') ? [{ n: 2 }] : [{ _id: 2 }, { _id: 4 }]);
      },
    });
    let portal = '';
    before('it listens', async () => {
      portal = await city.listen();
    });
    after('it ends', () => city.close());
    const statements = () => city.calls.filter(({ action }) => action === 'datastore_search_sql').length;

    it('is asked so once a dialog was answered, as the preview shows it', async () => {
      await vsc().showSidebar('Datastore');
      await explorer().run({ portal, resource: TREES });
      await explorer().records(/^4 matching records/);
      const form = await explorer().fill({ filters: [{ field: 'kind', values: ['oak'] }] });
      await form.locator('#row-1-operator').selectOption('Is not');
      await form.locator('.preview', { hasText: String.raw`\"kind\" NOT IN ('oak')` }).waitFor();
      assert.equal(statements(), 0);
      await form.locator('#run').click();
      const dialog = vsc().dialog('can answer this query only with SQL. Use SQL for this portal?');
      await dialog.getByRole('button', { name: 'Use SQL' }).click();
      const records = await explorer().records(/^2 matching records/);
      await eventually(async () => (await shownRecords(records)).map(({ kind }) => kind), ['elm', 'ash']);
      await form.locator('#run').click();
      await eventually(statements, 4);
      assert.equal(await dialog.count(), 0);
    });
  });
});
