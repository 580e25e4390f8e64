/** The first five minutes of someone who has just installed the extension, without the query form. */
import assert from 'node:assert/strict';
import { eventually } from '../../support/drivers/eventually.ts';
import { cell, Explorer } from '../../support/drivers/explorer.ts';
import { useWorkbench } from '../../support/drivers/useWorkbench.ts';
import { violations } from '../../support/pages/violations.ts';
import { themeClasses, type ThemeName } from '../../../tools/vscode/vsc.ts';

const WALKTHROUGH = 'Get Started with Datastore Explorer';

describe('The first minutes', () => {
  const workbench = useWorkbench({ viewport: { width: 1800, height: 1000 } });
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());
  const walkthrough = () => vsc().page.locator('.gettingStartedContainer');
  /** Whether each step of the walkthrough is ticked off. */
  const done = () =>
    walkthrough()
      .locator('.getting-started-step [role="checkbox"]')
      .evaluateAll((boxes) => boxes.map((box) => box.ariaChecked));

  it('begin with an empty view, which leads to a walkthrough of four steps', async () => {
    await vsc().showSidebar('Datastore');
    await vsc().page.locator('.welcome-view-content a', { hasText: 'follow the walkthrough' }).click();
    await walkthrough().getByText(WALKTHROUGH).first().waitFor();
    await eventually(done, ['false', 'false', 'false', 'false']);
    await workbench().screenshot('walkthrough');
  });

  it('one click opens the sample and shows records, and the step is ticked off', async () => {
    await walkthrough().getByRole('button', { name: 'Explore the Sample' }).click();
    const records = await explorer().records(/^120 matching records/);
    await (await cell(records, 1, 'title')).filter({ hasText: 'Counting without numbers' }).waitFor();
    await vsc().tab('Welcome').click();
    await eventually(done, ['true', 'false', 'false', 'false']);
  });

  it('one click on another resource shows its records', async () => {
    await vsc().row('stations.json').click();
    await explorer().records(/^40 matching records/);
    await vsc().row('lessons.csv').click();
    await explorer().records(/^120 matching records/);
  });

  it('what clears a filter is grey while there is none', async () => {
    const records = await explorer().records(/^120 matching records/);
    await records.getByRole('columnheader', { name: 'subject' }).click({ button: 'right' });
    const menu = vsc().page.locator('.monaco-menu-container .action-item.disabled');
    for (const name of ['Clear Sort', 'Clear Column Filter', 'Clear All Filters'])
      await menu.filter({ hasText: name }).waitFor();
    await vsc().page.keyboard.press('Escape');
  });

  it('a filter in the grid leaves the records that match, and ticks the next step off', async () => {
    const records = await explorer().records(/^120 matching records/);
    await vsc().contextMenu(await cell(records, 1, 'subject'), 'Filter by This Value');
    await explorer().records(/^\d{1,2} matching records/);
    await vsc().tab('Welcome').click();
    await eventually(done, ['true', 'true', 'false', 'false']);
    await vsc().tab('lessons.csv').click();
  });

  for (const theme of Object.keys(themeClasses) as ThemeName[])
    it(`axe has nothing to say of what they see, in ${theme}`, async () => {
      await vsc().setTheme(theme);
      const records = await explorer().records(/^\d{1,2} matching records/);
      assert.deepEqual(await violations(records, 'editor'), []);
    });

  it('an export writes exactly these records', async () => {
    const records = await explorer().records(/^\d{1,2} matching records/);
    const [count] = /\d+/.exec((await records.locator('.status-text').textContent()) ?? '') ?? [];
    await vsc().command('Datastore: Export Records to JSON Editor');
    await vsc().tab('Untitled-1').waitFor();
    const exported = JSON.parse(await vsc().editorText()) as readonly Readonly<Record<string, unknown>>[];
    assert.equal(exported.length, Number(count));
    assert.equal(new Set(exported.map(({ subject }) => subject)).size, 1);
  });
});
