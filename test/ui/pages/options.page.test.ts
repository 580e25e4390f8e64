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
    assert.deepEqual(await rows.first().locator('th').allInnerTexts(), [
      'Ort\nText',
      'Betrag\nNumber',
      'Datum\nText',
      'aktiv\nTrue/false',
    ]);
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

  it('folds away what is sure, with its values', async () => {
    const header = options.field('First row');
    assert.equal(await header.isVisible(), false);
    const more = options.page.locator('.more summary');
    assert.equal(await more.innerText(), 'More: First row: Column names · Header row: 2');
    await more.press('Enter');
    await header.selectOption('Data');
    await options.asked('setOption', 'header', 'Data');
    await options.field('Header row').fill('4');
    await options.asked('typeOption', 'headerLine', '4');
  });

  it('says what a guess stands on', async () => {
    const id = await options.field('Delimiter').getAttribute('aria-describedby');
    assert.equal(await options.page.locator(`#${id ?? ''}`).innerText(), '98% of the lines have 4 values');
  });

  it('moves an option out of the fold when it becomes doubtful, but not while it has the focus', async () => {
    await options.page.locator('.more summary').click();
    const headerIsDoubtful = () =>
      options.page.evaluate(() =>
        window.fakeOptions.show({
          options: window.fakeOptions.look().options.map((option) => ({ ...option, isOpen: true })),
        }),
      );
    await options.field('First row').focus();
    await headerIsDoubtful();
    assert.equal(await options.page.locator('.more #header').count(), 1);
    assert.equal(await options.page.evaluate(() => document.activeElement?.id), 'header');
    await options.field('Encoding').focus();
    await headerIsDoubtful();
    assert.equal(await options.page.locator('.more #header').count(), 0);
  });

  it('takes a delimiter that people type', async () => {
    await options.field('Delimiter').selectOption('other');
    await options.asked('setOption', 'delimiter', 'other');
    await options.show({
      options: [{ name: 'delimiter', label: 'Delimiter', value: 'other', choices: [], typed: '', isOpen: true }].map(
        (option) => ({ ...option, name: 'delimiter' as const, choices: [{ value: 'other', label: 'Other…' }] }),
      ),
    });
    await options.field('Delimiter: value').fill('::');
    await options.asked('typeOption', 'delimiter', '::');
  });

  it('shows the lines of the file; their numbers begin or end the table', async () => {
    const lines = options.page.locator('.lines li');
    assert.deepEqual(await lines.evaluateAll((all) => all.map((line) => line.getAttribute('class'))), [
      ...['leftOut', 'names', 'record', 'record', 'leftOut'],
    ]);
    await options.button('Begin the table at line 1').click();
    await options.asked('typeOption', 'headerLine', '1');
    await options.button('End the table at line 5').press('Enter');
    await options.asked('typeOption', 'skipEnd', '0');
    // The file goes on behind the lines that are shown.
    await options.show({ hasAllLines: false });
    await options.button('Begin the table at line 5').waitFor();
  });

  it('returns to what was detected', async () => {
    assert.equal(await options.button('Reset to Detected').count(), 0);
    await options.show({ isChosen: true });
    await options.button('Reset to Detected').click();
    await options.asked('reset');
  });

  it('uses the chosen options for similar files', async () => {
    assert.equal(await options.button('Use for Similar Files…').count(), 0);
    await options.show({ isChosen: true });
    await options.button('Use for Similar Files…').click();
    await options.asked('acceptSimilar');
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
    await options.page.getByText('Columns (1,000)').click();
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
