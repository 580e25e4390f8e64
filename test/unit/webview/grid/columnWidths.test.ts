import assert from 'node:assert/strict';
import { fitColumns, type TextRuler, widenForNumbers } from '../../../../src/webview/grid/columnWidths.ts';
import { fieldKind } from '../../../../src/base/field.ts';

/** The texts that were measured. Every character is 10 px wide. */
const measured: string[] = [];
const width = (text: string) => {
  measured.push(text);
  return text.length * 10;
};
const ruler: TextRuler = { text: width, number: width, name: width, type: width };
const words = { null: 'NULL', digits: '{0} digits' };
const column = (id: string, type: string, field = 0) => ({ field, id, type, kind: fieldKind(type) });
const PADDING = 19;
const ICON = 20;
const MARKS = 44;

describe('Fitted columns', () => {
  beforeEach(() => void measured.splice(0));

  it('are as wide as their names and types', () => {
    assert.deepEqual(fitColumns([column('subject', 'text')], [], ruler, words), [ICON + 70 + 8 + 40 + PADDING]);
  });

  it('have room for the marks of sort and filter and the menu beside the name, whether they are there or not', () => {
    const plain = column('subject', 'int');
    const marked = { ...plain, sort: { descending: true, key: 2 }, isFiltered: true };
    const width = ICON + 70 + MARKS + PADDING;
    assert.deepEqual(fitColumns([plain, marked], [], ruler, words), [width, width]);
  });

  it('are as wide as their longest text, up to a bound', () => {
    const columns = [column('a', 'text'), column('b', 'text', 1)];
    const rows = [
      ['short', 'x'.repeat(500)],
      ['seventeen letters', ''],
    ];
    assert.deepEqual(fitColumns(columns, rows, ruler, words), [170 + PADDING, 360]);
  });

  for (const value of [{ n: '9'.repeat(40) }, 9_007_199_254_740_991, '-12345678901234567890.123456789'])
    it(`are as wide as the number ${JSON.stringify(value)}, whatever the bound for texts`, () => {
      const text = typeof value === 'object' ? value.n : String(value);
      const [fitted = 0] = fitColumns([column('n', 'numeric')], [[value]], ruler, words);
      assert(fitted >= text.length * 10 + PADDING);
    });

  it('measure a few texts of each field, however many records there are', () => {
    const rows = Array.from({ length: 200 }, (_, index) => [`text number ${String(index)}`]);
    fitColumns([column('a', 'text')], rows, ruler, words);
    assert(measured.length <= 5, `${String(measured.length)} texts measured`);
  });

  it('become wider for a longer number that comes later, and only then', () => {
    const columns = [column('n', 'int8'), column('t', 'text', 1)];
    const widths = fitColumns(columns, [[1, 'a']], ruler, words);
    assert.equal(widenForNumbers(widths, columns, [[2, 'x'.repeat(90)]], ruler, words), undefined);
    assert.deepEqual(widenForNumbers(widths, columns, [[{ n: '12345678901234567890' }, null]], ruler, words), [
      200 + PADDING,
      widths[1],
    ]);
  });

  it('take records that have fewer values than there are fields', () => {
    assert.equal(fitColumns([column('a', 'text'), column('b', 'int', 1)], [['x'], []], ruler, words).length, 2);
  });
});
