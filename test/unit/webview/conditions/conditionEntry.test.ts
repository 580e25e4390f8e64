import assert from 'node:assert/strict';
import type { FilterValueDraft } from '../../../../src/datastore/query/draft.ts';
import { kindOf, literalOf, pendingOf, valueOf } from '../../../../src/webview/conditions/conditionEntry.ts';

describe('a filter value', () => {
  const literals: readonly [FilterValueDraft['type'], string, string | undefined, string][] = [
    ['text', '5', 'int4', '"5"'],
    ['number', '5', 'text', '5'],
    ['auto', '5', 'int4', '5'],
    ['auto', '5', 'text', '"5"'],
    ['auto', '5', undefined, '"5"'],
    ['auto', '9007199254740993', 'numeric', '9007199254740993'],
    ['auto', '1.50', 'double precision', '1.50'],
    ['auto', 'math', 'text', 'math'],
    ['auto', 'true', 'text', '"true"'],
    ['auto', 'true', 'bool', 'true'],
    ['boolean', 'false', 'text', 'false'],
    ['null', '', 'text', 'null'],
    ['text', 'null', 'text', '"null"'],
    ['text', '', 'text', '""'],
    ['text', ' x', 'text', '" x"'],
    ['text', '"x"', 'text', String.raw`"\"x\""`],
    ['text', '-1 degree', 'text', '"-1 degree"'],
    ['text', '2026-01-01', 'timestamp', '"2026-01-01"'],
  ];
  for (const [type, text, fieldType, literal] of literals)
    it(`"${text}" of type ${type} for a field of ${fieldType ?? 'unknown type'} is shown as ${literal}`, () =>
      assert.equal(literalOf({ type, text }, fieldType), literal));

  it('follows its field unless a type was chosen by hand', () => {
    assert.equal(kindOf('auto', 'int8'), 'number');
    assert.equal(kindOf('auto', 'boolean'), 'boolean');
    assert.equal(kindOf('auto', 'timestamp'), 'text');
    assert.equal(kindOf('text', 'int8'), 'text');
  });

  it('is the same after it was taken back into the input', () => {
    const values: readonly FilterValueDraft[] = [
      { type: 'auto', text: 'x' },
      { type: 'text', text: '' },
      { type: 'number', text: '1e400' },
      { type: 'boolean', text: 'true' },
      { type: 'boolean', text: 'false' },
      { type: 'null', text: '' },
    ];
    for (const value of values) assert.deepEqual(valueOf(pendingOf(value, 0)), value);
  });
});
