/** From a portal to records through the tree's Datasets, by mouse and by keyboard; what is open stays open. */
import assert from 'node:assert/strict';
import { generatedDatasets } from '../support/fakes/fakeCatalog.ts';
import { FakeCkan, type FakeAnswer } from '../support/fakes/fakeCkan.ts';
import { useExplorer } from '../support/drivers/useExplorer.ts';
import { until } from '../../tools/vscode/until.ts';

const generated = generatedDatasets(400);
const NEWEST = 'Dataset 000399 about schools';

describe('Datasets in the tree', () => {
  let isDown = false;
  let isSilent = false;
  const city = new FakeCkan({
    title: 'City of Testville',
    catalog: { datasets: generated },
    resources: Object.fromEntries(
      [399, 41].map((number) => [
        generated.at(number)?.resources?.[0]?.id ?? '',
        {
          name: `Records of ${number}`,
          fields: [{ id: 'kind', type: 'text' }],
          rows: Array.from({ length: number }, (_, row) => [`kind ${row}`]),
        },
      ]),
    ),
    firewall: ({ action }): FakeAnswer | undefined =>
      isDown && action === 'package_search' ? { status: 503, text: 'busy' } : undefined,
    fault: (_call, honest) => (isSilent ? new Promise<FakeAnswer>(() => undefined) : honest),
  });
  const { vsc, explorer, baseUrl } = useExplorer(city, { viewport: { width: 1400, height: 1000 } });
  const row = (label: string | RegExp) => vsc().row(label).first();
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await vsc().page.keyboard.press(key);
  };
  /** A screen reader says this of the row that has the focus. */
  const hear = (spoken: RegExp) =>
    until(
      async () => {
        const label = await vsc()
          .page.locator('.pane-body .monaco-list-row.focused')
          .first()
          .getAttribute('aria-label', { timeout: 1000 })
          .catch(() => null);
        return spoken.test(label ?? '');
      },
      `the row is called ${String(spoken)}`,
    );
  /** Lists of datasets that were asked for; adding a portal counts them. */
  const lists = () => city.calls.filter(({ body }) => body.includes('"sort"')).length;

  it('lead by mouse from a portal to records, with one request a branch', async () => {
    await vsc().showSidebar('Datastore');
    await explorer().addPortal(baseUrl(), 'City of Testville');
    await row('Datasets').waitFor();
    assert.equal(lists(), 0);
    await vsc().expand('Datasets');
    await vsc().expand('Recently Updated');
    await vsc().expand(NEWEST);
    assert.equal(lists(), 1);
    await row('Report 000399').click();
    await vsc().quickInput.title().getByText('Report 000399', { exact: true }).waitFor();
    await vsc().quickInput.cancel();
    await row('Records 000399').click();
    await explorer().records(/^399 matching records/);
  });

  it('list the next 100 by More…, and go to the first of them', async () => {
    // What was opened comes to Recent: VS Code draws the tree again, with the focus where the selection is.
    await row(/^Records 000399\s*City of Testville/).waitFor();
    await row('Recently Updated').click();
    await vsc().expand('Recently Updated');
    const more = vsc().page.locator('.pane-body .monaco-list-row.focused[aria-label^="More…"]');
    await until(async () => {
      await press('End');
      return (await more.count()) > 0;
    }, 'End leads to More…');
    await hear(/^More… 100 of 400$/);
    await press('Enter');
    await hear(/^Dataset 000299 about/);
    await press('ArrowUp');
    await hear(/^Dataset 000300 about/);
  });

  it('stay as they were left when the window is reloaded', async () => {
    await vsc().reload();
    await row(NEWEST).waitFor();
    await row('Records 000399').waitFor();
    await row('Organizations').waitFor();
    assert.equal(await row('Organizations').getAttribute('aria-expanded'), 'false');
  });

  it('are not requested while the window shows something else, although the extension is there', async () => {
    await vsc().command('View: Close All Editors');
    await vsc().showSidebar('Explorer');
    city.calls.splice(0);
    await vsc().reload();
    const log = vsc().page.locator('.part.panel option', { hasText: 'Datastore Explorer' }).first();
    // VS Code shows no output, and says nothing, until the view of outputs is registered after the start.
    await until(async () => {
      await vsc().command('Datastore: Show Log');
      return log.waitFor({ state: 'attached', timeout: 3000 }).then(
        () => true,
        () => false,
      );
    }, 'the log is shown');
    assert.deepEqual(city.calls, []);
    await vsc().command('View: Hide Panel');
    await vsc().showSidebar('Datastore');
    await row(NEWEST).waitFor();
  });

  it('stay listed when the portal is down: what is wrong stands above them, and Enter tries again', async () => {
    isDown = true;
    await vsc().command('Datastore: Refresh');
    const failure = row(/busy|503/);
    await failure.waitFor();
    await row(NEWEST).waitFor();
    isDown = false;
    await failure.click();
    await failure.waitFor({ state: 'detached' });
    await row(NEWEST).waitFor();
  });

  it('are waited for no longer once their branch is closed, and asked for when it is opened again', async () => {
    isSilent = true;
    await vsc().expand('Tags');
    await row('Loading…').waitFor();
    await row('Tags').locator('.monaco-tl-twistie').click();
    await row('Loading…').waitFor({ state: 'detached' });
    isSilent = false;
    await vsc().expand('Tags');
    await row(/^Budgets/).waitFor();
    await row('Tags').locator('.monaco-tl-twistie').click();
  });

  it('lead by keyboard alone from a portal to records', async () => {
    await vsc().command('View: Close All Editors');
    await vsc().command('Datastore: Focus on Resources View');
    await vsc().page.keyboard.type('Organiz');
    await hear(/^Organizations/);
    await press('ArrowRight');
    await row('Office 1').waitFor();
    await press('ArrowDown', 'ArrowDown');
    await hear(/^Office 1, organization, 10 datasets$/);
    await press('ArrowRight');
    await row('Dataset 000041').waitFor();
    await press('ArrowDown', 'ArrowDown');
    await hear(/^Dataset 000041 about .*, dataset, 2 resources, 1 with records$/);
    await press('ArrowRight');
    await row('Records 000041').waitFor();
    await press('ArrowDown');
    await hear(/^Records 000041, resource, CSV$/);
    await press('Enter');
    await explorer().records(/^41 matching records/);
  });
});
