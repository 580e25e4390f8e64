/** What is searched for in the form: which text, in which field, and what of it has to match. */
import assert from 'node:assert/strict';
import { EVERYTHING, useForm } from '../support/pages/form/useForm.ts';

describe('the search of the query form in a page', () => {
  const form = useForm();
  const mode = () => form.control('q-mode');

  it('is chosen by keyboard: text, field and mode', async () => {
    await form.pickLessons();
    await form.control('q').focus();
    await form.type('dra les');
    await form.press('Tab');
    assert.equal(await form.focused(), 'q-field');
    await form.type('subject');
    await form.option(/^subject/).waitFor();
    await form.press('Tab');
    assert.equal(await form.focused(), 'q-mode');
    await form.press('s', 'Enter');
    const { q, qField, qMode } = await form.ran();
    assert.deepEqual({ q, qField, qMode }, { q: 'dra les', qField: 'subject', qMode: 'startsWith' });
    const note = form.control('q-note');
    assert.equal(await note.innerText(), 'Finds words that start like this: "met" finds "meter".');
    assert.equal(await mode().getAttribute('aria-describedby'), 'q-note');
    await form.page.locator('.preview', { hasText: '"subject": "dra:* & les:*"' }).waitFor();
    await form.page.locator('.preview', { hasText: '"plain": false' }).waitFor();
  });

  it('is of all fields and whole words again when that is chosen', async () => {
    await form.show({ ...EVERYTHING, q: 'oak | ash', qMode: 'expression', qField: 'subject' });
    assert.equal(await mode().inputValue(), 'expression');
    await mode().selectOption('Whole words');
    await form.control('q-field').fill('');
    await form.press('Tab');
    const draft = await form.draftBecomes('no field is searched', ({ qField }) => qField === undefined);
    assert.equal(Object.hasOwn(draft, 'qMode'), false);
  });

  it('says at the text that nothing in it begins a word', async () => {
    await form.show({ ...EVERYTHING, q: '%%', qMode: 'startsWith' });
    await form.messageAt('q', 'Enter a letter or a digit to search for.');
    assert.equal(await form.control('q').getAttribute('aria-invalid'), 'true');
  });

  it('greys what the portal has refused, and says so', async () => {
    await form.setMood({
      support: {
        hasRanges: true,
        answersSql: true,
        hasExpressions: false,
        placesNulls: true,
        hasSort: true,
        hasDistinct: true,
      },
    });
    await form.show(EVERYTHING);
    await form.control('q-off').waitFor();
    assert.equal(await form.control('q-off').innerText(), 'This portal can only search for whole words.');
    assert.equal(await mode().getAttribute('aria-describedby'), 'q-note q-off');
    assert.deepEqual(await mode().locator('option:disabled').allInnerTexts(), ['Starts with', 'Expression']);
  });

  for (const width of [170, 240, 400])
    it(`is drawn whole at ${String(width)} px`, async () => {
      await form.page.setViewportSize({ width, height: 900 });
      await form.show({ ...EVERYTHING, qMode: 'startsWith', qField: 'x'.repeat(100) });
      assert.equal(await form.page.evaluate(() => document.documentElement.scrollWidth), width);
      const [field, choice] = [await form.control('q-field').boundingBox(), await mode().boundingBox()];
      assert.ok(field!.width >= 60, `${String(field!.width)} px for the field`);
      assert.ok(choice!.x + choice!.width <= width);
    });
});
