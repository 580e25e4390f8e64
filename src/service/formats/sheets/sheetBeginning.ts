/** Finds the row on which the table of a sheet begins, below titles and remarks, and whether two rows name its fields. */
import { defined } from '../../../base/defined.ts';
import { hasTwoHeaderRows, HEADER_SEPARATOR, type NamesRow } from '../../reading/headerRows.ts';
import { MAX_ABOVE, namesBelowFacts } from '../csv/csvNames.ts';
import type { ReadingChoices } from '../../resource/reading.ts';
import type { Cell, SheetRow } from './sheetTable.ts';

/** Narrower tables have titles that can't be told from records with a missing value. */
const LEAST_WIDTH = 3;
/** Rows that must be as wide as the header, from it on. */
const ROWS = 3;

export function sheetBeginning(
  rows: readonly SheetRow[],
  texts: readonly string[],
  { header, headerLine, headerSeparator }: ReadingChoices,
): Pick<ReadingChoices, 'headerLine' | 'headerSeparator'> {
  const at = rows.findIndex(({ number, cells }) =>
    headerLine === undefined ? cells.filter(showsText).length > 1 : number >= headerLine,
  );
  const mayBeTwo = header !== false && headerSeparator === undefined;
  const isTwoRows = mayBeTwo && hasTwoHeaderRows(rows.slice(at).map(({ cells }) => valuesOf(cells, texts)));
  const first = isTwoRows && at > 0 ? rows[at]?.number : undefined;
  const lone = (): number | undefined => headerRowOf(rows) ?? rowBelowFacts(rows, texts);
  return defined({
    headerLine: headerLine ?? (isTwoRows || header !== undefined ? first : lone()),
    headerSeparator: headerSeparator ?? (isTwoRows ? HEADER_SEPARATOR : undefined),
  });
}

function rowBelowFacts(rows: readonly SheetRow[], texts: readonly string[]): number | undefined {
  const all = rows
    .slice(0, MAX_ABOVE + ROWS)
    .map(({ cells, number: line }) => ({ line, values: valuesOf(cells, texts) }));
  const width = Math.max(0, ...all.map(({ values }) => values.length));
  const padded = all.map(({ line, values }) => ({
    line,
    values: Array.from({ length: width }, (_, at) => values[at] ?? null),
  }));
  const row = namesBelowFacts(padded, width);
  return row === rows[0]?.number ? undefined : row;
}

function valuesOf(cells: readonly Cell[], texts: readonly string[]): NamesRow {
  const values: (string | null)[] = [];
  for (const { column, kind, text } of cells) values[column] = (kind === 'shared' ? texts[Number(text)] : text) ?? null;
  return Array.from(values, (value) => value ?? null);
}

/** The number of the header's row, from 1, if rows with at most one cell each stand above it. Undefined otherwise. */
function headerRowOf(rows: readonly SheetRow[]): number | undefined {
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
