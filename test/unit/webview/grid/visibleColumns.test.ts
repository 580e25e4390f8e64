import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ColumnLayout } from '../../../../src/webview/grid/columnLayout.ts';
import { gapAt } from '../../../../src/webview/grid/fieldDrag.ts';
import type { GridWindow } from '../../../../src/webview/grid/gridHit.ts';
import type { Sheet } from '../../../../src/webview/grid/sheet.ts';
import { leftToShow, visibleColumns } from '../../../../src/webview/grid/visibleColumns.ts';

const GUTTER = 50;
const sheetOf = (widths: readonly number[], frozen: number) =>
  ({ layout: new ColumnLayout(widths), gutter: GUTTER, frozen }) as Sheet;

/** Widths, how many are frozen, and a view that they leave room in. */
const places = fc
  .record({
    widths: fc.array(fc.integer({ min: 40, max: 400 }), { minLength: 1, maxLength: 30 }),
    frozen: fc.nat(4),
    room: fc.integer({ min: 60, max: 1500 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ widths, frozen: wanted, room, share }) => {
    const frozen = Math.min(wanted, widths.length);
    const sheet = sheetOf(widths, frozen);
    const width = GUTTER + sheet.layout.left(frozen) + room;
    const left = Math.floor(share * Math.max(0, GUTTER + sheet.layout.total - width));
    return { widths, sheet, width, left };
  });

describe('The columns in view', () => {
  it('are all that show something beside the frozen ones, and not fewer than before', () => {
    fc.assert(
      fc.property(places, fc.nat(12), ({ widths, sheet, width, left }, before) => {
        const { first, last } = visibleColumns(sheet, left, width, before);
        const { layout, frozen } = sheet;
        assert(first >= frozen && last <= Math.max(frozen, widths.length));
        const start = left + layout.left(frozen);
        const end = left + width - GUTTER;
        for (let column = frozen; column < widths.length; column++) {
          const isSeen = layout.left(column + 1) > start && layout.left(column) < end;
          assert(!isSeen || (column >= first && column < last), `column ${String(column)}`);
        }
        assert(last - first >= Math.min(before, Math.max(0, widths.length - frozen)));
        const alone = visibleColumns(sheet, left, width, 0);
        assert(last - first <= Math.max(before, alone.last - alone.first));
      }),
    );
  });

  it('show a column whole once it is gone to, or its beginning clear of the frozen ones', () => {
    fc.assert(
      fc.property(places, fc.nat(29), ({ widths, sheet, width, left }, wanted) => {
        const column = wanted % widths.length;
        const { layout, frozen } = sheet;
        const to = leftToShow(sheet, column, left, width);
        if (column < frozen) {
          assert.equal(to, left);
          return;
        }
        const start = layout.left(column) - to;
        assert(start >= layout.left(frozen));
        const isWhole = start + layout.width(column) <= width - GUTTER;
        assert(isWhole || start === layout.left(frozen));
        assert.equal(leftToShow(sheet, column, to, width), to, 'and nothing moves then');
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
      const window = {
        sheet: sheetOf([100, 100, 100], frozen),
        width: 350,
        height: 99,
        top: 0,
        left,
        rows: 1,
      };
      assert.equal(gapAt(window as GridWindow, x), gap);
    });
});
