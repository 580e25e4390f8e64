/** axe on the records panel, in the themes that VS Code ships. */
import assert from 'node:assert/strict';
import { equalTo } from '../support/samples/conditions.ts';
import type { GridDriver } from '../support/pages/grid/gridDriver.ts';
import { PAUSED, RUNNING, WAITING } from '../support/pages/grid/sampleTasks.ts';
import { useGrid } from '../support/pages/grid/useGrid.ts';
import { themes } from '../support/pages/themes.ts';
import { violations } from '../support/pages/violations.ts';

describe('Records panel', () => {
  const { reopen } = useGrid();
  let at: GridDriver;

  const states: Readonly<Record<string, () => Promise<unknown>>> = {
    loading: () => at.loading(),
    records: () => at.showRecords({ notice: 'Beyond the first page records come in _id order.' }),
    'fields that are frozen, hidden, sorted and filtered': async () => {
      await at.showRecords({
        layout: {
          places: [
            { id: 'stage', width: 60 },
            { id: 'code', hidden: true },
          ],
          frozen: 2,
        },
        question: {
          filters: [equalTo('subject', 'text', 'art')],
          sort: [
            { field: 'stage', descending: true },
            { field: 'subject', descending: false },
          ],
        },
        query: 'laid out',
      });
      await at.press('Control+a');
      await at.cell(-1, 1).hover();
    },
    'a record': async () => {
      await at.press('Space');
      await at.page.getByRole('complementary').getByText('Needs a projector').waitFor();
    },
    find: async () => {
      await at.page.evaluate(() => window.fakeGridHost.view.perform('findInRecords'));
      await at.page.keyboard.type('no such text');
      await at.page.locator('.find-words', { hasText: 'No matches' }).waitFor();
      await at.page.evaluate(() => window.fakeGridHost.view.perform('goToRow'));
      await at.page.keyboard.type('x');
    },
    failure: async () => {
      await at.loading();
      await at.refuse();
    },
    'no records': () => at.show({ rowCount: 0, query: 'none' }),
    'rows that failed': async () => {
      await at.mood({ failRows: true });
      await at.show({ query: 'broken' });
      await at.page.locator('.row.failed').first().waitFor();
    },
    'an export, another that is paused, and a wait': async () => {
      await at.mood({ failRows: false });
      await at.showRecords({ query: 'exported' });
      await at.tasks(RUNNING, PAUSED, WAITING);
    },
    'formatted records, up to their end': async () => {
      await at.mood({ failRows: false });
      const formatted = { numbers: 'grouped', dates: 'localised', booleans: 'marks' } as const;
      await at.page.evaluate(
        (look) => window.fakeGridHost.view.look({ density: 'compact', zebra: true, summaries: true, ...look }),
        formatted,
      );
      await at.showRecords({ rowCount: 6, limit: 6, query: 'formatted' });
    },
    'hostile records': async () => {
      await at.mood({ failRows: false, sample: 'hostile' });
      await at.showRecords({ rowCount: 40, query: 'hostile' });
    },
    fields: async () => {
      await at.tasks();
      await at.mood({ sample: 'lessons' });
      await at.showRecords({ query: 'fields' });
      await at.page.evaluate(() => window.fakeGridHost.view.perform('showFields'));
      const pane = at.page.getByRole('complementary', { name: 'Fields' });
      await pane.getByRole('button', { name: /^title / }).click();
      await pane.getByRole('button', { name: /^Count All/ }).waitFor();
    },
  };

  const looks = [...themes.map((theme) => ({ theme, width: 1200 })), { theme: themes[0]!, width: 400 }];
  for (const look of looks)
    it(`gives axe nothing to say in the theme ${look.theme.name}, ${look.width} px wide`, async () => {
      at = await reopen(look);
      for (const [name, enter] of Object.entries(states)) {
        await enter();
        assert.deepEqual(await violations(at.page), [], name);
      }
    });
});
