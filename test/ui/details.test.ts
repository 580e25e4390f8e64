/** Pages of details in a real VS Code: their resource is saved from the tree, a reload brings them back, axe looks at them. */
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { parseExact } from '../../src/base/exactJson.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { Explorer } from '../support/drivers/explorer.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { violations } from '../support/pages/violations.ts';
import { until } from '../../tools/vscode/until.ts';
import { themeClasses, type ThemeName } from '../../tools/vscode/vsc.ts';

const TREES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3e01';
const BENCHES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3e02';
const themes = Object.keys(themeClasses) as ThemeName[];

describe('Pages of details', () => {
  const city = new FakeCkan({
    title: 'City of Testville',
    resources: {
      [TREES]: {
        name: 'Trees',
        fields: [
          { id: 'kind', type: 'text', info: { label: 'Kind of tree', notes: 'As gardeners call it' } },
          { id: 'height', type: 'numeric', info: { label: 'Height', unit: 'm' } },
        ],
        rows: Array.from({ length: 40 }, (_, index) => [
          ['oak', 'elm', null][index % 3] ?? null,
          parseExact(`${String(index)}.50`),
        ]),
      },
      [BENCHES]: { name: 'Benches', fields: [{ id: 'place', type: 'text' }], rows: [['Delft'], ['Bergen']] },
    },
    catalog: {
      datasets: [
        {
          name: 'parks',
          title: 'Parks',
          organization: 'gardens',
          tags: ['green', 'outside'],
          modified: '2026-05-03T10:00:00',
          notes: '## What it is\n\nEvery **park** of the [city](https://city.test/), with\n\n- trees\n- benches',
          resources: [
            {
              ...{ id: TREES, name: 'Trees', format: 'CSV', datastore_active: true },
              description: 'Each tree *once*.\n\n```\nSELECT kind\n```',
              url: 'https://city.test/trees.csv',
            },
            { id: BENCHES, name: 'Benches', format: 'CSV', datastore_active: true },
            { id: 'report', name: 'Report', format: 'PDF' },
          ],
        },
      ],
    },
  });
  let baseUrl = '';
  before('a portal listens', async () => {
    baseUrl = await city.listen();
  });
  const workbench = useWorkbench({ viewport: { width: 1200, height: 900 } });
  after('the portal ends', () => city.close());
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await vsc().page.keyboard.press(key);
  };
  /** What opens just then takes the focus. */
  const focusTree = () =>
    until(async () => {
      await vsc().command('Datastore: Focus on Resources View');
      return vsc()
        .page.locator('.pane-body .monaco-list:focus')
        .waitFor({ timeout: 3000 })
        .then(
          () => true,
          () => false,
        );
    }, 'the tree has the focus');
  const hear = (spoken: string | RegExp) =>
    until(
      async () => {
        const label = await vsc()
          .page.locator('.pane-body .monaco-list:focus .monaco-list-row.focused')
          .getAttribute('aria-label', { timeout: 1000 })
          .catch(() => null);
        return typeof spoken === 'string' ? label === spoken : spoken.test(label ?? '');
      },
      `the row is called ${String(spoken)}`,
    );
  /** By the keys that every menu has: the arrow, until the row is the marked one. */
  const chooseByKeys = async (item: string): Promise<void> => {
    await press('Shift+F10');
    const menu = vsc().page.locator('.monaco-menu-container');
    await menu.locator('.action-item').first().waitFor();
    await until(async () => {
      const marked = await menu.locator('.action-item.focused .action-label').allInnerTexts();
      if (marked[0] === item) return true;
      await press('ArrowDown');
      return false;
    }, `the menu's ${item} is marked`);
    await press('Enter');
    await menu.waitFor({ state: 'hidden' });
  };

  before('records of a resource are open', async function () {
    this.timeout(120_000);
    await explorer().addPortal(`${baseUrl}/dataset/parks/resource/${BENCHES}`, 'City of Testville');
    await explorer().records(/^2 matching records/);
  });

  it('a dataset in the tree leads by keys to its page, and its page to that of a resource', async () => {
    await focusTree();
    await vsc().page.keyboard.type('Datas');
    await hear(/^Datasets/);
    await press('ArrowRight');
    await vsc().row('Recently Updated').waitFor();
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    await hear(/^Recently Updated/);
    await press('ArrowRight');
    await vsc().row('Parks').waitFor();
    await press('ArrowDown');
    await hear(/^Parks, dataset, 3 resources, 2 with records$/);
    await chooseByKeys('Show Details');
    const dataset = await explorer().details('Parks');
    await hasFocus(dataset, 'Open Records of Trees');
    await press('Shift+Tab');
    await hasFocus(dataset, 'Trees');
    await press('Enter');
    const trees = await explorer().details('Trees');
    await hasFocus(trees, 'Open Records');
    await trees.locator('.sample td', { hasText: '0.50' }).first().waitFor();
  });

  it('the star of a resource is in its menu in the tree: given and taken away by keys, where people are', async () => {
    const saved = vsc().row(/^Trees$/);
    await focusTree();
    await hear(/^Parks, dataset/);
    await press('ArrowRight');
    await vsc()
      .row(/^Trees ?CSV$/)
      .waitFor();
    await press('ArrowDown');
    await hear('Trees, resource, CSV');
    await chooseByKeys('Save Resource');
    await saved.waitFor();
    await hear('Trees, resource, CSV');
    const page = await explorer().details('Trees');
    await page.getByRole('button', { name: 'Remove from Saved' }).waitFor();
    await chooseByKeys('Remove from Saved');
    await saved.waitFor({ state: 'detached' });
    await hear('Trees, resource, CSV');
    await page.getByRole('button', { name: 'Save Resource' }).waitFor();
    await vsc().dismissToast('Removed "Trees" from the saved resources.');
  });

  it('come back with all that they had when the window is reloaded; one that is hidden asks when it is shown', async () => {
    const before = await contentOf(await explorer().details('Trees'));
    city.calls.splice(0);
    await vsc().reload();
    const trees = await explorer().details('Trees');
    await trees.locator('.sample td').first().waitFor();
    assert.deepEqual(await contentOf(trees), before);
    const asked = city.calls.map(({ action, body }) => `${action} ${body}`);
    assert.ok(!asked.some((each) => each.includes(BENCHES)), asked.join('\n'));
    await vsc().tab('Details: Parks').click();
    const parks = await explorer().details('Parks');
    await parks.locator('.resources li').nth(2).waitFor();
    assert.deepEqual(await parks.locator('.notes li').allInnerTexts(), ['trees', 'benches']);
  });

  for (const theme of themes)
    it(`${theme}: axe has nothing to say about the page of a resource, or of a dataset`, async () => {
      await vsc().setTheme(theme);
      for (const title of ['Trees', 'Parks']) {
        await vsc().tab(`Details: ${title}`).click();
        const page = await explorer().details(title);
        await page.locator('.sample td, .resources li').first().waitFor();
        await workbench().screenshot(`${theme} details of ${title}`);
        assert.deepEqual(await violations(page, 'editor'), []);
      }
    });
});

/** Waits until what has the focus is called so. */
async function hasFocus(page: Frame, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.hasFocus() ? document.activeElement : null;
      return element?.getAttribute('aria-label') ?? element?.textContent.trim();
    });
  await eventually(focused, name, 'the focus');
}

/** The whole text of the page as people read it. */
function contentOf(page: Frame): Promise<string> {
  return page.locator('main').innerText();
}
