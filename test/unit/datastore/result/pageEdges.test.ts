import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RecordRow } from '../../../../src/base/cells.ts';
import { PageEdges } from '../../../../src/datastore/result/pageEdges.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { range } from '../../../support/fakes/fakeResult.ts';

const FIELDS = ['_id', 'name'].map((id) => ({ id, type: 'text' }));
const PAGE = 10;

const rising = (count: number): RecordRow[] => range(1, count + 1).map((id) => [id, `name ${String(id)}`]);

function edgesOf(sort?: DatastoreQuery['sort']): PageEdges {
  return new PageEdges({ resourceId: 'r', ...(sort && { sort }) }, FIELDS);
}

function read(edges: PageEdges, table: readonly RecordRow[], index: number): boolean {
  const first = index * PAGE;
  const rows = table.slice(first, first + PAGE);
  return edges.add(first, rows, first + PAGE >= table.length);
}

describe('the edges of a result’s pages', () => {
  const table = rising(100);
  const changes: readonly (readonly [what: string, changed: readonly RecordRow[], before: number, after: number])[] = [
    ['a page that has other records when it is read again', table.slice(3), 2, 2],
    ['a value that changed', table.map(([id]) => [id ?? null, 'new']), 2, 2],
    ['records that were inserted in front', [[-1, 'x'], [0, 'y'], ...table], 4, 5],
    ['records that were deleted in front of a later page', table.slice(20), 6, 5],
    ['records that were deleted between two pages that aren’t neighbours', table.toSpliced(5, 40), 9, 1],
    ['a table that ends before a page that was there', table.slice(0, 35), 8, 3],
    ['an empty table', [], 8, 0],
  ];
  for (const [what, changed, before, after] of changes)
    it(`show ${what}`, () => {
      const edges = edgesOf();
      assert.equal(read(edges, table, before), false);
      assert.equal(read(edges, changed, after), true);
    });

  it('show pages that overlap in falling order of _id', () => {
    const falling = table.toReversed();
    const edges = edgesOf([{ field: '_id', descending: true }]);
    assert.equal(read(edges, falling, 1), false);
    assert.equal(read(edges, [[101, 'new'], ...falling], 2), true);
  });

  it('show a page that is read again in any other order', () => {
    const edges = edgesOf([{ field: 'name', descending: false }]);
    assert.equal(read(edges, table, 1), false);
    assert.equal(read(edges, table.toReversed(), 2), false, 'the order of names is not the order of _id');
    assert.equal(read(edges, table.toReversed(), 1), true);
  });

  it('say nothing of records that are added at the end', () => {
    const edges = edgesOf();
    assert.equal(read(edges, table.slice(0, 95), 9), false);
    assert.equal(read(edges, table, 9), false);
    assert.equal(read(edges, rising(120), 11), false);
  });

  it('say nothing of a table that stays, with gaps or without, however its pages are read', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 200 });
    const pages = fc.array(fc.nat(20), { maxLength: 40 });
    fc.assert(
      fc.property(ids, pages, fc.boolean(), (unsorted, indices, descending) => {
        const sorted = unsorted.toSorted((one, other) => (descending ? other - one : one - other));
        const edges = edgesOf([{ field: '_id', descending }]);
        for (const index of indices)
          assert.equal(
            read(
              edges,
              sorted.map((id) => [id, 'x']),
              index,
            ),
            false,
          );
      }),
    );
  });
});
