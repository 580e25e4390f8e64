/** The grid handles some keys, leaves others to commands of VS Code, and tells the host where the focus is. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { GridAction } from '../../../../src/messages/gridActions.ts';
import { columnOf, Exploring } from '../../../support/pages/grid/exploring.ts';
import type { GridDriver } from '../../../support/pages/grid/gridDriver.ts';
import { useGrid } from '../../../support/pages/grid/useGrid.ts';
import { hearKeys, pretendToBeMac, typeWithOption } from '../../../support/drivers/optionKeys.ts';
import { until } from '../../../../tools/vscode/until.ts';

describe('Keys of the records panel', () => {
  const { grid } = useGrid();
  let at: GridDriver;
  beforeEach(async () => {
    at = grid();
    await at.showRecords();
  });

  const perform = (action: GridAction) => at.page.evaluate((name) => window.fakeGridHost.view.perform(name), action);
  const findInput = (): Locator => at.page.getByRole('search').getByRole('textbox');
  const says = (words: RegExp) => at.page.getByRole('search').getByText(words).waitFor();
  const told = async () => (await at.calls('focused')).map(([hasFocus]) => hasFocus);
  const tells = (hasFocus: boolean) =>
    until(async () => (await told()).at(-1) === hasFocus, `the host hears ${String(hasFocus)}`);

  describe('are those of commands', () => {
    it('in the grid, and in the panel outside of text boxes', async () => {
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
    await at.press('Escape', 'F8', 'ArrowDown');
    await tells(true);
    assert.deepEqual(await heard(), []);
    await at.page.evaluate(() => window.dispatchEvent(new Event('known')));
    await until(async () => (await heard()).join() === 'F8', 'VS Code hears the key');
    assert.deepEqual(await heard(), [], 'once');
  });

  /** VS Code learns who has the focus once the returned function is called. */
  const delayNews = async (): Promise<() => Promise<void>> => {
    await at.page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      window.fakeGridHost.mood.focusKnown = promise;
      window.addEventListener('known', () => resolve(undefined), { once: true });
    });
    return async () => {
      await at.page.evaluate(() => {
        window.fakeGridHost.mood.focusKnown = Promise.resolve();
        window.dispatchEvent(new Event('known'));
      });
    };
  };
  for (const key of ['Enter', 'Space'])
    it(`press a button with ${key} before VS Code knows that the panel has the focus`, async () => {
      await perform('findInRecords');
      await findInput().focus();
      await tells(false);
      await delayNews();
      await at.page.getByRole('button', { name: 'Fields' }).focus();
      await at.press(key);
      await at.page.getByRole('complementary', { name: 'Fields' }).waitFor();
    });

  const isFindOpen = () => findInput().isVisible();
  const findSays = (text: string) => until(async () => (await findInput().inputValue()) === text, `Find has "${text}"`);

  describe('that type text', () => {
    const ALPHABET =
      'a b c d e f g h i j k l m n o p q r s t u v w x y z A B C D E F G H I J K L M N O P Q R S T U V W X Y Z';
    it('begin Find with that text, and change neither the query nor the layout', async () => {
      const heard = await hearKeys(at.page);
      for (const letter of [...ALPHABET.split(' '), '7', '?']) {
        await at.grid.focus();
        await at.page.keyboard.type(letter);
        assert.equal(await findInput().inputValue(), letter);
      }
      const keys = await heard();
      assert.deepEqual(
        keys.filter((key) => key !== 'Shift'),
        [],
        'VS Code hears none of them',
      );
      for (const call of ['change', 'layoutChanged', 'openRecord', 'editQuery'])
        assert.deepEqual(await at.calls(call), [], call);
      assert.equal(await at.page.getByRole('complementary').count(), 0, 'no pane is open');
    });

    it('go on in Find as a sentence, and what was looked for before is replaced', async () => {
      for (const text of ['winter school', 'lesson 88']) {
        await at.grid.focus();
        await at.page.keyboard.type(text);
        assert.equal(await findInput().inputValue(), text);
      }
      await at.press('Escape');
      assert.equal(await isFindOpen(), false);
    });

    it('are held while VS Code learns that the grid has the focus, and none is lost or changes places', async () => {
      await perform('findInRecords');
      await findInput().focus();
      const known = await delayNews();
      await at.press('Escape');
      await at.page.keyboard.type('winter school');
      assert.equal(await isFindOpen(), false);
      await known();
      await findSays('winter school');
    });

    it('right behind a chord wait for the command that it calls, and go where that puts the focus', async () => {
      await new Exploring(at).goTo(columnOf.subject);
      const known = await delayNews();
      await at.press('Control+k', 'Shift+F');
      await at.page.keyboard.type('winter');
      assert.equal(await isFindOpen(), false);
      await perform('filterField');
      await at.page.keyboard.type(' school');
      await known();
      const box = at.page.getByRole('dialog').getByRole('textbox', { name: 'Value' });
      await until(async () => (await box.inputValue()) === 'winter school', 'the filter has all of it');
      assert.equal(await isFindOpen(), false);
    });

    it('right behind a chord that waits itself, too', async () => {
      await new Exploring(at).goTo(columnOf.subject);
      await perform('findInRecords');
      await findInput().focus();
      const known = await delayNews();
      await at.press('Escape', 'Control+k', 'Shift+F');
      const heard = await hearKeys(at.page);
      await at.page.evaluate(() => {
        const settle = window.fakeGridHost.mood;
        window.addEventListener('known', () => {
          settle.focusKnown = new Promise(() => undefined);
        });
      });
      await known();
      await until(async () => (await heard()).join() === 'k,F', 'VS Code hears the chord');
      await at.page.keyboard.type('winter');
      assert.equal(await isFindOpen(), false);
      await perform('filterField');
      const box = at.page.getByRole('dialog').getByRole('textbox', { name: 'Value' });
      await until(async () => (await box.inputValue()) === 'winter', 'the filter has it');
    });

    it('are given to the host where the focus leaves the page while they are held', async () => {
      await delayNews();
      await at.press('Control+k', 'q');
      await at.page.keyboard.type('oak');
      await at.page.evaluate(() => {
        document.hasFocus = () => false;
        window.dispatchEvent(new Event('blur'));
      });
      await until(async () => (await at.calls('typedElsewhere')).length === 1, 'the host has them');
      assert.deepEqual(await at.calls('typedElsewhere'), [['oak']]);
      assert.equal(await isFindOpen(), false);
    });
  });

  describe('of a chord', () => {
    for (const [first, second] of [
      ['Control+k', 'h'],
      ['Control+k', 'Shift+A'],
      ['Meta+k', 'w'],
      ['Control+k', 'Control+s'],
      ['Control+k', 'ArrowDown'],
      ['Control+k', 'Enter'],
      ['Control+k', 'Escape'],
    ] as const)
      it(`${first} ${second} are VS Code’s alone, and the next letter begins Find`, async () => {
        const heard = await hearKeys(at.page);
        const before = await at.current();
        await at.press(first, second);
        const keys = (await heard()).filter((key) => !['Control', 'Meta', 'Shift'].includes(key));
        assert.deepEqual(keys, ['k', second.split('+').at(-1)]);
        assert.equal(await isFindOpen(), false);
        assert.deepEqual(await at.current(), before);
        assert.equal(await at.page.getByRole('complementary').count(), 0, 'no record is open');
        await at.page.keyboard.type('x');
        await findSays('x');
      });

    const absent = (ms: number) =>
      at.page.evaluate(async (wait) => {
        document.hasFocus = () => false;
        window.dispatchEvent(new Event('blur'));
        await new Promise((resolve) => setTimeout(resolve, wait));
        document.hasFocus = () => true;
        window.dispatchEvent(new Event('focus'));
      }, ms);

    it('are still VS Code’s when it takes the focus between them and gives it back, as after a dialog', async () => {
      const heard = await hearKeys(at.page);
      await at.press('Control+k');
      await absent(100);
      await at.press('j');
      await until(async () => (await heard()).join() === 'Control,k,j', 'VS Code hears the chord');
      assert.equal(await isFindOpen(), false);
      await at.press('Control+k');
      await absent(600);
      await at.page.keyboard.type('one');
      await findSays('one');
    });

    it('end with the focus, and after as long as VS Code waits', async () => {
      await at.press('Control+k');
      await at.page.getByRole('button', { name: 'Fields' }).focus();
      await perform('findInRecords');
      await at.page.keyboard.type('one');
      await findSays('one');
      await at.grid.focus();
      await at.press('Control+k');
      await at.page.evaluate(() => {
        const now = performance.now() + 5100;
        performance.now = () => now;
      });
      await at.page.keyboard.type('two');
      await findSays('two');
    });

    it('are none in a box, where Ctrl+K is the box’s own key', async () => {
      await perform('findInRecords');
      await at.press('Control+k');
      await at.page.keyboard.type('hers');
      await findSays('hers');
    });
  });

  describe('that the page does itself, at once', () => {
    const box = (name: string) => at.page.getByRole('textbox', { name });
    it('Ctrl+F and Ctrl+G: what is typed next goes into the box', async () => {
      await at.press('Control+f');
      await at.page.keyboard.type('winter school');
      await findSays('winter school');
      await at.grid.focus();
      await at.press('Control+g');
      await at.page.keyboard.type('500');
      assert.equal(await box('Go to row').inputValue(), '500');
    });

    for (const [key, call] of [
      ['Control+z', 'undo'],
      ['Meta+z', 'undo'],
      ['Control+Shift+Z', 'redo'],
      ['Control+y', 'redo'],
      ['Alt+ArrowLeft', 'goBack'],
      ['Alt+ArrowRight', 'goForward'],
    ] as const)
      it(`${key}, in the grid and in a pane, but not in a box`, async () => {
        const heard = await hearKeys(at.page);
        await at.press(key);
        await until(async () => (await at.calls(call)).length === 1, call);
        const modifiers = new Set(['Alt', 'Control', 'Meta', 'Shift']);
        assert.deepEqual(
          (await heard()).filter((each) => !modifiers.has(each)),
          [],
        );
        await at.page.getByRole('button', { name: 'Fields' }).focus();
        await at.press(key);
        await until(async () => (await at.calls(call)).length === 2, call);
        await perform('findInRecords');
        await at.press(key);
        assert.equal((await at.calls(call)).length, 2);
      });
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
