import assert from 'node:assert/strict';
import { eventually } from '../../drivers/eventually.ts';
import { until } from '../../../../tools/vscode/until.ts';
import { GridHands, type GridSubject } from './gridHands.ts';
import { PLACES, RARE_WORD, rareOf, reading, READING_FIELDS, recordsOf } from './readings.ts';

/** Everything that people do in the grid, by keys alone. The records panel must be active. */
export function gridByKeyboard(subject: GridSubject): void {
  const { count, isEmbedded } = subject;
  const hands = new GridHands(subject);
  const press = (...keys: readonly string[]) => hands.press(...keys);
  const type = (text: string) => hands.type(text);
  const middle = Math.floor(count * 0.7654321);
  const filtered = (place: (typeof PLACES)[number]) => recordsOf(place, count);
  /** Goes from any focus to a cell of the first record, or to a header. */
  const goTo = async (row: 0 | 1, field: string) => {
    await hands.focus();
    await press('Control+Home');
    await hands.isAt(1, '_id');
    const fields = await hands.fields();
    for (let column = 0; column < fields.indexOf(field); column++) await press('ArrowRight');
    if (row === 0) await press('ArrowUp');
    await hands.isAt(row, field);
  };

  before('the focus is in the records', async () => {
    await hands.has(count);
    await hands.focus();
    await press('Control+Home');
    await hands.isAt(1, '_id', '1');
  });

  it('the last record and back: Ctrl+End, PageUp, Ctrl+Home', async () => {
    await press('Control+End');
    await hands.isAt(count, 'note', reading(count).note);
    await press('PageUp', 'PageDown', 'Home');
    await hands.isAt(count, '_id', String(count));
    await press('Control+Home');
    await hands.isAt(1, '_id', '1');
  });

  it('a record by its number: Ctrl+G', async () => {
    await press('Control+g');
    await hands.focusIsIn('.text-field');
    await type(String(middle));
    await press('Enter');
    await hands.isAt(middle, '_id', String(middle));
    await hands.showsRecord(middle, middle);
  });

  it('the order: Enter on a header, Shift+Enter on another, Ctrl+K Shift+A, and the way back', async () => {
    await goTo(0, 'amount');
    await press('Enter');
    await hands.hasChips('amount');
    await press('Enter');
    await hands.showsRecord(1, count);
    assert.equal(await hands.header('amount').getAttribute('aria-sort'), 'descending');
    await goTo(0, 'place');
    await press('Shift+Enter');
    await hands.hasChips('amount', 'place');
    await goTo(1, 'place');
    await press('Control+k', 'Shift+A');
    await hands.hasChips('place');
    // Évora is the last place. The first of its records comes first.
    await hands.showsRecord(1, PLACES.indexOf('Évora'));
    await press('Alt+ArrowLeft');
    await hands.hasChips('amount', 'place');
    await press('Alt+ArrowRight');
    await hands.hasChips('place');
    await goTo(0, 'place');
    await press('Enter');
    await hands.hasChips();
    await hands.showsRecord(1, 1);
  });

  it('a condition: the value under the cursor, and none any more', async () => {
    await goTo(1, 'place');
    await press('Control+k', 'k');
    await hands.has(filtered('Bergen'));
    await hands.hasChips('place: Bergen');
    await hands.showsRecord(2, 6);
    await press('Control+k', 'Shift+X');
    await hands.has(count);
    await hands.hasChips();
  });

  it('a condition: picked from the most frequent values, with another typed', async () => {
    await goTo(1, 'place');
    await press('Control+k', 'Shift+F');
    const editor = hands.frame.getByRole('dialog', { name: 'Filter place' });
    await editor.getByText('Counts cover').waitFor({ timeout: 60_000 });
    await type('Delft');
    await press('Enter');
    await hands.has(filtered('Delft'));
    await hands.hasChips('place: Delft');
    await press('Control+k', 'Shift+F');
    await editor.getByText('Counts cover').waitFor({ timeout: 60_000 });
    await type('Aarhus');
    await press('Enter');
    await hands.has(filtered('Delft') + filtered('Aarhus'));
    await hands.showsRecord(1, 3);
    await hands.showsRecord(2, 5);
  });

  if (isEmbedded)
    it('a condition: from one number to another', async () => {
      await press('Control+k', 'Shift+X');
      await hands.has(count);
      await goTo(1, 'amount');
      await press('Control+k', 'Shift+F');
      const editor = hands.frame.getByRole('dialog', { name: 'Filter amount' });
      await editor.getByText('Counts cover').waitFor({ timeout: 60_000 });
      await press('Shift+Tab', 'ArrowDown');
      await until(async () => {
        await press('Tab');
        return hands.frame.evaluate(() => document.activeElement?.parentElement?.textContent === 'From');
      }, 'Tab leads to the range');
      await type(reading(middle).amount);
      await press('Tab');
      await type(reading(middle + 7).amount);
      await press('Enter');
      await hands.has(8);
      await hands.showsRecord(8, middle + 7);
    });

  it('chips: arrows walk, Delete removes, and the cursor is in the grid again', async () => {
    await hands.frame.locator('.chip-main').first().waitFor();
    await hands.focus();
    await press('Shift+Tab');
    await hands.focusIsIn('.chip-main, .chip-remove, .chip-clear');
    await press('Home', 'Delete');
    await hands.has(count);
    await until(async () => (await hands.current()).startsWith('1 '), 'the focus is in the grid');
  });

  it('finding: Ctrl+F in what is loaded, Alt+Enter among all records', async () => {
    await press('Control+f');
    await hands.focusIsIn('.text-field');
    await type(RARE_WORD);
    await press('Alt+Enter');
    await hands.has(rareOf(count));
    await press('Escape');
    await hands.frame.locator('.chip-text', { hasText: RARE_WORD }).waitFor();
    await press('Alt+ArrowLeft');
    await hands.has(count);
    await hands.hasChips();
  });

  it('a field’s statistics over all records, and a condition by a bar', async () => {
    await goTo(1, 'place');
    await press('Control+k', 'Shift+S');
    await hands.focusIsIn('.field-button[aria-expanded=true]');
    if (!isEmbedded) {
      await hands.button(/^Count All/).waitFor();
      await until(async () => {
        await press('Tab');
        return hands.frame.evaluate(() => document.activeElement?.textContent.startsWith('Count All') === true);
      }, 'Tab leads to the button');
      await press('Enter');
    }
    await hands.frame
      .getByText(`All ${count.toLocaleString('en')} records`, { exact: true })
      .first()
      .waitFor({ timeout: 120_000 });
    assert.partialDeepStrictEqual(await hands.facts(), { NULL: '0', Distinct: '5' });
    await until(async () => {
      await press('Tab');
      return hands.frame.evaluate(() => document.activeElement?.textContent.startsWith('Coimbra') === true);
    }, 'Tab leads to the bar');
    await press('Enter');
    await hands.has(filtered('Coimbra'));
    await press('Escape', 'Alt+ArrowLeft');
    await hands.has(count);
  });

  it('fields: wider, moved, frozen, hidden, and shown again', async () => {
    await goTo(1, 'place');
    const before = await hands.width('place');
    await press('Control+k', 'g');
    await until(async () => (await hands.width('place')) === before + 16, 'it is wider');
    await press('Control+k', 'l');
    await eventually(() => hands.fields(), ['_id', 'place', 'code', 'amount', 'note']);
    await press('Control+k', 'Shift+P');
    await eventually(() => hands.frame.locator('.header [data-frozen]').count(), 2);
    await press('ArrowRight', 'ArrowRight', 'Control+k', 'h');
    await eventually(() => hands.fields(), ['_id', 'place', 'code', 'note']);
    await hands.frame.getByRole('button', { name: '1 hidden column' }).waitFor();
    await press('Control+k', 'Shift+M');
    await hands.frame.getByRole('menu').waitFor();
    await type('Reset');
    await press('Enter');
    await eventually(() => hands.fields(), ['_id', ...READING_FIELDS.map(({ id }) => id)]);
  });

  it('a selection over records that are not loaded is copied whole', async () => {
    await goTo(1, 'code');
    await press('Control+g');
    await hands.focusIsIn('.text-field');
    await type(String(middle));
    await press('Enter');
    await until(async () => (await hands.current()).startsWith(`${String(middle)} code`), 'the cursor is there');
    await press('Shift+ArrowRight', 'Shift+ArrowRight');
    const rows = await hands.grid.evaluate((grid) => grid.querySelectorAll('.body .row').length);
    for (let page = 0; page < 60; page++) await press('Shift+PageDown');
    await until(async () => /^[\d,]+ cells/.test(await hands.summary()), 'the summary says how many');
    const lines = await hands.copied(() => press('Control+c'));
    assert.ok(lines.length > 60 * (rows - 4), String(lines.length));
    assert.deepEqual(
      lines,
      lines.map((_, index) => {
        const { code, place, amount } = reading(middle + index);
        return `${code}\t${place}\t${amount}`;
      }),
    );
  });

  it('everything is selected with Ctrl+A, and counted', async () => {
    await goTo(1, 'code');
    await press('Control+a');
    await eventually(() => hands.summary(), `${(count * 5).toLocaleString('en')} cells`, 'the summary', 60_000);
    await press('Escape');
  });

  it('a record in its pane, the next one, as JSON, and the selection as text', async () => {
    await goTo(1, 'code');
    await press('Control+k', 'Shift+R');
    await hands.frame.getByRole('complementary', { name: 'Record 1' }).waitFor();
    await press('Control+k', 'n');
    const second = hands.frame.getByRole('complementary', { name: 'Record 2' });
    await second.getByText(reading(2).note).waitFor();
    await press('Escape');
    await second.waitFor({ state: 'hidden' });
    await hands.focus();
    await press('Control+k', 'j');
    const lines = await hands.copied(async () => {
      await hands.vsc.tab(/ 2\.json/).waitFor();
      await press('Control+1', 'Control+a', 'Control+c');
    });
    assert.deepEqual(
      lines.slice(0, 4).map((line) => line.trim()),
      ['{', '"_id": 2,', '"code": "00000002",', '"place": "Coimbra",'],
    );
    await hands.vsc.command('View: Close Editor');
    await hands.has(count);
    await hands.focus();
    await press('Control+k', 'y');
    await hands.vsc.tab(/\.txt/).waitFor();
    await hands.vsc.command('View: Close Editor');
    await hands.has(count);
  });

  it('values raw, and formatted again', async () => {
    await hands.focus();
    for (const words of ['Showing raw values.', 'Showing formatted values.']) {
      await press('Control+k', 't');
      await hands.frame.getByText(words).first().waitFor({ state: 'attached' });
    }
  });

  it('order, conditions, layout and place are there again after the window is reloaded', async () => {
    await goTo(1, 'place');
    await press('Control+k', 'k');
    await hands.has(filtered('Bergen'));
    await goTo(1, 'amount');
    await press('Control+k', 'Shift+A');
    await hands.hasChips('place: Bergen', 'amount');
    const fitted = await hands.width('amount');
    await press('Control+k', 'g');
    await until(async () => (await hands.width('amount')) === fitted + 16, 'it is wider');
    await press('Control+k', 'l');
    await eventually(() => hands.fields(), ['_id', 'code', 'amount', 'place', 'note']);
    await goTo(1, 'note');
    await press('Control+k', 'h');
    await eventually(() => hands.fields(), ['_id', 'code', 'amount', 'place']);
    await hands.focus();
    await press('Control+g');
    await hands.focusIsIn('.text-field');
    await type('1,500');
    await press('Enter');
    const seen = async () => ({
      fields: await hands.fields(),
      width: await hands.width('amount'),
      chips: await hands.chips(),
      topRow: await hands.topRow(),
      cell: (await hands.current()).split(' ')[0],
    });
    await until(async () => (await hands.current()).startsWith('1500 '), 'the cursor is there');
    const before = await seen();
    await hands.vsc.reload();
    await hands.has(filtered('Bergen'));
    await hands.focus();
    await eventually(seen, before, 'everything is as it was', 60_000);
    const last = Math.floor((count - 1) / 5) * 5 + 1;
    await hands.showsRecord(1500, last - 5 * 1499);
  });
}
