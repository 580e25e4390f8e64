/** Conditions that only SQL can say, from the form to the records of a portal. */
import assert from 'node:assert/strict';
import { eventually } from '../support/drivers/eventually.ts';
import { shownRecords } from '../support/drivers/explorer.ts';
import { pressInGrid } from '../support/drivers/pressInGrid.ts';
import { FakeCkan, type FakeAnswer, success } from '../support/fakes/fakeCkan.ts';
import { useExplorer } from '../support/drivers/useExplorer.ts';

const QUESTION = 'can answer this query only with SQL. Use SQL for this portal?';
const TREES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b01';

function answer(records: readonly Readonly<Record<string, number>>[]): FakeAnswer {
  return success({ records, fields: Object.keys(records[0]!).map((id) => ({ id, type: 'int4' })) });
}

describe('A portal that answers SQL', () => {
  const city = new FakeCkan({
    resources: {
      [TREES]: { name: 'Trees', fields: [{ id: 'kind', type: 'text' }], rows: [['oak'], ['elm'], ['oak'], ['ash']] },
    },
    fault: ({ action, body }, honest) => {
      if (action !== 'datastore_search_sql') return honest;
      return answer(body.includes('count(') ? [{ n: 2 }] : [{ _id: 2 }, { _id: 4 }]);
    },
  });
  const { vsc, explorer, baseUrl } = useExplorer(city);
  const statements = () => city.calls.filter(({ action }) => action === 'datastore_search_sql').length;

  it('gives the focus back to the form or the records when its question is answered by a key', async () => {
    await vsc().showSidebar('Datastore');
    await explorer().run({ portal: baseUrl(), resource: TREES });
    const cancel = async () => {
      await vsc().readDialog(QUESTION);
      await vsc().page.keyboard.press('Escape');
    };
    const records = await explorer().records(/^4 matching records/);
    await records.locator('.records-grid').focus();
    await pressInGrid(records, 'Control+Home', 'ArrowRight', 'Control+k', 'x');
    await cancel();
    await eventually(() => records.evaluate(() => document.hasFocus()), true);
    const form = await explorer().fill({ filters: [{ field: 'kind', values: ['oak'] }] });
    await form.locator('#row-1-operator').selectOption('Is not');
    await form.locator('#run').focus();
    await vsc().page.keyboard.press('Enter');
    await cancel();
    await eventually(() => form.evaluate(() => document.hasFocus()), true);
  });

  it('is asked so once a dialog was answered, as the preview shows it', async () => {
    await vsc().showSidebar('Datastore');
    await explorer().run({ portal: baseUrl(), resource: TREES });
    await explorer().records(/^4 matching records/);
    const form = await explorer().fill({ filters: [{ field: 'kind', values: ['oak'] }] });
    await form.locator('#row-1-operator').selectOption('Is not');
    await form.locator('.preview', { hasText: String.raw`\"kind\" NOT IN ('oak')` }).waitFor();
    assert.equal(statements(), 0);
    await form.locator('#run').click();
    const dialog = vsc().dialog(QUESTION);
    await dialog.getByRole('button', { name: 'Use SQL' }).click();
    const records = await explorer().records(/^2 matching records/);
    await eventually(async () => (await shownRecords(records)).map(({ kind }) => kind), ['elm', 'ash']);
    await form.locator('#run').click();
    await eventually(statements, 4);
    assert.equal(await dialog.count(), 0);
  });
});
