import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MOST_ITEMS, readFacet, readFacetList } from '../../../../src/datastore/catalog/facet.ts';

const titles = (items: readonly { readonly title: string }[] | undefined) => items?.map(({ title }) => title);

describe('the items of a facet', () => {
  it('come by title, and those of one title as the portal has them', async () => {
    const items = ['b', 'a10', 'a2', 'B'].map((display_name, at) => ({ name: `n${String(at)}`, display_name }));
    const facet = await readFacet({ search_facets: { tags: { items } } }, 'tags');
    assert.deepEqual(titles(facet), ['a2', 'a10', 'b', 'B']);
    const same = await readFacetList([
      { name: '2', title: 'x', display_name: 'x' },
      { name: '1', display_name: 'x' },
    ]);
    assert.deepEqual(
      same.map(({ name }) => name),
      ['2', '1'],
    );
  });

  it('are the first ones of a long list, as if all of it had been sorted', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 990, maxLength: 1100 }),
        async (names) => {
          const { compare } = new Intl.Collator('en', { numeric: true });
          const all = (await Promise.all(names.map((name) => readFacetList([name])))).flat();
          const sorted = all.toSorted((one, other) => compare(one.title, other.title)).slice(0, MOST_ITEMS);
          assert.deepEqual(await readFacetList(names), sorted);
        },
      ),
      { numRuns: 20 },
    ));

  it('of a million tags are picked without holding up the window', async function () {
    this.timeout(60_000);
    const list = Array.from({ length: 1_000_000 }, (_, at) => `tag ${String((at * 7919) % 1_000_000)}`);
    const turns: number[] = [];
    let timer = setImmediate(count);
    function count(): void {
      turns.push(performance.now());
      timer = setImmediate(count);
    }
    const begun = readFacetList(list);
    assert.deepEqual(turns, []);
    const items = await begun;
    clearImmediate(timer);
    assert.equal(items.length, MOST_ITEMS);
    assert.deepEqual(titles(items.slice(0, 2)), ['tag 0', 'tag 1']);
    // Each turn takes a few milliseconds, and the whole list takes hundreds.
    assert.ok(turns.length > 20, String(turns.length));
  });

  it('are not picked further once the request is aborted', async () => {
    const ended = AbortSignal.abort(new Error('ended'));
    await assert.rejects(
      readFacetList(
        Array.from({ length: 1000 }, () => 'x'),
        ended,
      ),
      /ended/,
    );
  });
});
