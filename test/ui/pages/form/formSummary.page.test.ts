/** The form's section Summarize: groups and calculations, folded away until there are some. */
import assert from 'node:assert/strict';
import type { QueryDraft } from '../../../../src/datastore/query/draft.ts';
import type { SummaryDraft } from '../../../../src/datastore/query/summaryDraft.ts';
import { eventually } from '../../../support/drivers/eventually.ts';
import { EVERYTHING, useForm } from '../../../support/pages/form/useForm.ts';
import { violations } from '../../../support/pages/violations.ts';

const COUNT = { calculate: 'count', field: '' } as const;
const SUMMARY: SummaryDraft = {
  groups: [{ field: 'subject' }, { field: 'begun', unit: 'year' }],
  measures: [COUNT, { calculate: 'sum', field: 'stage' }],
  zone: '',
};
const summarized: QueryDraft = { ...EVERYTHING, summary: SUMMARY };

describe('the section Summarize of the query form', () => {
  const form = useForm();
  const section = () => form.control('summarize');
  const line = async () => (await section().locator('.more-chosen').allTextContents()).join();
  const isOpen = () => section().evaluate((details) => (details as HTMLDetailsElement).open);
  const problem = async () => (await form.control('summary-problem').allInnerTexts()).join();
  const fields = [
    { id: '_id', type: 'int' },
    { id: 'subject', type: 'text' },
    { id: 'stage', type: 'int4' },
    { id: 'begun', type: 'timestamp' },
  ];
  beforeEach(() => form.setMood({ fields }));

  it('is folded away, and taken by keys alone', async () => {
    await form.pickLessons();
    assert.equal(await isOpen(), false);
    await form.control('summarize-head').focus();
    await form.press('Enter', 'Tab', 'Enter');
    assert.equal(await form.focused(), 'summary-group-0-field');
    await form.type('begu');
    await form.option(/^begun/).waitFor();
    await form.press('Enter');
    const summary = { groups: [{ field: 'begun', unit: 'year' }], measures: [COUNT], zone: '' };
    const isSummary = (draft: QueryDraft) => JSON.stringify(draft.summary) === JSON.stringify(summary);
    await form.draftBecomes('records are counted by year', isSummary);
    assert.equal(await line(), 'by year of begun · count');
    await form.control('summarize-head').click();
    assert.equal(await section().locator('.more-chosen').isVisible(), true);
    await form.button('Run').click();
    assert.deepEqual((await form.ran()).summary, summary);
  });

  it('is unfolded where the query has a summary, until it is removed', async () => {
    await form.show({ ...summarized, limit: '' });
    await eventually(isOpen, true);
    assert.equal(await line(), 'by subject, year of begun · count, sum of stage');
    assert.equal(await form.control('limit').getAttribute('placeholder'), 'All groups');
    assert.deepEqual(await violations(form.page), []);
    await form.button('Remove Summary').click();
    await form.draftBecomes('there is none', (draft) => !('summary' in draft));
    assert.deepEqual([await isOpen(), await form.focused(), await line()], [false, 'summarize-head', '']);
  });

  it('says at its place what fits no field, once it is left or run', async () => {
    await form.show({ ...summarized, summary: { ...SUMMARY, groups: [{ field: 'stage', width: '' }] } });
    await form.control('summary-group-0-width').fill('ten');
    await form.control('q').focus();
    await eventually(problem, 'Enter a number greater than 0, such as 100 or 0.25.');
    assert.equal(await form.control('summary-group-0-width').getAttribute('aria-invalid'), 'true');
    await form.control('summarize-head').click();
    assert.equal(await isOpen(), false);
    await form.button('Run').click();
    await eventually(() => form.focused(), 'summary-group-0-width');
    assert.equal(await isOpen(), true);
    await form.control('summary-group-0-width').fill('10');
    await eventually(problem, '');
  });

  it('says that another resource has no such field', async () => {
    await form.show(summarized);
    await eventually(isOpen, true);
    await form.setMood({ fields: fields.slice(0, 2) });
    await form.control('resource').click();
    await form.option(/Teachers/).click();
    await form.control('q').focus();
    await eventually(problem, 'There is no such field.');
    assert.equal(await form.control('summary-group-1-field').getAttribute('aria-invalid'), 'true');
  });

  it('shows what a server refuses, and unfolds for it', async () => {
    await form.show(summarized);
    await eventually(isOpen, true);
    await form.control('summarize-head').click();
    const refused = { part: 'summary', severity: 'error', message: 'The portal refuses it.' } as const;
    await form.tell('runState', { kind: 'failed', problem: refused, offerToken: false });
    await form.messageAt('summary', 'The portal refuses it.');
    assert.equal(await isOpen(), true);
  });

  it('leaves the order and the fields to the columns of the groups', async () => {
    const sort = [{ field: 'sum:stage', descending: true }];
    await form.show({ ...summarized, sort, fields: ['subject', 'sum:stage'], distinct: true });
    await form.control('more-summary').click();
    assert.equal(await form.control('distinct').count(), 0);
    await form.control('add-sort').click();
    assert.deepEqual(await form.page.getByRole('listbox').getByRole('option').allInnerTexts(), [
      'subject',
      'begun:year',
      'count',
      'sum:stage',
    ]);
    await form.press('Escape');
    await form.control('summary-measure-1-calculation').selectOption('mean');
    const draft = await form.draftBecomes('they follow', ({ fields: names }) => names?.[1] === 'mean:stage');
    assert.deepEqual(draft.sort, [{ field: 'mean:stage', descending: true }]);
    await form.button('Remove Calculation 2').click();
    await form.draftBecomes(
      'they go with it',
      ({ sort: left, fields: names }) => left === undefined && names?.length === 1,
    );
  });

  it('is drawn whole at any width', async () => {
    const long = 'x'.repeat(100);
    await form.show({
      ...summarized,
      summary: { ...SUMMARY, groups: [{ field: long }, { field: 'stage', width: '5' }], top: '6' },
    });
    await eventually(isOpen, true);
    for (const width of [170, 240, 400]) {
      await form.page.setViewportSize({ width, height: 900 });
      assert.equal(await form.page.evaluate(() => document.documentElement.scrollWidth), width);
    }
  });
});
