/** The page of import options: what it shows of a file, and what it asks of the extension. */
import assert from 'node:assert/strict';
import { eventually } from '../../support/drivers/eventually.ts';
import { useOptions } from '../../support/pages/options/useOptions.ts';
import { themes } from '../../support/pages/themes.ts';
import { violations } from '../../support/pages/violations.ts';

describe('the import options in a page', () => {
  const options = useOptions();
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await options.page.keyboard.press(key);
  };

  it('is opened by Enter alone', async () => {
    await press('Enter');
    await options.asked('accept');
  });

  it('can’t be opened where no option helps, and leaves the keyboard on Cancel', async () => {
    await options.page.evaluate(() =>
      window.fakeOptions.show({ problem: 'a.csv: The file is empty.', canOpen: false }),
    );
    assert.equal(await options.page.locator('#accept').isDisabled(), true);
    assert.equal(await options.page.evaluate(() => document.activeElement?.id), 'cancel');
    await options.page.evaluate(() => window.fakeOptions.show({ problem: '', canOpen: true }));
    assert.equal(await options.page.locator('#accept').isDisabled(), false);
  });

  it('shows the first rows: the text of the file, and the value that is read from it', async () => {
    const rows = options.page.locator('.first-rows tr');
    assert.deepEqual(await rows.first().locator('th').allInnerTexts(), ['Ort', 'Betrag', 'Datum', 'aktiv']);
    assert.deepEqual(await rows.nth(1).locator('td').allInnerTexts(), [
      'Zürich',
      '17.308,38\n17308.38',
      '24.07.2020',
      'ja\ntrue',
    ]);
    assert.equal(await rows.nth(2).locator('td').nth(1).innerText(), 'NULL');
  });

  it('changes an option of the file by keyboard alone, and opens it from there', async () => {
    await press('Tab', 'Tab', 'Tab', 'Tab', 'ArrowUp');
    await options.asked('setOption', 'delimiter', 'Comma');
    await press('Enter');
    await options.asked('accept');
  });

  it('says of an encoding that it is a guess', async () => {
    await options.page.evaluate(() => {
      const choices = ['Western', 'Central European'].map((label) => ({ value: label, label }));
      const note = 'Encoding: Central European is a guess.';
      return window.fakeOptions.show({
        options: [{ name: 'encoding', label: 'Encoding', value: 'Central European', choices, note }],
      });
    });
    assert.equal(await options.page.locator('#encoding-note').innerText(), 'Encoding: Central European is a guess.');
    assert.equal(await options.field('Encoding').getAttribute('aria-describedby'), 'encoding-note');
  });

  it('lets words be typed with commas between them', async () => {
    await options.field('Words for missing values').fill('');
    await options.field('Words for missing values').pressSequentially('n/a, -, ');
    await options.asked('setNullWords', ['n/a', '-']);
    assert.equal(await options.field('Words for missing values').inputValue(), 'n/a, -, ');
  });

  it('keeps what is being typed when an answer to fewer letters comes late', async () => {
    for (const field of [options.field('Words for missing values'), options.column('Betrag').getByLabel('Unit')]) {
      await field.fill('CHF');
      await options.page.evaluate(() => window.fakeOptions.show({ nullWords: ['C'], isBusy: true }));
      assert.equal(await field.inputValue(), 'CHF');
    }
  });

  it('shows of each column its type and how many values fit', async () => {
    const type = (column: string) => options.column(column).getByLabel('Type').inputValue();
    assert.deepEqual(await Promise.all(['Ort', 'Betrag', 'Datum', 'aktiv'].map(type)), [
      'text',
      'number',
      'text',
      'boolean',
    ]);
    assert.match(await options.column('Betrag').innerText(), /Number: 100% fit/);
    const facts = options.column('Datum').locator('.column-facts');
    assert.match(
      await facts.innerText(),
      /Date: 99\.9% fit\s+Line 4: "29\.02\.2026" doesn't fit\. The column stays text\./,
    );
    assert.equal(await facts.locator('.fit').getAttribute('title'), '3,999 of 4,000 values fit');
  });

  it('takes the type that most values have, and what doesn’t fit as NULL', async () => {
    const column = options.column('Datum');
    await column.getByRole('button', { name: 'Use Date' }).click();
    const chosen = { kind: 'date', order: 'dmy', separator: '.' };
    await options.asked('setColumn', 2, chosen);
    await column.getByLabel("Import values that don't fit as NULL").check();
    await options.asked('setColumn', 2, { ...chosen, misfits: 'null' });
    await column.getByLabel("Import values that don't fit as NULL").uncheck();
    await options.asked('setColumn', 2, chosen);
    await column.getByRole('button', { name: 'Use Detected Type' }).click();
    await options.asked('setColumn', 2, null);
  });

  it('offers what texts of a file with types look like, which stay texts', async () => {
    const number = { kind: 'number', decimal: ',', thousands: '.', sign: '' } as const;
    const facts = { isChosen: false, values: 3, fitting: 3 };
    await options.show({
      columns: [{ name: 'Preis', options: number, doubt: 'declared', ...facts }],
      sample: [[{ text: '17.308,38' }]],
    });
    const column = options.column('Preis');
    assert.equal(await column.getByLabel('Type').inputValue(), 'text');
    assert.match(
      await column.locator('.column-facts').innerText(),
      /^The file stores these values as text\. The column stays text\./,
    );
    await column.getByRole('button', { name: 'Use Number' }).click();
    await options.asked('setColumn', 0, number);
  });

  it('changes marks of numbers, orders of dates and words for true', async () => {
    const number = options.column('Betrag');
    await number.getByLabel('Decimal mark').selectOption('.');
    await options.asked('setColumn', 1, { kind: 'number', decimal: '.', thousands: '', sign: '' });
    await number.getByLabel('Unit').fill('%');
    await options.asked('setColumn', 1, { kind: 'number', decimal: '.', thousands: '', sign: '%' });
    await options.column('aktiv').getByLabel('True').fill('wahr, ja');
    await options.asked('setColumn', 3, { kind: 'boolean', trueWords: ['wahr', 'ja'], falseWords: ['nein'] });
    await options.column('Ort').getByLabel('Type').selectOption('timestamp');
    await options.asked('setColumn', 0, { kind: 'timestamp' });
    await options.column('Ort').getByLabel('Date order').selectOption('mdy');
    await options.asked('setColumn', 0, { kind: 'timestamp', order: 'mdy' });
  });

  it('says why the file can’t be read so, and the options stay', async () => {
    await options.show({ problem: 'Line 3 has 1 value instead of 2.' });
    await options.page.locator('.problem', { hasText: 'Line 3 has 1 value' }).waitFor();
    assert.equal(await options.page.locator('.first-rows').count(), 1);
    assert.equal(await options.page.getByRole('status').innerText(), 'Line 3 has 1 value instead of 2.');
  });

  it('lets sheets be ticked', async () => {
    await options.show({ parts: { label: 'Sheets', all: ['2025', '2026'], selected: ['2025'] } });
    await options.page.getByRole('group', { name: 'Sheets' }).getByLabel('2026').check();
    await options.asked('setParts', ['2025', '2026']);
    await options.field('2025').uncheck();
    await options.field('2026').uncheck();
    await options.page.getByText('Select at least one.').waitFor();
  });

  it('draws some of a thousand columns, and finds the others', async () => {
    const columns = Array.from({ length: 1000 }, (_, place) => ({
      ...{ name: `field ${place}`, options: { kind: 'text' as const } },
      ...{ isChosen: false, values: 1, fitting: 1 },
    }));
    await options.show({ columns, sample: [columns.map(({ name }) => ({ text: name }))] });
    await options.page.getByText('Showing 100 of 1,000 columns.').waitFor();
    assert.equal((await options.columnNames()).length, 100);
    await options.field('Find column').fill('field 99');
    await eventually(async () => (await options.columnNames())[1], 'field 990');
    assert.equal(await options.page.locator('.first-rows th').count(), 11);
    await options.column('field 998').getByLabel('Type').selectOption('number');
    await options.asked('setColumn', 998, { kind: 'number' });
    await options.field('Find column').fill('none like it');
    await options.page.getByText('No matching columns.').waitFor();
  });

  it('draws names and values from the file as plain text', async () => {
    const hostile = ['<img src=x onerror=alert(1)>', '\u202Etxt.exe', '', '{0}', 'two\nlines'];
    await options.show({
      columns: hostile.map((name) => ({
        ...{ name, options: { kind: 'number' }, isChosen: true, doubt: 'misfits' },
        ...{ values: 1, fitting: 0, misfit: { text: name } },
      })),
      sample: [hostile.map((text) => ({ text }))],
    });
    await eventually(() => options.columnNames(), [hostile[0], '‹U+202E›txt.exe', '(no name)', '{0}', 'two↵lines']);
    assert.equal(await options.page.locator('img').count(), 0);
  });

  describe('is accessible', () => {
    for (const theme of themes)
      it(`in the theme ${theme.name}, and as narrow as 400 px`, async () => {
        for (const width of [900, 400]) {
          await options.reopen({ theme, width });
          await options.show({
            problem: 'Line 3 has 1 value instead of 2.',
            parts: { label: 'Sheets', all: ['2025', '2026'], selected: [] },
          });
          await options.column('Datum').getByRole('button', { name: 'Use Date' }).click();
          await options.column('Datum').getByLabel('Date order').waitFor();
          assert.deepEqual(await violations(options.page), [], `${width} px`);
          const overflow = await options.page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          assert.equal(overflow, 0, `${width} px`);
        }
      });
  });
});
