import assert from 'node:assert/strict';
import type { FieldKind } from '../../../../src/base/field.ts';
import {
  type FilterSupport,
  offeredOperators,
  type SearchBeside,
} from '../../../../src/datastore/query/operatorChoice.ts';

describe('the conditions of a field', () => {
  const greyed = (
    kind: FieldKind | undefined,
    support: Partial<FilterSupport> = {},
    q = '',
    beside: Partial<SearchBeside> = {},
  ) =>
    offeredOperators(kind, { hasRanges: false, answersSql: false, ...support }, { q, findsWords: true, ...beside })
      .filter(({ isOff }) => isOff)
      .map(({ operator }) => operator);

  it('are those that its kind has a use for, or all of them', () => {
    const support = { hasRanges: true, answersSql: true };
    const offered = (kind?: FieldKind) =>
      offeredOperators(kind, support, { q: 'x', findsWords: true }).map(({ operator }) => operator);
    assert.deepEqual(offered('boolean'), ['equals', 'not', 'empty', 'notEmpty']);
    assert.ok(!offered('number').includes('contains'));
    assert.ok(!offered('text').includes('between'));
    assert.deepEqual(offered('text'), ['equals', 'contains', 'notContains', 'startsWith', 'not', 'empty', 'notEmpty']);
    assert.deepEqual(offered('json'), ['empty', 'notEmpty']);
    assert.equal(offered().length, 12);
    assert.deepEqual(greyed(undefined, support, 'x'), []);
  });

  it('are greyed where the portal has no answer', () => {
    assert.deepEqual(greyed('number'), [
      ...['between', 'atLeast', 'atMost', 'greaterThan', 'lessThan'],
      ...['not', 'empty', 'notEmpty'],
    ]);
    assert.deepEqual(greyed('date', { hasRanges: true }), ['not', 'empty', 'notEmpty']);
    assert.deepEqual(greyed('text'), ['notContains', 'startsWith', 'not', 'empty', 'notEmpty']);
  });

  it('have no text in a field beside one in all fields, on a portal', () => {
    assert.ok(greyed('text', {}, 'x').includes('contains'));
    assert.ok(!greyed('text', { answersSql: true }, 'x').includes('contains'));
    assert.ok(!greyed('text', {}, 'x', { qField: 'a' }).includes('contains'));
    assert.ok(greyed('text', {}, 'x', { qField: 'a', qMode: 'startsWith' }).includes('contains'));
  });
});
