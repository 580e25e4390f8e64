import assert from 'node:assert/strict';
import { plainLabel } from '../../../src/platform/plainLabel.ts';

describe('plainLabel', () => {
  it('leaves an ordinary text as it is', () =>
    assert.equal(plainLabel('Zürich │ 434335'), 'Zürich │ 434335'));
  it('makes one line of several', () => assert.equal(plainLabel('a\r\nb\tc\u2028d\u0000e'), 'a b c d e'));
  it('is never an icon', () => assert.doesNotMatch(plainLabel('$(error) $(sync~spin)'), /\$\(/));
  it('ends somewhere', () => assert.equal(plainLabel('x'.repeat(1_000_000)).length, 200));
});
