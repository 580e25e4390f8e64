import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PageCache } from '../../../../src/datastore/result/pageCache.ts';

describe('page cache', () => {
  it('drops the page that was not used for longest', () => {
    const cache = new PageCache<string>(30);
    cache.set(1, 'a', 10);
    cache.set(2, 'b', 10);
    cache.set(3, 'c', 10);
    cache.get(1);
    assert.deepEqual(cache.set(4, 'd', 10), ['b']);
    assert.deepEqual(
      [1, 2, 3, 4].map((index) => cache.get(index)),
      ['a', undefined, 'c', 'd'],
    );
  });

  it('behaves like a list of pages by last use, and never holds more than its budget beside the newest', () => {
    const step = fc.record({ index: fc.nat(8), size: fc.integer({ min: 1, max: 40 }), isSet: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const cache = new PageCache<number>(60);
        let model: { index: number; size: number; page: number }[] = [];
        for (const [page, { index, size, isSet }] of steps.entries()) {
          const found = model.find((entry) => entry.index === index);
          if (isSet) {
            model = [...model.filter((entry) => entry !== found), { index, size, page }];
            const dropped: number[] = [];
            while (model.length > 1 && model.reduce((sum, entry) => sum + entry.size, 0) > 60) {
              dropped.push(model.shift()?.page ?? -1);
            }
            assert.deepEqual(cache.set(index, page, size), dropped);
          } else {
            assert.equal(cache.get(index), found?.page);
            if (found) model = [...model.filter((entry) => entry !== found), found];
          }
          assert.equal(
            cache.size,
            model.reduce((sum, entry) => sum + entry.size, 0),
          );
        }
      }),
    );
  });

  it('is empty after clearing', () => {
    const cache = new PageCache<string>(30);
    cache.set(1, 'a', 10);
    cache.clear();
    assert.deepEqual([cache.size, cache.get(1)], [0, undefined]);
  });
});
