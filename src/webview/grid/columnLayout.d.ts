/** Where each column lies; finding the visible ones costs a binary search, whatever their number. */
export declare class ColumnLayout {
  #private;
  constructor(widths: readonly number[]);
  get count(): number;
  get total(): number;
  left(column: number): number;
  width(column: number): number;
  /** The column at `x`; the nearest one where there is none. */
  at(x: number): number;
  /** Columns that show something between `left` and `left + width`: first, and one past the last. */
  range(left: number, width: number): readonly [first: number, last: number];
  /** The most columns that can show anything at once in a view of this width. */
  mostVisible(width: number): number;
}
