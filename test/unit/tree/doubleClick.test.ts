import assert from 'node:assert/strict';
import { DoubleClick } from '../../../src/tree/doubleClick.ts';

describe('a double click on a resource', () => {
  const [one, other] = ['one', 'other'].map((resourceId) => ({ portalId: 'p', resourceId }));
  let now = 0;
  let clicks: DoubleClick;
  beforeEach(() => {
    now = 0;
    clicks = new DoubleClick(() => now);
  });
  const click = (ref = one!, after = 200): boolean => {
    now += after;
    return clicks.isSecond(ref);
  };

  it('is a second click on it soon after the first', () => {
    assert.deepEqual([click(), click()], [false, true]);
  });

  it('is none when the second click comes late, or on another resource', () => {
    assert.deepEqual([click(), click(one, 600), click(other)], [false, false, false]);
  });

  it('is over with the second click: a third begins anew', () => {
    assert.deepEqual([click(), click(), click(), click()], [false, true, false, true]);
  });
});
