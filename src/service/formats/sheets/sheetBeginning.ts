/** Finds the row on which the table of a sheet begins, below titles and remarks. */
import type { Cell, SheetRow } from './sheetTable.ts';

/** Most rows above a table. */
const MAX_ABOVE = 60;
/** Narrower tables have titles that can't be told from records with a missing value. */
const LEAST_WIDTH = 3;
/** Rows that must be as wide as the header, from it on. */
const ROWS = 3;

/** The number of the header's row, from 1, if rows with at most one cell each stand above it. Undefined otherwise. */
export function headerRowOf(rows: readonly SheetRow[]): number | undefined {
  const widths = rows.map(({ cells }) => cells.filter(showsText).length);
  const first = widths.slice(0, MAX_ABOVE).findIndex((width) => width > 1);
  const header = rows[first];
  const width = widths[first] ?? 0;
  if (first < 1 || header === undefined || width < LEAST_WIDTH || !header.cells.every(isName)) return undefined;
  const next = widths.slice(first, first + ROWS);
  return next.length > 1 && next.every((each) => each > 1 && each <= width) ? header.number : undefined;
}

function showsText({ text }: Cell): boolean {
  return text.trim() !== '';
}

function isName({ kind, text }: Cell): boolean {
  return kind === 'text' || kind === 'shared' || text.trim() === '';
}
