import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type GridWindow, leftToShow, visibleColumns } from '../../../../src/webview/grid/gridLayout.ts';
import { ColumnEdges, type GridLayout } from '../../../../src/webview/grid/gridLayout.ts';
import { gapAt } from '../../../../src/webview/grid/gridHeaders.ts';

const widths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 });

describe('ColumnEdges', () => {
  it('lays columns side by side', () => {
    const edges = new ColumnEdges([50, 100, 30]);
    assert.deepEqual(
      [0, 1, 2].map((column) => [edges.left(column), edges.width(column)]),
      [
        [0, 50],
        [50, 100],
        [150, 30],
      ],
    );
    assert.equal(edges.total, 180);
  });

  it('shows just the columns that have a pixel in view', () => {
    fc.assert(
      fc.property(widths, fc.nat(4000), fc.integer({ min: 1, max: 1200 }), (all, wanted, width) => {
        const edges = new ColumnEdges(all);
        const left = Math.min(wanted, edges.total - 1);
        const [first, last] = edges.range(left, width);
        const seen = [...all.keys()].filter(
          (column) => edges.left(column) < left + width && edges.left(column + 1) > left,
        );
        assert.deepEqual([first, last], [seen[0], seen.at(-1)! + 1]);
      }),
    );
  });

  it('finds the column under a point, and the nearest one beside them', () => {
    const edges = new ColumnEdges([50, 100, 30]);
    assert.deepEqual(
      [-5, 0, 49, 50, 149, 150, 999].map((x) => edges.at(x)),
      [0, 0, 0, 1, 1, 2, 2],
    );
  });

  it('has nothing to show without columns or without a view', () => {
    assert.deepEqual(new ColumnEdges([]).range(0, 500), [0, 0]);
    assert.deepEqual(new ColumnEdges([50]).range(0, 0), [0, 0]);
  });
});

const GUTTER = 50;
const layoutOf = (widths: readonly number[], frozen: number) =>
  ({ edges: new ColumnEdges(widths), gutter: GUTTER, frozen }) as GridLayout;
const windowOf = (layout: GridLayout, width: number, left: number): GridWindow => ({
  ...{ layout, width, left },
  ...{ height: 99, top: 0, rows: 1 },
});

/** Widths, the number of frozen columns, and a view with room for others. */
const places = fc
  .record({
    widths: fc.array(fc.integer({ min: 40, max: 400 }), { minLength: 1, maxLength: 30 }),
    frozen: fc.nat(4),
    room: fc.integer({ min: 60, max: 1500 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ widths, frozen: wanted, room, share }) => {
    const frozen = Math.min(wanted, widths.length);
    const layout = layoutOf(widths, frozen);
    const width = GUTTER + layout.edges.left(frozen) + room;
    const left = Math.floor(share * Math.max(0, GUTTER + layout.edges.total - width));
    return { widths, window: windowOf(layout, width, left) };
  });

describe('The columns in view', () => {
  it('are all that show something beside the frozen ones, and not fewer than before', () => {
    fc.assert(
      fc.property(places, fc.nat(12), ({ widths, window }, before) => {
        const { layout, width, left } = window;
        const { first, last } = visibleColumns(window, before);
        const { edges, frozen } = layout;
        assert(first >= frozen && last <= Math.max(frozen, widths.length));
        const start = left + edges.left(frozen);
        const end = left + width - GUTTER;
        for (let column = frozen; column < widths.length; column++) {
          const isSeen = edges.left(column + 1) > start && edges.left(column) < end;
          assert(!isSeen || (column >= first && column < last), `column ${String(column)}`);
        }
        assert(last - first >= Math.min(before, Math.max(0, widths.length - frozen)));
        const alone = visibleColumns(window, 0);
        assert(last - first <= Math.max(before, alone.last - alone.first));
      }),
    );
  });

  it('show a column whole once it is gone to, or its beginning clear of the frozen ones', () => {
    fc.assert(
      fc.property(places, fc.nat(29), ({ widths, window }, wanted) => {
        const { layout, width, left } = window;
        const column = wanted % widths.length;
        const { edges, frozen } = layout;
        const to = leftToShow(window, column);
        if (column < frozen) {
          assert.equal(to, left);
          return;
        }
        const start = edges.left(column) - to;
        assert(start >= edges.left(frozen));
        const isWhole = start + edges.width(column) <= width - GUTTER;
        assert(isWhole || start === edges.left(frozen));
        assert.equal(leftToShow({ ...window, left: to }, column), to, 'and nothing moves then');
      }),
    );
  });
});

describe('The gap that a dragged header is nearest to', () => {
  const table: readonly [frozen: number, left: number, x: number, gap: number][] = [
    [0, 0, 60, 0],
    [0, 0, 110, 1],
    [0, 0, 349, 3],
    [0, 0, 9999, 3],
    [0, 0, -20, 0],
    [0, 60, 60, 1],
    [1, 60, 60, 0],
    [1, 60, 140, 1],
    [1, 60, 180, 2],
  ];
  for (const [frozen, left, x, gap] of table)
    it(`${String(x)} px, ${String(frozen)} frozen, scrolled by ${String(left)}: ${String(gap)}`, () => {
      assert.equal(gapAt(windowOf(layoutOf([100, 100, 100], frozen), 350, left), x), gap);
    });
});
