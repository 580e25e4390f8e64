/** axe has nothing to say about chips, menu and filter, in any theme. */
import assert from 'node:assert/strict';
import { columnOf, Exploring, HOURS, SUBJECT } from '../support/pages/grid/exploring.ts';
import { useGrid } from '../support/pages/grid/useGrid.ts';
import { themes } from '../support/pages/themes.ts';
import { violations } from '../support/pages/violations.ts';

describe('Exploring is accessible', () => {
  const { reopen } = useGrid();

  for (const theme of themes)
    it(`in the theme ${theme.name}`, async () => {
      const at = await reopen({ theme });
      const on = new Exploring(at);
      const assertClean = async (state: string) => assert.deepEqual(await violations(at.page), [], state);
      const sort = [{ field: 'hours', descending: true }];
      await at.showRecords({ question: { q: 'draw', hasRanges: true, filters: [SUBJECT, HOURS], sort } });
      await assertClean('chips');
      await on.goTo(columnOf.subject);
      await on.perform('showFieldMenu');
      await on.menu.waitFor();
      await assertClean('menu');
      await at.press('Escape');
      await on.openFilter(columnOf.hours);
      await at.press('Shift+Tab', 'Tab');
      await assertClean('filter');
    });
});
