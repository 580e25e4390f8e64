/** What people type right after they have moved the focus, in a real VS Code: it all comes where the focus goes. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { eventually } from '../support/drivers/eventually.ts';
import { cell, Explorer } from '../support/drivers/explorer.ts';
import { pressInGrid } from '../support/drivers/pressInGrid.ts';
import { isFull } from '../support/results/full.ts';
import { until } from '../../tools/vscode/until.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';

const TEXT = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmn';
const PAUSES_MS = isFull ? [0, 20, 60] : [0, 60];
const FIELDS = ['id', 'name', 'kind', 'place', 'height', 'planted', 'note'];

/** A way to move the focus, and the box that has it then. `from`: where it was. */
interface Move {
  readonly from: 'grid' | 'form';
  readonly does: () => Promise<void>;
  readonly box: () => Locator;
  /**
   * VS Code gives the focus to a frame some 50 ms before the page in it (WebviewElement.focus), and later on a busy
   * machine. Letters that are typed meanwhile reach no page of ours.
   */
  readonly isThroughVsCode?: true;
}

/** A text once it hasn't changed for a second, because the browser may deliver keys late. */
async function atLast(read: () => Promise<string>): Promise<string> {
  let [text, changedAt] = [await read(), performance.now()];
  while (performance.now() - changedAt < 1000) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = await read();
    if (now !== text) [text, changedAt] = [now, performance.now()];
  }
  return text;
}

/** Whether the letters of a text stand in another one in their order, among others. */
function standsIn(text: string, other: string): boolean {
  let at = 0;
  for (const letter of other) if (letter === text[at]) at += 1;
  return at === text.length;
}

for (const latencyMs of [0, 150])
  describe(`What is typed right after the focus moves, with messages ${String(latencyMs)} ms late`, () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'typing-'));
    const file = path.join(folder, 'trees.csv');
    const rows = Array.from({ length: 60 }, (_, index) => FIELDS.map((field) => `${field} ${String(index)}`));
    fs.writeFileSync(file, [FIELDS, ...rows].map((row) => `${row.join(',')}\n`).join(''));
    const workbench = useWorkbench({ settings: { 'datastoreExplorer.local.files': [file] }, canDelay: latencyMs > 0 });
    after(() => fs.rmSync(folder, { recursive: true }));
    const vsc = () => workbench().vsc;
    const press = (...keys: readonly string[]) => pressInGrid(records, ...keys);
    let records: Frame;
    let form: Frame;

    before('the records and the form are there', async function () {
      this.timeout(120_000);
      await vsc().showSidebar('Datastore');
      await vsc().row('trees.csv').first().click();
      records = await new Explorer(vsc()).records(/^60 matching records/);
      form = await new Explorer(vsc()).form();
      await eventually(() => form.locator('#resource').inputValue(), 'trees.csv');
      await (await cell(records, 2, 'kind')).click();
      await press('Enter');
      await find('Find a field or value').waitFor();
      await press('Escape');
      workbench().delayMessages(latencyMs);
    });

    const find = (name: string): Locator => records.locator(`input[aria-label="${name}"]`);
    const findBox = (): Locator => find('Find in loaded records');
    const search = (): Locator => form.locator('#q');
    const hasFocus = (box: Locator): Promise<boolean> =>
      box.evaluate((element) => document.hasFocus() && document.activeElement === element);
    /** Clicks without Playwright's checks and waiting, like a mouse. */
    const click = async (target: Locator): Promise<void> => {
      const { x, y, width, height } = (await target.boundingBox()) ?? assert.fail('it is in view');
      await vsc().page.mouse.click(x + width / 2, y + height / 2);
    };
    const clickCell = async (): Promise<void> => click(await cell(records, 2, 'kind'));
    /** Ready to be taken with Enter. */
    const offer = async (title: string): Promise<void> => {
      const { quickInput } = vsc();
      await quickInput.openBy('F1');
      await quickInput.fill(`>${title}`);
      await quickInput.rows().first().filter({ hasText: title }).waitFor();
    };
    const enter = () => vsc().page.keyboard.press('Enter');
    const command = (title: string, box: () => Locator, from: Move['from'] = 'grid'): Move & { title: string } => ({
      ...{ title, from, box, isThroughVsCode: true },
      does: enter,
    });
    const chord = async (letter: string): Promise<void> => {
      await vsc().page.keyboard.press('Control+k');
      await vsc().page.keyboard.press(letter);
    };
    const filterBox = (): Locator => records.getByRole('dialog').getByRole('textbox', { name: 'Value' });

    const moves: Readonly<Record<string, Move & { readonly title?: string }>> = {
      'a click into Search in the sidebar': { from: 'grid', does: () => click(search()), box: search },
      'a click into a cell': { from: 'form', does: clickCell, box: findBox },
      'Ctrl+F': { from: 'grid', does: () => vsc().page.keyboard.press('Control+f'), box: findBox },
      'Ctrl+G': { from: 'grid', does: () => vsc().page.keyboard.press('Control+g'), box: () => find('Go to row') },
      'Filter Column… by its chord': { from: 'grid', does: () => chord('Shift+F'), box: filterBox },
      'Filter Column… in the palette': command('Datastore: Filter Column…', filterBox),
      'Find in the palette': command('Datastore: Find in Loaded Records', findBox),
      'Go to Row in the palette': command('Datastore: Go to Row…', () => find('Go to row')),
      'Edit Query by its chord': { ...{ from: 'grid', box: search, isThroughVsCode: true }, does: () => chord('q') },
      'Edit Query in the palette': command('Datastore: Edit Query', search),
      'the form’s view in the palette': command('Datastore: Focus on Query View', search),
      'the grid’s editor in the palette': command('View: Focus Active Editor Group', findBox, 'form'),
      'a click into the record pane’s search': {
        from: 'grid',
        does: () => click(find('Find a field or value')),
        box: () => find('Find a field or value'),
      },
    };

    /** Returns the letters that our pages heard, in their order. */
    const hear = async (): Promise<() => Promise<string>> => {
      for (const frame of [records, form])
        await frame.evaluate(() => {
          const heard: (readonly [number, string])[] = [];
          const listen = ({ key, isTrusted, ctrlKey, timeStamp }: KeyboardEvent) => {
            if (isTrusted && key.length === 1 && !ctrlKey) heard.push([performance.timeOrigin + timeStamp, key]);
          };
          const { stopHearing } = window as { stopHearing?: () => void };
          stopHearing?.();
          window.addEventListener('keydown', listen, { capture: true });
          const stop = () => window.removeEventListener('keydown', listen, { capture: true });
          Object.assign(window, { heard, stopHearing: stop });
        });
      return async () => {
        const all = await Promise.all(
          [records, form].map((frame) =>
            frame.evaluate(() => (window as unknown as { heard: (readonly [number, string])[] }).heard),
          ),
        );
        return all
          .flat()
          .sort(([one], [other]) => one - other)
          .map(([, key]) => key)
          .join('');
      };
    };

    const empty = async (box: Locator): Promise<void> => {
      if (await box.isVisible()) await box.fill('');
    };
    const begin = async ({ from, title }: Move & { readonly title?: string }, isInPane: boolean) => {
      await vsc().page.keyboard.press('Escape');
      for (const name of ['Find in loaded records', 'Go to row', 'Find a field or value']) await empty(find(name));
      await search().fill('');
      const toForm = search();
      if (from === 'form') {
        await toForm.focus();
        await until(() => hasFocus(toForm), 'the form has the focus');
      } else {
        await clickCell();
        await press('Escape', 'Escape');
        await clickCell();
        if (isInPane) {
          await press('Enter');
          await find('Find a field or value').waitFor();
          await clickCell();
        }
        await until(() => hasFocus(records.getByRole('grid')), 'the grid has the focus');
        await press('Shift');
      }
      if (title !== undefined) await offer(title);
    };

    let heardLetters = 0;
    after('most letters reached a page', () => {
      const typedLetters = Object.keys(moves).length * PAUSES_MS.length * TEXT.length;
      assert.ok(heardLetters > typedLetters * 0.6, `${String(heardLetters)} of ${String(typedLetters)}`);
    });

    for (const pauseMs of PAUSES_MS)
      it(`goes into the list that a command of the palette opens, ${String(pauseMs)} ms later`, async () => {
        const { quickInput } = vsc();
        const exports = command('Datastore: Export Records…', () => quickInput.box());
        await begin(exports, false);
        const heard = await hear();
        await exports.does();
        if (pauseMs > 0) await vsc().page.waitForTimeout(pauseMs);
        await vsc().page.keyboard.type(TEXT);
        await quickInput.title().filter({ hasText: 'Export Records of trees.csv' }).waitFor();
        const text = await atLast(() => quickInput.box().inputValue());
        const ofPages = await heard();
        assert.ok(standsIn(ofPages, text) && standsIn(text, TEXT), `${ofPages} in ${text}`);
        await quickInput.cancel();
      });

    for (const [name, box] of Object.entries({
      'the search box above the grid': () => records.locator('.search-box input'),
      'Search in the sidebar': search,
    }))
      it(`replaces the text of ${name} after Ctrl+A`, async () => {
        await box().fill('what was there');
        await click(box());
        await until(() => hasFocus(box()), 'it has the focus');
        await vsc().page.keyboard.press('Control+a');
        await vsc().page.keyboard.type(TEXT, { delay: 5 });
        assert.equal(await atLast(() => box().inputValue()), TEXT);
        await box().fill('');
      });

    for (const [name, move] of Object.entries(moves))
      for (const pauseMs of PAUSES_MS)
        it(`goes where ${name} leads, ${String(pauseMs)} ms later`, async () => {
          await begin(move, name.includes('record pane'));
          const heard = await hear();
          await move.does();
          if (pauseMs > 0) await vsc().page.waitForTimeout(pauseMs);
          await vsc().page.keyboard.type(TEXT);
          const typed = move.isThroughVsCode ? await atLast(heard) : TEXT;
          const letters = name.includes('chord') ? typed.replace(/^q/, '') : typed;
          heardLetters += letters.length;
          if (letters !== TEXT) console.log(`      VS Code lost ${String(TEXT.length - letters.length)} letters`);
          if (letters !== '')
            await eventually(() => move.box().inputValue({ timeout: 1000 }), letters, 'the box', 5000);
          assert.equal(await records.locator('.chips .chip-text').count(), 0, 'nothing was asked');
          assert.equal(await records.locator('.status-hidden').count(), 0, 'nothing was hidden');
        });
  });
