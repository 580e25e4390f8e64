/** Cells in a window. The bound keeps messages small for resources with a thousand fields. */
const WINDOW_CELLS = 20_000;
export const MOST_ROWS = 200;
const FEWEST_ROWS = 10;

export function windowRows(fieldCount: number): number {
  const rows = Math.floor(WINDOW_CELLS / Math.max(1, fieldCount));
  return Math.max(FEWEST_ROWS, Math.min(rows, MOST_ROWS));
}
