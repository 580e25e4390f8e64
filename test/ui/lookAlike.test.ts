/** A server that looks like CKAN, says nothing of itself, takes no POST and gives a hundred records at most: the whole job. */
import assert from 'node:assert/strict';
import { eventually } from '../support/drivers/eventually.ts';
import { shownRecords } from '../support/drivers/explorer.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { useExplorer } from '../support/drivers/useExplorer.ts';

const LAKES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3d01';
const COUNT = 250;

describe('A look-alike of CKAN', () => {
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
