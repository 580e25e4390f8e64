/** axe has nothing to say about chips, menu and filter, in any theme. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type axe from 'axe-core';
import { columnOf, Exploring, HOURS, SUBJECT } from '../support/gridPage/exploring.ts';
import { useGrid } from '../support/gridPage/useGrid.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { themes } from '../support/themes.ts';

const axeSource = fs.readFileSync(path.join(projectRoot, 'node_modules/axe-core/axe.min.js'), 'utf8');

describe('Exploring is accessible', () => {
  const { reopen } = useGrid();

  for (const theme of themes)
    it(`in the theme ${theme.name}`, async () => {
      const at = await reopen({ theme });
      const on = new Exploring(at);
      const assertClean = async (state: string) => {
        await at.page.evaluate(axeSource);
        const { violations } = await at.page.evaluate(() =>
          (globalThis as unknown as { axe: typeof axe }).axe.run(),
        );
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
        assert.deepEqual(found, [], state);
      };
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
