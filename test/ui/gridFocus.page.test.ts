/** Which keys are the grid's, which are those of VS Code's commands, and what the host is told of it. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { GridAction } from '../../src/messages/gridActions.ts';
import { columnOf, Exploring } from '../support/gridPage/exploring.ts';
import type { GridDriver } from '../support/gridPage/gridDriver.ts';
import { useGrid } from '../support/gridPage/useGrid.ts';
import { hearKeys, pretendToBeMac, typeWithOption } from '../support/optionKeys.ts';
import { until } from '../../tools/vscode/until.ts';

describe('Keys of the records panel', () => {
  const { grid } = useGrid();
  let at: GridDriver;
  beforeEach(async () => {
    at = grid();
    await at.showRecords();
  });

  const perform = (action: GridAction) =>
    at.page.evaluate((name) => window.fakeGridHost.view.perform(name), action);
  const findInput = (): Locator => at.page.getByRole('search').getByRole('textbox');
  const says = (words: RegExp) => at.page.getByRole('search').getByText(words).waitFor();
  const told = async () => (await at.calls('focused')).map(([hasFocus]) => hasFocus);
  const tells = (hasFocus: boolean) =>
    until(async () => (await told()).at(-1) === hasFocus, `the host hears ${String(hasFocus)}`);

  describe('are those of commands', () => {
    it('in the grid, and wherever in the panel nobody types', async () => {
      await tells(true);
      await at.page.getByRole('button', { name: 'Fields' }).focus();
      await at.grid.focus();
      assert.deepEqual(await told(), [true], 'once');
    });

    const boxes: readonly (readonly [name: string, open: () => Promise<void>, box: () => Locator])[] = [
      ['the find bar', () => perform('findInRecords'), findInput],
      ['Go to Row', () => perform('goToRow'), () => at.page.getByRole('textbox', { name: 'Go to row' })],
      [
        'the filter editor',
        () => new Exploring(at).openFilter(columnOf.hours),
        () => at.page.getByRole('dialog').getByRole('textbox').first(),
      ],
      [
        'the list of the filter editor',
        async () => {
          await new Exploring(at).openFilter(columnOf.hours);
          await at.page.getByRole('listbox').focus();
        },
        () => at.page.getByRole('listbox'),
      ],
      ['a field’s menu', () => perform('showFieldMenu'), () => at.page.getByRole('menuitem').nth(2)],
    ];
    for (const [name, open, box] of boxes)
      it(`but not in ${name}`, async () => {
        await tells(true);
        await open();
        await box().focus();
        await tells(false);
        await at.press('Escape');
        await tells(true);
        await at.grid.focus();
      });

    it('but not in the box that finds a field', async () => {
      await at.sample('wide');
      await at.showRecords();
      await perform('showFields');
      await at.page.getByRole('searchbox', { name: 'Find a field' }).focus();
      await tells(false);
    });

    it('as soon as VS Code knows, which the panel says', async () => {
      const keys = () => at.page.evaluate(() => document.getElementById('root')?.dataset['keys']);
      await until(async () => (await keys()) === 'here', 'the keys are here');
      await perform('findInRecords');
      await until(async () => (await keys()) === 'elsewhere', 'they are not');
    });
  });

  it('right behind Escape wait until VS Code knows that the grid has the focus: else they are lost', async () => {
    await perform('findInRecords');
    await findInput().focus();
    await tells(false);
    await at.page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      window.fakeGridHost.mood.focusKnown = promise;
      window.addEventListener('known', () => resolve(undefined), { once: true });
    });
    const heard = await hearKeys(at.page);
    await at.press('Escape', 'f', 'ArrowDown');
    await tells(true);
    assert.deepEqual(await heard(), []);
    await at.page.evaluate(() => window.dispatchEvent(new Event('known')));
    await until(async () => (await heard()).join() === 'f', 'VS Code hears the key');
    assert.deepEqual(await heard(), [], 'once');
  });

  it('are not taken from where people have gone meanwhile, by records that come late', async () => {
    // VS Code's own inputs are outside of the page, whose document keeps its active element.
    const go = (isHere: boolean) =>
      at.page.evaluate((hasFocus) => {
        document.hasFocus = () => hasFocus;
        window.dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'));
      }, isHere);
    const isInGrid = () => at.grid.evaluate((element) => element.contains(document.activeElement));
    await at.grid.focus();
    await go(false);
    await at.show();
    await at.settled();
    assert.equal(await isInGrid(), false);
    await go(true);
    assert.equal(await isInGrid(), true);
  });

  describe('that it has a use for are not heard by VS Code', () => {
    it('F3 and Ctrl+F in the find bar', async () => {
      await perform('findInRecords');
      await at.page.keyboard.type('drawn');
      await says(/^1 of /);
      const heard = await hearKeys(at.page);
      await at.press('F3');
      await says(/^2 of /);
      await at.press('Shift+F3');
      await says(/^1 of /);
      await at.press('Control+f');
      await at.page.keyboard.type('x');
      assert.equal(await findInput().inputValue(), 'x', 'the text was selected');
      assert.deepEqual(await heard(), ['Shift', 'Control', 'x']);
    });

    it('Alt+Up in the list of fields, which moves one', async () => {
      await perform('showFields');
      await at.press('ArrowDown', 'ArrowDown');
      const heard = await hearKeys(at.page);
      await at.press('Alt+ArrowUp');
      assert.deepEqual(await heard(), ['Alt']);
    });

    it('Escape, unless there is nothing to close', async () => {
      await perform('findInRecords');
      const heard = await hearKeys(at.page);
      await at.press('Escape');
      assert.deepEqual(await heard(), []);
      await at.press('Escape');
      assert.deepEqual(await heard(), ['Escape']);
    });
  });

  for (const isMac of [true, false])
    it(`in a box: Option types characters${isMac ? ', and no command hears them on a Mac' : ''}`, async () => {
      if (isMac) await pretendToBeMac(at.page);
      await perform('findInRecords');
      const heard = await hearKeys(at.page);
      await typeWithOption(at.page, 'ĆÇĄ@');
      assert.equal(await findInput().inputValue(), 'ĆÇĄ@');
      assert.deepEqual(await heard(), isMac ? [] : ['Ć', 'Ç', 'Ą', '@']);
      await at.grid.focus();
      await typeWithOption(at.page, 'Ć');
      assert.deepEqual(await heard(), ['Ć'], 'in the grid it is a key of a command');
    });
});
