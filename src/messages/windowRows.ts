/** Cells in a window, so that a window of a thousand fields is no bigger a message than one of a few. */
const WINDOW_CELLS = 20_000;
/** In any window. */
export const MOST_ROWS = 200;
const FEWEST_ROWS = 10;

/** How many rows of so many fields cross to the grid at once. */
export function windowRows(fieldCount: number): number {
  const rows = Math.floor(WINDOW_CELLS / Math.max(1, fieldCount));
  return Math.max(FEWEST_ROWS, Math.min(rows, MOST_ROWS));
}
