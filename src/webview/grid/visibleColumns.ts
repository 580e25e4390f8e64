import type { ColumnRange, Sheet } from './sheet.ts';

/**
 * The columns to draw beside the frozen ones, in a view of `width` px that is scrolled by `left`: not fewer than were drawn
 * at once before, so that their elements can be used again and again.
 */
export function visibleColumns(
  { layout, gutter, frozen }: Sheet,
  left: number,
  width: number,
  before: number,
): ColumnRange {
  const frozenWidth = layout.left(frozen);
  const room = width - gutter - frozenWidth;
  const [start, end] = layout.range(left + frozenWidth, room);
  const count = Math.max(0, Math.min(layout.count - frozen, Math.max(end - start, before)));
  const first = Math.min(start, layout.count - count);
  return { first: Math.max(frozen, first), last: Math.max(frozen, first) + count };
}

/** How far to scroll, from `left`, to show the whole column, or else its beginning. */
export function leftToShow(
  { layout, gutter, frozen }: Sheet,
  column: number,
  left: number,
  width: number,
): number {
  if (column < frozen) return left;
  const start = layout.left(column);
  const wholeEnd = start + layout.width(column) - (width - gutter);
  return Math.min(Math.max(left, wholeEnd), start - layout.left(frozen));
}
