import type { ColumnRange, Sheet } from './sheet.ts';

/** Where each column lies; finding the visible ones costs a binary search, whatever their number. */
export class ColumnLayout {
  /** Left edge of each column, and the right edge of the last. */
  readonly #edges: Float64Array;

  constructor(widths: readonly number[]) {
    this.#edges = new Float64Array(widths.length + 1);
    widths.forEach((width, index) => (this.#edges[index + 1] = this.left(index) + width));
  }

  get count(): number {
    return this.#edges.length - 1;
  }

  get total(): number {
    return this.left(this.count);
  }

  left(column: number): number {
    return this.#edges[column] ?? 0;
  }

  width(column: number): number {
    return this.left(column + 1) - this.left(column);
  }

  /** The column at `x`; the nearest one where there is none. */
  at(x: number): number {
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.left(middle) <= x) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Columns that show something between `left` and `left + width`: first, and one past the last. */
  range(left: number, width: number): readonly [first: number, last: number] {
    if (this.count === 0 || width <= 0) return [0, 0];
    const first = this.at(left);
    const end = this.at(left + width);
    return [first, this.left(end) < left + width || end === first ? end + 1 : end];
  }
}

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
