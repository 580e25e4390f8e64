import assert from 'node:assert/strict';
import fc from 'fast-check';
import { beginningsOf, searchFromWire, searchOnWire } from '../../../../src/datastore/query/searchText.ts';

describe('what is searched for', () => {
  const begun: readonly [text: string, expression: string | undefined][] = [
    ['caf', 'caf:*'],
    ['  caf  au lait ', 'caf:* & au:* & lait:*'],
    ['Straße 東', 'Straße:* & 東:*'],
    ['3.5 -7 2012-01', '3.5:* & -7:* & 2012-01:*'],
    ['e-mail a@b.org x_y', 'e-mail:* & a@b.org:* & x_y:*'],
    ["it's & (x | !y):* <-> \\ #z", 'it:* & s:* & x:* & y:* & z:*'],
    [':name', 'name:*'],
    ['- . , % \u0000', undefined],
    ['', undefined],
  ];
  for (const [text, expression] of begun)
    it(`begins words of ${JSON.stringify(text)}`, () => assert.equal(beginningsOf(text), expression));

  it('is an expression without a mistake, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const expression = beginningsOf(text);
        if (expression === undefined) return;
        // The expression has only beginnings of words: no operator, no quotation mark, no # and no parameter
        // of CKAN's SQL.
        assert.match(expression, /^[^\s:&|!()<>'"\\*#]+:\*(?: & [^\s:&|!()<>'"\\*#]+:\*)*$/u);
      }),
    );
  });

  it('comes back from the wire, and goes there again as it was', () => {
    const anySearch = fc.record({ q: fc.string({ unit: 'grapheme' }), isPlain: fc.boolean() });
    fc.assert(
      fc.property(anySearch, ({ q, isPlain }) => {
        assert.deepEqual(searchOnWire(searchFromWire(q, isPlain)), { q, isPlain });
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (q) => {
        const wire = searchOnWire({ q, qMode: 'startsWith' });
        if (!wire.isPlain) assert.equal(searchFromWire(wire.q, false).qMode, 'startsWith');
        assert.deepEqual(searchOnWire(searchFromWire(wire.q, wire.isPlain)), wire);
      }),
    );
  });

  it('finds nothing by beginnings where there is no word, and not everything', () => {
    assert.deepEqual(searchOnWire({ q: '%', qMode: 'startsWith' }), { q: '%', isPlain: true });
  });
});
