/** axe has nothing to say about form and grid in VS Code's own themes; what they look like lies in build/shots/. */
import assert from 'node:assert/strict';
import { message } from '../faults/rawServer.ts';
import { cell, Explorer } from '../support/drivers/explorer.ts';
import { refusal } from '../support/fakes/fakeCkan.ts';
import { FaultyCkan } from '../support/fakes/faultyCkan.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { violations } from '../support/pages/violations.ts';
import { themeClasses, type ThemeName } from '../../tools/vscode/vsc.ts';

const LESSONS = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b31';
const themes = Object.keys(themeClasses) as ThemeName[];

describe('Accessibility and look', () => {
  let portal: FaultyCkan;
  before('a portal listens', async () => {
    portal = await FaultyCkan.start({
      title: 'City of Testville',
      resources: {
        [LESSONS]: {
          name: 'Lessons',
          fields: [
            { id: 'subject', type: 'text' },
            { id: 'stage', type: 'int4' },
            { id: 'title', type: 'text' },
            { id: 'online', type: 'bool' },
            { id: 'details', type: 'json' },
            { id: 'note', type: 'text' },
          ],
          rows: Array.from({ length: 60 }, (_, index) => [
            ['math', 'art'][index % 2] ?? null,
            (index % 4) + 1,
            index % 7 === 0 ? null : `Lesson ${String(index)}: a title that needs some room`,
            index % 3 === 0,
            { room: index, tools: ['ruler', 'pencil'] },
            index % 5 === 0 ? '' : 'A note of several words,\nand of two lines, which does not fit into its cell',
          ]),
        },
      },
    });
  });
  const workbench = useWorkbench({ viewport: { width: 1200, height: 900 } });
  after('the portal ends', () => portal.close());
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());

  before('a resource is shown', async function () {
    this.timeout(120_000);
    await explorer().addPortal(`${portal.baseUrl}/dataset/school/resource/${LESSONS}`, 'City of Testville');
    await vsc().row('Lessons').waitFor();
    await explorer().select('Lessons');
  });

  const accessDenied = refusal(403, 'Authorization Error', { message: 'Access denied' }).text;
  const filters = [
    { field: 'subject', values: ['math', 'art'] },
    { field: 'stage', values: ['2', '3'] },
  ];
  const toggleSidebar = () => vsc().command('View: Toggle Primary Side Bar Visibility');
  const showRecord = async () => {
    const records = await explorer().records(/^30 matching records/);
    await (await cell(records, 2, 'subject')).dblclick();
    await records.getByRole('complementary').getByText('pencil').waitFor();
    return records;
  };

  for (const theme of themes)
    describe(`${theme}, 1200 px wide`, () => {
      const shot = (state: string) => workbench().screenshot(`${theme} 1200 ${state}`);

      before('the theme is chosen', async function () {
        this.timeout(60_000);
        await vsc().setTheme(theme);
      });

      it('records, and one of them whole', async () => {
        portal.fault = undefined;
        const form = await explorer().run({ filters });
        const records = await showRecord();
        await shot('records');
        assert.deepEqual(await violations(form, 'sideBar'), []);
        assert.deepEqual(await violations(records, 'editor'), []);
      });

      it('what is wrong, in the form and above the records', async () => {
        portal.fault = (_request, socket) => socket.write(message(403, {}, accessDenied));
        const form = await explorer().run({ q: 'les', filters: [{ field: 'stage', values: ['2'] }] });
        const panel = await explorer().panel();
        await panel.locator('.banner .message').waitFor();
        await (await explorer().problem('portal')).waitFor();
        await form.locator('#limit').fill('ten');
        await form.locator('#q').focus();
        await (await explorer().problem('limit')).waitFor();
        await shot('problems');
        assert.deepEqual(await violations(form, 'sideBar'), []);
        assert.deepEqual(await violations(panel, 'editor'), []);
      });

      it('the choices of a field, and filters as JSON', async () => {
        const form = await explorer().form();
        await form.locator('#limit').fill('');
        await form.locator('.filter-row .combo-button').click();
        await form.getByRole('option', { name: 'subject' }).waitFor();
        await shot('choices');
        assert.deepEqual(await violations(form, 'sideBar'), []);
        await form.locator('.filter-row .combo-input').press('Escape');
        await form.getByRole('button', { name: 'Edit Filters as JSON' }).click();
        await form.locator('#filters-json').waitFor();
        assert.deepEqual(await violations(form, 'sideBar'), []);
        await form.getByRole('button', { name: 'Edit Filters as JSON' }).click();
        await form.locator('#add-filter').waitFor();
      });
    });

  describe('400 px wide', () => {
    before('the window is made narrow', async function () {
      this.timeout(60_000);
      portal.fault = undefined;
      await workbench().page.setViewportSize({ width: 400, height: 900 });
    });

    for (const theme of themes)
      it(theme, async () => {
        await vsc().setTheme(theme);
        const form = await explorer().run({ filters });
        await explorer().records(/^30 matching records/);
        await form.locator('#add-filter').scrollIntoViewIfNeeded();
        await workbench().screenshot(`${theme} 400 form`);
        assert.deepEqual(await violations(form, 'sideBar'), []);
        await toggleSidebar();
        await vsc().page.locator('.part.sidebar').waitFor({ state: 'hidden' });
        const records = await showRecord();
        await workbench().screenshot(`${theme} 400 records`);
        assert.deepEqual(await violations(records, 'editor'), []);
        await records.getByRole('button', { name: 'Close Record' }).click();
        await toggleSidebar();
      });
  });
});
