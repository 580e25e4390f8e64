import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  contentOf,
  enteredDraft,
  entryOf,
  isSameDraft,
  placed,
  reduceRows,
} from '../../../../src/webview/form/formEntry.ts';
import type { FilterRowDraft } from '../../../../src/datastore/query/draft.ts';
import type { FilterOperator } from '../../../../src/datastore/query/operators.ts';
import { anyDraft, draft, row } from './draftSamples.ts';

describe('what was entered', () => {
  it('gives back every draft unchanged', () => {
    fc.assert(fc.property(anyDraft, (any) => assert.deepEqual(enteredDraft(entryOf(any)), any)));
  });

  it('counts a value that is only half typed, where it stood', () => {
    const entry = entryOf(draft({ filterRows: [row('subject', 'math', 'art')] }));
    const rows = reduceRows(entry.rows, { kind: 'valueTakenBack', key: 1, index: 0 });
    const typed = reduceRows(rows, { kind: 'valueTyped', key: 1, text: 'maths' });
    assert.deepEqual(enteredDraft({ ...entry, rows: typed }).filterRows, [row('subject', 'maths', 'art')]);
  });

  it('leaves out rows where nothing stands, and still finds the row that a problem is about', () => {
    const entry = entryOf(draft({ filterRows: [row('', ''), row(''), row('stage', 'x')] }));
    assert.equal(enteredDraft(entry).filterRows.length, 2);
    const problem = { part: 'filters', row: 1, severity: 'error', message: 'Not a number' } as const;
    assert.equal(placed(problem, entry).control, 'row-3');
  });

  it('gives a problem of the JSON text to the filters as a whole', () => {
    const entry = entryOf(draft({ filterMode: 'json', filterJson: '{', filterRows: [row('a', '1')] }));
    assert.equal(placed({ part: 'filters', row: 0, severity: 'error', message: '' }, entry).control, 'filters');
  });

  describe('under another condition', () => {
    const under = (given: FilterRowDraft, ...operators: readonly FilterOperator[]) => {
      const entry = entryOf(draft({ filterRows: [given] }));
      const rows = operators.reduce(
        (before, operator) => reduceRows(before, { kind: 'operatorChosen', key: 1, operator }),
        entry.rows,
      );
      return enteredDraft({ ...entry, rows }).filterRows[0];
    };
    const range = { ...row('n', '1', '9'), operator: 'between' } as const;

    it('goes with it as far as it has a place there', () => {
      assert.deepEqual(under(row('n', '5'), 'atMost'), { ...row('n', '5'), operator: 'atMost' });
      assert.deepEqual(under(range, 'atLeast'), { ...row('n', '1'), operator: 'atLeast' });
      assert.deepEqual(under(range, 'atMost'), { ...row('n', '9'), operator: 'atMost' });
      assert.deepEqual(under(range, 'lessThan'), { ...row('n', '9'), operator: 'lessThan' });
      assert.deepEqual(under(range, 'greaterThan'), { ...row('n', '1'), operator: 'greaterThan' });
      assert.deepEqual(under(range, 'equals'), row('n', '1', '9'));
      assert.deepEqual(under(range, 'empty'), { ...row('n'), operator: 'empty' });
    });

    it('comes back with the one before', () => {
      const values = row('s', 'math', 'art');
      assert.deepEqual(under(values, 'contains', 'not', 'empty', 'equals'), values);
      assert.deepEqual(under(range, 'atLeast', 'atMost', 'notEmpty', 'between'), range);
    });

    it('leaves no value where an end of a range was not typed', () => {
      assert.deepEqual(under({ ...range, values: row('', '', '9').values }, 'equals'), row('n', '9'));
    });

    it('has the half of a range that is typed first in its place', () => {
      const entry = entryOf(draft({ filterRows: [{ ...row('n'), operator: 'between' }] }));
      const rows = reduceRows(entry.rows, { kind: 'textTyped', key: 1, place: 1, text: '9' });
      assert.deepEqual(enteredDraft({ ...entry, rows }).filterRows, [{ ...row('n', '', '9'), operator: 'between' }]);
    });
  });

  it('knows which controls are empty', () => {
    const empty = entryOf(draft({ filterRows: [row('')] }));
    for (const control of ['portal', 'resource', 'q', 'filters', 'row-1', 'limit'] as const)
      assert.equal(contentOf(control, empty), '', control);
  });

  it('compares drafts by what they hold, not by the order of their members', () => {
    const { limit, ...rest } = draft({ limit: '5', q: 'x' });
    assert.ok(isSameDraft(entryOf({ ...rest, limit }), entryOf({ limit, ...rest })));
    assert.ok(!isSameDraft(entryOf(draft({ q: 'x' })), entryOf(draft({ q: 'y' }))));
  });
});
