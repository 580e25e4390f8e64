import assert from 'node:assert/strict';
import fc from 'fast-check';
import { textHash } from '../../../../src/datastore/statistics/valueTally.ts';

describe('The hash of a text', () => {
  it('is the same for the same text, and another for another', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        assert.equal(textHash(one) === textHash(other), one === other);
      }),
    );
  });

  it('tells texts apart that differ in one place, in their order or in their length', () => {
    const long = 'x'.repeat(5000);
    const texts = [
      ...Array.from({ length: 5000 }, (_, at) => `${long.slice(0, at)}y${long.slice(at + 1)}`),
      ...Array.from({ length: 50 }, (_, zeros) => '\0'.repeat(zeros)),
      ...Array.from({ length: 2000 }, (_, number) => `${long}${String(number)}`),
    ];
    assert.equal(new Set(texts.map(textHash)).size, texts.length);
  });
});
