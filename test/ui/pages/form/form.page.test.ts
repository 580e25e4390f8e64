/** The query form alone in Chromium: no VS Code, a strict content security policy, fakeHost.ts as the extension. */
import assert from 'node:assert/strict';
import { EVERYTHING, useForm } from '../../../support/pages/form/useForm.ts';
import { hearKeys, pretendToBeMac, typeWithOption } from '../../../support/drivers/optionKeys.ts';
import { until } from '../../../../tools/vscode/until.ts';

describe('the query form in a page', () => {
  const form = useForm();

  describe('does the whole job', () => {
    it('by mouse, the filters going through JSON and back', async () => {
      await form.pickLessons();
      await form.control('q').fill('draw');
      await form.addFilter(1, 'subject', 'math', 'art');
      await form.addFilter(2, 'stage', '2');
      await form.control('row-2-type').selectOption('text');
      await form.control('row-2-value').fill('5');
      await form.press('Enter');
      assert.deepEqual(await form.chips(2), ['2', '"5"']);
      await form.control('limit').fill('100');
      await form.control('filters-json-toggle').click();
      const json = '{\n  "subject": [\n    "math",\n    "art"\n  ],\n  "stage": [\n    2,\n    "5"\n  ]\n}';
      assert.equal(await form.control('filters-json').inputValue(), json);
      await form.control('filters-json-toggle').click();
      await form.page.locator('.filter-row').nth(1).waitFor();
      assert.deepEqual(
        [await form.chips(1), await form.chips(2)],
        [
          ['math', 'art'],
          ['2', '"5"'],
        ],
      );
      await form.button('Run').click();
      assert.deepEqual({ ...(await form.ran()), filterJson: '' }, EVERYTHING);
      await form.button('Cancel').click();
      await form.called('cancel');
      await form.button('Cancel').waitFor({ state: 'detached' });
    });

    it('by keys alone', async () => {
      await form.press('Tab');
      assert.equal(await form.focused(), 'portal');
      await form.type('city');
      await form.press('Enter', 'Tab');
      assert.equal(await form.focused(), 'resource');
      await form.press('ArrowDown', 'Enter');
      assert.equal(await form.control('resource').inputValue(), 'Lessons');
      await form.press('Tab');
      await form.type('draw');
      await form.press('Tab', 'Tab', 'Tab', 'Tab', 'Enter');
      assert.equal(await form.focused(), 'row-1-field');
      await form.type('subj');
      await form.option(/^subject/).waitFor();
      await form.press('Enter');
      assert.equal(await form.focused(), 'row-1-value');
      await form.type('math');
      await form.press('Enter');
      await form.type('art');
      await form.press('Enter');
      assert.deepEqual(await form.chips(1), ['math', 'art']);
      // Past the type picker and the button that removes the row.
      await form.press('Tab', 'Tab', 'Tab', 'Enter');
      assert.equal(await form.focused(), 'row-2-field');
      await form.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
      await form.type('2');
      await form.press('Enter');
      await form.type('5');
      await form.press('Tab');
      assert.equal(await form.focused(), 'row-2-type');
      await form.type('t');
      await form.press('Enter');
      assert.equal(await form.focused(), 'row-2-value');
      assert.deepEqual(await form.chips(2), ['2', '"5"']);
      await form.press('Tab', 'Tab', 'Tab', 'Tab');
      assert.equal(await form.focused(), 'limit');
      await form.type('100');
      await form.press('Enter');
      const asAuto = (text: string) => ({ type: 'auto', text }) as const;
      assert.deepEqual(await form.ran(), {
        ...EVERYTHING,
        filterRows: [
          { field: 'subject', values: [asAuto('math'), asAuto('art')], list: false },
          { field: 'stage', values: [asAuto('2'), { type: 'text', text: '5' }], list: false },
        ],
      });
      await form.button('Cancel').waitFor();
      // These lead over Summarize, More and Run to Cancel.
      await form.press('Tab', 'Tab', 'Tab', 'Tab');
      assert.equal(await form.focused(), 'cancel');
      await form.press('Enter');
      await until(async () => (await form.focused()) === 'run', 'the focus goes back to Run');
    });

    it('with one click on Run, though leaving the input before it moves the button', async () => {
      await form.pickLessons();
      await form.control('limit').fill('ten');
      await form.draftBecomes('the limit is ten', ({ limit }) => limit === 'ten');
      await form.button('Run').click();
      await form.ran();
      await form.messageAt('limit', '"ten" isn\'t a whole number');
      await until(async () => (await form.focused()) === 'limit', 'the focus goes to the limit');
    });

    it('leaves the focus where it went while a run was being refused', async () => {
      await form.pickLessons();
      await form.control('limit').fill('ten');
      await form.page.evaluate(() => {
        const limit = document.getElementById('limit');
        limit?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
        document.getElementById('q')?.focus();
      });
      await form.ran();
      await form.messageAt('limit', '"ten" isn\'t a whole number');
      assert.equal(await form.focused(), 'q');
    });
  });

  describe('adds, changes and removes filter values', () => {
    beforeEach(async () => {
      await form.pickLessons();
      await form.addFilter(1, 'stage', '1', '2', '3');
    });

    it('Enter adds, Enter on nothing runs', async () => {
      await form.type('4');
      await form.press('Enter');
      assert.deepEqual(await form.chips(1), ['1', '2', '3', '4']);
      assert.deepEqual(await form.calls('run'), []);
      await form.press('Enter');
      await form.ran();
    });

    it('counts what is only typed, and keeps it as a value when the input is left', async () => {
      await form.type('4');
      await form.draftBecomes('4 counts', ({ filterRows }) => filterRows[0]?.values.length === 4);
      await form.control('q').click();
      await until(async () => (await form.chips(1)).length === 4, 'four values');
    });

    it('keeps what is typed in its input while that is not left for good', async () => {
      await form.type('4');
      // What the host says of it is drawn before the mouse takes aim.
      await form.draftBecomes('4 counts', ({ filterRows }) => filterRows[0]?.values.length === 4);
      await form.page.locator('.value-box').click({ position: { x: 1, y: 1 } });
      assert.equal(await form.control('row-1-value').inputValue(), '4');
      // A button that goes down elsewhere and comes up when the person is back.
      await form.control('q').hover();
      await form.page.mouse.down();
      assert.equal(await form.focused(), 'q');
      await form.control('row-1-value').fill('56');
      await form.page.mouse.up();
      await form.draftBecomes('56 counts', ({ filterRows }) => filterRows[0]?.values.at(-1)?.text === '56');
      assert.equal(await form.control('row-1-value').inputValue(), '56');
      assert.deepEqual(await form.chips(1), ['1', '2', '3']);
    });

    it('keeps it, too, when the button goes down again at once', async () => {
      await form.type('4');
      await form.page.evaluate(async () => {
        const send = (type: string) => document.body.dispatchEvent(new PointerEvent(type, { bubbles: true }));
        for (const type of ['pointerdown', 'pointerup', 'pointerdown']) send(type);
        await new Promise((resolve) => setTimeout(resolve, 20));
        document.getElementById('q')?.focus();
      });
      assert.equal(await form.control('row-1-value').inputValue(), '4');
      await form.page.evaluate(() => document.body.dispatchEvent(new PointerEvent('pointerup', { bubbles: true })));
      await until(async () => (await form.chips(1)).length === 4, 'four values');
    });

    it('takes a value back for editing, by click or Backspace, and puts it where it was', async () => {
      await form.button('Edit Value 1 (Number)').click();
      await form.control('row-1-value').fill('10');
      await form.press('Enter');
      assert.deepEqual(await form.chips(1), ['10', '2', '3']);
      await form.press('Backspace', 'Backspace');
      await form.type('30');
      await form.press('Enter');
      assert.deepEqual(await form.chips(1), ['10', '2', '30']);
    });

    it('removes a value by click and by Delete, the focus staying near', async () => {
      await form.button('Remove Value 2').click();
      assert.deepEqual(await form.chips(1), ['1', '3']);
      await form.press('ArrowLeft', 'ArrowLeft', 'Delete');
      assert.deepEqual(await form.chips(1), ['3']);
      await form.press('Delete');
      assert.deepEqual(await form.chips(1), []);
      assert.equal(await form.focused(), 'row-1-value');
    });

    it('has true, false and null without typing, and says what a value is', async () => {
      for (const type of ['true', 'false', 'null', 'text']) {
        await form.control('row-1-type').selectOption(type);
        await form.control('row-1-value').press('Enter');
      }
      assert.deepEqual(await form.chips(1), ['1', '2', '3', 'true', 'false', 'null', '""']);
      for (const name of ['true (True or false)', 'null (Null)', '"" (Text)', '3 (Number)'])
        await form.button(`Edit Value ${name}`).waitFor();
    });

    it('removes a row by keys, the focus going to its neighbour or to Add Filter', async () => {
      await form.addFilter(2, 'done', 'true');
      await form.press('Tab', 'Tab', 'Enter');
      assert.equal(await form.focused(), 'row-1-field');
      await form.button('Remove Filter stage').click();
      assert.equal(await form.focused(), 'add-filter');
      await form.draftBecomes('there is no filter', ({ filterRows }) => filterRows.length === 0);
    });
  });

  describe('as JSON', () => {
    it('stays and says why when the text cannot be shown as rows; Enter is a new line, Ctrl+Enter runs', async () => {
      await form.pickLessons();
      await form.control('filters-json-toggle').click();
      await form.control('filters-json').fill('{"stage": {"eq": 2}}');
      assert.equal(await form.control('filters-json-note').innerText(), 'Ctrl+Enter runs the query');
      await form.control('filters-json-toggle').click();
      await form.messageAt('filters', 'These filters can only be shown as JSON.');
      assert.equal(await form.control('filters-json').inputValue(), '{"stage": {"eq": 2}}');
      await form.control('filters-json').press('End');
      await form.press('Enter');
      assert.deepEqual(await form.calls('run'), []);
      await form.press('Control+Enter');
      assert.equal((await form.ran()).filterJson, '{"stage": {"eq": 2}}\n');
    });

    it('has the focus in its text, where Ctrl+A and Space work as in any text', async () => {
      await form.pickLessons();
      await form.control('filters-json-toggle').focus();
      await form.press('Space');
      await until(async () => (await form.focused()) === 'filters-json', 'the text has the focus', 5000);
      await form.press('Control+a');
      await form.type('{ "stage": 3 }');
      assert.equal(await form.control('filters-json').inputValue(), '{ "stage": 3 }');
      assert.equal(await form.control('filters-json-toggle').getAttribute('aria-pressed'), 'true');
      assert.equal(await form.page.evaluate(() => document.getSelection()?.toString()), '');
      await form.control('filters-json-toggle').click();
      await form.page.locator('.filter-row').waitFor();
      assert.deepEqual(await form.chips(1), ['3']);
      assert.equal(await form.focused(), 'filters-json-toggle');
    });

    it('cannot be reached while a value does not fit its type, and says so', async () => {
      await form.pickLessons();
      await form.addFilter(1, 'stage', 'x');
      await form.control('filters-json-toggle').click();
      await form.messageAt('row-1', '"x" isn\'t a number');
      assert.deepEqual(await form.chips(1), ['x']);
    });

    it('goes back to rows from an empty text', async () => {
      await form.control('filters-json-toggle').click();
      await form.control('filters-json').fill(' ');
      await form.control('filters-json-toggle').click();
      await form.button('Add Filter').waitFor({ timeout: 5000 });
    });

    it('keeps every digit on the way there and back', async () => {
      const filterJson = '{"n": [9007199254740993, 1.50, 1e400]}';
      await form.show({ ...EVERYTHING, filterMode: 'json', filterRows: [], filterJson });
      await form.control('filters-json-toggle').click();
      await form.page.locator('.filter-row').waitFor();
      assert.deepEqual(await form.chips(1), ['9007199254740993', '1.50', '1e400']);
      await form.control('filters-json-toggle').click();
      const text = await form.control('filters-json').inputValue();
      assert.equal(text.replace(/\s/g, ''), filterJson.replace(/\s/g, ''));
    });
  });

  describe('takes what is typed', () => {
    it('a base URL and an alias, with a warning that does not stop the run', async () => {
      await form.control('portal').fill('https://other.example/de');
      await form.press('Tab');
      await form.control('resource').fill('lessons_alias');
      await form.press('Tab');
      await form.messageAt('resource', "This doesn't look like a resource ID");
      assert.equal(await form.control('resource').getAttribute('aria-invalid'), null);
      await form.press('Enter');
      const { portalId, baseUrl, resource } = await form.ran();
      assert.deepEqual([portalId, baseUrl, resource], ['', 'https://other.example/de', 'lessons_alias']);
      await form.button('Cancel').waitFor();
    });

    it('though a choice looks alike: by its own choice in the list, or by Escape', async () => {
      await form.control('portal').fill('City');
      await form.option('Use "City"').click();
      assert.equal(await form.control('portal').inputValue(), 'City');
      await form.control('portal').fill('Test');
      await form.press('Escape', 'Tab');
      assert.equal(await form.control('portal').inputValue(), 'Test');
    });

    it('a field name that the portal did not list, after the fields failed; they can be asked for again', async () => {
      await form.pickLessons();
      await form.setMood({ fieldsFail: 'data.testville.example did not answer in time.' });
      await form.button('Add Filter').click();
      await form.press('ArrowDown');
      const status = form.page.locator('.filter-row .combo-status');
      await status.getByText("Couldn't load the fields: data.testville.example did not answer").waitFor();
      await form.type('free name');
      await form.press('Tab', 'Tab');
      await form.type('x');
      await form.press('Enter');
      await form.draftBecomes('the field is free', ({ filterRows }) => filterRows[0]?.field === 'free name');
      assert.equal((await form.calls('fields')).length, 1);
      await form.setMood({ fieldsFail: '' });
      await form.control('row-1-field').click();
      await form.option('Try Again').click();
      await form.control('row-1-field').click();
      await form.option(/^subject/).waitFor();
      assert.equal((await form.calls('fields')).length, 2);
    });

    it('writes from right to left what is written so', async () => {
      await form.pickLessons();
      await form.addFilter(1, 'subject', 'كتاب');
      await form.control('q').fill('مدرسة');
      await form.control('row-1-value').fill('قلم');
      const { q, filterRows } = await form.draftBecomes('all is typed', (draft) =>
        JSON.stringify(draft).includes('قلم'),
      );
      assert.deepEqual([q, filterRows[0]?.values.map(({ text }) => text)], ['مدرسة', ['كتاب', 'قلم']]);
      const preview = form.page.locator('.preview');
      await preview.filter({ hasText: 'مدرسة' }).waitFor();
      for (const text of [form.control('q'), form.control('row-1-value'), form.page.locator('.chip-text')])
        assert.deepEqual(await text.evaluate((element) => [element.id, getComputedStyle(element).direction]), [
          (await text.getAttribute('id')) ?? '',
          'rtl',
        ]);
      assert.equal(await preview.evaluate((element) => getComputedStyle(element).unicodeBidi), 'plaintext');
    });

    it('says to screen readers what a list says besides its choices', async () => {
      await form.control('resource').click();
      const said = form.page.locator('.combo', { has: form.control('resource') }).getByRole('status');
      await said.getByText('No resources yet').waitFor();
      await form.press('Escape');
      assert.equal(await said.textContent(), '');
      await form.setMood({
        fields: Array.from({ length: 250 }, (_, index) => ({ id: `field ${String(index)}`, type: 'text' })),
      });
      await form.pickLessons();
      await form.button('Add Filter').click();
      await form.press('ArrowDown');
      await form.page.locator('.filter-row').getByRole('status').getByText('50 more').waitFor();
    });

    it('says that the API token is withheld where the way is not safe for it', async () => {
      await form.setMood({ token: 'withheld' });
      await form.pickLessons();
      const request = form.page.getByRole('region', { name: 'Request' });
      await request.getByText("Your API token isn't sent over plain http").waitFor();
      assert.doesNotMatch(await request.locator('.preview').innerText(), /Authorization/);
    });

    it('says that the fields are loading, and asks anew when the resource changes', async () => {
      await form.pickLessons();
      await form.setMood({ fieldsHang: true });
      await form.button('Add Filter').click();
      await form.press('ArrowDown');
      await form.page.locator('.filter-row .combo-status', { hasText: 'Loading fields…' }).waitFor();
      await form.setMood({ fieldsHang: false });
      await form.control('resource').click();
      await form.option(/Teachers/).click();
      await form.control('row-1-field').click();
      await form.option(/^subject/).waitFor();
    });
  });

  describe('keeps its keys from VS Code', () => {
    it('Alt+Down opens the choices, and moves nothing else', async () => {
      await form.page.getByRole('combobox', { name: 'Portal' }).focus();
      const heard = await hearKeys(form.page);
      await form.press('Alt+ArrowDown');
      await form.page.getByRole('option').first().waitFor();
      assert.deepEqual(await heard(), ['Alt']);
    });

    it('characters that Option types on a Mac are typed, and no keys of commands', async () => {
      await pretendToBeMac(form.page);
      const heard = await hearKeys(form.page);
      for (const id of ['q', 'limit']) {
        await form.control(id).focus();
        await typeWithOption(form.page, 'ĆÇ@');
        assert.equal(await form.control(id).inputValue(), 'ĆÇ@', id);
      }
      assert.deepEqual(await heard(), []);
    });
  });
});
