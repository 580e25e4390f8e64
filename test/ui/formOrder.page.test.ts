/** An order that was chosen in the grid, as the form shows it. */
import assert from 'node:assert/strict';
import { EVERYTHING, useForm } from '../support/formPage/useForm.ts';

describe('the query form in a page', () => {
  const form = useForm();
  const sort = [
    { field: 'price', descending: true, nullsLast: true },
    { field: '', descending: false },
  ];
  const shown = async () => (await form.page.locator('.order').allTextContents()).join();

  it('shows the order of the grid, and runs with it', async () => {
    await form.show({ ...EVERYTHING, sort });
    await form.page.locator('.order').waitFor();
    assert.equal(await shown(), 'price descending, (no name) ascending');
    await form.button('Run').click();
    assert.deepEqual((await form.ran()).sort, sort);
  });

  it('takes the order back by keys', async () => {
    await form.show({ ...EVERYTHING, sort });
    await form.button('Remove sort').focus();
    await form.press('Enter');
    await form.draftBecomes('there is no order', (draft) => !('sort' in draft));
    assert.equal(await shown(), '');
    assert.equal(await form.focused(), 'limit');
  });

  it('follows the grid where nothing else was typed', async () => {
    await form.show(EVERYTHING);
    const settled = { ...EVERYTHING, q: 'other', sort };
    await form.show(settled, 0);
    await form.draftBecomes('the grid has its say', ({ q }) => q === 'other');
    await form.control('q').fill('typed');
    await form.show(EVERYTHING, 0);
    assert.equal(await form.control('q').inputValue(), 'typed');
    assert.equal(await shown(), 'price descending, (no name) ascending');
  });

  it('takes a typed API call apart once its box is left: its question is in the controls then', async () => {
    const call =
      'https://data.testville.example/en/api/action/datastore_search?resource_id=lessons&q=oak&sort=price desc&fields=kind,price&limit=5&offset=2';
    await form.control('resource').fill(call);
    await form.draftBecomes('there is the call', ({ resource }) => resource === call);
    assert.equal(await form.control('q').inputValue(), '');
    await form.press('Tab');
    const draft = await form.draftBecomes('the question is apart', ({ q }) => q === 'oak');
    assert.deepEqual([draft.limit, draft.fields], ['7', ['kind', 'price']]);
    assert.doesNotMatch(draft.resource, /oak|limit/);
    assert.equal(await shown(), 'price descending,kind, price');
  });
});
