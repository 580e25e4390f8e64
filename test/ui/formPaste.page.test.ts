/** Calls of the API that are pasted into the form. */
import assert from 'node:assert/strict';
import { useForm } from '../support/pages/form/useForm.ts';

describe('a command in the query form in a page', () => {
  const form = useForm();

  for (const [part, label] of [
    ['portal', 'Portal'],
    ['resource', 'Resource'],
  ] as const)
    it(`fills it, of several lines, pasted as the ${part}`, async () => {
      const id = '2b4604b2-4860-4c1f-9f8e-0d6c1f2a3b9b';
      const command = [
        'curl https://other.example/api/action/datastore_search \\',
        "-H 'Authorization: s3cret' \\",
        `-d '{"resource_id":"${id}",`,
        ' "q":"oak", "limit":5}\'',
      ].join('\n');
      await form.page.evaluate((text) => {
        const area = document.body.appendChild(document.createElement('textarea'));
        area.value = text;
        area.select();
      }, command);
      await form.press('Control+c');
      await form.page.getByRole('combobox', { name: label }).focus();
      await form.press('Control+v');
      await form.draftBecomes('the question stands', ({ q, limit }) => q === 'oak' && limit === '5');
      const place = `https://other.example/api/action/datastore_search?resource_id=${id}`;
      assert.equal(await form.control(part).inputValue(), place);
      assert.equal(await form.control('q').inputValue(), 'oak');
    });
});
