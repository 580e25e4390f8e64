/** The form as it looks: in every theme, at every width, with whatever a server calls its fields. */
import assert from 'node:assert/strict';
import { EVERYTHING, useForm } from '../../../support/pages/form/useForm.ts';
import { themes } from '../../../support/pages/themes.ts';
import { violations } from '../../../support/pages/violations.ts';

describe('the query form in a page', () => {
  const form = useForm();

  describe('is accessible', () => {
    const assertClean = async (state: string) => assert.deepEqual(await violations(form.page), [], state);

    for (const theme of themes)
      it(`in the theme ${theme.name}`, async () => {
        await form.reopen({ theme, width: 300 });
        await assertClean('empty');
        await form.control('portal').click();
        await form.press('ArrowDown');
        await assertClean('open list');
        await form.press('Escape');
        await form.show({ ...EVERYTHING, resource: 'alias', limit: 'ten' });
        await form.button('Run').click();
        await form.messageAt('limit', '"ten"');
        await form.fail('portal', 'No', true);
        await assertClean('problems');
        await form.show(EVERYTHING);
        await form.tell('runState', { kind: 'running' });
        await form.page.locator('.preview').waitFor();
        await assertClean('running');
        await form.control('filters-json-toggle').click();
        await form.control('filters-json').waitFor();
        await assertClean('JSON');
        await form.setMood({
          support: {
            hasRanges: true,
            answersSql: false,
            hasExpressions: true,
            placesNulls: true,
            hasSort: true,
            hasDistinct: true,
          },
        });
        const stage = { field: 'stage', values: [], list: false };
        const filterRows = (['between', 'contains', 'empty'] as const).map((operator) => ({ ...stage, operator }));
        await form.show({ ...EVERYTHING, filterRows });
        await form.control('filters-greyed').waitFor();
        await assertClean('conditions');
      });
  });

  it('shows the whole ID of a resource that has a name, in the narrowest sidebar too', async () => {
    await form.page.setViewportSize({ width: 170, height: 900 });
    await form.show(EVERYTHING);
    const note = form.control('resource-note');
    await note.filter({ hasText: /^ID: 2b4604b2-4860-4c1f-9f8e-0d6c1f2a3b9b$/ }).waitFor();
    const isCut = await note.evaluate((element) => element.scrollWidth > element.clientWidth);
    assert.equal(isCut, false);
  });

  it('puts the field and the way of a search below each other where they have no room beside each other', async () => {
    const boxes = async (width: number) => {
      await form.page.setViewportSize({ width, height: 900 });
      const [field, mode] = await Promise.all(['q-field', 'q-mode'].map((id) => form.control(id).boundingBox()));
      assert.ok(field && mode);
      return { field, mode };
    };
    const narrow = await boxes(170);
    assert.ok(narrow.mode.y >= narrow.field.y + narrow.field.height);
    assert.deepEqual([narrow.field.width, narrow.mode.width], [146, 146]);
    for (const width of [240, 300, 400]) {
      const { field, mode } = await boxes(width);
      assert.equal(mode.y, field.y, String(width));
      assert.ok(mode.x >= field.x + field.width, String(width));
    }
  });

  it('puts field, condition and value of a filter below each other in the narrowest sidebar', async () => {
    const filterRows = [{ field: 'stage', values: [], list: false, operator: 'between' as const }];
    await form.page.setViewportSize({ width: 170, height: 900 });
    await form.show({ ...EVERYTHING, filterRows });
    const row = form.page.locator('.filter-row');
    const boxes = await Promise.all(
      ['.combo', '.select-field', '.row-ends'].map((part) => row.locator(part).first().boundingBox()),
    );
    assert.deepEqual(
      boxes.map((box) => box?.width),
      [122, 146, 146],
    );
    const tops = boxes.map((box) => box?.y ?? 0);
    assert.deepEqual(
      tops.map((top) => top - (tops[0] ?? 0)),
      [0, 30, 60],
    );
  });

  it('draws hostile field names and values as plain text', async () => {
    const hostile = [
      '__proto__',
      'constructor',
      '<img src=x onerror=alert(1)>',
      '"><script>alert(1)</script>',
      '${alert(1)}',
      '\u202Etxt.exe',
      'x'.repeat(2000),
      '{0}',
      'two\nlines',
    ];
    await form.setMood({ fields: hostile.map((id) => ({ id, type: '<b>text</b>' })) });
    await form.pickLessons();
    for (const index of hostile.keys()) {
      await form.button('Add Filter').click();
      await form.press('ArrowDown');
      const choices = form.page.locator('.list-option:visible');
      await choices.nth(index).waitFor();
      assert.deepEqual(await choices.locator('.list-label').allTextContents(), hostile);
      await choices.nth(index).click();
      await form.type('value');
      await form.press('Enter');
    }
    const { filterRows } = await form.draftBecomes(
      'every field has its filter',
      (draft) => draft.filterRows.length === hostile.length && draft.filterRows.at(-1)?.values.length === 1,
    );
    assert.deepEqual(
      filterRows.map(({ field }) => field),
      hostile,
    );
    assert.equal(await form.page.locator('img, form b, .form script').count(), 0);
    assert.equal(await form.page.evaluate(() => document.documentElement.scrollWidth), 240);
  });

  for (const width of [240, 300, 560])
    it(`fits into ${width} px`, async () => {
      await form.page.setViewportSize({ width, height: 400 });
      await form.show({ ...EVERYTHING, q: 'long '.repeat(80), limit: '9'.repeat(300) });
      await form.control('limit').press('Tab');
      await form.messageAt('limit', '999');
      await form.fail('portal', 'https://a-very-long-host-name.'.repeat(9));
      await form.messageAt('portal', 'a-very-long');
      assert.equal(await form.page.evaluate(() => document.documentElement.scrollWidth), width);
    });

  it('opens a list upwards where there is no room below, and all of it can be seen', async () => {
    await form.page.setViewportSize({ width: 240, height: 240 });
    await form.pickLessons();
    await form.addFilter(1, 'subject', 'x');
    await form.control('row-1-field').click();
    await form.option(/^subject/).waitFor();
    const popup = form.page.locator('.combo-popup:visible');
    const { y, height } = (await popup.boundingBox())!;
    assert.ok(y >= 0 && y + height <= 240, `${y} to ${y + height}`);
  });
});
