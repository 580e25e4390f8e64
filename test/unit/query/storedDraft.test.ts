import assert from 'node:assert/strict';
import { readStored } from '../../../src/base/stored.ts';
import { storedDraft } from '../../../src/query/draftStore.ts';
import { EMPTY_DRAFT, type QueryDraft } from '../../../src/datastore/query/draft.ts';

const draft: QueryDraft = {
  ...EMPTY_DRAFT,
  portalId: 'p1',
  resource: 'r1',
  q: 'draw',
  filterRows: [{ field: 'stage', list: true, values: [{ type: 'number', text: '2' }] }],
};

describe('a draft from storage', () => {
  it('is taken as it is', () => assert.deepEqual(readStored(storedDraft, draft), draft));

  it('keeps an order, without what is no key of it', () => {
    const sort = [
      { field: 'a', descending: true, nullsLast: true },
      { field: '', descending: false },
    ];
    const given = { ...draft, sort: [...sort, { field: 1, descending: true }, null, { field: 'b' }] };
    assert.deepEqual(readStored(storedDraft, given), { ...draft, sort });
    assert.deepEqual(readStored(storedDraft, { ...draft, sort: 'a desc' }), draft);
  });

  it('keeps a summary, but none that is broken', () => {
    const summary = { groups: [{ field: 'a', unit: 'year' }], measures: [{ calculate: 'count', field: '' }], zone: '' };
    assert.deepEqual(readStored(storedDraft, { ...draft, summary }), { ...draft, summary });
    assert.deepEqual(readStored(storedDraft, { ...draft, summary: { ...summary, groups: [{ unit: 'age' }] } }), draft);
  });

  it('loses what no draft has', () => {
    const more = { ...draft, command: 'rm', filterRows: [{ ...draft.filterRows[0], html: '<b>' }] };
    assert.deepEqual(readStored(storedDraft, more), draft);
  });

  const broken: readonly [what: string, value: unknown][] = [
    ['nothing', null],
    ['a text', 'draft'],
    ['a missing member', { ...draft, q: undefined }],
    ['an unknown mode', { ...draft, filterMode: 'sql' }],
    ['rows that are no list', { ...draft, filterRows: {} }],
    ['one broken row', { ...draft, filterRows: [...draft.filterRows, { field: 'a' }] }],
    [
      'an unknown value type',
      { ...draft, filterRows: [{ field: 'a', list: false, values: [{ type: 'x', text: '' }] }] },
    ],
    ['a text of 2 MiB', { ...draft, q: 'x'.repeat(1 << 21) }],
  ];
  for (const [what, value] of broken)
    it(`is refused when it is ${what}`, () => assert.equal(readStored(storedDraft, value), undefined));
});
