import assert from 'node:assert/strict';
import { defined } from '../../../src/base/defined.ts';

describe('defined members of an object', () => {
  it('are those that are not undefined, in their order', () => {
    const members = { a: undefined, b: 'b', c: null, d: false, e: 0 };
    assert.deepEqual(Object.entries(defined(members)), [
      ['b', 'b'],
      ['c', null],
      ['d', false],
      ['e', 0],
    ]);
  });

  it('fit a type with optional members, and keep literals, lists and nested objects', () => {
    interface Shape {
      kind: 'one' | 'two';
      size?: number;
      items?: readonly string[];
      inner?: { x: number };
    }
    function shape(size: number | undefined, items: string[] | undefined): Shape {
      return defined({ kind: 'two', size, items, inner: { x: 1 } });
    }
    assert.deepEqual(shape(undefined, ['i']), { kind: 'two', items: ['i'], inner: { x: 1 } });
    assert.equal('size' in shape(undefined, undefined), false);
  });
});
