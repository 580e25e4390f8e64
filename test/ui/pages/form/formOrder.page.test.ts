/** An order that was chosen in the grid, as the form shows it. */
import assert from 'node:assert/strict';
import type { QueryDraft } from '../../../../src/datastore/query/draft.ts';
import { EVERYTHING, useForm } from '../../../support/pages/form/useForm.ts';
import { violations } from '../../../support/pages/violations.ts';

describe('the query form in a page', () => {
  const form = useForm();
  const sort = [
    { field: 'price', descending: true, nullsLast: true },
    { field: '', descending: false },
  ];
  const shown = async () => (await form.page.locator('#more .more-chosen').textContent()) ?? '';

  it('shows the order of the grid, and runs with it', async () => {
    await form.show({ ...EVERYTHING, sort });
    await form.page.locator('#more .more-chosen', { hasText: 'price' }).waitFor();
    assert.equal(await shown(), 'price descending, empty last, (no name) ascending');
    await form.button('Run').click();
    assert.deepEqual((await form.ran()).sort, sort);
  });

  it('takes the order back by keys', async () => {
    await form.show({ ...EVERYTHING, sort });
    await form.control('more-summary').focus();
    await form.press('Enter', 'Tab', 'Tab', 'Enter');
    await form.draftBecomes('one key is left', ({ sort: left }) => left?.length === 1);
    assert.equal(await form.focused(), 'add-sort');
    await form.press('Shift+Tab', 'Enter');
    await form.draftBecomes('there is no order', (draft) => !('sort' in draft));
    assert.equal(await form.focused(), 'add-sort');
  });

  it('follows the grid where nothing else was typed', async () => {
    await form.show(EVERYTHING);
    const settled = { ...EVERYTHING, q: 'other', sort };
    await form.show(settled, 0);
    await form.draftBecomes('the grid has its say', ({ q }) => q === 'other');
    await form.control('q').fill('typed');
    await form.show(EVERYTHING, 0);
    assert.equal(await form.control('q').inputValue(), 'typed');
    assert.equal(await shown(), 'price descending, empty last, (no name) ascending');
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
    assert.equal(await shown(), 'price descending · kind, price');
  });

  it('takes sort, fields and distinct by keys alone, folded away', async () => {
    await form.pickLessons();
    assert.equal(await form.control('add-sort').isVisible(), false);
    await form.control('limit').focus();
    await form.press('Tab', 'Tab', 'Enter', 'Tab');
    assert.equal(await form.focused(), 'add-sort');
    await form.type('stag');
    await form.option(/^stage/).waitFor();
    await form.press('Enter', 'Shift+Tab', 'Shift+Tab');
    assert.equal(await form.focused(), 'sort-0');
    await form.press('ArrowDown', 'Tab', 'Tab', 'Tab');
    assert.equal(await form.focused(), 'add-fields');
    await form.type('subj');
    await form.option(/^subject/).waitFor();
    await form.press('Enter');
    // A name that isn't in the list is taken as typed.
    await form.type('other');
    await form.press('Tab', 'Space');
    const asked = ({ sort: keys, fields, distinct }: QueryDraft) =>
      distinct === true && fields?.join() === 'subject,other' && keys?.[0]?.descending === true;
    await form.draftBecomes('all of it is there', asked);
    await form.control('more-summary').click();
    assert.equal(await shown(), 'stage descending · subject, other · Only distinct records');
    await form.page.locator('.preview', { hasText: '"sort": "stage desc"' }).waitFor();
  });

  it('greys what the portal can’t sort by, and is drawn whole at any width', async () => {
    await form.setMood({
      support: {
        ...{ hasRanges: true, answersSql: true, hasExpressions: true },
        ...{ hasSort: true, placesNulls: false, hasDistinct: false },
      },
    });
    const name = 'x'.repeat(100);
    await form.show({ ...EVERYTHING, sort: [{ field: name, descending: true }], fields: [name] });
    await form.control('more-summary').click();
    await form.control('sort-0').locator('option:disabled').waitFor({ state: 'attached' });
    await form.page.getByText("This portal can't sort empty values last.").waitFor();
    await form.page.getByText("This portal can't leave out duplicate records.").waitFor();
    assert.equal(await form.control('distinct').isDisabled(), true);
    for (const width of [170, 240, 400]) {
      await form.page.setViewportSize({ width, height: 900 });
      assert.equal(await form.page.evaluate(() => document.documentElement.scrollWidth), width);
    }
    assert.deepEqual(await violations(form.page), []);
  });

  it('offers no sort where the portal has none; one that is there can be taken away', async () => {
    await form.setMood({
      support: {
        ...{ hasRanges: true, answersSql: true, hasExpressions: true },
        ...{ hasSort: false, placesNulls: false, hasDistinct: true },
      },
    });
    await form.show({ ...EVERYTHING, sort: [{ field: 'stage', descending: true }] });
    await form.control('more-summary').click();
    await form.page.getByText("This portal can't sort records.").waitFor();
    assert.equal(await form.control('add-sort').count(), 0);
    await form.page.getByRole('button', { name: 'Remove Sort by stage' }).click();
    await form.draftBecomes('no sort is left', (draft) => !('sort' in draft));
    assert.equal(await form.focused(), 'more-summary');
    assert.deepEqual(await violations(form.page), []);
  });
});
