import assert from 'node:assert/strict';
import type { FieldKind } from '../../../../src/base/field.ts';
import { cellView } from '../../../../src/webview/grid/cellView.ts';

const words = { null: 'NULL', digits: '{0} digits' };

describe('A cell', () => {
  const table: readonly [name: string, value: unknown, kind: FieldKind, text: string, look: string][] = [
    ['null', null, 'text', 'NULL', 'null'],
    ['a missing value', undefined, 'number', 'NULL', 'null'],
    ['an empty text', '', 'text', '', 'text'],
    ['the text NULL', 'NULL', 'text', 'NULL', 'text'],
    ['true', true, 'boolean', 'true', 'boolean'],
    ['a number', 2.5, 'number', '2.5', 'number'],
    ['an exact number', { n: '9007199254740993' }, 'number', '9007199254740993', 'number'],
    ['trailing zeros', { n: '1.50' }, 'number', '1.50', 'number'],
    ['a huge exponent', { n: '1e400' }, 'number', '1e400', 'number'],
    ['a number sent as text in a field of numbers', '00178.50', 'number', '00178.50', 'number'],
    ['digits in a field of texts', '00178', 'text', '00178', 'text'],
    ['NaN as text', 'NaN', 'number', 'NaN', 'number'],
    ['infinity as text', '-Infinity', 'number', '-Infinity', 'number'],
    ['words in a field of numbers', 'about 5', 'number', 'about 5', 'text'],
    ['JSON', { j: '{"a":[1.50]}' }, 'json', '{"a":[1.50]}', 'json'],
    ['a date', '2026-08-01T09:30:00', 'date', '2026-08-01T09:30:00', 'text'],
    ['a number too long to draw', { n: `-${'1'.repeat(400)}` }, 'number', '400 digits', 'null'],
    ['a plain object of a stand-alone source', { a: 1 }, 'text', '{"a":1}', 'json'],
  ];
  for (const [name, value, kind, text, look] of table)
    it(`shows ${name}`, () => {
      assert.deepEqual(cellView(value, kind, words), { text, look });
    });

  it('shows the beginning of a long text, and that there is more', () => {
    const { text } = cellView('x'.repeat(10_000_000), 'text', words);
    assert.equal(text, `${'x'.repeat(500)}…`);
  });

  it('does not cut an emoji in two', () => {
    const { text } = cellView(`${'x'.repeat(499)}😀😀`, 'text', words);
    assert.equal(text, `${'x'.repeat(499)}…`);
  });
});
